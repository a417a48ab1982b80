package bloom

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"hashlab/impl/filter"
)

// occupancy returns the rate by the recurrence of Christensen, Roginsky and Jimeno (2010) over the number
// of set bits: only positive terms, O(knm) of them. It shares nothing with exactRate.
func occupancy(m, n uint64, k int) float64 {
	p := make([]float64, m+1)
	p[0] = 1
	for range n * uint64(k) {
		for j := m; j > 0; j-- {
			p[j] = p[j]*float64(j)/float64(m) + p[j-1]*float64(m-j+1)/float64(m)
		}
		p[0] = 0
	}
	sum := 0.0
	for j, q := range p {
		sum += q * math.Pow(float64(j)/float64(m), float64(k))
	}
	return sum
}

func TestRateAgainstOccupancy(t *testing.T) {
	for _, c := range []struct {
		m, n uint64
		k    int
	}{
		{1, 1, 1}, {1, 5, 3}, {2, 1, 1}, {2, 1, 7}, {3, 1, 64}, {8, 2, 2}, {32, 5, 4}, {44, 1, 31}, {64, 8, 3},
		{64, 10, 5}, {100, 10, 7}, {49, 1, 30}, {500, 3, 64}, {1000, 100, 7}, {1438, 100, 10}, {64, 1000, 2},
	} {
		got, want := rate(c.m, c.n, c.k), occupancy(c.m, c.n, c.k)
		if math.Abs(got/want-1) > 1e-12 {
			t.Errorf("m=%d,n=%d,k=%d: got %v, want %v", c.m, c.n, c.k, got, want)
		}
	}
}

// Golden values of the exact rate; three independent methods agree on the first five to 15 digits.
func TestRateGolden(t *testing.T) {
	for _, c := range []struct {
		m, n uint64
		k    int
		want float64
	}{
		{8, 2, 2, 0.177764892578125},
		{32, 5, 4, 0.0517024885483750},
		{64, 8, 3, 0.0317267071841267},
		{64, 10, 5, 0.0502255729252606},
		{100, 10, 7, 0.00893631159467947},
		{9585059, 1000000, 7, 1.00392236e-2},
		{28756, 1000, 20, 1.00191870e-6},
		{28756, 10, 30, 3.07e-60},
	} {
		tolerance := 5e-15
		switch {
		case c.want < 1e-50:
			tolerance = 2e-3 // given to three digits
		case c.m > 1000:
			tolerance = 5e-9 // to nine
		}
		if got := rate(c.m, c.n, c.k); math.Abs(got/c.want-1) > tolerance {
			t.Errorf("m=%d,n=%d,k=%d: got %.15g, want %.15g", c.m, c.n, c.k, got, c.want)
		}
	}
}

// sizes at which every k can be tried on one bit less.
var sizes = []uint64{1, 2, 7, 100, 1000, 10_000_000, 1 << 34}

func TestFewestBitsIsMinimal(t *testing.T) {
	for _, n := range sizes {
		for _, fpr := range []float64{0.5, 0.1, 0.01, 1e-6, 1e-9} {
			m, k, err := fewestBits(n, fpr, 0)
			if err != nil {
				t.Fatalf("n=%d,fpr=%v: %v", n, fpr, err)
			}
			if got := rate(m, n, k); got > fpr {
				t.Errorf("n=%d,fpr=%v: m=%d,k=%d has rate %v", n, fpr, m, k, got)
			}
			for k := 1; m > 1 && k <= filter.MaxK; k++ {
				if got := rate(m-1, n, k); got <= fpr {
					t.Errorf("n=%d,fpr=%v: got m=%d, but m=%d,k=%d has rate %v", n, fpr, m, m-1, k, got)
				}
			}
		}
	}
}

func TestFewestBitsAtFixedProbes(t *testing.T) {
	for _, n := range []uint64{1, 10, 1000, 100_000} {
		for _, k := range []int{1, 2, 7, 13, 64} {
			for _, fpr := range []float64{0.9, 0.5, 0.01, 1e-4} {
				m, gotK, err := fewestBits(n, fpr, k)
				if err != nil || gotK != k {
					t.Fatalf("n=%d,fpr=%v,k=%d: got m=%d,k=%d, %v", n, fpr, k, m, gotK, err)
				}
				if rate(m, n, k) > fpr || m > 1 && rate(m-1, n, k) <= fpr {
					t.Errorf("n=%d,fpr=%v,k=%d: m=%d is not the least", n, fpr, k, m)
				}
			}
		}
	}
}

