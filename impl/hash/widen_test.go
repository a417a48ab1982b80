package hash_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/twmb/murmur3"
	"pgregory.net/rapid"

	"hashlab/impl/hash"
)

// TestWrappers holds each form of the two wrappers of a 32-bit function against what their names say.
func TestWrappers(t *testing.T) {
	const seed = 1 << 20
	for name, widen := range map[string]func(uint64) uint64{
		"length-narrow-left":  func(h uint64) uint64 { return h << 32 },
		"length-narrow-mixed": hash.Fmix64,
	} {
		h, err := find(t, name).New(seed)
		if err != nil {
			t.Fatal(err)
		}
		const rest = 99
		sum, sumStrings := []uint64{rest, rest, rest}, []uint64{rest, rest, rest}
		h.Sum(sum, [][]byte{[]byte("a"), []byte("abc")})
		h.SumStrings(sumStrings, []string{"a", "abc"})
		got := [][]uint64{{h.Bytes([]byte("ab")), h.String("ab"), h.Uint64(7)}, sum, sumStrings}
		three := []uint64{widen(seed + 1), widen(seed + 3), rest}
		want := [][]uint64{{widen(seed + 2), widen(seed + 2), widen(seed + 8)}, three, three}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: want (-) got (+):\n%s", name, diff)
		}
	}
}

// TestFmix64Murmur holds Fmix64 inside MurmurHash3_x64_128 of the empty key, whose first word under seed s
// is Fmix64(2s) + Fmix64(3s) by its definition; twmb/murmur3 passes the vectors of the C++ reference.
func TestFmix64Murmur(t *testing.T) {
	if got := hash.Fmix64(0); got != 0 {
		t.Errorf("Fmix64(0): got %#x, want 0", got)
	}
	rapid.Check(t, func(rt *rapid.T) {
		s := rapid.Uint64().Draw(rt, "s")
		if got, want := hash.Fmix64(2*s)+hash.Fmix64(3*s), murmur3.SeedSum64(s, nil); got != want {
			rt.Errorf("got %#x, want %#x", got, want)
		}
	})
}

// TestFmix64IsBijective undoes it: the multipliers are the inverses modulo 2^64 of its own.
func TestFmix64IsBijective(t *testing.T) {
	const inverse1, inverse2 = 0x4f74430c22a54005, 0x9cb4b2f8129337db
	rapid.Check(t, func(rt *rapid.T) {
		want := rapid.Uint64().Draw(rt, "x")
		x := hash.Fmix64(want)
		x ^= x >> 33
		x *= inverse2
		x ^= x >> 33
		x *= inverse1
		x ^= x >> 33
		if x != want {
			rt.Errorf("got %#x back, want %#x", x, want)
		}
	})
}
