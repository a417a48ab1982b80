package bloom

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"

	"hashlab/impl/filter"
)

// exactRate returns the false-positive rate of m >= 1 bits that hold n >= 1 keys of k >= 1 probes each,
// where all probes are independent and uniform, those of one key may coincide, and a query has k of them
// too. The relative error is below 2^-60; the cost is O(k log kn + k^2) multiplications.
//
// Let T(i,r) be the probability that, after the kn probes of the keys, r given bits are clear and i
// probes of a query all meet set bits. The next probe of the query misses the r given bits with
// probability 1 - r/m, and the bit that it then meets is set unless it is one more clear bit:
//
//	T(0,r) = (1 - r/m)^(kn)      T(i+1,r) = (1 - r/m) (T(i,r) - T(i,r+1))      fpr = T(k,0)
//
// A difference at most doubles the absolute error, hence the k extra bits of working precision.
func exactRate(m, n uint64, k int) *big.Float {
	prec := uint(64 + float64(k) + bitsBelowOne(m, n, k) + math.Log2(float64(k)*float64(n)))
	outside := make([]big.Float, k+1)
	t := make([]big.Float, k+1)
	whole := new(big.Float).SetPrec(prec).SetUint64(m)
	for r := range min(uint64(k)+1, m) { // the terms with r >= m are 0
		outside[r].SetPrec(prec).SetUint64(m - r)
		outside[r].Quo(&outside[r], whole)
		power(&t[r], &outside[r], uint64(k)*n)
	}
	for i := k; i > 0; i-- {
		for r := range i {
			t[r].SetPrec(prec).Sub(&t[r], &t[r+1])
			t[r].Mul(&t[r], &outside[r])
		}
	}
	return &t[0]
}

// rate is exactRate, rounded once.
func rate(m, n uint64, k int) float64 {
	f, _ := exactRate(m, n, k).Float64()
	return f
}

// bitsBelowOne returns an upper bound of log2(1/fpr): the mean fill ratio to the power of k is at most the
// mean of that power, by Jensen's inequality.
func bitsBelowOne(m, n uint64, k int) float64 {
	fill := -math.Expm1(float64(k) * float64(n) * math.Log1p(-1/float64(m)))
	return -float64(k) * math.Log2(fill)
}

// power sets z to x^n by repeated squaring, at the precision of x.
func power(z, x *big.Float, n uint64) {
	z.SetPrec(x.Prec()).SetInt64(1)
	square := new(big.Float).Copy(x)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			z.Mul(z, square)
		}
		square.Mul(square, square)
	}
}

// bitsPerKey returns the bits per key at which k probes meet fpr by the formula (1 - e^(-kn/m))^k. It
// understates the exact rate, so no fewer bits ever suffice.
func bitsPerKey(fpr float64, k int) float64 {
	return -float64(k) / math.Log1p(-math.Pow(fpr, 1/float64(k)))
}

// leastBits returns the least m at which n keys of k probes have at most the rate fpr: Newton's method on
// the logarithms, with bisection where it is slow.
func leastBits(n uint64, fpr float64, k int) uint64 {
	var bad, good uint64 // the largest m known to miss fpr and the least known to meet it, 0 for none
	m := max(1, uint64(float64(n)*bitsPerKey(fpr, k)))
	for step := 0; ; step++ {
		f := rate(m, n, k)
		if f <= fpr {
			good = m
		} else {
			bad = m
		}
		switch {
		case good == bad+1:
			return good
		case step < 8:
			m = newton(m, n, k, f/fpr)
		case good == 0:
			m = 2 * bad
		default:
			m = bad + (good-bad)/2
		}
		m = max(m, bad+1)
		if good != 0 {
			m = min(m, good-1)
		}
	}
}

// newton returns the m at which the rate, now excess times the target, would meet it if its logarithm were
// linear in that of m. The slope is that of (1 - e^(-kn/m))^k; a step at most halves or doubles m.
func newton(m, n uint64, k int, excess float64) uint64 {
	load := float64(k) * float64(n) / float64(m)
	slope := float64(k) * load / math.Expm1(load)
	factor := math.Exp(math.Log(excess) / slope)
	return uint64(float64(m) * min(max(factor, 0.5), 2))
}

// fewestBits returns the least m over all k, and its k, at which n keys have at most the rate fpr; k fixes
// the number of probes where it is not 0.
func fewestBits(n uint64, fpr float64, k int) (uint64, int, error) {
	probes := []int{k}
	if k == 0 {
		probes = probesByBits(fpr)
	}
	if bits := float64(n) * bitsPerKey(fpr, probes[0]); bits >= filter.MaxM {
		return 0, 0, fmt.Errorf("%w: n = %d keys at fpr %v need %.4g bits, more than 2^40", filter.ErrSpec, n, fpr, bits)
	}
	best, bestK := uint64(filter.MaxM+1), 0
	for _, k := range probes {
		if float64(n)*bitsPerKey(fpr, k)*(1-1e-12) >= float64(best) {
			break // this k and those that follow need at least as many
		}
		if bestK != 0 && rate(best-1, n, k) > fpr {
			continue
		}
		best, bestK = leastBits(n, fpr, k), k
	}
	if best > filter.MaxM {
		return 0, 0, fmt.Errorf("%w: n = %d keys at fpr %v need more than 2^40 bits", filter.ErrSpec, n, fpr)
	}
	return best, bestK, nil
}

// probesByBits returns 1 … MaxK in ascending order of the bits per key that they need at the rate fpr.
func probesByBits(fpr float64) []int {
	probes := make([]int, filter.MaxK)
	for i := range probes {
		probes[i] = i + 1
	}
	slices.SortStableFunc(probes, func(a, b int) int {
		return cmp.Compare(bitsPerKey(fpr, a), bitsPerKey(fpr, b))
	})
	return probes
}

// bestProbes returns the k up to MaxK with the lowest rate of n keys in m bits, the least such k. The
// search walks down from the optimum (m/n) ln 2 of the approximate formula, then up.
func bestProbes(m, n uint64) int {
	k := int(min(max(math.Round(float64(m)/float64(n)*math.Ln2), 1), filter.MaxK))
	lowest := exactRate(m, n, k)
	for k > 1 {
		f := exactRate(m, n, k-1)
		if f.Cmp(lowest) > 0 {
			break
		}
		k, lowest = k-1, f
	}
	for k < filter.MaxK {
		f := exactRate(m, n, k+1)
		if f.Cmp(lowest) >= 0 {
			break
		}
		k, lowest = k+1, f
	}
	return k
}
