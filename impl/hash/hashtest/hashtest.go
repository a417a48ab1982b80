// Package hashtest is the conformance suite of hash functions.
//
// Every registered function is held to it, and to its own traits both ways. The checks return errors, so
// that the suite itself is tested on wrong functions. They are:
//
//	info-complete             what the function says of itself is complete and consistent
//	forms-agree               Bytes, String, Uint64, Sum and SumStrings agree on the same bytes
//	direct-agrees             the loops over a library's own function give what Sum gives
//	bulk-lengths              Sum and SumStrings fill what they should and no more, and refuse a short dst
//	stable-under-concurrency  8 goroutines get what one gets
//	seed                      another seed gives another hash, in both halves; refused seeds are errors
//	width                     every bit of the function's width is used, and a wrapper does what its name says
//	spread                    two bytes of the hashes of decimal counters look like chance
//	verification-code         the SMHasher code; not for functions that differ from process to process
//	pinned-answer             the answer on a fixed workload; not for those either
//	no-allocation             no form allocates; only where allocations are counted
package hashtest

import (
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// Run holds e to the whole suite. allocs returns how many allocations a call of f costs on average over
// runs calls, rounded down, as testing.AllocsPerRun does. The error joins all that is not met.
func Run(e hash.Entry, allocs func(runs int, f func()) float64) error {
	return registry.Hold(e.Meta, suite(e, allocs))
}

// Checks returns the demands on e that need no counting of allocations.
func Checks(e hash.Entry) []registry.Check {
	checks := []registry.Check{
		{Name: "info-complete", Run: func() error { return infoComplete(e) }},
		{Name: "forms-agree", Run: func() error { return formsAgree(e) }},
		{Name: "direct-agrees", Run: func() error { return directAgrees(e) }},
		{Name: "bulk-lengths", Run: func() error { return bulkLengths(e) }},
		{Name: "stable-under-concurrency", Run: func() error { return stableUnderConcurrency(e) }},
		{Name: "seed", Run: func() error { return seedPicks(e) }},
		{Name: "width", Run: func() error { return width(e) }},
		{Name: "spread", Run: func() error { return spread(e) }},
	}
	if e.Seeds == hash.SeedPerProcess {
		return checks
	}
	return append(checks,
		registry.Check{Name: "verification-code", Run: func() error { return verificationCode(e) }},
		registry.Check{Name: "pinned-answer", Run: func() error { return pinnedAnswer(e) }})
}

func suite(e hash.Entry, allocs func(runs int, f func()) float64) []registry.Check {
	return append(Checks(e),
		registry.Check{Name: "no-allocation", Run: func() error { return noAllocation(e, allocs) }})
}
