package fnv_test

import (
	"testing"

	"pgregory.net/rapid"

	"hashlab/impl/hash"
)

// TestMixedIsFNVThenFmix64, whose finaliser maps 0 to 0: a key that FNV-1a maps to 0 keeps its place.
func TestMixedIsFNVThenFmix64(t *testing.T) {
	e, err := hash.Find("fnv1a-64-mixed")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		key := rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(rt, "key")
		h, err := e.New(seed)
		if err != nil {
			rt.Fatal(err)
		}
		if got, want := h.Bytes(key), hash.Fmix64(made(t, seed).Bytes(key)); got != want {
			rt.Errorf("got %016x, want %016x", got, want)
		}
	})
	h, err := e.New(0)
	if err != nil {
		t.Fatal(err)
	}
	if got := h.String("\xd5\x6b\xb9\x53\x42\x87\x08\x36\x00"); got != 0 {
		t.Errorf("the zero key of FNV-1a: got %016x, want 0", got)
	}
}
