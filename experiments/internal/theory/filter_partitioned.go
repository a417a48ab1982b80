package theory

import (
	"fmt"
	"math"
)

func init() {
	filterTheories["bloom-partitioned"] = filterTheory{
		fits: func(f Filter) error {
			if f.LaneBits < 1 || f.LaneBits*uint64(f.K) != f.M {
				return fmt.Errorf("m = %d bits are not k = %d slices of %d bits", f.M, f.K, f.LaneBits)
			}
			return nil
		},
		fpr: func(f Filter) (float64, error) {
			return Partitioned(float64(f.M), float64(f.N), float64(f.K)), nil
		},
		scatter: func(f Filter) float64 { return PartitionedRelativeSD(f.LaneBits, f.N, f.K) },
	}
}

// PartitionedRelativeSD returns the standard deviation of the rate between partitioned filters of k slices of w bits
// each that hold n keys, relative to their mean rate. It is exact: the set shares X/w of the slices are independent, so
//
//	Var(fpr)/E(fpr)^2 = (1 + Var(X/w)/E(X/w)^2)^k - 1,    Var(X/w) = b - a^2 + (a - b)/w
//
// with the probabilities a = (1-1/w)^n and b = (1-2/w)^n that one and two given bits are clear.
func PartitionedRelativeSD(w, n uint64, k int) float64 {
	if w == 1 {
		return 0 // every slice is full
	}
	width, keys := float64(w), float64(n)
	logA := keys * math.Log1p(-1/width)
	a, fill := math.Exp(logA), -math.Expm1(logA)
	// (1-2/w)/(1-1/w)^2 = 1 - 1/(w-1)^2: so b - a^2, a small difference, comes out exact.
	excess := a * a * math.Expm1(keys*math.Log1p(-1/((width-1)*(width-1))))
	variance := excess + (a-a*a-excess)/width
	return math.Sqrt(math.Expm1(float64(k) * math.Log1p(max(variance, 0)/(fill*fill))))
}
