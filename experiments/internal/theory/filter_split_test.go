package theory

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func TestSplitGolden(t *testing.T) {
	for _, c := range []struct {
		z, n    uint64
		want    float64 // binomial loads
		digits  int
		poisson float64
	}{
		{1024, 13107, 4.19598e-4, 6, 4.19938e-4},
		{1024, 26214, 0.0126441, 6, 0.0126476},
		{1024, 52428, 0.179198, 6, 0.179204},
		{4, 100, 0.010530, 5, 0.011359},
	} {
		t.Run(fmt.Sprintf("z=%d,n=%d", c.z, c.n), func(t *testing.T) {
			got, err := FPR("bloom-split", Filter{N: c.n, M: c.z * 256, K: 8, BlockBits: 256, LaneBits: 32})
			if err != nil || !nearDigits(got, c.want, c.digits) {
				t.Errorf("binomial: got %.7g, %v; want %.7g", got, err, c.want)
			}
			if got := SplitPoisson(float64(c.z*256)/float64(c.n), 8, 32); !nearDigits(got, c.poisson, c.digits) {
				t.Errorf("poisson: got %.7g, want %.7g", got, c.poisson)
			}
		})
	}
}

func TestSplitPoissonGolden(t *testing.T) {
	for _, c := range []struct{ bitsPerKey, lanes32, lanes64 float64 }{
		{6, 0.099339, 0.092927}, {8, 0.033212, 0.029311}, {10, 0.012648, 0.010490}, {10.5, 0.010129, 0.0082693},
		{12, 0.0054196, 0.0042225}, {16, 0.0013156, 9.0888e-4}, {16.9, 9.9694e-4, 6.7118e-4},
		{20, 4.1997e-4, 2.5964e-4}, {26.4, 9.8848e-5, 5.2156e-5}, {41, 9.9816e-6, 3.9391e-6},
	} {
		if got := SplitPoisson(c.bitsPerKey, 8, 32); !nearDigits(got, c.lanes32, 5) {
			t.Errorf("c=%v, 8 x 32: got %.6g, want %.6g", c.bitsPerKey, got, c.lanes32)
		}
		if got := SplitPoisson(c.bitsPerKey, 8, 64); !nearDigits(got, c.lanes64, 5) {
			t.Errorf("c=%v, 8 x 64: got %.6g, want %.6g", c.bitsPerKey, got, c.lanes64)
		}
	}
}

// The limits that can be written down: one block, one key, blocks that are full.
func TestSplitLimits(t *testing.T) {
	for _, c := range []struct {
		z, n uint64
		want float64
	}{
		{1, 1, math.Exp2(-40)},
		{1, 2, math.Pow(1-math.Pow(31.0/32, 2), 8)},
		{10, 1, math.Exp2(-40) / 10},
		{2, 2, (math.Pow(1-math.Pow(31.0/32, 2), 8) + 2*math.Exp2(-40)) / 4},
		{1, 1 << 50, 1},
		{3, 1 << 50, 1},
	} {
		if got := splitExact(c.z, c.n, 8, 32); math.Abs(got/c.want-1) > 1e-13 {
			t.Errorf("z=%d,n=%d: got %v, want %v", c.z, c.n, got, c.want)
		}
	}
}

// 4000 simulated filters of 64 blocks and 1600 keys, whose rate is known from their lanes exactly. Their mean
// has a relative standard error of 0.0012, their standard deviation one near 0.0115; 5.5 of each, a false
// alarm of 4e-8, find a mean that is off by 0.7 % and a deviation that is off by 6.5 %. That of independent
// loads, the sum not fixed, is off by far more.
func TestSplitRelativeSD(t *testing.T) {
	const filters, z, n, lanes, w = 4000, 64, 1600, 8, 32
	rng := rand.New(rand.NewPCG(1, 2))
	var sum, squares, fourths float64
	rates := make([]float64, filters)
	for i := range rates {
		rates[i] = simulatedSplit(rng, z, n, lanes, w)
		sum += rates[i]
	}
	mean := sum / filters
	for _, r := range rates {
		d := r - mean
		squares += d * d
		fourths += d * d * d * d
	}
	variance := squares / filters
	sd := math.Sqrt(variance) / mean
	sdError := math.Sqrt((fourths/filters-variance*variance)/filters) / (2 * variance) // relative, delta method
	if want := splitExact(z, n, lanes, w); math.Abs(mean/want-1) > 5.5*sd/math.Sqrt(filters) {
		t.Errorf("mean rate: got %v, want %v", mean, want)
	}
	if want := SplitRelativeSD(z, n, lanes, w); math.Abs(sd/want-1) > 5.5*sdError || sdError > 0.0125 {
		t.Errorf("relative sd: got %.5f +- %.1f %%, want %.5f", sd, 100*sdError, want)
	}
}

// simulatedSplit fills a split block filter at random and returns its rate: the mean over blocks of the
// product of the lanes' set shares.
func simulatedSplit(rng *rand.Rand, z, n, lanes, w int) float64 {
	set := make([]uint64, z*lanes)
	for range n {
		block := rng.IntN(z)
		for lane := range lanes {
			set[block*lanes+lane] |= 1 << rng.IntN(w)
		}
	}
	sum := 0.0
	for block := range z {
		rate := 1.0
		for lane := range lanes {
			rate *= float64(ones(set[block*lanes+lane])) / float64(w)
		}
		sum += rate
	}
	return sum / float64(z)
}

func ones(x uint64) int {
	count := 0
	for ; x != 0; x &= x - 1 {
		count++
	}
	return count
}
