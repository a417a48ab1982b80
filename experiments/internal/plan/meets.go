package plan

import (
	"fmt"
	"sync"

	"hashlab/impl/filter"
)

var met sync.Map // "name n target" → whether the filter can be built so

// Meets reports whether the filter can be built for n keys and the target rate. One of a fixed rate refuses
// a lower one; others refuse what they cannot be sized for. BaseN stands for all that are larger.
func Meets(e filter.Entry, n uint64, target float64) bool {
	n = min(n, BaseN)
	name := fmt.Sprint(e.Name, n, target)
	if known, ok := met.Load(name); ok {
		return known.(bool)
	}
	h, err := OpenHash(FilterHash(e))
	if err == nil {
		_, err = e.FromKeys(filter.Spec{N: n, FPR: target}, h, trialKeys()[:min(n, 64)])
	}
	met.Store(name, err == nil)
	return err == nil
}

// Nearest returns the rate that a filter is built for where 0.01 is wanted: 0.01, or the next higher one that
// it meets; ok is false where it meets none below one half.
func Nearest(e filter.Entry) (target float64, ok bool) {
	for _, target := range []float64{0.01, 0.02, 0.03, 0.04, 0.05, 0.1, 0.2} {
		if Meets(e, BaseN, target) {
			return target, true
		}
	}
	return 0, false
}
