package theory

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// Blocks of 512 bits at c bits per key, computed once with independent code: with the exact rate inside, and what the
// same sum gives with the textbook's rate inside.
func TestBlockedGolden(t *testing.T) {
	for _, c := range []struct {
		perKey       float64
		k            int
		exact, eForm float64
	}{
		{8, 5, 0.0232634, 0.0230415}, {10, 6, 0.00966475, 0.00953583}, {12, 7, 0.00414509, 0.00407188},
		{16, 9, 8.43913e-4, 8.20537e-4}, {16, 11, 8.85541e-4, 8.53712e-4}, {20, 11, 1.97832e-4, 1.90055e-4},
	} {
		t.Run(fmt.Sprintf("c=%v,k=%d", c.perKey, c.k), func(t *testing.T) {
			if got := BlockedPoisson(c.perKey, 512, c.k); !nearDigits(got, c.exact, 6) {
				t.Errorf("exact: got %.7g, want %.6g", got, c.exact)
			}
			mean, eForm, weight := 512/c.perKey, 0.0, math.Exp(-512/c.perKey)
			for j := 0; j < 400; j++ {
				eForm += weight * EForm(512, float64(j), float64(c.k))
				weight *= mean / float64(j+1)
			}
			if !nearDigits(eForm, c.eForm, 6) {
				t.Errorf("e-form: got %.7g, want %.6g", eForm, c.eForm)
			}
		})
	}
}

// The best k and its rate by positions per key.
func TestBlockedBestProbes(t *testing.T) {
	for _, c := range []struct {
		positions uint64
		perKey    float64
		k         int
		want      float64
	}{
		{512, 4, 3, 0.148116}, {512, 6, 4, 0.0577424}, {512, 8, 5, 0.0232634}, {512, 10, 6, 0.00966475}, {512, 12, 8, 0.00413492},
		{512, 14, 9, 0.00183501}, {512, 16, 9, 8.43913e-4}, {512, 18, 10, 4.01396e-4}, {512, 20, 11, 1.97832e-4}, {512, 24, 12, 5.32984e-5},
		{64, 8, 4, 0.0335408}, {64, 10, 5, 0.0178444}, {64, 12, 5, 0.0103518}, {64, 16, 6, 0.00405226}, {64, 20, 7, 0.00189354},
		{32, 8, 4, 0.0428205}, {32, 10, 4, 0.0256723}, {32, 12, 5, 0.0168222}, {32, 16, 5, 0.00812417}, {32, 20, 5, 0.00464138},
	} {
		got, k := math.Inf(1), 0
		for i := 1; i <= 16; i++ {
			if rate := BlockedPoisson(c.perKey, c.positions, i); rate < got {
				got, k = rate, i
			}
		}
		if k != c.k || !nearDigits(got, c.want, 6) {
			t.Errorf("b=%d,c=%v: got %.7g at k=%d, want %.6g at k=%d", c.positions, c.perKey, got, k, c.want, c.k)
		}
	}
}

// Bits per key for a target, at the best k.
func TestBlockedBitsPerKeyGolden(t *testing.T) {
	for _, c := range []struct{ fpr, blocked, split, register float64 }{
		{0.1, 4.836, 5.989, 5.034}, {0.01, 9.918, 10.529, 12.139}, {0.001, 15.546, 16.890, 23.998},
		{1e-4, 22.030, 26.342, 45.480}, {1e-5, 29.670, 40.985, 86.600},
	} {
		for _, f := range []struct {
			name string
			want float64
			rate func(perKey float64) float64
		}{
			{"blocked 512", c.blocked, func(p float64) float64 { return bestBlocked(p, 512) }},
			{"split 8x32", c.split, func(p float64) float64 { return SplitPoisson(p, 8, 32) }},
			{"register 64", c.register, func(p float64) float64 { return bestBlocked(p, 64) }},
		} {
			low, high := 1.0, 100.0
			for range 22 {
				if middle := (low + high) / 2; f.rate(middle) <= c.fpr {
					high = middle
				} else {
					low = middle
				}
			}
			if math.Abs(high-f.want) > 5.3e-4 {
				t.Errorf("%s at %v: got %.4f bits per key, want %.3f", f.name, c.fpr, high, f.want)
			}
		}
	}
}

// bestBlocked returns the lowest rate over k; it falls with k, then rises.
func bestBlocked(perKey float64, positions uint64) float64 {
	lowest := math.Inf(1)
	for k := 1; ; k++ {
		rate := BlockedPoisson(perKey, positions, k)
		if rate >= lowest {
			return lowest
		}
		lowest = rate
	}
}

