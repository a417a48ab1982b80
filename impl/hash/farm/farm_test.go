package farm_test

import (
	"testing"

	gofarm "github.com/dgryski/go-farm"
	"pgregory.net/rapid"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/farm"
)

func made(t *testing.T, name string) hash.Hash {
	t.Helper()
	e, err := hash.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	h, err := e.New(0)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// upTo returns the bytes 0, 1 … n-1, modulo 256.
func upTo(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i)
	}
	return b
}

// TestVectors holds values on which both functions agree, and one on which they do not. Sources: up to
// "0123456789" the test table of dgryski/go-farm, from the C++ reference; the rest was computed with the
// library on amd64, with and without its assembly, and on arm64 alike.
func TestVectors(t *testing.T) {
	for _, tc := range []struct {
		key        string
		hash, fp64 uint64
	}{
		{"", 0x9ae16a3b2f90404f, 0x9ae16a3b2f90404f},
		{"a", 0xb3454265b6df75e3, 0xb3454265b6df75e3},
		{"abc", 0x24a5b3a074e7f369, 0x24a5b3a074e7f369},
		{"abcdefgh", 0xfee9d22990c82909, 0xfee9d22990c82909},
		{"0123456789", 0xad052244b781c4eb, 0xad052244b781c4eb},
		{"123456789", 0x6290b5b99f49dc6a, 0x6290b5b99f49dc6a},
		{"server-1:0", 0xead1c38a3943f6c8, 0xead1c38a3943f6c8},
		{"user:123:profile", 0x2108363adf6325be, 0x2108363adf6325be},
		{string(upTo(32)), 0x1a9d8199972cdf49, 0x1a9d8199972cdf49},
		{string(upTo(64)), 0x726fc82b6f70c73b, 0xf58504bb53decc4b},
	} {
		if got := made(t, "farm64").String(tc.key); got != tc.hash {
			t.Errorf("farm64 of %q: got %016x, want %016x", tc.key, got, tc.hash)
		}
		if got := made(t, "farm-fp64").String(tc.key); got != tc.fp64 {
			t.Errorf("farm-fp64 of %q: got %016x, want %016x", tc.key, got, tc.fp64)
		}
	}
}

// TestWhereTheTwoAgree holds what the package says: the hash and the fingerprint agree on keys of up to 32
// and of 97 to 256 bytes, and on no others.
func TestWhereTheTwoAgree(t *testing.T) {
	h, fp := made(t, "farm64"), made(t, "farm-fp64")
	for n := range 601 {
		key := upTo(n)
		got := h.Bytes(key) == fp.Bytes(key)
		if want := n <= 32 || n >= 97 && n <= 256; got != want {
			t.Errorf("%d bytes: agree is %v, want %v", n, got, want)
		}
	}
}

// TestUint64 holds the integer forms against the library, the fingerprint's in particular, which takes the
// hash of 8 bytes for the fingerprint.
func TestUint64(t *testing.T) {
	h, fp := made(t, "farm64"), made(t, "farm-fp64")
	rapid.Check(t, func(rt *rapid.T) {
		key := rapid.Uint64().Draw(rt, "key")
		var b [8]byte
		for i := range b {
			b[i] = byte(key >> (8 * i))
		}
		if got, want := h.Uint64(key), gofarm.Hash64(b[:]); got != want {
			rt.Errorf("farm64: got %016x, want %016x", got, want)
		}
		if got, want := fp.Uint64(key), gofarm.Fingerprint64(b[:]); got != want {
			rt.Errorf("farm-fp64: got %016x, want %016x", got, want)
		}
	})
}
