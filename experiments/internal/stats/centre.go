package stats

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// MeanInterval returns the Student t interval for the mean of independent values, for example the rates of
// filters with different seeds: the unit is the filter, since pooling the queries of all filters as one
// binomial overstates certainty. It needs at least 2 values, all finite, and a level in (0, 1).
func MeanInterval(values []float64, level float64) (i Interval, ok bool) {
	if len(values) < 2 || !finite(values) || !inUnit(level) {
		return Interval{}, false
	}
	n := float64(len(values))
	mean, sd := stat.MeanStdDev(values, nil)
	half := studentQuantile(level, n-1) * sd / math.Sqrt(n)
	i = Interval{mean - half, mean + half, level}
	if !finite([]float64{i.Low, i.High}) { // values near the largest float64
		return Interval{}, false
	}
	return i, true
}

// RatioInterval returns the geometric mean of ratios, given by their natural logarithms, with the interval that MeanInterval
// has for those; its domain is MeanInterval's.
func RatioInterval(logs []float64, level float64) (mean float64, i Interval, ok bool) {
	i, ok = MeanInterval(logs, level)
	if !ok {
		return 0, Interval{}, false
	}
	return math.Exp((i.Low + i.High) / 2), Interval{math.Exp(i.Low), math.Exp(i.High), level}, true
}

// MeanP returns the two-sided p-value of Student's t test that independent values, normally distributed, have the given
// mean: the least error level at which MeanInterval leaves it out. Values that are all equal have p-value 1 where they
// are that mean, else 0. It needs at least 2 values, all finite.
func MeanP(values []float64, mean float64) (p float64, ok bool) {
	if len(values) < 2 || !finite(values) || !finite([]float64{mean}) {
		return 0, false
	}
	n := float64(len(values))
	m, sd := stat.MeanStdDev(values, nil)
	switch {
	case m == mean:
		return 1, true
	case sd == 0:
		return 0, true
	}
	t := math.Abs(m-mean) / sd * math.Sqrt(n)
	if math.IsInf(t, 1) || math.IsNaN(t) {
		return 0, false
	}
	// The symmetric tail by the incomplete beta: 1 - CDF would end at 1e-16.
	df := n - 1
	return mathext.RegIncBeta(df/2, 0.5, df/(df+t*t)), true
}

// studentQuantile returns t with P(|T| <= t) = level for df degrees of freedom.
func studentQuantile(level, df float64) float64 {
	return -distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile((1 - level) / 2)
}

// Median returns the median of the values: the mean of the middle two where their number is even. It needs
// at least 1 value, all finite.
func Median(values []float64) (median float64, ok bool) {
	if len(values) == 0 || !finite(values) {
		return 0, false
	}
	return summarise(values, 0.5).Center, true
}

// MiddleInPlace is Median of at least 1 finite value for inner loops, such as a bootstrap's: it checks nothing and sorts
// the values.
func MiddleInPlace(values []float64) float64 {
	slices.Sort(values)
	mid := len(values) / 2
	if len(values)%2 == 1 {
		return values[mid]
	}
	return (values[mid-1] + values[mid]) / 2
}

// MedianInterval returns an interval for the median of independent values between two of them in order,
// which assumes nothing of how they are distributed. Level in the answer is the confidence that those two
// give, at least the level asked for. At level 0.95 it needs 6 values (2·½⁵ > 0.05); where there are too
// few, an end would be infinite and ok is false. All values must be finite and the level in (0, 1).
func MedianInterval(values []float64, level float64) (i Interval, ok bool) {
	if len(values) < 2 || !finite(values) || !inUnit(level) {
		return Interval{}, false
	}
	s := summarise(values, level)
	i = Interval{s.Lo, s.Hi, s.Confidence}
	if !finite([]float64{i.Low, i.High}) {
		return Interval{}, false
	}
	return i, true
}

func summarise(values []float64, level float64) benchmath.Summary {
	sample := benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds) // it sorts in place
	return benchmath.AssumeNothing.Summary(sample, level)
}

// RMS returns the root mean square of the values, for example of the coefficients of variation of several
// layouts, whose squares are what averages. It needs at least 1 value, all finite.
func RMS(values []float64) (rms float64, ok bool) {
	if len(values) == 0 || !finite(values) {
		return 0, false
	}
	// The largest is taken out first, so that no square overflows.
	scale := 0.0
	for _, v := range values {
		scale = max(scale, math.Abs(v))
	}
	if scale == 0 {
		return 0, true
	}
	sum := 0.0
	for _, v := range values {
		sum += (v / scale) * (v / scale)
	}
	return scale * math.Sqrt(sum/float64(len(values))), true
}
