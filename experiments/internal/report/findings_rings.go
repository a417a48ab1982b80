package report

import (
	"fmt"

	"hashlab/experiments/internal/record"
)

// usualVnodes: the number of vnodes that people use leaves the fullest node well above the mean, the more the more
// nodes there are.
func usualVnodes(e evidence) string {
	usual, ok := usualRing(e.balance, baseNodes)
	if !ok || usual.PeakLow <= wantedPeak {
		return ""
	}
	text := fmt.Sprintf("**%d vnodes are not \"even\".** The fullest of %d nodes carries %s times the mean", baseVnodes, baseNodes, digits(usual.PeakToAverage, 3))
	if many, ok := usualRing(e.balance, 10*baseNodes); ok && many.PeakLow > usual.PeakHigh {
		text += fmt.Sprintf(", of %s nodes %s", count(uint64(many.Nodes)), digits(many.PeakToAverage, 3))
	}
	return text + ", with a hash function as good as any: so few points scatter as much by chance."
}

// usualRing returns the arc shares of the base ring with the usual number of vnodes.
func usualRing(rows []record.BalanceRow, nodes int) (record.BalanceRow, bool) {
	return pick(ringArcs(rows, nodes), func(r record.BalanceRow) bool { return r.Vnodes == baseVnodes })
}

// fifth returns what a locator moves when the fifth node arrives.
func fifth(rows []record.RemapRow, locator string) (record.RemapRow, bool) {
	return joins(rows, locator, 4)
}

// joins returns what a locator moves when a node joins so many.
func joins(rows []record.RemapRow, locator string, nodes int) (record.RemapRow, bool) {
	return pick(rows, func(r record.RemapRow) bool {
		return r.Locator == locator && r.Change == "add" && r.NodesBefore == nodes && r.NodesAfter == nodes+1 && single(r)
	})
}

// fixedTotalMoves: a ring of a fixed number of points is not a consistent hash in the strict sense.
func fixedTotalMoves(e evidence) string {
	r, ok := fifth(e.remap, "ring-fixed-total")
	if !ok || r.UnnecessaryShare < 0.01 {
		return ""
	}
	return fmt.Sprintf("**A ring of a fixed number of points moves more than it must.** Envoy's and gRPC's layout moves %s of the keys when the fifth node arrives, where %s would do.", percent(r.MovedShare, 3), percent(r.MovedIdeal, 2))
}

// maglevMoves: what Maglev moves without need is next to nothing on few nodes, and no longer on many.
func maglevMoves(e evidence) string {
	few, ok := fifth(e.remap, "maglev")
	many, okMany := joins(e.remap, "maglev", baseNodes)
	if !ok || !okMany || few.UnnecessaryShare <= 0 || few.UnnecessaryShare/few.MovedIdeal > 0.02 || many.UnnecessaryShare/many.MovedIdeal < 0.2 {
		return ""
	}
	return fmt.Sprintf("**Maglev's needless moves grow with the nodes.** When the fifth node arrives %s of the keys move between two old nodes, where %s have to move; when node %d does, %s, where %s have to.",
		percent(few.UnnecessaryShare, 2), percent(few.MovedIdeal, 2), many.NodesAfter, percent(many.UnnecessaryShare, 2), percent(many.MovedIdeal, 2))
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
	price := ""
	if even.able("depends on history") {
		price = ", where one process keeps the history,"
	}
	return fmt.Sprintf("**Evenness need not be bought with vnodes.** `%s`%s keeps the fullest of %d nodes at %s times the mean, where `%s` with %d vnodes has %s, looks up in %s times the time, and takes %s bytes instead of %s.",
		even.name, price, baseNodes, digits(even.peak(), 3), ring.name, baseVnodes, digits(ring.peak(), 3), digits(even.ns()/ring.ns(), 2), count(uint64(even.bytes)), count(uint64(ring.bytes)))
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
		whole(modulo.Excess), whole(ring.Excess), baseLocator, digits(modulo.Excess/ring.Excess, 2), digits(modulo.MovedShare/ring.MovedShare, 2))
}

// guardAgainstQuery: how much faster the guard is than the query that it saves.
func guardAgainstQuery(e evidence) string {
	guard := median(timesOf(e.signupTimes, "lookups", "sqlite", "bloom-classic", 0), guardNs)
	query := median(timesOf(e.signupTimes, "lookups", "sqlite", "none", 0), nsPerQuery)
	if !known(query, guard) || query < 10*guard {
		return ""
	}
	return fmt.Sprintf("**The guard costs next to nothing beside even an embedded database.** `bloom-classic` answers in %s ns; the SQLite query that it saves takes %s ns, %s times as long.",
		digits(guard, 3), digits(query, 3), digits(query/guard, 2))
}