// The limits that can be written down: one block, one key, counters in place of bits.
func TestBlockedLimits(t *testing.T) {
	one := func(b, n uint64, k int) float64 { return bloomExact(b, n, k) }
	for _, c := range []struct {
		f    Filter
		want float64
	}{
		{Filter{N: 40, M: 512, K: 7, BlockBits: 512}, one(512, 40, 7)},
		{Filter{N: 1, M: 6400, K: 5, BlockBits: 64}, one(64, 1, 5) / 100},
		{Filter{N: 2, M: 128, K: 5, BlockBits: 64}, one(64, 2, 5)/4 + one(64, 1, 5)/2},
		{Filter{N: 40, M: 2048, K: 7, BlockBits: 2048, CounterBits: 4}, one(512, 40, 7)},
		{Filter{N: 1 << 50, M: 1 << 20, K: 3, BlockBits: 64}, 1},
	} {
		if got, err := FPR("bloom-blocked", c.f); err != nil || math.Abs(got/c.want-1) > 1e-12 {
			t.Errorf("%+v: got %v, %v; want %v", c.f, got, err, c.want)
		}
	}
}

// 4000 simulated filters, whose rate is known from their blocks exactly. Their mean has a relative standard error of
// 0.0022 at most, their standard deviation one near 0.012; 5.5 of each, a false alarm of 4e-8, find a mean that is off
// by 1.2 % and a deviation that is off by 7 %.
func TestRelativeSDBySimulation(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct {
		name string
		f    Filter
	}{
		{"bloom-blocked", Filter{N: 1600, M: 32 * 512, K: 6, BlockBits: 512}},
		{"bloom-blocked", Filter{N: 1600, M: 256 * 64, K: 5, BlockBits: 64}},
		{"bloom-split", Filter{N: 1600, M: 32 * 512, K: 8, BlockBits: 512, LaneBits: 64}},
		{"bloom-partitioned", Filter{N: 100, M: 7 * 140, K: 7, LaneBits: 140}},
	} {
		const filters = 4000
		rates := make([]float64, filters)
		sum := 0.0
		for i := range rates {
			rates[i] = simulated(rng, c.f)
			sum += rates[i]
		}
		mean, squares, fourths := sum/filters, 0.0, 0.0
		for _, r := range rates {
			squares += (r - mean) * (r - mean)
			fourths += math.Pow(r-mean, 4)
		}
		variance := squares / filters
		sd := math.Sqrt(variance) / mean
		sdError := math.Sqrt((fourths/filters-variance*variance)/filters) / (2 * variance) // relative, delta method
		if want, err := FPR(c.name, c.f); err != nil || math.Abs(mean/want-1) > 5.5*sd/math.Sqrt(filters) || sd/math.Sqrt(filters) > 0.0022 {
			t.Errorf("%s %+v: mean rate: got %v, want %v, %v", c.name, c.f, mean, want, err)
		}
		if want, ok := Scatter(c.name, c.f); !ok || math.Abs(sd/want-1) > 5.5*sdError || sdError > 0.0132 {
			t.Errorf("%s %+v: relative sd: got %.5f +- %.1f %%, want %.5f", c.name, c.f, sd, 100*sdError, want)
		}
	}
}

// simulated fills a filter at random and returns its rate: the mean over blocks of (X/b)^k, or of the product of the set
// shares of the lanes.
func simulated(rng *rand.Rand, f Filter) float64 {
	block := f.BlockBits
	if block == 0 {
		block = f.M
	}
	lane := f.LaneBits
	set := make([]bool, f.M)
	for range f.N {
		start := rng.Uint64N(f.M/block) * block
		for i := range uint64(f.K) {
			if lane > 0 {
				set[start+i*lane+rng.Uint64N(lane)] = true
			} else {
				set[start+rng.Uint64N(block)] = true
			}
		}
	}
	if lane == 0 {
		lane = block
	}
	sum := 0.0
	for start := uint64(0); start < f.M; start += block {
		rate := 1.0
		for at := start; at < start+block; at += lane {
			rate *= share(set[at : at+lane])
		}
		if lane == block {
			rate = math.Pow(rate, float64(f.K))
		}
		sum += rate
	}
	return sum / float64(f.M/block)
}

func share(set []bool) float64 {
	ones := 0
	for _, s := range set {
		if s {
			ones++
		}
	}
	return float64(ones) / float64(len(set))
}

func TestPartitionedSD(t *testing.T) {
	// One slice is a Bloom filter with k = 1, whose delta method is exact for large m.
	if got, want := PartitionedRelativeSD(1<<20, 1<<19, 1), RelativeSD(1<<20, 1<<19, 1); math.Abs(got/want-1) > 1e-5 {
		t.Errorf("one slice: got %v, want %v", got, want)
	}
	// Two bits and one key: each slice has the set share 1/2 with certainty.
	if got := PartitionedRelativeSD(2, 1, 5); got > 1e-7 {
		t.Errorf("w=2,n=1: got %v, want 0", got)
	}
	// Two bits and two keys: a share of 1/2 or 1, each with probability 1/2: mean 3/4, variance 1/16.
	if got, want := PartitionedRelativeSD(2, 2, 1), 1.0/3; math.Abs(got-want) > 1e-12 {
		t.Errorf("w=2,n=2: got %v, want %v", got, want)
	}
	if got := PartitionedRelativeSD(1, 9, 3); got != 0 {
		t.Errorf("w=1: got %v, want 0", got)
	}
}
