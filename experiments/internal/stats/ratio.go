package stats

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// minBlocks is how many blocks a ratio needs: with 5 even a sign test of 5 equal signs has p = 0.0625.
const minBlocks = 6

// A Ratio compares A with B over blocks in which both were measured.
type Ratio struct {
	Mean     float64  // geometric mean over blocks of A/B
	Interval Interval // of Mean
	SignP    float64  // two-sided p-value of the sign test of "A and B are as often the larger"
	Blocks   int
}

// PairedRatio returns the ratio of a to b, paired by block: a[i] and b[i] are the times of block i. Whatever
// slows a whole block cancels. It needs at least 6 blocks, as many of either, all values positive and finite,
// a level in (0, 1), and resamples enough for the ends (10 000 serve a level of 0.95).
//
// The interval is the bootstrap percentile interval of the mean logarithm over blocks, expanded for few
// blocks: it cuts off Φ(-√(n/(n-1))·t) at either side, t the Student quantile with n-1 degrees of freedom,
// where the plain one cuts off (1 - level)/2. Where they claim 95 %, with 6 blocks and normal noise it covers
// about 93.5 % and the plain one 86 %.
//
// Source: T. Hesterberg 2015, "What teachers should know about the bootstrap", The American Statistician
// 69(4), the expanded percentile interval.
func PairedRatio(a, b []float64, level float64, resamples int, seed uint64) (r Ratio, ok bool) {
	if len(a) != len(b) || len(a) < minBlocks || !inUnit(level) {
		return Ratio{}, false
	}
	logs := make([]float64, len(a))
	larger, untied := uint64(0), uint64(0)
	for i := range a {
		if !(a[i] > 0 && b[i] > 0) || math.IsInf(a[i], 1) || math.IsInf(b[i], 1) {
			return Ratio{}, false
		}
		logs[i] = math.Log(a[i]) - math.Log(b[i])
		if a[i] > b[i] {
			larger++
		}
		if a[i] != b[i] {
			untied++
		}
	}
	i, ok := Bootstrap(logs, mean, resamples, expandedLevel(level, len(logs)), seed)
	if !ok {
		return Ratio{}, false
	}
	r = Ratio{Mean: math.Exp(mean(logs)), SignP: 1, Blocks: len(logs)}
	r.Interval = Interval{math.Exp(i.Low), math.Exp(i.High), level}
	if untied > 0 {
		r.SignP, ok = BinomialTwoSided(larger, untied, 0.5)
	}
	return r, ok
}

// expandedLevel returns the level of the percentile interval of a mean of n values that covers as the Student
// interval of the given level does.
func expandedLevel(level float64, n int) float64 {
	df := float64(n - 1)
	t := studentQuantile(level, df)
	return 1 - 2*distuv.UnitNormal.CDF(-t*math.Sqrt(float64(n)/df))
}

func mean(values []float64) float64 { return stat.Mean(values, nil) }
