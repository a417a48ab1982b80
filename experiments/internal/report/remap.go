package report

import (
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
)

func remapSection(s record.Store) (section, bool, error) {
	rows, err := record.Read[record.RemapRow](s, "remap.csv")
	if err != nil || len(rows) == 0 {
		return section{}, false, err
	}
	sec := section{
		Title: "Remapping",
		Design: "Keys are placed, nodes join or leave or change their weight, keys are placed again; owners are compared by id. " +
			"A history is 100 random changes of one node each. With copies each copy that comes to another node is a move; under a bound all keys are given out anew.",
		Reading: "*Least possible* is what the newcomer's fair share comes to. A move is *unnecessary* when the old owner is still there and the new one is no newcomer: 0 is what " +
			"makes a scheme consistent. A ring's moved share scatters with the arcs that the seed deals it; theory is its mean.",
		Findings: slices.Concat(stays(rows), inPlace(rows)), Notes: moduloMoves(rows), Small: joinsTable(rows),
		Limits: "Moved keys are counted, not what moving them costs.",
	}
	for _, t := range []table{oneNodeTable(rows), changesTable(rows), copiesMoved(rows), boundsMoved(rows)} {
		if len(t.Rows) > 0 {
			sec.Tables = append(sec.Tables, t)
		}
	}
	return sec, true, nil
}

// single reports whether a row is of keys without copies and bounds.
func single(r record.RemapRow) bool { return r.Replicas <= 1 && r.Slack == 0 }

func oneNodeTable(rows []record.RemapRow) table {
	t := table{
		Caption: "One node joins or leaves: share of the keys that change their node, and of those that move between two nodes that stay. Intervals are 95 %, over seeds that change ids and keys. A dash: no law is known; what `maglev` moves beyond need hangs on who wins the last free entries of its table.",
		Header:  []string{"locator", "change", "nodes", "moved", "theory", "least possible", "unnecessary"},
	}
	for _, r := range rows {
		if single(r) && r.NodesBefore == 4 && (r.Change == "add" || r.Change == "remove-first" || r.Change == "remove-last") {
			t.add(r.Locator, r.Change, fmt.Sprintf("%d → %d", r.NodesBefore, r.NodesAfter), within(r.MovedShare, r.MovedLow, r.MovedHigh, 4),
				digits(r.MovedTheory, 4), digits(r.MovedIdeal, 4), digits(r.UnnecessaryShare, 4))
		}
	}
	return t
}

// joinsTable is what the report shows of one node that joins.
func joinsTable(rows []record.RemapRow) table {
	t := table{
		Caption: "The fifth node joins four: share of the keys that change their node, and of those that move between two nodes that stay.",
		Header:  []string{"locator", "moved", "theory", "least possible", "unnecessary"},
	}
	for _, r := range rows {
		if single(r) && r.NodesBefore == 4 && r.Change == "add" {
			t.add(r.Locator, within(r.MovedShare, r.MovedLow, r.MovedHigh, 3), digits(r.MovedTheory, 3), digits(r.MovedIdeal, 3), digits(r.UnnecessaryShare, 3))
		}
	}
	return t
}

// changesTable has a column for each of the other changes of ten nodes.
func changesTable(rows []record.RemapRow) table {
	changes := []struct{ name, head string }{{"replace", "replace one"}, {"double", "10 → 20"}, {"weight", "a weight 1 → 2"}, {"add-then-remove", "there and back"}, {"history", "history, a step"}}
	t := table{
		Caption: "Other changes of 10 nodes: moved share, *theory*, and in brackets the part that is unnecessary where there is any. The least possible stands in the first row.",
		Header:  []string{"locator"},
	}
	type at struct{ locator, change string }
	cells, ideal, locators := map[at]record.RemapRow{}, []string{"(least possible)"}, []string{}
	for _, r := range rows {
		if !single(r) || r.NodesBefore != 10 {
			continue
		}
		if len(locators) == 0 || locators[len(locators)-1] != r.Locator {
			locators = append(locators, r.Locator)
		}
		cells[at{r.Locator, r.Change}] = r
	}
	for _, c := range changes {
		t.Header = append(t.Header, c.head)
		least := unknown
		for _, locator := range locators {
			if r, ok := cells[at{locator, c.name}]; ok {
				least = digits(r.MovedIdeal, 3)
				break
			}
		}
		ideal = append(ideal, least)
	}
	for _, locator := range locators {
		line, any := []string{locator}, false
		for _, c := range changes {
			r, ok := cells[at{locator, c.name}]
			if !ok {
				line = append(line, unknown)
				continue
			}
			line, any = append(line, movedCell(r)), true
		}
		if any {
			t.add(line...)
		}
	}
	if len(t.Rows) > 0 {
		t.Rows = append([][]string{ideal}, t.Rows...)
	}
	return t
}

