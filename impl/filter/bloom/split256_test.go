package bloom

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// parquetAdd is the insertion of the Parquet specification, BloomFilter.md, word for word.
func parquetAdd(blocks [][8]uint32, h uint64) {
	salt := [8]uint32{
		0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31,
	}
	i := (h >> 32) * uint64(len(blocks)) >> 32
	for j, s := range salt {
		y := uint32(h) * s
		blocks[i][j] |= 1 << (y >> 27)
	}
}

func TestSplitIsParquet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := rapid.Uint64Range(1, 20).Draw(t, "z")
		hs := rapid.SliceOf(rapid.Uint64()).Draw(t, "hs")
		f, err := NewSplit256(filter.Spec{M: z * 256})
		if err != nil {
			t.Fatal(err)
		}
		want := make([][8]uint32, z)
		for _, h := range hs {
			f.Add(h)
			parquetAdd(want, h)
		}
		if diff := cmp.Diff(want, f.blocks); diff != "" {
			t.Errorf("blocks differ (-want +got):\n%s", diff)
		}
		for i := range uint64(50) {
			h := hash.Fmix64(i)
			after := make([][8]uint32, z)
			copy(after, want)
			parquetAdd(after, h)
			if got, present := f.Contains(h), cmp.Equal(after, want); got != present {
				t.Errorf("Contains(%#x): got %t, want %t", h, got, present)
			}
		}
	})
}

// exactSplit sums the binomial mixture with rational weights.
func exactSplit(z, n int64) float64 {
	power := func(a, b, n int64) *big.Float { // (a/b)^n
		x, y := new(big.Int).Exp(big.NewInt(a), big.NewInt(n), nil), new(big.Int).Exp(big.NewInt(b), big.NewInt(n), nil)
		return new(big.Float).SetPrec(300).SetRat(new(big.Rat).SetFrac(x, y))
	}
	one := new(big.Float).SetInt64(1)
	sum := new(big.Float).SetPrec(300)
	for j := range n + 1 {
		w := new(big.Float).SetPrec(300).SetInt(new(big.Int).Binomial(n, j))
		w.Mul(w, power(1, z, j)).Mul(w, power(z-1, z, n-j))
		lane := new(big.Float).Sub(one, power(31, 32, j))
		mask := new(big.Float).SetPrec(300).SetInt64(1)
		for range 8 {
			mask.Mul(mask, lane)
		}
		miss := new(big.Float).Sub(one, mask)
		miss.Mul(miss, power(1<<32-1, 1<<32, j))
		sum.Add(sum, w.Mul(w, new(big.Float).Sub(one, miss)))
	}
	got, _ := sum.Float64()
	return got
}

func TestSplitRate(t *testing.T) {
	for _, c := range []struct{ z, n int64 }{
		{1, 1}, {1, 30}, {2, 1}, {2, 50}, {4, 100}, {7, 100}, {1000, 10}, {5, 300}, {130, 100},
	} {
		got, want := split256.rate(uint64(c.z), uint64(c.n)), exactSplit(c.z, c.n)
		if math.Abs(got/want-1) > 1e-12 {
			t.Errorf("z=%d,n=%d: got %v, want %v", c.z, c.n, got, want)
		}
	}
}

func TestFewestBlocksIsMinimal(t *testing.T) {
	for _, n := range []uint64{1, 2, 10, 100, 2047, 2048, 5000, 1_000_000, 10_000_000} {
		for _, fpr := range []float64{0.999, 0.5, 0.1, 0.01, 1e-3, 1e-6} {
			z, err := split256.fewestBlocks(n, fpr)
			if err != nil || split256.rate(z, n) > fpr || z > 1 && split256.rate(z-1, n) <= fpr {
				t.Errorf("n=%d,fpr=%v: got z=%d, %v", n, fpr, z, err)
			}
		}
	}
	if z, err := split256.fewestBlocks(1e12, 0.01); !errors.Is(err, filter.ErrSpec) {
		t.Errorf("n=1e12: got z=%d, %v; want an error that wraps ErrSpec", z, err)
	}
}

func TestSplitSpec(t *testing.T) {
	for _, c := range []struct {
		spec filter.Spec
		m    uint64 // 0 = refused
	}{
		{filter.Spec{N: 100, FPR: 0.0106}, 4 * 256}, // 0.010530 with 4 blocks
		{filter.Spec{N: 100, FPR: 0.01}, 5 * 256},
		{filter.Spec{N: 100, FPR: 0.01, K: 8}, 5 * 256},
		{filter.Spec{M: 1 << 16}, 1 << 16},
		{filter.Spec{M: 1 << 16, K: 8, N: 10}, 1 << 16},
		{filter.Spec{M: 5 * 256, N: 100, FPR: 0.01}, 5 * 256},
		{filter.Spec{M: 4 * 256, N: 100, FPR: 0.01}, 0},
		{filter.Spec{N: 100, FPR: 0.01, K: 7}, 0},
		{filter.Spec{M: 1000}, 0},
		{filter.Spec{M: 1}, 0},
		{filter.Spec{M: 1<<40 + 256}, 0},
		{filter.Spec{M: 1 << 16, FPR: 0.01}, 0},
		{filter.Spec{N: 100}, 0},
		{filter.Spec{K: 8}, 0},
	} {
		t.Run(fmt.Sprintf("%+v", c.spec), func(t *testing.T) {
			z, err := split256.blocks(c.spec)
			if c.m == 0 && !errors.Is(err, filter.ErrSpec) || c.m != 0 && (err != nil || z*256 != c.m) {
				t.Errorf("got z = %d, %v; want m = %d", z, err, c.m)
			}
		})
	}
}
