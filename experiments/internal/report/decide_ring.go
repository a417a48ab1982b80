package report

import (
	"fmt"

	"hashlab/experiments/internal/record"
)

// ringChoice is what the decision table knows of a locator.
type ringChoice struct {
	name string
	abilities
	balance     record.BalanceRow    // of sampled keys on 100 nodes
	locate      record.ThroughputRow // hash and look-up on 100 nodes
	locateMost  record.ThroughputRow // on the most nodes that were timed
	balanceMost record.BalanceRow    // on as many
	crowded     bool                 // on as many, the fullest node has much more than another locator's
	bytes       int64                // on 100 nodes
	unnecessary record.Float         // share moved without need when the fifth node arrives
}

func (c ringChoice) label() string { return c.name }

func (c ringChoice) ours() bool { return ours(c.name) }

func (c ringChoice) peak() record.Float     { return peakOf(c.balance) }
func (c ringChoice) peakMost() record.Float { return peakOf(c.balanceMost) }

func peakOf(r record.BalanceRow) record.Float {
	if r.Locator == "" {
		return record.Unknown
	}
	return r.PeakToAverage
}

func (c ringChoice) ns() record.Float     { return timeOf(c.locate) }
func (c ringChoice) nsMost() record.Float { return timeOf(c.locateMost) }

func timeOf(r record.ThroughputRow) record.Float {
	if r.Impl == "" {
		return record.Unknown
	}
	return r.NsPerKey
}

// free says that any node may leave, that nothing moves without need, and that only the set of nodes counts.
func (c ringChoice) free() bool {
	return c.ours() && c.able("any node may leave") && c.able("monotone") && !c.able("depends on history")
}

// ringChoices gathers the locators from the results.
func ringChoices(e evidence) []ringChoice {
	most := mostNodes(e.throughput, "keys")
	var all []ringChoice
	for _, r := range e.implementations {
		if r.Kind != "locator" {
			continue
		}
		c := ringChoice{name: r.Name, abilities: abilitiesOf(r), unnecessary: record.Unknown}
		for _, b := range e.balance {
			switch {
			case b.Locator != r.Name || b.Keys == 0 || !plain(b):
			case b.Nodes == baseNodes:
				c.balance = b
			case b.Nodes == most:
				c.balanceMost = b
			}
		}
		c.locate, _ = fastest(located(e.throughput, r.Name, baseNodes))
		c.locateMost, _ = fastest(located(e.throughput, r.Name, most))
		for _, m := range e.memory {
			if m.Impl == r.Name && m.Nodes == baseNodes && m.Vnodes == defaultVnodes(e.memory, r.Name) {
				c.bytes = m.ModelBytes
			}
		}
		for _, m := range e.remap {
			if m.Locator == r.Name && m.Change == "add" && m.NodesBefore == 4 && single(m) {
				c.unnecessary = m.UnnecessaryShare
			}
		}
		all = append(all, c)
	}
	if evenest, ok := least(all, ringChoice.ours, ringChoice.peakMost); ok {
		for i := range all {
			all[i].crowded = all[i].peakMost() > crowding*evenest.peakMost()
		}
	}
	return all
}

// crowding is how many times the fullest node of the evenest locator another's may have on very many nodes.
const crowding = 1.25

func located(rows []record.ThroughputRow, name string, nodes int) (found []record.ThroughputRow) {
	for _, r := range rows {
		if r.Impl == name && r.Kind == "locator" && r.Op == "locate" && r.Mode == "keys" && r.Nodes == nodes {
			found = append(found, r)
		}
	}
	return found
}

// mostNodes returns the largest number of nodes on which locating was timed in a mode.
func mostNodes(rows []record.ThroughputRow, mode string) (most int) {
	for _, r := range rows {
		if r.Kind == "locator" && r.Op == "locate" && r.Mode == mode {
			most = max(most, r.Nodes)
		}
	}
	return most
}

func (c ringChoice) space() record.Float {
	if c.bytes == 0 {
		return record.Unknown
	}
	return record.Float(c.bytes)
}

