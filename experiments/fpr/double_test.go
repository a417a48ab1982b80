package fpr

import (
	"strings"
	"testing"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/theory"
)

func TestDoubleHashingAgrees(t *testing.T) {
	const m, n, k, queries = 19177, 1000, 13, 200_000
	independent, err := theory.FPR("bloom", theory.Filter{M: m, N: n, K: k})
	if err != nil {
		t.Fatal(err)
	}
	// filters of the given rates, in turn a little above and below
	cell := func(rate float64, filters int) ([]record.FPRRow, []record.FPRPoint) {
		var points []record.FPRPoint
		for i := range filters {
			positives := uint64(rate*queries + 0.5)
			positives += uint64(i % 3)
			points = append(points, record.FPRPoint{Filter: weakFilter, Hash: "xxh3", KeyClass: plan.BaseClass, N: n, NDesign: n, M: m, K: k, TargetFPR: 1e-4,
				Sizing: "fpr", Seed: uint64(i), Queries: queries, FalsePositives: positives - 1, FPRTheory: record.Float(independent), ScatterTheory: 0.1})
		}
		return summarise(points), points
	}
	for _, c := range []struct {
		name    string
		rate    float64
		filters int
		holds   bool
		claims  bool
	}{
		{"its own theory", theory.DoubleHashing(m, n, k), 60, true, true},
		{"independent probes", independent, 60, false, true},
		{"few filters", independent, doubleSeeds - 1, false, false},
	} {
		got := doubleHashingAgrees(cell(c.rate, c.filters))
		if len(got) == 1 != c.claims {
			t.Errorf("case=%s: got %v, want a claim: %t", c.name, got, c.claims)
			continue
		}
		if c.claims && (got[0].Holds != c.holds || got[0].Tests != 1 || !strings.Contains(got[0].Detail, "1.43 times")) {
			t.Errorf("case=%s: got %+v, want holds %t at 1.43 times", c.name, got[0], c.holds)
		}
	}
}

// TestDoubleHashingIsNotGated: at 1e-6 its theory is a third above that of independent probes, whatever the number of bits; at
// 1 % the two agree.
func TestDoubleHashingIsNotGated(t *testing.T) {
	row := record.FPRRow{Filter: weakFilter, Hash: "xxh3", KeyClass: plan.BaseClass, N: 100_000, Queries: 2_000_000_000}
	rare, common := row, row
	rare.M, rare.K, rare.FPRTheory = 2_875_533, 20, 1e-6
	common.M, common.K, common.FPRTheory = 959_298, 7, 0.01
	if gated(rare, 0.01) || !gated(common, 0.01) {
		t.Errorf("gated at 1e-6: %v, want false; at 1e-2: %v, want true", gated(rare, 0.01), gated(common, 0.01))
	}
}
