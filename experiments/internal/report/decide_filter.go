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
	grows  bool                          // seen to keep its target with twice the keys that it was sized for
}

func (f filterChoice) label() string { return f.name }

// ours says that hashlab's library holds the filter, and that it is neither a control nor one article's.
func (f filterChoice) ours() bool { return ours(f.name) }

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
		if f.grows = grows(e.fpr, r.Name); f.grows {
			f.meanBits(e.fpr)
		}
		all = append(all, f)
	}
	return all
}

// meanBits takes the space of a filter that grows from what it had, filled: it takes space by steps, and where in a step
// it stands at one size is chance, so that the mean over seeds counts.
func (f filterChoice) meanBits(rows []record.FPRRow) {
	for _, r := range baseRows(rows) {
		if _, meets := f.bits[r.TargetFPR]; meets && r.Filter == f.name {
			f.bits[r.TargetFPR] = r.BitsPerKey
		}
	}
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

var (
	lookupTime = measure[filterChoice]{noun: "time", time: true, of: filterChoice.ns}
	bulkTime   = measure[filterChoice]{noun: "time", time: true, of: filterChoice.bulkNs}
)

// lasting are filters that keep what they are given, from a set that is known at once or not.
func (f filterChoice) lasting() bool { return f.ours() && !f.forgets() }

// open are filters that take keys as they come.
func (f filterChoice) open() bool { return f.lasting() && !f.able("static") }

func (f filterChoice) deletes() bool { return f.lasting() && f.able("delete") }

func (f filterChoice) forgets() bool { return strings.Contains(f.traits, "forgets") }

// The needs that the questions asked first are about, too.
var (
	fastestOpen  = need[filterChoice]{text: "the fastest look-up; keys keep coming", meets: filterChoice.open, cost: lookupTime, other: bitsFor(0.01), place: "throughput"}
	deletesSmall = need[filterChoice]{text: "to delete keys, least memory at 0.1 %", meets: filterChoice.deletes, cost: bitsFor(0.001), other: lookupTime, place: "memory"}
)

// filterNeeds are the needs that the table of filters answers.
var filterNeeds = []need[filterChoice]{
	{text: "the fastest look-up; all keys known at once", meets: filterChoice.lasting, cost: lookupTime, other: bitsFor(0.01), place: "throughput"},
	fastestOpen,
	{text: "the same, many keys in one call", meets: filterChoice.open, cost: bulkTime, other: bitsFor(0.01), place: "throughput"},
	{text: "the least memory; all keys known at once", meets: filterChoice.lasting, cost: bitsFor(0.01), other: lookupTime, place: "memory"},
	{text: "the least memory; keys keep coming", meets: filterChoice.open, cost: bitsFor(0.01), other: lookupTime, place: "memory"},
	deletesSmall,
	{text: "to delete keys, fastest look-up", meets: filterChoice.deletes, cost: lookupTime, other: bitsFor(0.001), place: "throughput"},
	{text: "to grow past the number of keys planned for", meets: func(f filterChoice) bool { return f.lasting() && f.grows }, cost: bitsFor(0.01), other: lookupTime, place: "fpr"},
	{text: "many threads that add and look up, without a lock", meets: func(f filterChoice) bool { return f.lasting() && f.able("concurrent writers") }, cost: lookupTime, other: bitsFor(0.01), place: "throughput"},
	{text: "an endless stream: \"seen lately?\"", meets: func(f filterChoice) bool { return f.ours() && f.forgets() }, cost: bitsFor(0.01), other: lookupTime, place: "fpr"},
}

// filterColumns are the heads of a filter's figures.
var filterColumns = []string{"bits a key at 1 % (MB)", "at 0.1 % (MB)", "look-up, ns", "in bulk, ns"}

func (f filterChoice) figures() []string {
	var cells []string
	for _, target := range []record.Float{0.01, 0.001} {
		cell := unknown
		if bits := f.bitsAt(target); bits.Known() {
			cell = fmt.Sprintf("%s (%s)", digits(bits, 3), megabytes(bits))
		}
		cells = append(cells, cell)
	}
	return append(cells, timeCell(f.lookup), timeCell(f.bulk))
}

// timeCell writes a time with its interval, where there is one.
func timeCell(r record.ThroughputRow) string {
	if !timeOf(r).Known() {
		return unknown
	}
	return within(r.NsPerKey, r.NsLow, r.NsHigh, 2)
}

// decisionHeader is that of every decision table.
func decisionHeader(columns []string) []string {
	return slices.Concat([]string{"you need", "take"}, columns, []string{"or else"})
}

// filterDecisions is the table for choosing a filter, with a rule on keys that an adversary picks.
func filterDecisions(e evidence) answers {
	return answers{
		Title: "Which filter",
		Table: table{
			Caption: fmt.Sprintf("Bits a key keep the target by exact theory at n = %s; in brackets MB for 10<sup>7</sup> keys. Times are of a look-up with `%s` in a filter of %s keys at 1 %%, half of the queries "+
				"for present ones. *Static*: built once from all keys. A dash: a fixed fingerprint width does not meet that rate.", count(baseN), baseHash, count(largestN(e.throughput, shownN))),
			Header: decisionHeader(filterColumns), Rows: decide(filterChoices(e), filterNeeds),
		},
		Note: adversarialFilter(e),
	}
}

// adversarialFilter is the rule on keys that somebody picks to do harm: the filter stays, the hash changes.
func adversarialFilter(e evidence) string {
	hash, ok := least(hashChoices(e), func(h hashChoice) bool { return h.facts.keyed && h.facts.stable && !h.attacked() }, hashChoice.shortNs)
	if !ok {
		return ""
	}
	return fmt.Sprintf("**Keys that somebody may pick to do harm** change the hash, not the filter: `%s` with a secret seed, %s ([quality](#quality)).", hash.facts.name, hash.underAttack())
}
