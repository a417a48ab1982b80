package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
)

// A candidate is an implementation with what the results say of it.
type candidate interface {
	label() string
	able(capability string) bool
}

// A need is a row of a decision table: which candidates meet it, and by what the best of them is known.
type need[C candidate] struct {
	text  string
	meets func(C) bool
	cost  measure[C] // the least is taken
	other measure[C] // whoever has less of this is what would change the choice
	place string     // the section with the evidence
}

// A measure is a figure of a candidate, with the noun that sentences name it by.
type measure[C candidate] struct {
	noun string
	of   func(C) record.Float // unknown where the results lack it: no candidate then
	time bool                 // a timing, which is not exact
}

// worthwhile is the least gain that is told as one: a rival with 0.97 times the load changes nobody's mind.
const worthwhile = 0.95

// decide returns a row for every need that some candidate meets.
func decide[C candidate](all []C, needs []need[C], figures func(C) string) (rows [][]string) {
	for _, n := range needs {
		best, ok := n.best(all)
		if !ok {
			continue
		}
		rows = append(rows, []string{n.text, "`" + best.label() + "`", figures(best), n.change(all, best), fmt.Sprintf("[%s](#%s)", n.place, n.place)})
	}
	return rows
}

// level is how much more than the least a candidate may cost and still be taken for being better otherwise: less
// than that, the timings of a shared machine do not tell apart.
const level = 1.1

// best returns the cheapest candidate or, where cost is time, of those that cost hardly more the one with the least
// of the other measure.
func (n need[C]) best(all []C) (C, bool) {
	cheapest, ok := least(all, n.meets, n.cost.of)
	if !ok || !n.cost.time {
		return cheapest, ok
	}
	near := func(c C) bool { return n.meets(c) && n.cost.of(c) <= level*n.cost.of(cheapest) }
	if best, ok := least(all, near, n.other.of); ok {
		return best, true
	}
	return cheapest, true
}

// change says what would change the choice: the candidate that is better in the other respect, at its price.
func (n need[C]) change(all []C, best C) string {
	rival, ok := least(all, func(c C) bool { return n.meets(c) && n.cost.of(c).Known() }, n.other.of)
	if !ok {
		return "nothing that was measured"
	}
	if !(n.other.of(rival) < worthwhile*n.other.of(best)) {
		next, ok := least(all, func(c C) bool { return n.meets(c) && c.label() != best.label() }, n.cost.of)
		if !ok {
			return "nothing: no other meets the need"
		}
		return fmt.Sprintf("nothing that was measured: none has clearly less %s; the next is `%s` with %s times the %s", n.other.noun, next.label(),
			digits(n.cost.of(next)/n.cost.of(best), 3), n.cost.noun)
	}
	return fmt.Sprintf("`%s` where %s counts more: %s times the %s, %s times the %s", rival.label(), n.other.noun,
		digits(n.other.of(rival)/n.other.of(best), 2), n.other.noun, digits(n.cost.of(rival)/n.cost.of(best), 3), n.cost.noun)
}

// least returns the candidate that meets the need at the least cost; of equals the first by name.
func least[C candidate](all []C, meets func(C) bool, cost func(C) record.Float) (best C, ok bool) {
	for _, c := range all {
		if !meets(c) || !cost(c).Known() {
			continue
		}
		if !ok || cost(c) < cost(best) || cost(c) == cost(best) && c.label() < best.label() {
			best, ok = c, true
		}
	}
	return best, ok
}

// abilities are the capabilities that implementations.csv lists.
type abilities []string

func abilitiesOf(r record.ImplementationRow) abilities { return strings.Split(r.Capabilities, "; ") }

func (a abilities) able(capability string) bool { return slices.Contains(a, capability) }

// decisionTable is what the reader chooses from.
func decisionTable(rows [][]string) table {
	return table{Header: []string{"you need", "take", "its figures", "what would change that", "evidence"}, Rows: rows}
}

// fastest returns of several rows of one implementation the one with the least time.
func fastest(rows []record.ThroughputRow) (record.ThroughputRow, bool) {
	if len(rows) == 0 {
		return record.ThroughputRow{}, false
	}
	return slices.MinFunc(rows, func(a, b record.ThroughputRow) int { return cmp.Compare(a.NsPerKey, b.NsPerKey) }), true
}
