package throughput

import (
	"slices"

	"hashlab/experiments/internal/plan"
	"hashlab/impl/filter"
)

// hitShares are the shares of queries for present keys: none, few, half, most and all.
var hitShares = []float64{0, 0.05, 0.5, 0.95, 1}

// sweptN is the size at which every share is timed.
const sweptN = 1_000_000

// hitsOf returns the shares at which single look-ups are timed: on prepared hashes all of them at one size, and the ends
// and the middle elsewhere; with hashing, which costs the same at every share, the ends and the middle at one size, and
// the middle elsewhere.
func hitsOf(s plan.Scope, mode string, n uint64) []float64 {
	switch {
	case s.Profile == plan.Smoke:
	case mode == modePrehashed && n == sweptN:
		return hitShares
	case mode == modeKeys && n != sweptN && s.Profile == plan.Standard:
		return []float64{0.5}
	}
	return []float64{0, 0.5, 1}
}

// bulks are look-ups of many keys in one call: all sizes at half hits, one size at every share, and with hashing at that
// size.
func bulks(s plan.Scope) (cells []plan.Cell) {
	for _, e := range filter.All() {
		if _, ok := plan.Nearest(e); !ok || s.Profile == plan.Smoke && !slices.Contains(plan.BaseFilters(), e.Name) {
			continue
		}
		for _, n := range sizesOf(s, e) {
			hits := []float64{0.5}
			if n == sweptN && s.Profile != plan.Smoke {
				hits = hitShares
			}
			for _, hit := range hits {
				if e.NewKeyed == nil {
					cells = append(cells, plan.Cell{Factors: filterSeries(e, opBulk, modePrehashed, n, hit), Seeds: blocks(s)})
				}
			}
			if n == sweptN {
				cells = append(cells, plan.Cell{Factors: filterSeries(e, opBulk, modeKeys, n, 0.5), Seeds: blocks(s)})
			}
		}
	}
	return cells
}
