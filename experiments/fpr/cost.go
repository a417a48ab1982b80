package fpr

import "hashlab/experiments/internal/plan"

// cost predicts the seconds of one point: every key is generated, hashed and probed twice, and once more where
// it is removed; every query once.
func cost(s plan.Scope, f plan.Factors) float64 {
	d, err := read(s, f)
	if err != nil {
		return 0
	}
	const generate = 8e-9
	add, query := plan.FilterCost(d.entry, d.hash, d.spec)
	beyondCache := 1.0
	if d.n >= 1_000_000 {
		beyondCache = 2
	}
	if d.removes {
		add *= 2
	}
	return float64(d.added)*(2*generate+add*beyondCache+query) + float64(d.queries)*(generate+query*beyondCache)
}
