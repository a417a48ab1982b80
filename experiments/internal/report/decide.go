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
	figures() []string // a cell for each column between name and alternative
}

// A need is a row of a decision table: which candidates meet it, and by what the best of them is known.
type need[C candidate] struct {
	text  string
	meets func(C) bool
	cost  measure[C] // the least is taken
	other measure[C] // whoever has less of this is what would change the choice
	space measure[C] // and whoever takes half of this or less; none where other or cost is space
	place string     // the section with the evidence, which the name is linked to
}

// A measure is a figure of a candidate, with the noun that sentences name it by.
type measure[C candidate] struct {
	noun string
	of   func(C) record.Float // unknown where the results lack it: no candidate then
	time bool                 // a timing, which is not exact
}

// worthwhile is the least gain that is told as one: a rival with 0.97 times the load changes nobody's mind.
const worthwhile = 0.95

// muchLess is the gain in space that is told beside another measure.
const muchLess = 0.5

// decide returns a row for every need that some candidate meets.
func decide[C candidate](all []C, needs []need[C]) (rows [][]string) {
	for _, n := range needs {
		best, ok := n.best(all)
		if !ok {
			continue
		}
		take := fmt.Sprintf("[`%s`](#%s)", best.label(), n.place)
		if best.able("static") {
			take += " (static)"
		}
		row := append([]string{n.text, take}, best.figures()...)
		rows = append(rows, append(row, n.change(all, best)))
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

// change says what would change the choice: who is better in another respect, at which price.
func (n need[C]) change(all []C, best C) string {
	priced := func(c C) bool { return n.meets(c) && c.label() != best.label() && n.cost.of(c).Known() }
	better, ok := least(all, priced, n.other.of)
	ok = ok && n.other.of(better) < worthwhile*n.other.of(best)
	var lean C
	leaner := false
	if n.space.of != nil {
		lean, leaner = least(all, func(c C) bool { return priced(c) && n.space.of(c) <= muchLess*n.space.of(best) }, n.cost.of)
	}
	switch {
	case ok && leaner && better.label() == lean.label():
		return n.versus(better, best, n.other, n.space)
	case ok && leaner:
		return n.versus(better, best, n.other) + "; " + n.versus(lean, best, n.space)
	case ok:
		return n.versus(better, best, n.other)
	case leaner:
		return n.versus(lean, best, n.space)
	}
	next, ok := least(all, priced, n.cost.of)
	if !ok {
		return "no other meets the need"
	}
	return fmt.Sprintf("nothing with clearly less %s; next `%s`: %s × %s", n.other.noun, next.label(), digits(n.cost.of(next)/n.cost.of(best), 3), n.cost.noun)
}

// versus sets a rival beside the best, by the measures in which it is better and by the cost.
func (n need[C]) versus(rival, best C, by ...measure[C]) string {
	text := "`" + rival.label() + "`: "
	for _, m := range by {
		text += fmt.Sprintf("%s × %s, ", digits(m.of(rival)/m.of(best), 2), m.noun)
	}
	return text + fmt.Sprintf("%s × %s", digits(n.cost.of(rival)/n.cost.of(best), 3), n.cost.noun)
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

// answers are a decision table, with what stands above and below it.
type answers struct {
	Title string
	Table table
	Note  string // rules that no row can say
}

func (a answers) text() string { return a.Table.String() + a.Note }

// fastest returns of several rows of one implementation the one with the least time.
func fastest(rows []record.ThroughputRow) (record.ThroughputRow, bool) {
	if len(rows) == 0 {
		return record.ThroughputRow{}, false
	}
	return slices.MinFunc(rows, func(a, b record.ThroughputRow) int { return cmp.Compare(a.NsPerKey, b.NsPerKey) }), true
}
