package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Wilson returns Wilson's score interval for the rate behind x of q: for display, since its coverage is
// right on average over rates. It lies within [0, 1]. It needs x <= q, q >= 1 and a level in (0, 1).
//
// Source: E. B. Wilson 1927, "Probable inference", JASA 22(158).
func Wilson(x, q uint64, level float64) (i Interval, ok bool) {
	if q == 0 || x > q || !inUnit(level) {
		return Interval{}, false
	}
	n, rate := float64(q), float64(x)/float64(q)
	z := normalQuantile(level)
	shrink := 1 + z*z/n
	centre := (rate + z*z/(2*n)) / shrink
	half := z / shrink * math.Sqrt(rate*(1-rate)/n+z*z/(4*n*n))
	i = Interval{max(0, centre-half), min(1, centre+half), level}
	// Rounding leaves about 1e-22 where the formula gives the end itself.
	if x == 0 {
		i.Low = 0
	}
	if x == q {
		i.High = 1
	}
	return i, true
}

// ClopperPearson returns the exact interval for the rate behind x of q: for gates, since it covers the rate
// with at least the level whatever the rate is. It needs x <= q, q >= 1 and a level in (0, 1).
//
// Each end is the rate at which the exact test of BinomialUpper or BinomialLower has p = (1 - level)/2. It
// is found by bisection on those tails: distuv.Beta.Quantile, the textbook form, is wrong far out (gonum
// v0.17.0 gives 0.99999972 for Beta(1, 1e6) at 1 - 1e-7, where the answer is 1.6e-5).
//
// Source: C. J. Clopper, E. S. Pearson 1934, Biometrika 26(4).
func ClopperPearson(x, q uint64, level float64) (i Interval, ok bool) {
	if q == 0 || x > q || !inUnit(level) {
		return Interval{}, false
	}
	tail, rate := (1-level)/2, float64(x)/float64(q)
	i = Interval{0, 1, level}
	if x > 0 {
		i.Low = bisect(0, rate, func(p float64) bool { return binomialUpper(x, q, p) < tail })
	}
	if x < q {
		i.High = bisect(rate, 1, func(p float64) bool { return binomialLower(x, q, p) >= tail })
	}
	return i, true
}

// bisect returns where below, true at low and false from some place up to high, turns false: to 15 digits.
func bisect(low, high float64, below func(float64) bool) float64 {
	for high-low > 1e-15*high {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			break
		}
		if below(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low + (high-low)/2
}

// NormalQuantile returns z with P(|Z| <= z) = level for Z standard normal: an interval of that level reaches z
// standard errors to either side. It needs a level in (0, 1).
func NormalQuantile(level float64) (z float64, ok bool) {
	if !inUnit(level) {
		return 0, false
	}
	return normalQuantile(level), true
}

// normalQuantile is NormalQuantile without the check. It starts from the small tail, since 1 minus a tail of
// 1e-12 keeps four digits only.
func normalQuantile(level float64) float64 { return -distuv.UnitNormal.Quantile((1 - level) / 2) }