var (
	locateTime     = measure[ringChoice]{noun: "time", time: true, of: ringChoice.ns}
	locateTimeMost = measure[ringChoice]{noun: "time", time: true, of: ringChoice.nsMost}
	fullest        = measure[ringChoice]{noun: "load on the fullest", of: ringChoice.peak}
	fullestMost    = measure[ringChoice]{noun: "load on the fullest", of: ringChoice.peakMost}
	ringSpace      = measure[ringChoice]{noun: "memory", of: ringChoice.space}
)

// numbered says that only the last node leaves, and that nothing moves without need.
func (c ringChoice) numbered() bool {
	return c.ours() && c.able("only the last node may leave") && c.able("monotone")
}

// history says that any node may leave, nothing moves without need, and the changes so far count.
func (c ringChoice) history() bool {
	return c.ours() && c.able("any node may leave") && c.able("monotone") && c.able("depends on history")
}

// freeFast is also what the question on vnodes is answered with.
var freeFast = need[ringChoice]{"any node may leave; the set of nodes alone decides", ringChoice.free, locateTime, fullest, ringSpace, "throughput"}

// ringNeeds are the needs that the table of locators answers; most is the largest number of nodes that was timed.
func ringNeeds(most int) []need[ringChoice] {
	roomy := func(c ringChoice) bool { return c.free() && !c.crowded }
	return []need[ringChoice]{
		freeFast,
		{"the same, as even as can be", ringChoice.free, fullest, locateTime, ringSpace, "balance"},
		{"the same, with weights", func(c ringChoice) bool { return c.free() && c.able("weights") }, locateTime, fullest, ringSpace, "balance"},
		{"the same, with replicas on distinct nodes", func(c ringChoice) bool { return c.free() && c.able("replicas") }, locateTime, fullest, ringSpace, "balance"},
		{fmt.Sprintf("the same, %s nodes", count(uint64(most))), roomy, locateTimeMost, fullestMost, ringSpace, "throughput"},
		{"any node may leave; one process keeps the history", ringChoice.history, locateTime, fullest, ringSpace, "throughput"},
		{"numbered shards: only the last one leaves", ringChoice.numbered, locateTime, fullest, ringSpace, "throughput"},
		{"no node above a bound, whatever the keys", func(c ringChoice) bool { return c.ours() && c.able("bounded load") }, locateTime, fullest, ringSpace, "balance"},
	}
}

// ringColumns are the heads of a locator's figures.
func ringColumns(most int) []string {
	return []string{fmt.Sprintf("fullest of %d nodes ÷ mean", baseNodes), "look-up, ns", "bytes",
		fmt.Sprintf("fullest of %s", count(uint64(most))), "look-up, ns"}
}

func (c ringChoice) figures() []string {
	space := unknown
	if c.bytes > 0 {
		space = count(uint64(c.bytes))
	}
	return []string{digits(c.peak(), 3), timeCell(c.locate), space, digits(c.peakMost(), 3), timeCell(c.locateMost)}
}

// ringDecisions is the table for choosing a locator.
func ringDecisions(e evidence) answers {
	most := mostNodes(e.throughput, "keys")
	return answers{
		Title: "Which consistent hash",
		Table: table{
			Caption: fmt.Sprintf("Loads are of sampled keys, times of a look-up with its hash: on %d nodes, and in the last two columns on %s, where the fullest may have at most %v times what the evenest locator's has%s (a dash: not measured). "+
				"None of these moves a key without need, but those under a bound. Bytes, on %[1]d nodes, are by the structure's own account, without those of the ids.", baseNodes, count(uint64(most)), crowding, thinKeys(e.balance, most)),
			Header: decisionHeader(ringColumns(most)), Rows: decide(ringChoices(e), ringNeeds(most)),
		},
	}
}

// thinKeys says how few keys a node were placed on so many nodes, since chance alone then makes the fullest stand out.
func thinKeys(rows []record.BalanceRow, nodes int) string {
	r, ok := pick(rows, func(r record.BalanceRow) bool { return r.Nodes == nodes && r.Keys > 0 && plain(r) })
	if !ok || nodes == baseNodes {
		return ""
	}
	return fmt.Sprintf("; with %s keys a node part of it is chance", count(r.Keys/uint64(nodes)))
}
