// Package stats holds the intervals, tests and summaries that results are judged with.
//
// Every function that may have no answer (too few values, an argument outside its stated domain, NaN)
// returns it as ok = false, together with a zero result that fails closed: the empty Interval contains
// nothing, and a probability of 0 is never taken for agreement. Nothing panics and nothing is infinite, so
// each answer can be written to a file. Slices that are passed in are not changed. What draws random
// numbers takes a seed and gives the same answer for it everywhere.
//
// Names follow the statistics of a filter: x false positives among q queries of absent keys.
package stats

import (
	"math"
	"slices"
)

// An Interval is a confidence interval. Its zero value is empty: it stands for "no interval".
type Interval struct {
	Low, High float64 // ends, both included
	Level     float64 // confidence, in (0, 1)
}

// Empty reports whether there is no interval.
func (i Interval) Empty() bool { return !(i.Level > 0 && i.Low <= i.High) }

// Contains reports whether v lies in the interval. The empty interval contains nothing, and no interval
// contains NaN.
func (i Interval) Contains(v float64) bool { return !i.Empty() && i.Low <= v && v <= i.High }

// Equivalent reports whether the whole interval lies within [low, high]: two one-sided tests, each at an
// error level of (1 - i.Level)/2. It is the positive claim "as good as equal", which a test that merely does
// not reject cannot make. An empty interval is equivalent to nothing.
func Equivalent(i Interval, low, high float64) bool {
	return !i.Empty() && low <= i.Low && i.High <= high
}

// inUnit reports whether v is strictly between 0 and 1, which NaN is not.
func inUnit(v float64) bool { return v > 0 && v < 1 }

// finite reports whether every value is a number, and not infinite.
func finite(values []float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}
