package fpr

import (
	"fmt"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/filter"
)

// checks holds the rows to what must be true of them.
func checks(rows []record.FPRRow) []record.CheckRow {
	cs := append([]record.CheckRow{noFalseNegatives(rows), agreesWithTheory(rows)}, seesSmallExcess(rows)...)
	return append(cs, weakHashesShow(rows)...)
}

func noFalseNegatives(rows []record.FPRRow) record.CheckRow {
	lost, added, where := uint64(0), uint64(0), ""
	for _, r := range rows {
		if e, err := filter.Find(r.Filter); err == nil && (e.Traits.Forgets || r.Refused > 0 && losesWhenFull(e)) {
			continue // an ageing filter loses keys, and says so; so does a library that is known to when it is full
		}
		added += r.N*uint64(r.Seeds) - r.Refused
		lost += r.FalseNegatives
		if r.FalseNegatives > 0 {
			where = fmt.Sprintf("; %d by %s with %s on %s", r.FalseNegatives, r.Filter, r.Hash, r.KeyClass)
		}
	}
	return record.CheckRow{Experiment: "fpr", Check: "no false negative", Tests: len(rows), Holds: lost == 0,
		Detail: fmt.Sprintf("%d of %d keys that were added were not found%s", lost, added, where)}
}

// losesWhenFull reports whether third-party code is known to lose a key that it holds when it refuses one.
func losesWhenFull(e filter.Entry) bool {
	for _, fault := range e.Traits.Faults {
		if fault.Check == "refusal-loses-nothing" {
			return true
		}
	}
	return false
}

// seesSmallExcess checks that the gate would see a small excess of each filter of ours at the powered targets,
// or at the rate nearest to them of one whose rate is fixed: what agrees with theory could else be a measurement
// that sees nothing. Rows of few seeds, of a smoke run, claim nothing.
func seesSmallExcess(rows []record.FPRRow) []record.CheckRow {
	best := map[string]record.FPRRow{} // by filter and target, the row that sees most
	for _, r := range rows {
		e, err := filter.Find(r.Filter)
		if err != nil || !plan.IsOwn(e) || r.KeyClass != plan.BaseClass || r.Seeds < 20 || r.N != r.NDesign || !r.GateDetectable.Known() {
			continue
		}
		name := fmt.Sprint(r.Filter, " at ", r.TargetFPR)
		if b, ok := best[name]; !ok || r.GateDetectable < b.GateDetectable {
			best[name] = r
		}
	}
	if len(best) == 0 {
		return nil
	}
	c := record.CheckRow{Experiment: "fpr", Check: "the gate sees 5 % above theory of each filter of ours, 20 % of 16-bit fingerprints, with 99 % power", Holds: true}
	most, missing := record.Float(0), ""
	for _, e := range plan.Measurables() {
		for _, target := range gatedTargets(e) {
			c.Tests++
			r, ok := best[fmt.Sprint(e.Name, " at ", record.Float(target))]
			rate, known := plan.ExpectedRate(e, plan.BaseN, target)
			switch {
			case !ok:
				missing += fmt.Sprintf("; %s is not gated at %g", e.Name, target)
			case !known || float64(r.GateDetectable) > excessOf(rate):
				missing += fmt.Sprintf("; %s at %g: %.1f %%", e.Name, target, 100*r.GateDetectable)
			case excessOf(rate) == smallExcess:
				most = max(most, r.GateDetectable)
			}
		}
	}
	c.Holds = missing == ""
	c.Detail = fmt.Sprintf("the least that it sees is at most %.2f %%, 16-bit fingerprints apart%s", 100*most, missing)
	return []record.CheckRow{c}
}

// gatedTargets returns the targets at which a filter of ours has to be gated.
func gatedTargets(e filter.Entry) (targets []float64) {
	if !plan.IsOwn(e) {
		return nil
	}
	if fixedRate(e) {
		return levelsOf(e, plan.Standard)
	}
	for _, target := range powered {
		if plan.Meets(e, plan.BaseN, target) {
			targets = append(targets, target)
		}
	}
	return targets
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
