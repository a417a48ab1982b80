package stats

import (
	"cmp"
	"slices"
)

// Holm returns the p-values adjusted by Holm's step-down method, in the order given. To reject those of at
// most α keeps the chance of even one false rejection in the family at α, whatever the dependence between
// tests. It needs at least 1 p-value, all in [0, 1].
//
// Source: S. Holm 1979, Scandinavian Journal of Statistics 6(2); the same as R's p.adjust(p, "holm").
func Holm(ps []float64) (adjusted []float64, ok bool) {
	order, ok := ascending(ps)
	adjusted = make([]float64, len(order))
	largest := 0.0
	for rank, at := range order {
		largest = max(largest, min(1, ps[at]*float64(len(ps)-rank)))
		adjusted[at] = largest
	}
	return adjusted, ok
}

// BH returns the p-values adjusted by the step-up method of Benjamini and Hochberg, in the order given. To
// call those of at most q discoveries keeps the expected share of false ones at q, for tests that are
// independent or positively dependent: for exploration, not for gates. It needs at least 1 p-value, all in
// [0, 1].
//
// Source: Y. Benjamini, Y. Hochberg 1995, JRSS B 57(1); the same as R's p.adjust(p, "BH").
func BH(ps []float64) (adjusted []float64, ok bool) {
	order, ok := ascending(ps)
	adjusted = make([]float64, len(order))
	smallest := 1.0
	for rank, at := range slices.Backward(order) {
		smallest = min(smallest, ps[at]*float64(len(ps))/float64(rank+1))
		adjusted[at] = smallest
	}
	return adjusted, ok
}

// ascending returns the indices of ps by ascending value; ok is false, and there are none, where ps is empty
// or holds what is no probability.
func ascending(ps []float64) (order []int, ok bool) {
	if len(ps) == 0 || slices.ContainsFunc(ps, func(p float64) bool { return !(p >= 0 && p <= 1) }) {
		return nil, false
	}
	order = make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ps[a], ps[b]) })
	return order, true
}

// SimultaneousLevel returns the level that each of m intervals needs so that all of them hold together
// except with probability family: 1 - family/m, Bonferroni's, which is right whatever the dependence between
// them (Šidák's, which needs independence, is hardly narrower: by 5e-7 of the error at family 1e-6). It needs
// family in (0, 1) and m >= 1.
func SimultaneousLevel(family float64, m int) (level float64, ok bool) {
	if !inUnit(family) || m < 1 {
		return 0, false
	}
	level = 1 - family/float64(m)
	if !inUnit(level) { // family/m is less than what sets a float64 apart from 1
		return 0, false
	}
	return level, true
}