func movedCell(r record.RemapRow) string {
	text := digits(r.MovedShare, 3)
	if r.MovedTheory.Known() {
		text += " *" + digits(r.MovedTheory, 3) + "*"
	}
	if r.Unnecessary > 0 {
		text += " (" + digits(r.UnnecessaryShare, 2) + ")"
	}
	return text
}

func copiesMoved(rows []record.RemapRow) table {
	t := table{
		Caption: "Three copies of each key on distinct nodes, one of ten nodes joins or leaves: share of the copies that come to another node, and of those that need not.",
		Header:  []string{"locator", "change", "moved", "theory", "least possible", "unnecessary"},
	}
	for _, r := range rows {
		if r.Replicas > 1 {
			t.add(r.Locator, r.Change, within(r.MovedShare, r.MovedLow, r.MovedHigh, 4), digits(r.MovedTheory, 4), digits(r.MovedIdeal, 4), digits(r.UnnecessaryShare, 3))
		}
	}
	return t
}

func boundsMoved(rows []record.RemapRow) table {
	t := table{
		Caption: "Bounded loads: all keys given out anew when one of ten nodes joins or leaves. A full node passes keys on, so keys move between nodes that stay; no law is known but that it is O(1/slack²).",
		Header:  []string{"locator", "change", "slack", "moved", "least possible", "unnecessary"},
	}
	for _, r := range rows {
		if r.Slack > 0 {
			t.add(r.Locator, r.Change, digits(r.Slack, 2), within(r.MovedShare, r.MovedLow, r.MovedHigh, 4), digits(r.MovedIdeal, 4), digits(r.UnnecessaryShare, 3))
		}
	}
	return t
}

// moduloMoves says what the fifth node costs under modulo.
func moduloMoves(rows []record.RemapRow) (findings []string) {
	for _, r := range rows {
		if single(r) && r.Locator == "modulo" && r.Change == "add" && r.NodesBefore == 4 {
			findings = append(findings, fmt.Sprintf("`modulo` moves %s of the keys when the fifth node arrives (exactly %s in theory), %s of them needlessly.",
				percent(r.MovedShare, 4), percent(r.MovedTheory, 3), percent(r.UnnecessaryShare/r.MovedShare, 3)))
		}
	}
	return findings
}

// stays says how many keys were watched without one that moved between two nodes that stay.
func stays(rows []record.RemapRow) (findings []string) {
	monotone, keys := 0, uint64(0)
	for _, r := range rows {
		if single(r) && r.MovedTheory == r.MovedIdeal && r.Unnecessary == 0 {
			monotone++
			keys += r.Keys * uint64(max(r.Steps, 1))
		}
	}
	if monotone > 0 {
		findings = append(findings, fmt.Sprintf("In %d rows of locators that promise it, not one of %s keys moved between two nodes that stay.", monotone, count(keys)))
	}
	return findings
}

// inPlace says which locators give a newcomer the place of the node that left just before.
func inPlace(rows []record.RemapRow) []string {
	var same []string
	var other record.RemapRow
	for _, r := range rows {
		if !single(r) || r.Change != "replace" || r.NodesBefore != 10 {
			continue
		}
		switch {
		case r.Unnecessary == 0 && r.MovedHigh-r.MovedLow < r.MovedIdeal/4 && r.MovedLow <= r.MovedIdeal && r.MovedIdeal <= r.MovedHigh:
			same = append(same, "`"+r.Locator+"`")
		case r.Locator == baseLocator:
			other = r
		}
	}
	if len(same) == 0 || other.Locator == "" {
		return nil
	}
	return []string{fmt.Sprintf("When one of ten nodes is replaced by another, %s of the keys have to move. That is all in %s, which give the newcomer the place of the node that left; `%s`, whose mapping is a function of the ids alone, moves %s (theory 2/(N+1): %s).",
		percent(other.MovedIdeal, 3), strings.Join(same, ", "), other.Locator, percent(other.MovedShare, 3), percent(other.MovedTheory, 3))}
}
