package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Fences returns the ends beyond which a value is an outlier: times the interquartile range outside of the
// quartiles, with 1.5 for Tukey's outliers and 3 for the far ones. Outliers are to be shown, never dropped. It needs
// at least 4 values, all finite, and times > 0.
//
// Source: J. W. Tukey 1977, Exploratory Data Analysis.
func Fences(values []float64, times float64) (low, high float64, ok bool) {
	if len(values) < 4 || !finite(values) || !(times > 0) || math.IsInf(times, 1) {
		return 0, 0, false
	}
	sorted := slices.Sorted(slices.Values(values))
	low, high = stat.Quantile(0.25, stat.LinInterp, sorted, nil), stat.Quantile(0.75, stat.LinInterp, sorted, nil)
	reach := times * (high - low)
	return low - reach, high + reach, true
}

// Outliers returns how many values lie beyond Fences, whose domain it has.
func Outliers(values []float64, times float64) (count int, ok bool) {
	low, high, ok := Fences(values, times)
	for _, v := range values {
		if ok && (v < low || v > high) {
			count++
		}
	}
	return count, ok
}

// Trend returns Kendall's τ of values against their order, and the two-sided p-value of "there is no trend": exact,
// from how many of all orders have as few or as many inversions. Equal values make it conservative. It needs at least 3
// values, all finite, and at most 100.
//
// Source: M. G. Kendall 1938, Biometrika 30(1/2).
func Trend(values []float64) (tau, p float64, ok bool) {
	n := len(values)
	if n < 3 || n > 100 || !finite(values) {
		return 0, 0, false
	}
	rising, falling := 0, 0
	for i, v := range values {
		for _, later := range values[i+1:] {
			switch {
			case later > v:
				rising++
			case later < v:
				falling++
			}
		}
	}
	pairs := n * (n - 1) / 2
	tau = float64(rising-falling) / float64(pairs)
	// Equal pairs are counted against a trend.
	fewest := min(rising, falling) + (pairs - rising - falling)
	below := 0.0
	for inversions, share := range inversionShares(n) {
		if inversions <= fewest {
			below += share
		}
	}
	return tau, min(1, 2*below), true
}

// inversionShares returns the share of the orders of n values that have 0, 1, 2 … inversions: the k-th value to come
// adds 0 … k-1 of them with equal chance.
func inversionShares(n int) []float64 {
	shares := []float64{1}
	for k := 2; k <= n; k++ {
		next := make([]float64, len(shares)+k-1)
		for i, share := range shares {
			for add := range k {
				next[i+add] += share / float64(k)
			}
		}
		shares = next
	}
	return shares
}
