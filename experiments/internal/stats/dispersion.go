package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Dispersion says whether the rates of several filters scatter as they should.
type Dispersion struct {
	ChiSquare float64 // Σ (x_i - q·p̄)²/(q·p̄·(1 - p̄)), p̄ the pooled rate
	DF        int     // degrees of freedom: filters - 1
	Inflation float64 // ChiSquare/DF: the variance over that of independent binomials
	Expected  float64 // the inflation that the scatter between filters accounts for; 1 for plain binomials
	Upper     float64 // P(as much scatter or more): small means bad hashing or seeding
	Lower     float64 // P(as little scatter or less): small means that the seeds are not independent
}

// Overdispersion tests the counts x of false positives of filters that differ by seed, q queries each,
// against the scatter that is expected: binomial, and between filters a standard deviation of relativeSD
// times the rate (0: none). It needs at least 2 filters, q >= 1, no x above q, a pooled rate strictly between
// 0 and 1, and relativeSD >= 0 and finite. The probabilities rest on the χ² approximation: q·p̄ should be 5 or
// more.
func Overdispersion(x []uint64, q uint64, relativeSD float64) (d Dispersion, ok bool) {
	if len(x) < 2 || q == 0 || !(relativeSD >= 0) || math.IsInf(relativeSD, 1) {
		return Dispersion{}, false
	}
	sum := 0.0
	for _, xi := range x {
		if xi > q {
			return Dispersion{}, false
		}
		sum += float64(xi)
	}
	expected := sum / float64(len(x))
	rate := expected / float64(q)
	if !inUnit(rate) {
		return Dispersion{}, false
	}
	for _, xi := range x {
		off := float64(xi) - expected
		d.ChiSquare += off * off / (expected * (1 - rate))
	}
	d.DF = len(x) - 1
	d.Inflation = d.ChiSquare / float64(d.DF)
	d.Expected = 1 + float64(q)*relativeSD*relativeSD*rate/(1-rate)
	scatter := distuv.ChiSquared{K: float64(d.DF)}
	d.Upper = scatter.Survival(d.ChiSquare / d.Expected)
	d.Lower = scatter.CDF(d.ChiSquare / d.Expected)
	return d, true
}

// ChiSquareUpper returns P(X² >= x2) for df degrees of freedom. It is accurate far out (to 1e-37 it equals
// the exact sum). It needs a finite x2 >= 0 and df >= 1.
func ChiSquareUpper(x2 float64, df int) (p float64, ok bool) {
	if !(x2 >= 0) || math.IsInf(x2, 1) || df < 1 {
		return 0, false
	}
	return distuv.ChiSquared{K: float64(df)}.Survival(x2), true
}

// GoodnessOfFit returns Pearson's χ² of counts against expected counts, which are scaled to the same sum, and
// its p-value with one degree of freedom less than there are cells. It needs at least 2 cells, as many of
// either, expected counts that are finite and above 0, and at least 1 observation. A scheme that is uniform
// by design is tested against equal expectations, a ring against its exact arc shares: against equal ones it
// is always rejected, given enough keys. Each expected count should be 5 or more.
func GoodnessOfFit(observed []uint64, expected []float64) (x2, p float64, ok bool) {
	if len(observed) < 2 || len(observed) != len(expected) {
		return 0, 0, false
	}
	counted, wanted := 0.0, 0.0
	for i, e := range expected {
		if !(e > 0) {
			return 0, 0, false
		}
		counted, wanted = counted+float64(observed[i]), wanted+e
	}
	if counted == 0 || math.IsInf(wanted, 1) {
		return 0, 0, false
	}
	for i, e := range expected {
		e *= counted / wanted
		off := float64(observed[i]) - e
		x2 += off * off / e
	}
	if p, ok = ChiSquareUpper(x2, len(observed)-1); !ok { // the sum has overflowed
		return 0, 0, false
	}
	return x2, p, true
}
