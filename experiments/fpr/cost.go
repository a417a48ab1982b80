package fpr

import "hashlab/experiments/internal/plan"

// cost predicts the seconds of one point: every present key is made, hashed and probed, and probed again, or removed; every
// query is made, hashed and probed.
func cost(s plan.Scope, f plan.Factors) float64 {
	d, err := read(s, f)
	if err != nil {
		return 0
	}
	class, err := s.Class(d.class)
	if err != nil {
		return 0
	}
	const collect = 0.5e-3 // handing the point over, and the filter's memory
	key, length := plan.KeyCost(class)
	hash := plan.HashCost(d.hash)
	key += max(0, length-8) * plan.HashByteCost(d.hash)
	add, query := plan.FilterCost(d.entry, d.hash, d.spec)
	beyondCache := 1.0
	if d.n >= 1_000_000 {
		beyondCache = 1.2
	}
	if d.removes {
		add *= 2
	}
	present := key + add*beyondCache + max(query-hash, query/2)
	if d.entry.NewKeyed != nil { // made and hashed again
		present += key + hash
	}
	return plan.SharedCost*(float64(d.added)*present+float64(d.queries)*(key+query*beyondCache)) + collect
}
