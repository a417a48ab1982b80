package bloom

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"hashlab/impl/filter"
)

// A block that stands alone is a classic filter: the recurrence and the formula of inclusion and exclusion agree.
func TestBlockTableAgainstExactRate(t *testing.T) {
	for _, b := range []int{64, 128, 512} {
		for _, k := range []int{1, 2, 5, 9, 20, 64} {
			for _, j := range []uint64{1, 2, 10, 50, 100, 400} {
				table := tableOf(b, k)
				table.Lock()
				got := table.rate(j)
				table.Unlock()
				if want := rate(uint64(b), j, k); math.Abs(got/want-1) > 1e-12 {
					t.Errorf("b=%d,k=%d,j=%d: got %v, want %v", b, k, j, got, want)
				}
			}
		}
	}
}

// The limits that can be written down: no key, one block, one key, and blocks that are full.
func TestBlockedRate(t *testing.T) {
	shape := blockShape{bits: 64}
	for _, c := range []struct {
		z, n uint64
		k    int
		want float64
	}{
		{5, 0, 3, 0}, {1, 10, 4, rate(64, 10, 4)}, {100, 1, 5, rate(64, 1, 5) / 100},
		{2, 2, 5, rate(64, 2, 5)/4 + rate(64, 1, 5)/2}, {3, 1 << 40, 3, 1}, {1, 1 << 40, 3, 1},
	} {
		if got := shape.rate(c.z, c.n, c.k); math.Abs(got-c.want) > 1e-12*c.want {
			t.Errorf("z=%d,n=%d,k=%d: got %v, want %v", c.z, c.n, c.k, got, c.want)
		}
	}
}

func TestFewestBlocksOverEveryK(t *testing.T) {
	for _, shape := range []blockShape{blocked512, register64, countingBlocked} {
		for _, n := range []uint64{1, 3, 40, 1000, 1_000_000} {
			for _, fpr := range []float64{0.9, 0.5, 0.05, 1e-3, 1e-6} {
				z, k, err := shape.fewest(n, fpr, 0)
				if err != nil || shape.rate(z, n, k) > fpr {
					t.Errorf("b=%d,n=%d,fpr=%v: got z=%d, k=%d, %v", shape.positions(), n, fpr, z, k, err)
				}
				for i := 1; i <= filter.MaxK; i++ {
					if z > 1 && shape.rate(z-1, n, i) <= fpr {
						t.Errorf("b=%d,n=%d,fpr=%v: got z=%d at k=%d, but k=%d needs fewer", shape.positions(), n, fpr, z, k, i)
					}
					if i < k && shape.rate(z, n, i) <= fpr {
						t.Errorf("b=%d,n=%d,fpr=%v: got k=%d, but k=%d suffices", shape.positions(), n, fpr, k, i)
					}
				}
			}
		}
	}
}

func TestBlockSpecs(t *testing.T) {
	for _, c := range []struct {
		shape blockShape
		spec  filter.Spec
		m     uint64 // 0 = refused
		k     int
	}{
		{blocked512, filter.Spec{N: 100_000, FPR: 0.01}, 1938 * 512, 6}, // 9.918 bits per key, rounded up to a block
		{blocked512, filter.Spec{N: 100_000, M: 1953 * 512}, 1953 * 512, 6},
		{blocked512, filter.Spec{M: 1 << 16, K: 6}, 1 << 16, 6},
		{blocked512, filter.Spec{M: 1000, K: 6}, 0, 0},
		{blocked512, filter.Spec{M: 1 << 16}, 0, 0},
		{blocked512, filter.Spec{N: 100_000, M: 1900 * 512, FPR: 0.01}, 0, 0},
		{blocked512, filter.Spec{N: 1 << 40, FPR: 0.01}, 0, 0},
		{register64, filter.Spec{N: 1_000_000, FPR: 1e-15}, 0, 0},
		{register64, filter.Spec{M: 64, K: 5}, 64, 5},
		{register64, filter.Spec{M: 65, K: 5}, 0, 0},
		{countingBlocked, filter.Spec{M: 512, K: 3}, 512, 3},
		{countingBlocked, filter.Spec{M: 128, K: 3}, 0, 0},
	} {
		t.Run(fmt.Sprintf("b=%d,%+v", c.shape.positions(), c.spec), func(t *testing.T) {
			p, err := c.shape.params(c.spec)
			if c.m == 0 && !errors.Is(err, filter.ErrSpec) || c.m != 0 && (err != nil || p.M != c.m || p.K != c.k) {
				t.Errorf("got %+v, %v; want m = %d, k = %d", p, err, c.m, c.k)
			}
		})
	}
}

func TestPartitionedSpecs(t *testing.T) {
	for _, c := range []struct {
		spec filter.Spec
		m    uint64 // 0 = refused
		k    int
	}{
		{filter.Spec{N: 1, FPR: 0.5}, 2, 1},
		{filter.Spec{N: 1000, M: 9590}, 9590, 7}, // 9590 = 2 x 5 x 7 x 137
		{filter.Spec{N: 1000, M: 9587}, 9587, 1}, // a prime
		{filter.Spec{M: 70, K: 7}, 70, 7},
		{filter.Spec{M: 71, K: 7}, 0, 0},
		{filter.Spec{M: 70}, 0, 0},
		{filter.Spec{N: 1000, FPR: 0.01, M: 9590, K: 7}, 0, 0}, // 0.01003
		{filter.Spec{N: 1 << 40, FPR: 0.01}, 0, 0},
	} {
		p, err := partitionedParams(c.spec)
		if c.m == 0 && !errors.Is(err, filter.ErrSpec) || c.m != 0 && (err != nil || p.M != c.m || p.K != c.k) {
			t.Errorf("%+v: got %+v, %v; want m = %d, k = %d", c.spec, p, err, c.m, c.k)
		}
	}
}

func TestPow2Specs(t *testing.T) {
	for _, c := range []struct {
		spec filter.Spec
		m    uint64 // 0 = refused
		k    int
	}{
		{filter.Spec{N: 1000, FPR: 0.01}, 16384, 11},
		{filter.Spec{N: 1000, FPR: 0.01, K: 5}, 16384, 5},
		{filter.Spec{M: 1, K: 1}, 1, 1},
		{filter.Spec{M: 1024, K: 3}, 1024, 3},
		{filter.Spec{M: 1023, K: 3}, 0, 0},
		{filter.Spec{N: 1 << 40, FPR: 0.01}, 0, 0},
	} {
		p, err := pow2Params(c.spec)
		if c.m == 0 && !errors.Is(err, filter.ErrSpec) || c.m != 0 && (err != nil || p.M != c.m || p.K != c.k) {
			t.Errorf("%+v: got %+v, %v; want m = %d, k = %d", c.spec, p, err, c.m, c.k)
		}
	}
}
