package fpr

import (
	"fmt"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/record"
	"hashlab/impl/filter"
)

// checks holds the rows to what must be true of them.
func checks(rows []record.FPRRow) []record.CheckRow {
	return append([]record.CheckRow{noFalseNegatives(rows), agreesWithTheory(rows)}, weakHashesShow(rows)...)
}

func noFalseNegatives(rows []record.FPRRow) record.CheckRow {
	lost, added, where := uint64(0), uint64(0), ""
	for _, r := range rows {
		if e, err := filter.Find(r.Filter); err == nil && e.Traits.Forgets {
			continue // an ageing filter loses keys, and says so
		}
		added += r.N * uint64(r.Seeds)
		lost += r.FalseNegatives
		if r.FalseNegatives > 0 {
			where = fmt.Sprintf("; %d by %s with %s on %s", r.FalseNegatives, r.Filter, r.Hash, r.KeyClass)
		}
	}
	return record.CheckRow{Experiment: "fpr", Check: "no false negative", Tests: len(rows), Holds: lost == 0,
		Detail: fmt.Sprintf("%d of %d keys that were added were not found%s", lost, added, where)}
}

// agreesWithTheory checks that the simultaneous interval of every gated row holds 1.
func agreesWithTheory(rows []record.FPRRow) record.CheckRow {
	c := record.CheckRow{Experiment: "fpr", Check: "measured over exact theory is 1 for good hash functions", Holds: true}
	off := ""
	least, most := record.Float(1), record.Float(1)
	for _, r := range rows {
		if !r.GateLow.Known() {
			continue
		}
		c.Tests++
		least, most = min(least, r.Ratio), max(most, r.Ratio)
		if r.GateLow > 1 || r.GateHigh < 1 {
			c.Holds = false
			off += fmt.Sprintf("; off: %s with %s on %s, n = %d: %.4f (%.4f to %.4f)",
				r.Filter, r.Hash, r.KeyClass, r.N, r.Ratio, r.GateLow, r.GateHigh)
		}
	}
	c.Detail = fmt.Sprintf("%d rows, ratios from %.3f to %.3f, intervals simultaneous at family level %g%s",
		c.Tests, least, most, familyError, off)
	return c
}

// weakHashesShow checks that the controls fail where they must: a harness that cannot see them sees nothing.
func weakHashesShow(rows []record.FPRRow) (cs []record.CheckRow) {
	for _, hash := range []string{"fnv1a-64", "djb2-left"} {
		c := record.CheckRow{Experiment: "fpr", Check: "the weak hash " + hash + " shows in " + weakFilter}
		worst := record.FPRRow{Ratio: 1}
		for _, r := range rows {
			_, err := keys.Find(r.KeyClass) // a user's own keys need not show it
			if r.Filter != weakFilter || r.Hash != hash || r.Sizing != "m,k" || !r.Ratio.Known() || err != nil {
				continue
			}
			c.Tests++
			if r.RatioLow > 1.5 && r.Ratio > worst.Ratio {
				worst, c.Holds = r, true
			}
		}
		if c.Tests == 0 {
			continue // a narrowed run without these rows claims nothing about them
		}
		c.Detail = fmt.Sprintf("worst measured over theory %.3g, on %s", worst.Ratio, worst.KeyClass)
		cs = append(cs, c)
	}
	return cs
}
