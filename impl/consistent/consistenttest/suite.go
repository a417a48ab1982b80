// Package consistenttest is the conformance suite of locators: what every scheme promises, and what each
// declared capability promises on top.
//
// It returns errors, as testing/fstest does, so that the suite itself can be tested on wrong locators.
// Statistical bounds hold with probability 1 - 1e-9 for a locator that keeps its promise; hashes are fixed,
// so an outcome never changes from run to run.
package consistenttest

import (
	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// Run holds e to the suite. allocs counts the heap allocations of a call of f, averaged over runs, as
// testing.AllocsPerRun does. The error joins every failure that e's traits do not foresee, and every
// foreseen one that did not come.
func Run(e consistent.Entry, allocs func(runs int, f func()) float64) error {
	checks := append(Checks(e), registry.Check{
		Name: "no-allocation",
		Run:  func() error { return noAllocation(subject{e}, allocs) },
	})
	return registry.Hold(e.Meta, checks)
}

// Checks returns the checks that e's capabilities bring, all but no-allocation, which needs a counter of
// allocations: see Run.
func Checks(e consistent.Entry) []registry.Check {
	var checks []registry.Check
	add := func(applies bool, name string, run func(subject) error) {
		if applies {
			checks = append(checks, registry.Check{Name: name, Run: func() error { return run(subject{e}) }})
		}
	}
	add(true, "total", total)
	add(true, "nodes-listed", nodesListed)
	add(true, "deterministic", deterministic)
	add(!e.HistoryBound, "insertion-order", insertionOrder)
	add(e.HistoryBound, "history-replays", historyReplays)
	add(e.Monotone, "monotone", monotone)
	add(true, "add-remove-restores", restores)
	add(!e.RemovesAny, "removes-last-only", removesLastOnly)
	add(e.Weights, "weights-proportional", weightsProportional)
	add(!e.Weights, "weights-refused", weightsRefused)
	add(e.New != nil && e.Replicas, "replicas-distinct", replicasDistinct)
	add(e.New != nil && !e.Replicas, "replicas-none", replicasNone)
	add(e.New != nil && e.Bounded, "bounded-load", boundedLoad)
	add(e.New != nil && e.Bounded, "release-restores", releaseRestores)
	add(e.New != nil && e.Bounded, "loads-follow-nodes", loadsFollowNodes)
	add(e.New != nil && !e.Bounded, "bound-declared", unboundedIsUndeclared)
	add(isCopier(e), "copies-independent", copiesAreIndependent)
	add(isCopier(e) && !e.Bounded, "concurrent-changes", concurrentChanges)
	add(true, "bulk-equals-single", bulkEqualsSingle)
	add(e.NewKeyed != nil, "forms-agree", formsAgree)
	add(true, "refuses-bad-nodes", refusesBadNodes)
	add(true, "refuses-bad-options", refusesBadOptions)
	add(true, "concurrent-lookups", concurrentLookups)
	add(!e.Traits.Random, "pinned-answer", pinnedAnswer)
	add(e.New != nil && isPointed(e), "points-own-arcs", pointsOwnArcs)
	add(e.Theory == "multinomial", "balance", balance)
	return checks
}
