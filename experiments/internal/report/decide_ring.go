package report

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/record"
)

// ringChoice is what the decision table knows of a locator.
type ringChoice struct {
	name string
	abilities
	balance     record.BalanceRow    // of sampled keys on 100 nodes
	locate      record.ThroughputRow // hash and look-up on 100 nodes
	locateMost  record.ThroughputRow // on the most nodes that were timed
	bytes       int64                // on 100 nodes
	unnecessary record.Float         // share moved without need when the fifth node arrives
}

func (c ringChoice) label() string { return c.name }

func (c ringChoice) ours() bool { return ours(c.name) }

func (c ringChoice) peak() record.Float {
	if c.balance.Locator == "" {
		return record.Unknown
	}
	return c.balance.PeakToAverage
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
	most := mostNodes(e.throughput)
	var all []ringChoice
	for _, r := range e.implementations {
		if r.Kind != "locator" {
			continue
		}
		c := ringChoice{name: r.Name, abilities: abilitiesOf(r), unnecessary: record.Unknown}
		for _, b := range e.balance {
			if b.Locator == r.Name && b.Keys > 0 && b.Nodes == baseNodes && plain(b) {
				c.balance = b
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
	return all
}

func located(rows []record.ThroughputRow, name string, nodes int) (found []record.ThroughputRow) {
	for _, r := range rows {
		if r.Impl == name && r.Kind == "locator" && r.Op == "locate" && r.Mode == "keys" && r.Nodes == nodes {
			found = append(found, r)
		}
	}
	return found
}

func mostNodes(rows []record.ThroughputRow) (most int) {
	for _, r := range rows {
		if r.Kind == "locator" && r.Op == "locate" && r.Mode == "keys" {
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

// ringNeeds are the needs that the table of locators answers.
var ringNeeds = []need[ringChoice]{
	{"any node may leave; the set of nodes alone decides", ringChoice.free, locateTime, fullest, ringSpace, "throughput"},
	{"the same, as even as can be", ringChoice.free, fullest, locateTime, ringSpace, "balance"},
	{"the same, with weights", func(c ringChoice) bool { return c.free() && c.able("weights") }, locateTime, fullest, ringSpace, "balance"},
	{"the same, with replicas on distinct nodes", func(c ringChoice) bool { return c.free() && c.able("replicas") }, locateTime, fullest, ringSpace, "balance"},
	{"the same, very many nodes", ringChoice.free, locateTimeMost, fullest, ringSpace, "throughput"},
	{"any node may leave; one process keeps the history", ringChoice.history, locateTime, fullest, ringSpace, "throughput"},
	{"numbered shards: only the last one leaves", ringChoice.numbered, locateTime, fullest, ringSpace, "throughput"},
	{"no node above a bound, whatever the keys", func(c ringChoice) bool { return c.ours() && c.able("bounded load") }, locateTime, fullest, ringSpace, "balance"},
}

// ringColumns are the heads of a locator's figures.
func ringColumns(most int) []string {
	return []string{fmt.Sprintf("fullest of %d nodes ÷ mean", baseNodes), "look-up, ns", fmt.Sprintf("on %s nodes", count(uint64(most))), "bytes"}
}

func (c ringChoice) figures() []string {
	space := unknown
	if c.bytes > 0 {
		space = count(uint64(c.bytes))
	}
	return []string{digits(c.peak(), 3), timeCell(c.locate), digits(c.nsMost(), 2), space}
}

// ringDecisions is the table for choosing a locator, with the number of vnodes in its first row.
func ringDecisions(e evidence) answers {
	rows := decide(ringChoices(e), ringNeeds)
	if row := vnodesRow(e); row != nil {
		rows = slices.Insert(rows, 0, row)
	}
	return answers{
		Title: "Which consistent hash",
		Table: table{
			Caption: fmt.Sprintf("Loads are of sampled keys; times are of a look-up with its hash on %d nodes. None of these moves a key without need, but those under a bound. Bytes are by the structure's own account, without those of the ids.", baseNodes),
			Header:  decisionHeader(ringColumns(mostNodes(e.throughput))), Rows: rows,
		},
		Note: labelRule(e),
	}
}

// vnodesRow answers how many vnodes keep the fullest of 100 nodes within a tenth of the mean.
func vnodesRow(e evidence) []string {
	var below record.BalanceRow
	for _, r := range ringArcs(e.balance, baseNodes) {
		if r.PeakToAverage > 1.1 {
			below = r
			continue
		}
		or := "a locator that is even without vnodes: next rows"
		if below.Vnodes > 0 {
			or = fmt.Sprintf("with %d vnodes %s; ", below.Vnodes, digits(below.PeakToAverage, 4)) + or
		}
		return []string{
			fmt.Sprintf("a ring whose fullest of %d nodes stays within 10 %% of the mean", baseNodes), fmt.Sprintf("`%s`, %s vnodes a node", baseLocator, count(uint64(r.Vnodes))),
			within(r.PeakToAverage, r.PeakLow, r.PeakHigh, 4), unknown, unknown, vnodesBytes(e, r.Vnodes), or, "[balance](#balance)",
		}
	}
	return nil
}

// vnodesBytes writes what the base ring takes with as many vnodes a node.
func vnodesBytes(e evidence, vnodes int) string {
	for _, m := range e.memory {
		if m.Impl == baseLocator && m.Nodes == baseNodes && m.Vnodes == vnodes {
			return count(uint64(m.ModelBytes))
		}
	}
	return unknown
}
