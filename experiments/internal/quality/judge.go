package quality

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"hashlab/experiments/internal/stats"
)

// A finding is a result before it is judged beside the others.
type finding struct {
	Result
	// limits returns the statistics at which P is alpha, below and above what is expected.
	limits func(alpha float64) (low, high float64)
}

// judge adjusts the p-values of a run, decides and picks the worst.
func judge(name string, size Size, all []finding) Verdict {
	ps := make([]float64, len(all))
	for i, f := range all {
		ps[i] = f.P
	}
	adjusted, ok := stats.Holm(ps)
	v := Verdict{Hash: name, Size: size, Results: make([]Result, len(all))}
	for i, f := range all {
		r := f.Result
		r.Low, r.High = f.limits(family / float64(len(all)))
		if ok { // else a p-value is no probability, and nothing passes
			r.Adjusted = adjusted[i]
			r.Pass = r.Adjusted > family
		}
		v.Results[i] = r
	}
	for i := range v.Results {
		r := &v.Results[i]
		worst := &v.Worst
		if r.Test == Attack {
			worst = &v.WorstAttack
		}
		if !r.Pass && (*worst == nil || r.Excess() > (*worst).Excess()) {
			*worst = r
		}
	}
	return v
}

// twoSided returns the probability that a standard normal variate lies as far from 0 as z.
func twoSided(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// normalLimit returns the z with twoSided(z) = alpha.
func normalLimit(alpha float64) float64 { return -distuv.UnitNormal.Quantile(alpha / 2) }

// chiSquareZ returns the z-score of a chi-square statistic with d degrees of freedom, by the cube root of Wilson
// and Hilferty, "The distribution of chi-square", PNAS 17 (1931). With few degrees of freedom tails are taken for
// longer than they are, so that a verdict is slower to fail.
func chiSquareZ(x, d float64) float64 {
	s := 2 / (9 * d)
	return (math.Cbrt(x/d) - (1 - s)) / math.Sqrt(s)
}

// chiSquareOf returns the statistic whose z-score is z, or 0 where there is none.
func chiSquareOf(z, d float64) float64 {
	s := 2 / (9 * d)
	root := max(0, 1-s+z*math.Sqrt(s))
	return d * root * root * root
}

// countLimits returns the counts nearest to expected, below and above, at which p is at most alpha, where p
// falls away from expected to either side: -1 and most+1 where there is none from 0 to most.
func countLimits(expected, most, alpha float64, p func(count float64) float64) (low, high float64) {
	below := func(c float64) bool { return c < 0 || p(c) <= alpha }
	above := func(c float64) bool { return c > most || p(c) <= alpha }
	low, high = math.Floor(expected), math.Ceil(expected)
	for step := 1.0; !below(low); step *= 2 {
		low = max(low-step, -1)
	}
	for step := 1.0; !above(high); step *= 2 {
		high = min(high+step, most+1)
	}
	return refine(low, math.Floor(expected), below), refine(high, math.Ceil(expected), above)
}

// refine returns the whole number nearest to inner for which beyond holds, given that it holds at outer.
func refine(outer, inner float64, beyond func(float64) bool) float64 {
	for math.Abs(outer-inner) > 1 {
		middle := math.Trunc((outer + inner) / 2)
		if beyond(middle) {
			outer = middle
		} else {
			inner = middle
		}
	}
	return outer
}
