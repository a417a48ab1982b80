// Package theory holds closed forms from the papers: what a filter or a locator should do, computed without
// a line of the code that is measured.
//
// Filters are described by Filter and looked up by the name that their registration carries. All rates are
// fractions between 0 and 1 and hold for hashes that are uniform and independent.
package theory

import (
	"fmt"
	"slices"
)

// Filter is what the theory of a filter needs. A field that does not apply is 0.
type Filter struct {
	N           uint64 // distinct keys held, up to 2^50
	M           uint64 // payload bits, at least 1
	K           int    // probes a key, 1 … 256
	BlockBits   uint64 // bits of the block that holds all probes of a key
	LaneBits    uint64 // bits of the lane that holds one probe of a key
	CounterBits int    // bits of one counter; M counts all of them

	FingerprintBits int // bits of one fingerprint
	BucketSlots     int // slots of one bucket

	Design uint64  // distinct keys it was designed for, of a filter that goes on sizing itself while it is used
	Target float64 // and its target rate
}

// maxFilterKeys and maxFilterProbes keep kn exact in 64 bits.
const (
	maxFilterKeys   = 1 << 50
	maxFilterProbes = 256
)

// A filterTheory is what holds for the filters that carry its name.
type filterTheory struct {
	// fits returns an error where the theory does not hold for a shape. It is nil where it holds for every one.
	fits func(Filter) error
	fpr  func(Filter) (float64, error)
	// fill returns the fpr of one filter whose share of set bits is known. It is nil where that share does
	// not determine it.
	fill func(fillRatio float64, k int) float64
	// scatter returns the standard deviation of the rate between filters, relative to its mean. It is nil
	// where it is not known.
	scatter func(Filter) float64
}

var filterTheories = map[string]filterTheory{}

// FilterTheories returns the names that FPR knows, sorted.
func FilterTheories() []string {
	names := make([]string, 0, len(filterTheories))
	for name := range filterTheories {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// FPR returns the exact false-positive rate, averaged over all filters of the shape f, by the theory called
// name. A filter without keys has the rate 0.
func FPR(name string, f Filter) (float64, error) {
	theory, ok := filterTheories[name]
	if !ok {
		return 0, fmt.Errorf("unknown theory %q of filters: there are %v", name, FilterTheories())
	}
	if err := f.check(name, theory); err != nil || f.N == 0 {
		return 0, err
	}
	return theory.fpr(f)
}

// Scatter returns the standard deviation of the false-positive rate between filters of the shape f, relative
// to the mean rate, by the theory called name. ok is false where the theory does not give it.
func Scatter(name string, f Filter) (relative float64, ok bool) {
	theory, known := filterTheories[name]
	if !known || theory.scatter == nil || f.check(name, theory) != nil || f.N == 0 {
		return 0, false
	}
	return theory.scatter(f), true
}

// check returns an error where no theory holds for f.
func (f Filter) check(name string, theory filterTheory) error {
	switch {
	case f.N > maxFilterKeys:
		return fmt.Errorf("theory %s: n = %d keys is more than 2^50", name, f.N)
	case f.M == 0:
		return fmt.Errorf("theory %s: m = 0 bits", name)
	case f.K < 1 || f.K > maxFilterProbes:
		return fmt.Errorf("theory %s: k = %d probes is not in 1 … %d", name, f.K, maxFilterProbes)
	case f.CounterBits < 0 || f.CounterBits > 0 && f.M%uint64(f.CounterBits) != 0:
		return fmt.Errorf("theory %s: m = %d is not a multiple of the %d bits of a counter", name, f.M, f.CounterBits)
	}
	if theory.fits == nil {
		return nil
	}
	if err := theory.fits(f); err != nil {
		return fmt.Errorf("theory %s: %w", name, err)
	}
	return nil
}

// FillConditional returns the false-positive rate of one filter with k probes of whose bits, or counters,
// the share fillRatio is set.
func FillConditional(name string, fillRatio float64, k int) (float64, error) {
	theory, ok := filterTheories[name]
	switch {
	case !ok:
		return 0, fmt.Errorf("unknown theory %q of filters: there are %v", name, FilterTheories())
	case theory.fill == nil:
		return 0, fmt.Errorf("theory %s: the fill ratio alone does not determine the fpr", name)
	case !(fillRatio >= 0 && fillRatio <= 1):
		return 0, fmt.Errorf("theory %s: fill ratio %v is not in [0, 1]", name, fillRatio)
	case k < 1 || k > maxFilterProbes:
		return 0, fmt.Errorf("theory %s: k = %d probes is not in 1 … %d", name, k, maxFilterProbes)
	}
	return theory.fill(fillRatio, k), nil
}
