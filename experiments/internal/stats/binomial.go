package stats

import "gonum.org/v1/gonum/mathext"

// BinomialUpper returns P(X >= x) for X binomial with q trials of probability p0: the p-value of "the rate
// is not above p0". It needs x <= q, q >= 1 and p0 in [0, 1].
//
// The tails come from the incomplete beta function. distuv.Binomial.Survival is 1 - CDF and saturates at
// 1.1e-16. Relative error, tails of 1e-63 included: below 1e-7 for q up to 1e7, below 1e-4 for q up to 1e10.
func BinomialUpper(x, q uint64, p0 float64) (p float64, ok bool) {
	if !binomialDomain(x, q, p0) {
		return 0, false
	}
	return binomialUpper(x, q, p0), true
}

// BinomialLower returns P(X <= x): the p-value of "the rate is not below p0". Its domain and error are those
// of BinomialUpper.
func BinomialLower(x, q uint64, p0 float64) (p float64, ok bool) {
	if !binomialDomain(x, q, p0) {
		return 0, false
	}
	return binomialLower(x, q, p0), true
}

// BinomialTwoSided returns twice the smaller of the two tails, at most 1: the p-value of "the rate is p0".
// Its domain and error are those of BinomialUpper.
func BinomialTwoSided(x, q uint64, p0 float64) (p float64, ok bool) {
	if !binomialDomain(x, q, p0) {
		return 0, false
	}
	return min(1, 2*min(binomialUpper(x, q, p0), binomialLower(x, q, p0))), true
}

func binomialDomain(x, q uint64, p0 float64) bool { return q > 0 && x <= q && p0 >= 0 && p0 <= 1 }

func binomialUpper(x, q uint64, p0 float64) float64 {
	if x == 0 { // RegIncBeta panics on a parameter of 0
		return 1
	}
	return mathext.RegIncBeta(float64(x), float64(q-x)+1, p0)
}

func binomialLower(x, q uint64, p0 float64) float64 {
	if x == q {
		return 1
	}
	return mathext.RegIncBeta(float64(q-x), float64(x)+1, 1-p0)
}
