package fnv_test

import (
	stdfnv "hash/fnv"
	"testing"

	"pgregory.net/rapid"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/fnv"
)

func made(t *testing.T, seed uint64) hash.Hash {
	t.Helper()
	e, err := hash.Find("fnv1a-64")
	if err != nil {
		t.Fatal(err)
	}
	h, err := e.New(seed)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// incrementing is the 32 bytes 00 … 1f.
const incrementing = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f" +
	"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f"

// TestVectors holds known values. Sources: up to "abc" Noll's vectors, as in the test of hash/fnv; the next
// four were computed with hash/fnv; the last is a key whose hash is 0, where it stays through zero bytes.
func TestVectors(t *testing.T) {
	h := made(t, 0)
	for _, tc := range []struct {
		key  string
		want uint64
	}{
		{"", 0xcbf29ce484222325},
		{"a", 0xaf63dc4c8601ec8c},
		{"abc", 0xe71fa2190541574b},
		{"123456789", 0x06d5573923c6cdfc},
		{"server-1:0", 0x95baaa52a547ed4e},
		{"user:123:profile", 0x0af8efcc56b462ab},
		{incrementing, 0xe6cb594c1a148ac5},
		{"\xd5\x6b\xb9\x53\x42\x87\x08\x36", 0},
		{"\xd5\x6b\xb9\x53\x42\x87\x08\x36\x00\x00\x00", 0},
	} {
		if got := h.String(tc.key); got != tc.want {
			t.Errorf("%q: got %016x, want %016x", tc.key, got, tc.want)
		}
	}
}

func TestEqualsStandardLibrary(t *testing.T) {
	h := made(t, 0)
	rapid.Check(t, func(rt *rapid.T) {
		key := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(rt, "key")
		std := stdfnv.New64a()
		std.Write(key)
		if got, want := h.Bytes(key), std.Sum64(); got != want {
			rt.Errorf("got %016x, hash/fnv gives %016x", got, want)
		}
	})
}

// TestSmallSeed holds what the doc warns of: a seed below 256 is the same as the seed xored into the first
// byte of the key, so that functions with small seeds are not independent.
func TestSmallSeed(t *testing.T) {
	plain := made(t, 0)
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Byte().Draw(rt, "seed")
		key := rapid.SliceOfN(rapid.Byte(), 1, 40).Draw(rt, "key")
		got := made(t, uint64(seed)).Bytes(key)
		key[0] ^= seed
		if want := plain.Bytes(key); got != want {
			rt.Errorf("got %016x, the changed key gives %016x", got, want)
		}
	})
}
