package fnv_test

import (
	stdfnv "hash/fnv"
	"testing"

	"pgregory.net/rapid"

	"hashlab/impl/hash"
)

func narrow(t *testing.T) hash.Hash {
	t.Helper()
	e, err := hash.Find("fnv1a-32-left")
	if err != nil {
		t.Fatal(err)
	}
	h, err := e.Narrow(0)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestVectors32 holds known values. Sources: up to "abc" Noll's vectors, as in the test of hash/fnv; the next
// four were computed with hash/fnv; the last is a key whose hash is 0, where it stays through zero bytes.
func TestVectors32(t *testing.T) {
	h := narrow(t)
	for _, tc := range []struct {
		key  string
		want uint64
	}{
		{"", 0x811c9dc5},
		{"a", 0xe40c292c},
		{"abc", 0x1a47e90b},
		{"123456789", 0xbb86b11c},
		{"server-1:0", 0xa5744c6e},
		{"user:123:profile", 0x3addac8b},
		{incrementing, 0x0913ad65},
		{"\xcc\x24\x31\xc4", 0},
		{"\xcc\x24\x31\xc4\x00\x00", 0},
	} {
		if got := h.String(tc.key); got != tc.want {
			t.Errorf("%q: got %08x, want %08x", tc.key, got, tc.want)
		}
	}
}

func TestEqualsStandardLibrary32(t *testing.T) {
	h := narrow(t)
	rapid.Check(t, func(rt *rapid.T) {
		key := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(rt, "key")
		std := stdfnv.New32a()
		std.Write(key)
		if got, want := h.Bytes(key), uint64(std.Sum32()); got != want {
			rt.Errorf("got %08x, hash/fnv gives %08x", got, want)
		}
	})
}
