package fpr

import (
	"math"
	"strings"
	"testing"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	_ "hashlab/impl/all"
	"hashlab/impl/filter"
)

// gatedRow is a row of the base whose gate reaches half to either side of the ratio, and sees the excess.
func gatedRow(name string, target, ratio, half, sees float64) record.FPRRow {
	return record.FPRRow{Filter: name, Hash: "xxh3", KeyClass: plan.BaseClass, N: plan.BaseN, NDesign: plan.BaseN, Sizing: "fpr", Seeds: 20,
		TargetFPR: record.Float(target), Ratio: record.Float(ratio), GateLow: record.Float(ratio - half), GateHigh: record.Float(ratio + half),
		GateDetectable: record.Float(sees), Queries: 1 << 30}
}

// everyFilter has a row for each filter of ours at each target at which it has to be gated.
func everyFilter(change func(*record.FPRRow)) (rows []record.FPRRow) {
	for _, e := range plan.Measurables() {
		for _, target := range gatedTargets(e) {
			r := gatedRow(e.Name, target, 1, 0.04, 0.049)
			change(&r)
			rows = append(rows, r)
		}
	}
	return rows
}

func as(change func(*record.FPRRow)) []record.FPRRow { return everyFilter(change) }

func keep(*record.FPRRow) {}

// Each check holds where it should and fails on a planted fault.
func TestChecks(t *testing.T) {
	only := func(name string, change func(*record.FPRRow)) []record.FPRRow {
		return as(func(r *record.FPRRow) {
			if r.Filter == name {
				change(r)
			}
		})
	}
	for _, c := range []struct {
		name  string
		check record.CheckRow
		holds bool
		says  string
	}{
		{"no false negative", noFalseNegatives(as(keep)), true, "0 of "},
		{"a false negative", noFalseNegatives(only("bloom-classic", func(r *record.FPRRow) { r.FalseNegatives = 1 })), false, "1 by bloom-classic"},
		{"an ageing filter forgets", noFalseNegatives(only("bloom-stable", func(r *record.FPRRow) { r.FalseNegatives = 1 })), true, ""},
		{"a full filter refuses", noFalseNegatives(only("cuckoo-8", func(r *record.FPRRow) { r.Refused = 9 })), true, ""},
		{"a full filter loses a key", noFalseNegatives(only("cuckoo-8", func(r *record.FPRRow) { r.Refused, r.FalseNegatives = 9, 1 })), false, "1 by cuckoo-8"},
		{"a library that is known to", noFalseNegatives([]record.FPRRow{{Filter: "x-seiflotfy-cuckoo", N: 10, Seeds: 1, Refused: 1, FalseNegatives: 1}}), true, ""},
		{"a library that does so while it is not full", noFalseNegatives([]record.FPRRow{{Filter: "x-seiflotfy-cuckoo", N: 10, Seeds: 1, FalseNegatives: 1}}), false, ""},

		{"theory holds", agreesWithTheory(as(keep)), true, "ratios from 1.000"},
		{"theory does not hold", agreesWithTheory(only("fuse-8", func(r *record.FPRRow) { r.GateLow = 1.001 })), false, "off: fuse-8"},
		{"not gated", agreesWithTheory([]record.FPRRow{{Filter: "x-holiman", Ratio: 3, GateLow: record.Unknown, GateHigh: record.Unknown}}), true, "0 rows"},

		{"the gate sees enough", first(seesSmallExcess(as(keep))), true, "at most 4.90 %"},
		{"the gate sees too little of one", first(seesSmallExcess(only("bloom-split-256", func(r *record.FPRRow) { r.GateDetectable = 0.06 }))), false, "bloom-split-256 at 0.01: 6.0 %"},
		{"16-bit fingerprints need less", first(seesSmallExcess(only("fuse-16", func(r *record.FPRRow) { r.GateDetectable = 0.19 }))), true, ""},
		{"16-bit fingerprints need something", first(seesSmallExcess(only("fuse-16", func(r *record.FPRRow) { r.GateDetectable = 0.21 }))), false, "fuse-16"},
		{"one is not gated", first(seesSmallExcess(only("quotient", func(r *record.FPRRow) { r.GateDetectable = record.Unknown }))), false, "quotient is not gated at 0.001"},
	} {
		if c.check.Holds != c.holds || !strings.Contains(c.check.Detail, c.says) {
			t.Errorf("case=%s: got %t, %q; want %t, %q", c.name, c.check.Holds, c.check.Detail, c.holds, c.says)
		}
	}
	if got := seesSmallExcess(as(func(r *record.FPRRow) { r.Seeds = 4 })); got != nil {
		t.Errorf("rows of few seeds: got %v, want no claim", got)
	}
}

func first(cs []record.CheckRow) record.CheckRow {
	if len(cs) == 0 {
		return record.CheckRow{Detail: "no check"}
	}
	return cs[0]
}

