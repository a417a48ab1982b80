package farm_test

import (
	"testing"

	gofarm "github.com/dgryski/go-farm"
	"pgregory.net/rapid"

	"hashlab/impl/hash"
	_ "hashlab/impl/hash/farm"
)

func made(t *testing.T, name string) hash.Hash { return seeded(t, name, 0) }

// seeded returns the function called name, before it is widened where it is one of 32 bits.
func seeded(t *testing.T, name string, seed uint64) hash.Hash {
	t.Helper()
	e, err := hash.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	create := e.New
	if e.Narrow != nil {
		create = e.Narrow
	}
	h, err := create(seed)
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

// TestFurtherVectors: computed with the library on amd64, with and without its assembly, and on arm64 alike.
func TestFurtherVectors(t *testing.T) {
	for _, tc := range []struct {
		key            string
		seeded, narrow uint64
	}{
		{"123456789", 0xa2d3c15f8611f26f, 0xf88eca50},
		{"server-1:0", 0x042f5e75802e683c, 0xff386c83},
		{"user:123:profile", 0xe5e41bf8651eca39, 0xe1f2736c},
		{string(upTo(32)), 0xacddda67599bddbb, 0xf68dd7a5},
	} {
		if got := seeded(t, "farm64-seeded", 1).String(tc.key); got != tc.seeded {
			t.Errorf("farm64-seeded, seed 1, of %q: got %016x, want %016x", tc.key, got, tc.seeded)
		}
		if got := made(t, "farm32-left").String(tc.key); got != tc.narrow {
			t.Errorf("farm32 of %q: got %08x, want %08x", tc.key, got, tc.narrow)
		}
	}
}

// TestSeedEntersAfterTheKey holds what the package warns of. Keys of up to 64 bytes take their seed in last:
// keys that farm64 maps to one value stay together under every seed. The two keys follow the published
// construction (Aumasson and Bernstein, 2012; CVE-2012-6051 for the same loop in CityHash).
func TestSeedEntersAfterTheKey(t *testing.T) {
	const one = "\xc0\x09\x13\xe0\x2a\x63\xe4\xe6\xcf\x53\x2d\x9b\x2c\xe2\x82\xc2" +
		"\x89\x3b\x79\x4b\xab\x2f\x06\xf4\x3d\x96\x32\x3c\xef\x5f\x6d\x6f"
	const other = "\xfa\xd8\x5a\xf6\x99\x81\x5c\xfd\x18\xc5\x95\xea\x80\x44\x62\xcc" +
		"\xbc\xa7\x1d\x72\x87\x7c\xb1\x76\xa5\xdf\xd1\x2d\x5f\x0c\xe7\x46"
	for _, tc := range []struct {
		name       string
		seed, want uint64
	}{{"farm64", 0, 0xd7950b302823c6cb}, {"farm-fp64", 0, 0xd7950b302823c6cb}, {"farm64-seeded", 1, 0xfb3db9db2f1b8160}} {
		for _, key := range []string{one, other} {
			if got := seeded(t, tc.name, tc.seed).String(key); got != tc.want {
				t.Errorf("%s, seed %d, of %x: got %016x, want %016x", tc.name, tc.seed, key, got, tc.want)
			}
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		h := seeded(t, "farm64-seeded", rapid.Uint64().Draw(rt, "seed"))
		if a, b := h.String(one), h.String(other); a != b {
			rt.Errorf("got %016x and %016x, want a collision", a, b)
		}
	})
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
