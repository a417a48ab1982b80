package report

import (
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
)

// filterChoice is what the decision table knows of a filter.
type filterChoice struct {
	name string
	abilities
	traits string
	bits   map[record.Float]record.Float // a key, by the target rate that is met, at n = 100,000
	lookup record.ThroughputRow          // one key, hash and filter, half of the queries for present keys
	bulk   record.ThroughputRow          // the same of many keys in one call
	shared bool                          // seen to be filled by several threads at once, without a lock
	grows  bool                          // seen to keep its target with twice the keys that it was sized for
}

func (f filterChoice) label() string { return f.name }

// ours says that hashlab's library holds the filter, and that it is neither a control nor one article's.
func (f filterChoice) ours() bool {
	return !strings.HasPrefix(f.name, "x-") && f.name != "null" && f.name != "load" && f.name != "article-filter"
}

func (f filterChoice) ns() record.Float     { return timeOf(f.lookup) }
func (f filterChoice) bulkNs() record.Float { return timeOf(f.bulk) }

func (f filterChoice) bitsAt(target record.Float) record.Float {
	if bits, ok := f.bits[target]; ok {
		return bits
	}
	return record.Unknown
}

// filterChoices gathers the filters from the results.
func filterChoices(e evidence) []filterChoice {
	var all []filterChoice
	n := largestN(e.throughput, shownN)
	for _, r := range e.implementations {
		if r.Kind != "filter" {
			continue
		}
		f := filterChoice{name: r.Name, abilities: abilitiesOf(r), traits: r.Traits, bits: map[record.Float]record.Float{}}
		for _, m := range e.memory {
			if m.Impl == r.Name && m.N == baseN && m.FPRTheory <= m.TargetFPR {
				f.bits[m.TargetFPR] = m.BitsPerKey
			}
		}
		f.lookup, _ = fastest(lookups(e.throughput, r.Name, n))
		f.bulk, _ = fastest(timed(e.throughput, r.Name, "bulk", n))
		f.shared = slices.ContainsFunc(e.concurrency, func(c record.ConcurrencyRow) bool {
			return c.Impl == r.Name && c.Guard == "" && c.Threads > 1 && c.Op == "add"
		})
		f.grows = grows(e.fpr, r.Name)
		all = append(all, f)
	}
	return all
}

// lookups returns the timings of looking keys up one by one in a filter of n of them, half of the queries for
// present keys.
func lookups(rows []record.ThroughputRow, name string, n uint64) []record.ThroughputRow {
	return timed(rows, name, "contains", n)
}

func timed(rows []record.ThroughputRow, name, op string, n uint64) (found []record.ThroughputRow) {
	for _, r := range rows {
		if r.Impl == name && r.Kind == "filter" && r.Op == op && r.Mode == "keys" && r.N == n && r.HitShare == 0.5 {
			found = append(found, r)
		}
	}
	return found
}

// grows says whether a filter was filled with twice the keys that it was sized for, took them all, and kept its
// target.
func grows(rows []record.FPRRow, name string) bool {
	seen := false
	for _, r := range rows {
		if r.Filter != name || r.Sizing != "fpr" || r.N < 2*r.NDesign {
			continue
		}
		if seen = true; r.FPRLow > r.TargetFPR || r.Refused > 0 || r.FalseNegatives > 0 {
			return false
		}
	}
	return seen
}

func bitsFor(target record.Float) measure[filterChoice] {
	return measure[filterChoice]{noun: "memory", of: func(f filterChoice) record.Float { return f.bitsAt(target) }}
}

var lookupTime = measure[filterChoice]{
	noun: "time a look-up", time: true, of: filterChoice.ns,
}

var bulkTime = measure[filterChoice]{
	noun: "time a look-up", time: true, of: filterChoice.bulkNs,
}

// filterNeeds are the needs that the table of filters answers.
var filterNeeds = []need[filterChoice]{
	{"the fastest look-up", filterChoice.ours, lookupTime, bitsFor(0.01), "throughput"},
	{"the fastest look-up of many keys in one call", filterChoice.ours, bulkTime, bitsFor(0.01), "throughput"},
	{"the least memory; keys keep coming", func(f filterChoice) bool { return f.ours() && !f.able("static") && !f.forgets() }, bitsFor(0.01), lookupTime, "memory"},
	{"the least memory; all keys known at once (static)", func(f filterChoice) bool { return f.ours() && f.able("static") }, bitsFor(0.01), lookupTime, "memory"},
	{"to delete keys (0.1 %)", func(f filterChoice) bool { return f.ours() && f.able("delete") }, bitsFor(0.001), lookupTime, "memory"},
	{"to grow past the number of keys planned for", func(f filterChoice) bool { return f.ours() && f.grows && !f.forgets() }, bitsFor(0.01), lookupTime, "fpr"},
	{"many threads that add and look up", func(f filterChoice) bool { return f.ours() && f.shared }, lookupTime, bitsFor(0.01), "throughput"},
	{"an endless stream: \"seen lately?\"", func(f filterChoice) bool { return f.ours() && f.forgets() }, bitsFor(0.01), lookupTime, "fpr"},
}

func (f filterChoice) forgets() bool { return strings.Contains(f.traits, "forgets") }

// filterFigures writes what a filter takes.
func filterFigures(f filterChoice) string {
	var parts []string
	for _, target := range []record.Float{0.01, 0.001} {
		if bits := f.bitsAt(target); bits.Known() {
			parts = append(parts, fmt.Sprintf("%s bits a key at %s (%s MB for 10<sup>7</sup> keys)", digits(bits, 3), percent(target, 1), digits(bits*1e7/8/1e6, 3)))
		}
	}
	if f.ns().Known() {
		text := fmt.Sprintf("%s ns a look-up with %s", within(f.lookup.NsPerKey, f.lookup.NsLow, f.lookup.NsHigh, 2), f.lookup.Hash)
		if f.bulkNs().Known() {
			text += fmt.Sprintf(", %s in bulk", digits(f.bulkNs(), 2))
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// filterDecisions is the table for choosing a filter, with a row on keys that an adversary picks.
func filterDecisions(e evidence) table {
	all := filterChoices(e)
	rows := decide(all, filterNeeds, filterFigures)
	if row := adversarialFilter(e, all); row != nil {
		rows = append(rows, row)
	}
	return decisionTable(rows)
}

// adversarialFilter is the row on keys that somebody picks to do harm: the filter stays, the hash changes.
func adversarialFilter(e evidence, all []filterChoice) []string {
	hash, ok := least(hashChoices(e), func(h hashChoice) bool { return h.facts.keyed && h.facts.stable && !h.attacked() }, hashChoice.shortNs)
	filter, found := least(all, filterChoice.ours, filterChoice.ns)
	if !ok || !found {
		return nil
	}
	return []string{
		"keys that somebody may pick to do harm", fmt.Sprintf("any, such as `%s`, with `%s` and a secret seed", filter.name, hash.facts.name), hash.underAttack(),
		"nothing about the filter: it is the hash that is attacked", "[quality](#quality)",
	}
}
