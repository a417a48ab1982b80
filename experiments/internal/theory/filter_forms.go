package theory

import (
	"math"
	"math/big"
)

// The forms of the false-positive rate of a Bloom filter that are in use beside the exact one, for n keys
// in m bits with k probes. Where arguments are real numbers, they need not be whole.

// EForm is the textbook's (1 - e^(-kn/m))^k. It understates the exact rate.
func EForm(m, n, k float64) float64 { return math.Pow(-math.Expm1(-k*n/m), k) }

// FiniteM is (1 - (1 - 1/m)^(kn))^k, the expected fill ratio to the power of k. It understates the exact
// rate too: the mean of a power is at least the power of the mean.
func FiniteM(m, n, k float64) float64 { return math.Pow(-math.Expm1(k*n*math.Log1p(-1/m)), k) }

// Partitioned is (1 - (1 - k/m)^n)^k, exact for k slices of m/k bits each with one probe of every key.
func Partitioned(m, n, k float64) float64 { return math.Pow(-math.Expm1(n*math.Log1p(-k/m)), k) }

// Distinct returns the exact rate where all k <= m probes of a key, and of a query, are distinct:
//
//	sum_{r=0..k} (-1)^r C(k,r) ( C(m-r,k) / C(m,k) )^n
//
// rounded once. The rate is at least 1/C(m,k) > m^-k for n >= 1, which sets the working precision.
func Distinct(m, n uint64, k int) float64 {
	if n == 0 {
		return 0
	}
	prec := uint(64 + float64(k) + float64(k)*math.Log2(float64(m)) + math.Log2(float64(k)*float64(n)))
	sum := newFloat(prec)
	ratio := newFloat(prec).SetInt64(1)     // C(m-r,k) / C(m,k)
	for r := uint64(0); r+uint64(k) <= m; { // terms beyond it are 0
		term := newFloat(prec).SetInt(new(big.Int).Binomial(int64(k), int64(r)))
		term.Mul(term, bigPow(ratio, n))
		if r%2 == 1 {
			term.Neg(term)
		}
		sum.Add(sum, term)
		if r++; r > uint64(k) {
			break
		}
		ratio.Mul(ratio, newFloat(prec).SetUint64(m-r+1-uint64(k)))
		ratio.Quo(ratio, newFloat(prec).SetUint64(m-r+1))
	}
	fpr, _ := sum.Float64()
	return fpr
}

// SplitPoisson returns the rate of a split block filter with many blocks of the given number of lanes, as a
// function of its bits per key: the number of keys in a block is taken as Poisson.
func SplitPoisson(bitsPerKey float64, lanes int, laneBits uint64) float64 {
	mean := float64(lanes) * float64(laneBits) / bitsPerKey
	sum, logWeight := 0.0, -mean
	for j := 0; float64(j) < mean+12*math.Sqrt(mean)+20; j++ {
		sum += math.Exp(logWeight) * splitBlock(j, lanes, laneBits)
		logWeight += math.Log(mean / float64(j+1))
	}
	return sum
}
