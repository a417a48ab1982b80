package control_test

import (
	"testing"

	"hashlab/impl/hash"
)

// TestIdentity holds the definition: the first 8 bytes, little-endian, and nothing else.
func TestIdentity(t *testing.T) {
	e, err := hash.Find("identity")
	if err != nil {
		t.Fatal(err)
	}
	h, err := e.New(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		key  string
		want uint64
	}{
		{"", 0},
		{"a", 0x61},
		{"\x01\x02\x03\x04\x05\x06\x07", 0x07060504030201},
		{"\x01\x02\x03\x04\x05\x06\x07\x08", 0x0807060504030201},
		{"\x01\x02\x03\x04\x05\x06\x07\x08 and more", 0x0807060504030201},
	} {
		if got := h.String(tc.key); got != tc.want {
			t.Errorf("%q: got %#x, want %#x", tc.key, got, tc.want)
		}
	}
}
