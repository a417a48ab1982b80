package theory

import (
	"fmt"
	"math"
)

func init() {
	filterTheories["bloom-split"] = filterTheory{
		fits: func(f Filter) error {
			switch {
			case f.LaneBits < 2 || f.BlockBits == 0 || f.BlockBits%f.LaneBits != 0 || f.M%f.BlockBits != 0:
				return fmt.Errorf("m = %d bits, blocks of %d and lanes of %d bits do not fit each other", f.M, f.BlockBits, f.LaneBits)
			case f.BlockBits/f.LaneBits != uint64(f.K):
				return fmt.Errorf("k = %d, but a block has %d lanes", f.K, f.BlockBits/f.LaneBits)
			}
			return nil
		},
		fpr: func(f Filter) (float64, error) {
			return splitExact(f.M/f.BlockBits, f.N, f.K, f.LaneBits), nil
		},
		scatter: func(f Filter) float64 { return SplitRelativeSD(f.M/f.BlockBits, f.N, f.K, f.LaneBits) },
	}
}

// splitExact returns the rate of z blocks of the given lanes, w = laneBits wide, that hold n keys:
//
//	fpr = sum_j Binom(j; n, 1/z) (1 - (1 - 1/w)^j)^lanes
//
// Two keys whose hashes agree in all bits that a block uses collide besides; HashFloor gives how often.
func splitExact(z, n uint64, lanes int, laneBits uint64) float64 {
	if float64(n)/float64(z)-loadSpread(n, z) > 40*float64(laneBits) {
		return 1 // (1 - 1/w)^j < e^-40 in every block that counts
	}
	return overLoads(z, n, func(j uint64) float64 { return splitBlock(int(j), lanes, laneBits) })
}

// splitBlock returns the rate of a block that holds j keys.
func splitBlock(j, lanes int, laneBits uint64) float64 {
	return math.Pow(-math.Expm1(float64(j)*math.Log1p(-1/float64(laneBits))), float64(lanes))
}

// SplitRelativeSD returns the standard deviation of the rate between split block filters with many blocks,
// relative to their mean rate: see loadsRelativeSD. In a block with j keys each lane has the set share X/w with
// E (X/w)^2 as laneSquare gives it, and lanes are independent.
func SplitRelativeSD(z, n uint64, lanes int, laneBits uint64) float64 {
	return loadsRelativeSD(z, n,
		func(j uint64) float64 { return splitBlock(int(j), lanes, laneBits) },
		func(j uint64) float64 { return math.Pow(laneSquare(j, laneBits), float64(lanes)) })
}

// laneSquare returns E (X/w)^2 for the number X of set bits of a lane of w bits after j throws: with the
// probabilities a = (1-1/w)^j and b = (1-2/w)^j that one and two given bits are clear, 1 - 2a + (a + (w-1) b)/w.
func laneSquare(j, laneBits uint64) float64 {
	w := float64(laneBits)
	a := math.Pow(1-1/w, float64(j))
	b := math.Pow(1-2/w, float64(j))
	return 1 - 2*a + (a+(w-1)*b)/w
}
