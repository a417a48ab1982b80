package theory

import (
	"fmt"
	"math"
)

func init() {
	scatter := func(f Filter) float64 { return SplitRelativeSD(f.M/f.BlockBits, f.N, f.K, f.LaneBits) }
	filterTheories["bloom-split"] = filterTheory{scatter: scatter, fpr: func(f Filter) (float64, error) {
		switch {
		case f.LaneBits < 2 || f.BlockBits%f.LaneBits != 0 || f.M%f.BlockBits != 0:
			return 0, fmt.Errorf("theory bloom-split: m = %d bits, blocks of %d and lanes of %d bits do not fit each other",
				f.M, f.BlockBits, f.LaneBits)
		case f.BlockBits/f.LaneBits != uint64(f.K):
			return 0, fmt.Errorf("theory bloom-split: k = %d, but a block has %d lanes", f.K, f.BlockBits/f.LaneBits)
		}
		return splitExact(f.M/f.BlockBits, f.N, f.K, f.LaneBits), nil
	}}
}

// splitExact returns the rate of z blocks of the given lanes, w = laneBits wide, that hold n keys:
//
//	fpr = sum_j Binom(j; n, 1/z) (1 - (1 - 1/w)^j)^lanes
//
// Two keys whose hashes agree in all bits that a block uses collide besides; HashFloor gives how often. The
// weights are kept as logarithms, from j = 0 on; the relative error stays below 1e-10.
func splitExact(z, n uint64, lanes int, laneBits uint64) float64 {
	mean := float64(n) / float64(z)
	spread := 12*math.Sqrt(mean) + 20
	if z == 1 {
		return splitBlock(int(n), lanes, laneBits)
	}
	if mean-spread > 40*float64(laneBits) {
		return 1 // (1 - 1/w)^j < e^-40 in every block that counts
	}
	sum, logWeight := 0.0, float64(n)*math.Log1p(-1/float64(z))
	for j := 0; uint64(j) <= n && float64(j) < mean+spread; j++ {
		sum += math.Exp(logWeight) * splitBlock(j, lanes, laneBits)
		logWeight += math.Log(float64(n-uint64(j)) / (float64(j+1) * float64(z-1)))
	}
	return sum
}

// splitBlock returns the rate of a block that holds j keys.
func splitBlock(j, lanes int, laneBits uint64) float64 {
	return math.Pow(-math.Expm1(float64(j)*math.Log1p(-1/float64(laneBits))), float64(lanes))
}

// SplitRelativeSD returns the standard deviation of the rate between split block filters with many blocks,
// relative to their mean rate. Blocks are taken as independent given their loads, and loads as Poisson with
// their sum fixed, so that the part of a block's rate Y which its load J explains linearly drops out:
//
//	z Var(fpr) = Var(Y) - Cov(Y,J)^2 / Var(J)
//
// In a block with j keys each lane has the set share X/w with E (X/w)^2 = 1 - 2a + (a + (w-1) b)/w, where
// a = (1-1/w)^j and b = (1-2/w)^j are the probabilities that one and two given bits are clear.
func SplitRelativeSD(z, n uint64, lanes int, laneBits uint64) float64 {
	mean, w := float64(n)/float64(z), float64(laneBits)
	var y, yy, yj float64 // E Y, E Y^2, E Y (J - mean)
	logWeight := -mean
	for j := 0; float64(j) < mean+12*math.Sqrt(mean)+20; j++ {
		p := math.Exp(logWeight)
		a := math.Pow(1-1/w, float64(j))
		b := math.Pow(1-2/w, float64(j))
		block := splitBlock(j, lanes, laneBits)
		y += p * block
		yy += p * math.Pow(1-2*a+(a+(w-1)*b)/w, float64(lanes))
		yj += p * block * (float64(j) - mean)
		logWeight += math.Log(mean / float64(j+1))
	}
	return math.Sqrt((yy-y*y-yj*yj/mean)/float64(z)) / y
}
