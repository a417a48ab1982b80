package report

import (
	"fmt"
	"slices"
	"strings"

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

func (c ringChoice) ours() bool {
	return !strings.HasPrefix(c.name, "x-") && !strings.HasPrefix(c.name, "article-")
}

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

var (
	locateTime = measure[ringChoice]{
		noun: "time a look-up", time: true, of: ringChoice.ns,
	}
	locateTimeMost = measure[ringChoice]{
		noun: "time a look-up", time: true, of: ringChoice.nsMost,
	}
	fullest = measure[ringChoice]{noun: "load on the fullest node", of: ringChoice.peak}
)

// ringNeeds are the needs that the table of locators answers.
var ringNeeds = []need[ringChoice]{
	{"any node may leave; every reader agrees by the set of nodes alone", ringChoice.free, locateTime, fullest, "throughput"},
	{"the same, as even as can be", ringChoice.free, fullest, locateTime, "balance"},
	{"numbered shards: only the last one leaves", func(c ringChoice) bool {
		return c.ours() && c.able("only the last node may leave") && c.able("monotone")
	}, locateTime, fullest, "throughput"},
	{"any node may leave; one process decides and keeps the history", func(c ringChoice) bool {
		return c.ours() && c.able("any node may leave") && c.able("monotone") && c.able("depends on history")
	}, locateTime, fullest, "throughput"},
	{"weights", func(c ringChoice) bool { return c.free() && c.able("weights") }, locateTime, fullest, "balance"},
	{"replicas on distinct nodes", func(c ringChoice) bool { return c.free() && c.able("replicas") }, locateTime, fullest, "balance"},
	{"no node above a bound, whatever the keys", func(c ringChoice) bool { return c.ours() && c.able("bounded load") }, locateTime, fullest, "balance"},
	{"very many nodes", ringChoice.free, locateTimeMost, fullest, "throughput"},
}

func ringFigures(c ringChoice) string {
	var parts []string
	if p := c.peak(); p.Known() {
		parts = append(parts, fmt.Sprintf("fullest of %d nodes %s times the mean", baseNodes, digits(p, 3)))
	}
	if c.ns().Known() {
		text := fmt.Sprintf("%s ns a look-up with its hash", within(c.locate.NsPerKey, c.locate.NsLow, c.locate.NsHigh, 2))
		if c.nsMost().Known() && c.locateMost.Nodes > baseNodes {
			text += fmt.Sprintf(" (%s on %s nodes)", digits(c.nsMost(), 2), count(uint64(c.locateMost.Nodes)))
		}
		parts = append(parts, text)
	}
	if c.bytes > 0 {
		parts = append(parts, count(uint64(c.bytes))+" bytes")
	}
	if c.unnecessary.Known() && c.unnecessary > 0 {
		parts = append(parts, fmt.Sprintf("moves %s of the keys without need when the fifth node arrives", percent(c.unnecessary, 2)))
	}
	return strings.Join(parts, "; ")
}

// ringDecisions is the table for choosing a locator, with the number of vnodes in its first row.
func ringDecisions(e evidence) table {
	rows := decide(ringChoices(e), ringNeeds, ringFigures)
	if row := vnodesRow(e); row != nil {
		rows = slices.Insert(rows, 0, row)
	}
	return decisionTable(rows)
}

// vnodesRow answers how many vnodes keep the fullest of 100 nodes within a tenth of the mean.
func vnodesRow(e evidence) []string {
	var below record.BalanceRow
	for _, r := range ringArcs(e.balance, baseNodes) {
		if r.PeakToAverage > 1.1 {
			below = r
			continue
		}
		figures := fmt.Sprintf("fullest ÷ mean %s", within(r.PeakToAverage, r.PeakLow, r.PeakHigh, 4))
		if below.Vnodes > 0 {
			figures += fmt.Sprintf("; with %d vnodes %s", below.Vnodes, digits(below.PeakToAverage, 4))
		}
		return []string{
			fmt.Sprintf("a ring whose fullest of %d nodes stays within 10 %% of the mean", baseNodes), fmt.Sprintf("`%s` with %d vnodes a node", baseLocator, r.Vnodes), figures,
			"weak label hashes (below); a locator that is even without vnodes (next rows)", "[balance](#balance)",
		}
	}
	return nil
}
