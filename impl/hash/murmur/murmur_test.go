package murmur_test

import (
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/spaolacci/murmur3"
	twmb "github.com/twmb/murmur3"
	"pgregory.net/rapid"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/murmur"
)

func entry(t *testing.T, name string) hash.Entry {
	t.Helper()
	e, err := hash.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func made(t *testing.T, new func(uint64) (hash.Hash, error), seed uint64) hash.Hash {
	t.Helper()
	h, err := new(seed)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func unhex(s string) string {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// TestVectors holds values of both widths. Sources: with a seed, and "hello", the test of
// spaolacci/murmur3, from the C++ reference; "surrogate" google/guava issue 5648; "foo" hajimes/mmh3
// issue 52; the key of 26 bytes apache/cassandra-gocql-driver issue 1033. The rest was computed with both
// libraries on amd64 and arm64 alike. A width without a published value is left out as -1.
func TestVectors(t *testing.T) {
	const none = -1
	for _, tc := range []struct {
		key    string
		seed   uint64
		want32 int64
		want64 uint64
	}{
		{"", 0, 0, 0},
		{"hello", 0, 0x248bfa47, 0xcbd8a7b341bd9b02},
		{"", 1, 0x514e28b7, 0x4610abe56eff5cb5},
		{"hello, world", 42, 0x7ec7c6c2, 0xb91864d797caa956},
		{"foo", 0, none, 0xe271865701f54561},
		{unhex("00104327529fb645dd00b883ec39ae448bb800000400066a6b00"), 0, none, 8117980653506862255},
		{"123456789", 0, 0xb4fef382, 0x3c84645edb66cca4},
		{"server-1:0", 0, 0x9b222771, 0x08db1dcc91d1bb8d},
		{"user:123:profile", 0, 0xa1cde094, 0x53e02f619ae5151a},
		{unhex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"), 0, 0xcac37638, 0xc66d9022b62f500f},
	} {
		t.Run(fmt.Sprintf("key=%q,seed=%d", tc.key, tc.seed), func(t *testing.T) {
			for _, name := range []string{"murmur3-64", "murmur3-64-twmb"} {
				if got := made(t, entry(t, name).New, tc.seed).String(tc.key); got != tc.want64 {
					t.Errorf("%s: got %016x, want %016x", name, got, tc.want64)
				}
			}
			got := made(t, entry(t, "murmur3-32-left").Narrow, tc.seed).String(tc.key)
			if tc.want32 != none && got != uint64(tc.want32) {
				t.Errorf("32 bits: got %08x, want %08x", got, tc.want32)
			}
		})
	}
}

// TestSurrogatePair: a string is hashed as its UTF-8 bytes, also beyond the basic plane (google/guava issue
// 5648, where the string form took surrogates).
func TestSurrogatePair(t *testing.T) {
	const key, want = "surrogate pair \U0001F4B0", uint64(0xbd8bd7b8)
	h := made(t, entry(t, "murmur3-32-mixed").Narrow, 0)
	if got := h.String(key); got != want {
		t.Errorf("String: got %08x, want %08x", got, want)
	}
	if got := h.Bytes([]byte(key)); got != want {
		t.Errorf("Bytes: got %08x, want %08x", got, want)
	}
}

// TestLibrariesAgree holds each width against the other library. The 32-bit function of spaolacci/murmur3 is
// taken in its streaming form, which forms no pointers past the key.
func TestLibrariesAgree(t *testing.T) {
	e64, e32 := entry(t, "murmur3-64"), entry(t, "murmur3-32-left")
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint32().Draw(rt, "seed")
		key := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(rt, "key")
		if got, want := made(t, e64.New, uint64(seed)).Bytes(key), twmb.SeedSum64(uint64(seed), key); got != want {
			rt.Errorf("64 bits: got %016x, twmb/murmur3 gives %016x", got, want)
		}
		streaming := murmur3.New32WithSeed(seed)
		streaming.Write(key)
		if got, want := made(t, e32.Narrow, uint64(seed)).Bytes(key), uint64(streaming.Sum32()); got != want {
			rt.Errorf("32 bits: got %08x, spaolacci/murmur3 gives %08x", got, want)
		}
	})
}

// TestUint64 holds the form written out for 8 bytes against both libraries.
func TestUint64(t *testing.T) {
	e := entry(t, "murmur3-64")
	rapid.Check(t, func(rt *rapid.T) {
		seed, key := rapid.Uint32().Draw(rt, "seed"), rapid.Uint64().Draw(rt, "key")
		var b [8]byte
		for i := range b {
			b[i] = byte(key >> (8 * i))
		}
		got := made(t, e.New, uint64(seed)).Uint64(key)
		if want := murmur3.Sum64WithSeed(b[:], seed); got != want {
			rt.Errorf("got %016x, spaolacci/murmur3 gives %016x", got, want)
		}
		if want := twmb.SeedSum64(uint64(seed), b[:]); got != want {
			rt.Errorf("got %016x, twmb/murmur3 gives %016x", got, want)
		}
	})
}
