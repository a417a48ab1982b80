// Package filtertest is the conformance suite of filters. It returns errors, as testing/fstest does, so
// that the suite itself is tested on filters with planted faults.
//
// Keys are numbers: a filter on hashes gets hash.Fmix64 of them, a filter on keys their decimal digits,
// once with its own hash function and, where that can be replaced, once with a test hash. All of it is
// fixed, so that a filter always gives the same answers. False-positive rates against theory are not
// tested here but where measurement and theory meet, in the experiments.
package filtertest

import (
	"errors"
	"fmt"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Run holds e against every check, in both directions of its traits. allocs is testing.AllocsPerRun.
// Errors wrap filter.ErrSpec.
func Run(e filter.Entry, allocs func(runs int, f func()) float64) error {
	return registry.Hold(e.Meta, allChecks(e, allocs))
}

func allChecks(e filter.Entry, allocs func(runs int, f func()) float64) []registry.Check {
	checks := Checks(e)
	if v, err := variants(e); err == nil {
		checks = append(checks, registry.Check{Name: "no-allocation", Run: func() error {
			return forEach(v, func(v variant) error { return noAllocation(v, allocs) })
		}})
	}
	return checks
}

// Checks returns the checks that apply to e, but for no-allocation, which needs a counter. A filter that
// cannot be built at all gets the one check "builds", which fails.
func Checks(e filter.Entry) []registry.Check {
	vs, err := variants(e)
	if err != nil {
		return []registry.Check{{Name: "builds", Run: func() error { return err }}}
	}
	type check = func(variant) error
	var checks []registry.Check
	add := func(name string, applies bool, run check) {
		if applies {
			checks = append(checks, registry.Check{Name: name, Run: func() error { return forEach(vs, run) }})
		}
	}
	_, deletes := vs[0].sample.remover()
	add("no-false-negatives", !e.Traits.Forgets, noFalseNegatives)
	add("found-at-once", e.Traits.Forgets, foundAtOnce)
	add("empty-says-no", true, emptySaysNo)
	add("bulk-equals-single", true, bulkEqualsSingle)
	add("add-twice", !e.Traits.Forgets, addTwice)
	add("refusal-loses-nothing", vs[0].sample.mutable() && !e.Traits.Forgets, refusalLosesNothing)
	add("refuses-bad-spec", true, refusesBadSpec)
	add("params-honest", true, paramsHonest)
	add("delete-restores", deletes && !e.Traits.Forgets, deleteRestores)
	add("concurrent-lookups", true, concurrentLookups)
	add("concurrent-writers", e.Concurrent, concurrentWriters)
	add("positions-cover", coversBits(vs[0].sample) && !e.Traits.Forgets, positionsCover)
	unites, copies, clears, estimates := vs[0].sample.operations()
	add("union-adds-both", unites, unionAddsBoth)
	add("union-refuses-mismatch", unites, unionRefusesMismatch)
	add("copy-is-independent", copies, copyIsIndependent)
	add("clear-empties", clears, clearEmpties)
	add("cardinality-near", estimates && !e.Traits.Forgets, cardinalityNear)
	add("saturation-is-told", estimates && coversBits(vs[0].sample) && !e.Traits.Forgets, saturationIsTold)
	add("payload-restores", stores(vs[0]), payloadRestores)
	add("envelope-holds", stores(vs[0]), envelopeHolds)
	add("lies-are-cheap", stores(vs[0]), liesAreCheap)
	if !e.Traits.Random {
		checks = append(checks, registry.Check{Name: "pinned-answer", Run: func() error { return pinnedAnswer(vs, e.Pinned) }})
	}
	return checks
}

// forEach runs a check on every variant of a filter.
func forEach(vs []variant, run func(variant) error) error {
	var errs []error
	for _, v := range vs {
		if err := run(v); err != nil {
			errs = append(errs, fmt.Errorf("%s%w", v.name, err))
		}
	}
	return errors.Join(errs...)
}