func TestStuckAgree(t *testing.T) {
	row := func(stuck, theory, low, high float64, lost uint64) []record.FPROverflowRow {
		return []record.FPROverflowRow{{Filter: "bloom-counting", Seeds: 10, Counters: 1000, Stuck: record.Float(stuck), StuckTheory: record.Float(theory),
			GateLow: record.Float(low), GateHigh: record.Float(high), Lost: lost}}
	}
	unknown := math.NaN()
	for _, c := range []struct {
		name  string
		rows  []record.FPROverflowRow
		holds bool
	}{
		{"as theory says", row(0.1, 0.101, 0.09, 0.11, 0), true},
		{"too many", row(0.1, 0.08, 0.09, 0.11, 0), false},
		{"too few", row(0.1, 0.12, 0.09, 0.11, 0), false},
		{"none, and none expected", row(0, 1e-15, unknown, unknown, 0), true},
		{"none, and many expected", row(0, 0.01, unknown, unknown, 0), false},
		{"a key is lost", row(0.1, 0.1, 0.09, 0.11, 1), false},
	} {
		if got := stuckAgree(c.rows); len(got) != 1 || got[0].Holds != c.holds {
			t.Errorf("case=%s: got %v, want %t", c.name, got, c.holds)
		}
	}
	if got := stuckAgree(nil); got != nil {
		t.Errorf("no rows: got %v, want no claim", got)
	}
}

// The queries that the grid asks for are enough for the gate, as it is computed from the rows, and no more than
// it needs: half of them are too few.
func TestQueriesToSee(t *testing.T) {
	for _, c := range []struct{ excess, rate, scatter float64 }{
		{0.05, 1e-2, 0.004}, {0.05, 1e-3, 0.013}, {0.2, 1.0 / 65536, 0},
	} {
		const seeds = 20
		sees := func(queries uint64) record.Float {
			row := record.FPRRow{Filter: "bloom-classic", Hash: "xxh3", Seeds: seeds, Queries: seeds * queries, M: 1e6,
				FPRTheory: record.Float(c.rate), Ratio: 1, GateLow: record.Unknown, GateDetectable: record.Unknown}
			point := record.FPRPoint{Filter: "bloom-classic", ScatterTheory: record.Float(c.scatter)}
			rows, points := make([]record.FPRRow, mostGated), make([]record.FPRPoint, mostGated)
			for i := range rows {
				rows[i], points[i] = row, point
				points[i].N = uint64(i) // cells of their own
			}
			gate(rows, points)
			return rows[0].GateDetectable
		}
		queries := queriesToSee(c.excess, c.rate, c.scatter, seeds)
		if got := sees(queries); float64(got) > c.excess*1.0001 || float64(got) < c.excess*0.98 {
			t.Errorf("%+v: %d queries a seed see %v", c, queries, got)
		}
		if got := sees(queries / 2); float64(got) < c.excess {
			t.Errorf("%+v: half of the %d queries a seed see %v", c, queries, got)
		}
	}
}

// A filter that sizes itself has other m with each seed and is one cell; one that refuses keys has the theory of
// those that it took.
func TestSummary(t *testing.T) {
	points := []record.FPRPoint{
		{Filter: "bloom-scalable", Sizing: "fpr", N: 10, NDesign: 10, M: 100, K: 5, Seed: 1, Queries: 10, FPRTheory: 0.1, TargetFPR: 0.1},
		{Filter: "bloom-scalable", Sizing: "fpr", N: 10, NDesign: 10, M: 301, K: 6, Seed: 2, Queries: 10, FPRTheory: 0.3, TargetFPR: 0.1, Refused: 3},
	}
	rows := summarise(points)
	if len(rows) != 1 || rows[0].M != 201 || math.Abs(float64(rows[0].FPRTheory)-0.2) > 1e-12 || rows[0].Refused != 3 {
		t.Errorf("got %+v, want one row of m = 201, theory 0.2 and 3 refused", rows)
	}
	points[0].Sizing, points[1].Sizing = "m,k", "m,k"
	if rows := summarise(points); len(rows) != 2 {
		t.Errorf("given m and k: got %d rows, want 2", len(rows))
	}
}

// Static filters cannot be overfilled: asking for it is an error that says so.
func TestRead(t *testing.T) {
	s := plan.Scope{Profile: plan.Standard, Seed: 1}
	e, err := filter.Find("fuse-8")
	if err != nil {
		t.Fatal(err)
	}
	f := sized(e, "xxh3", plan.BaseClass, 100, 0.01, 100)
	if err := check(s, f); err != nil {
		t.Errorf("fuse-8: %v", err)
	}
	if err := check(s, loaded(e, 100, 0.01, 2, 100)); err == nil {
		t.Error("fuse-8 at load 2: got no error")
	}
	for factor, level := range map[string]string{"load": "2", "n": "0", "queries": "0", "key_class": "nothing", "filter": "nothing"} {
		if err := check(s, f.With(factor, level)); err == nil {
			t.Errorf("%s = %s: got no error", factor, level)
		}
	}
}
