package keys

import (
	"encoding/binary"
	"encoding/hex"
	"testing"

	"pgregory.net/rapid"
)

func TestInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Uint64().Draw(t, "a") | 1
		if got := a * inverse(a); got != 1 {
			t.Errorf("%#x times its inverse is %#x", a, got)
		}
	})
}

// The construction gives the published keys from their first two words.
func TestFarmKey(t *testing.T) {
	for _, want := range []string{
		"c00913e02a63e4e6cf532d9b2ce282c2893b794bab2f06f43d96323cef5f6d6f",
		"fad85af699815cfd18c595ea804462ccbca71d72877cb176a5dfd12d5f0ce746",
	} {
		head, err := hex.DecodeString(want[:32])
		if err != nil {
			t.Fatal(err)
		}
		key := farmKey(1, 2, binary.LittleEndian.Uint64(head), binary.LittleEndian.Uint64(head[8:]))
		if got := hex.EncodeToString(key); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
