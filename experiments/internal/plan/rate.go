package plan

import (
	"fmt"
	"strings"
	"sync"

	"hashlab/experiments/internal/record"
	"hashlab/impl/filter"
)

// A Rate is what theory expects of a filter before it is measured.
type Rate struct {
	FPR             float64
	Scatter         record.Float // relative standard deviation between filters, or unknown
	FingerprintBits int          // 0 where it keeps none
	CounterBits     int          // likewise
}

var rates sync.Map // "name n target" → Rate, or nil where there is none

// ExpectedRate returns the rate of a filter that is sized for n keys and the target and holds n keys. ok is
// false for an entry without a theory, and where it cannot be built so.
func ExpectedRate(e filter.Entry, n uint64, target float64) (r Rate, ok bool) {
	name := fmt.Sprint(e.Name, " ", n, " ", target)
	if known, seen := rates.Load(name); seen {
		r, ok = known.(Rate)
		return r, ok
	}
	r, err := expectedRate(e, n, target)
	if err != nil {
		rates.Store(name, nil)
		return Rate{}, false
	}
	rates.Store(name, r)
	return r, true
}

// expectedRate builds the filter for its parameters alone: one that is built from all its keys gets a few.
func expectedRate(e filter.Entry, n uint64, target float64) (Rate, error) {
	h, err := OpenHash(FilterHash(e))
	if err != nil {
		return Rate{}, err
	}
	f, err := e.FromKeys(filter.Spec{N: n, FPR: target}, h, trialKeys()[:min(n, 64)])
	if err != nil {
		return Rate{}, err
	}
	p := f.Params()
	fpr, err := TheoryFPR(e, p, n)
	return Rate{FPR: fpr, Scatter: TheoryScatter(e, p, n), FingerprintBits: p.FingerprintBits, CounterBits: p.CounterBits}, err
}

// IsOwn reports whether the filter is one of this project's: no adapted library, no article's program and no
// control.
func IsOwn(e filter.Entry) bool {
	return e.Module == "" && len(e.Traits.Fails) == 0 && !IsProgram(e)
}

// IsProgram reports whether the filter is a program that an article prints: it takes long for a key.
func IsProgram(e filter.Entry) bool { return strings.HasPrefix(e.Name, "article-") }

// CounterMax is the value at which a counter of so many bits sticks.
func CounterMax(bits int) int { return 1<<bits - 1 }
