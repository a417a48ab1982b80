package report

import (
	"fmt"

	"hashlab/experiments/internal/record"
)

func remapSection(s record.Store) (section, bool, error) {
	rows, err := record.Read[record.RemapRow](s, "remap.csv")
	if err != nil || len(rows) == 0 {
		return section{}, false, err
	}
	t := table{
		Caption: "One node joins or leaves: share of the keys that change their node, and of those that move between two nodes that stay. Intervals are 95 %, over seeds that change ids and keys.",
		Header:  []string{"locator", "change", "nodes", "moved", "theory", "least possible", "unnecessary"},
	}
	for _, r := range rows {
		if r.NodesBefore == 4 && (r.Change == "add" || r.Change == "remove-first" || r.Change == "remove-last") {
			t.add(r.Locator, r.Change, fmt.Sprintf("%d → %d", r.NodesBefore, r.NodesAfter), within(r.MovedShare, r.MovedLow, r.MovedHigh, 4),
				digits(r.MovedTheory, 4), digits(r.MovedIdeal, 4), digits(r.UnnecessaryShare, 4))
		}
	}
	sec := section{
		Title:  "Remapping",
		Design: "Keys are placed, one node joins or leaves, keys are placed again; owners are compared by id. A move is unnecessary when the old owner is still there and the new one is no newcomer.",
		Tables: []table{t},
		Limits: "One change at a time; histories of many changes are not part of it.",
	}
	for _, r := range rows {
		if r.Locator == "modulo" && r.Change == "add" && r.NodesBefore == 4 {
			sec.Findings = append(sec.Findings, fmt.Sprintf("`modulo` moves %s of the keys when the fifth node arrives (exactly %s in theory), %s of them needlessly.",
				percent(r.MovedShare, 4), percent(r.MovedTheory, 3), percent(r.UnnecessaryShare/r.MovedShare, 3)))
		}
	}
	monotone, keys := 0, uint64(0)
	for _, r := range rows {
		if r.MovedTheory == r.MovedIdeal && r.Unnecessary == 0 {
			monotone++
			keys += r.Keys
		}
	}
	if monotone > 0 {
		sec.Findings = append(sec.Findings, fmt.Sprintf("In %d rows of locators that promise it, not one of %s keys moved between two nodes that stay.", monotone, count(keys)))
	}
	return sec, true, nil
}
