package report

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/record"
)

// usualVnodes: the numbers of vnodes that people use leave the fullest node well above the mean.
func usualVnodes(e evidence) string {
	var usual, enough record.BalanceRow
	for _, r := range ringArcs(e.balance, baseNodes) {
		if r.Vnodes == baseVnodes {
			usual = r
		}
		if enough.Vnodes == 0 && r.PeakToAverage <= 1.1 {
			enough = r
		}
	}
	if usual.Vnodes == 0 || enough.Vnodes <= usual.Vnodes {
		return ""
	}
	return fmt.Sprintf("**%d vnodes are not \"even\".** The fullest of %d nodes carries %s times the mean; within 10 %% takes %s vnodes, and the look-up table grows with them.",
		usual.Vnodes, baseNodes, digits(usual.PeakToAverage, 3), count(uint64(enough.Vnodes)))
}

// fifth returns what a locator moves when the fifth node arrives.
func fifth(rows []record.RemapRow, locator string) (record.RemapRow, bool) {
	i := slices.IndexFunc(rows, func(r record.RemapRow) bool {
		return r.Locator == locator && r.Change == "add" && r.NodesBefore == 4 && r.NodesAfter == 5
	})
	if i < 0 {
		return record.RemapRow{}, false
	}
	return rows[i], true
}

// fixedTotalMoves: a ring of a fixed number of points is not a consistent hash in the strict sense.
func fixedTotalMoves(e evidence) string {
	r, ok := fifth(e.remap, "ring-fixed-total")
	if !ok || r.UnnecessaryShare < 0.01 {
		return ""
	}
	return fmt.Sprintf("**A ring of a fixed number of points moves more than it must.** Envoy's and gRPC's layout moves %s of the keys when the fifth node arrives, where %s would do.", percent(r.MovedShare, 3), percent(r.MovedIdeal, 2))
}

// maglevMoves: Maglev's unnecessary moves are fewer than its reputation.
func maglevMoves(e evidence) string {
	r, ok := fifth(e.remap, "maglev")
	if !ok || r.UnnecessaryShare <= 0 || r.UnnecessaryShare > 0.01 {
		return ""
	}
	return fmt.Sprintf("**Maglev hardly disturbs when a node arrives.** With its table of 65,537 slots %s of the keys move between two of the four old nodes; the rest of the %s that move have to.",
		percent(r.UnnecessaryShare, 2), percent(r.MovedShare, 3))
}

// evenAndFast: evenness does not have to be paid for with vnodes.
func evenAndFast(e evidence) string {
	all := ringChoices(e)
	ring, ok := least(all, func(c ringChoice) bool { return c.name == baseLocator }, ringChoice.ns)
	even, okEven := least(all, func(c ringChoice) bool {
		return c.ours() && c.able("any node may leave") && c.able("monotone") && c.peak() < 1.05
	}, ringChoice.ns)
	if !ok || !okEven || !ring.peak().Known() || ring.peak() < 1.1 || even.locate.NsLow > ring.locate.NsHigh {
		return ""
	}
	return fmt.Sprintf("**Evenness need not be bought with vnodes.** `%s` keeps the fullest of %d nodes at %s times the mean, where `%s` with %d vnodes has %s, looks up in %s times the time, and takes %s bytes instead of %s.",
		even.name, baseNodes, digits(even.peak(), 3), ring.name, baseVnodes, digits(ring.peak(), 3), digits(even.ns()/ring.ns(), 2), count(uint64(even.bytes)), count(uint64(ring.bytes)))
}

// resizeExcess: what the database sees when the fifth cache server joins.
func resizeExcess(e evidence) string {
	excess := map[string]record.CachetierRow{}
	for _, r := range e.cachetier {
		if r.Story == "join-die" && r.Workload == "zipf" && r.NodesBefore == 4 && r.NodesAfter == 5 && r.Replicas <= 1 {
			if r.Locator == "modulo" || r.Locator == baseLocator && r.Vnodes == baseVnodes {
				excess[r.Locator] = r
			}
		}
	}
	modulo, ok := excess["modulo"]
	ring, okRing := excess[baseLocator]
	if !ok || !okRing || modulo.ExcessLow < 2*ring.ExcessHigh {
		return ""
	}
	return fmt.Sprintf("**The fifth cache server costs the database %s extra queries under `modulo` and %s under `%s`**, %s times as many, though modulo moves only %s times as many keys.",
		count(uint64(modulo.Excess)), count(uint64(ring.Excess)), baseLocator, digits(modulo.Excess/ring.Excess, 2), digits(modulo.MovedShare/ring.MovedShare, 2))
}

// guardAgainstQuery: how much faster the guard is than the query that it saves.
func guardAgainstQuery(e evidence) string {
	var query, guard record.Float = record.Unknown, record.Unknown
	for _, r := range e.signupTimes {
		if r.Story == "signup" && r.Database == "sqlite" && r.Filter == "bloom-classic" && known(r.GuardNs, r.NsPerQuery) && r.GuardNs > 0 {
			guard, query = r.GuardNs, r.NsPerQuery
		}
	}
	if !known(query, guard) || query < 10*guard {
		return ""
	}
	return fmt.Sprintf("**The guard costs next to nothing beside even an embedded database.** `bloom-classic` answers in %s ns; the SQLite query that it saves takes %s ns, %s times as long.",
		digits(guard, 3), digits(query, 3), digits(query/guard, 2))
}