// The least bits per key over integer k, at a size where the exact rate and (1 - e^(-kn/m))^k agree.
func TestBitsPerKeyGolden(t *testing.T) {
	for _, c := range []struct {
		fpr, want float64
		k         int
	}{
		{0.4, 1.95762, 1}, {0.3, 2.52061, 2}, {0.2, 3.37391, 2}, {0.1, 4.80833, 3}, {0.05, 6.24698, 4},
		{0.03, 7.29875, 5}, {0.02, 8.15155, 6}, {0.01, 9.59295, 7}, {0.005, 11.03468, 8}, {0.001, 14.37764, 10},
		{1e-4, 19.17295, 13}, {1e-5, 23.96659, 17}, {1e-6, 28.75528, 20},
	} {
		const n = 1_000_000_000
		m, k, err := fewestBits(n, c.fpr, 0)
		if got := float64(m) / n; err != nil || k != c.k || math.Abs(got-c.want) > 5.1e-6 {
			t.Errorf("fpr=%v: got %.5f bits per key, k=%d, %v; want %.5f, %d", c.fpr, got, k, err, c.want, c.k)
		}
	}
}

func TestBestProbesIsBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.Uint64Range(1, 3000).Draw(t, "m")
		n := rapid.Uint64Range(1, 300).Draw(t, "n")
		got := bestProbes(m, n)
		lowest := exactRate(m, n, got)
		for k := 1; k <= filter.MaxK; k++ {
			if r := exactRate(m, n, k); r.Cmp(lowest) < 0 {
				t.Errorf("m=%d,n=%d: got k=%d with rate %v, but k=%d has %v", m, n, got, lowest, k, r)
			}
		}
	})
}

func TestShape(t *testing.T) {
	for _, c := range []struct {
		spec filter.Spec
		m    uint64
		k    int
	}{
		{filter.Spec{N: 1, FPR: 0.5}, 2, 1},
		{filter.Spec{N: 1, FPR: 1e-9}, 49, 30},
		{filter.Spec{N: 1000, FPR: 0.01}, 9595, 7},
		{filter.Spec{N: 1000, FPR: 0.01, K: 4}, 10524, 4},
		{filter.Spec{M: 100, K: 3}, 100, 3},
		{filter.Spec{N: 10, M: 100, K: 3}, 100, 3},
		{filter.Spec{N: 10, M: 100}, 100, 7},
		{filter.Spec{N: 1000, M: 1}, 1, 1},
		{filter.Spec{N: 1000, M: 9595, FPR: 0.01}, 9595, 7},
		{filter.Spec{N: 1000, M: 9595, K: 7, FPR: 0.01}, 9595, 7},
	} {
		t.Run(fmt.Sprintf("%+v", c.spec), func(t *testing.T) {
			if m, k, err := shape(c.spec); m != c.m || k != c.k || err != nil {
				t.Errorf("got m=%d, k=%d, %v; want %d, %d", m, k, err, c.m, c.k)
			}
		})
	}
}

func TestShapeRefuses(t *testing.T) {
	for _, s := range []filter.Spec{
		{N: 1000}, {FPR: 0.01}, {M: 1000}, {K: 7}, {N: 1000, K: 7}, {FPR: 0.01, K: 7}, {M: 1000, FPR: 0.01},
		{M: 1000, K: 7, FPR: 0.01},
		{N: 1000, M: 9594, FPR: 0.01},       // no k meets it
		{N: 1000, M: 9595, K: 6, FPR: 0.01}, // this k does not
		{N: 1 << 47, FPR: 1e-9},
		{N: 1_000_000, FPR: 1e-15, K: 1},
	} {
		if m, k, err := shape(s); !errors.Is(err, filter.ErrSpec) {
			t.Errorf("%+v: got m=%d, k=%d, %v; want an error that wraps ErrSpec", s, m, k, err)
		}
	}
}
