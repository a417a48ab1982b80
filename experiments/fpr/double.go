package fpr

import (
	"fmt"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/experiments/internal/theory"
)

// The cells of double hashing that its own theory is held against: of so many filters that Student's test is near enough,
// and of so many keys that what the theory leaves out is below what the test sees.
const (
	doubleSeeds = 20
	doubleKeys  = 1000
)

// limitExcess is by how much double hashing may lie above independent probes where a row is gated on their theory.
const limitExcess = 0.01

// doubleExcess returns by how much the rate of a filter with double hashing lies above that of independent probes, relative to
// it, by theory: in few bits, and at low rates in many. It is 0 for other filters.
func doubleExcess(r record.FPRRow) float64 {
	if r.Filter != weakFilter || !(r.FPRTheory > 0) || r.N < 1 || r.K < 1 || uint64(r.K) > r.M {
		return 0
	}
	return theory.DoubleHashing(r.M, r.N, r.K)/float64(r.FPRTheory) - 1
}

// doubleHashingAgrees checks that double hashing has the rate of its own theory, which differs from that of independent
// probes where keys are few or targets low. The family of gates holds only those of its cells where the two agree.
func doubleHashingAgrees(rows []record.FPRRow, points []record.FPRPoint) []record.CheckRow {
	cells := order.Cells(points)
	var ps []float64
	c := record.CheckRow{Experiment: "fpr", Check: "double hashing has the rate of its own theory"}
	most := record.Float(1)
	for i, r := range rows {
		if r.Filter != weakFilter || !plan.IsGoodHash(r.Hash) || r.KeyClass != plan.BaseClass || r.Sizing != "fpr" || r.N != r.NDesign ||
			r.Seeds < doubleSeeds || r.N < doubleKeys || !r.FPRTheory.Known() || r.FalsePositives == 0 {
			continue
		}
		rates := make([]float64, len(cells[i]))
		for j, p := range cells[i] {
			rates[j] = float64(p.FalsePositives) / float64(p.Queries)
		}
		want := theory.DoubleHashing(r.M, r.N, int(r.K))
		p, ok := stats.MeanP(rates, want)
		if !ok {
			continue
		}
		ps = append(ps, p)
		most = max(most, record.Float(want)/r.FPRTheory)
	}
	adjusted, ok := stats.Holm(ps)
	if len(ps) == 0 || !ok {
		return nil // a narrowed run without these cells claims nothing about them
	}
	least := 1.0
	for _, p := range adjusted {
		least = min(least, p)
	}
	c.Tests, c.Holds = len(ps), least > familyError
	c.Detail = fmt.Sprintf("%d cells of %d filters or more, theory up to %.3g times that of independent probes, least p after Holm %.2g", len(ps), doubleSeeds, most, least)
	return []record.CheckRow{c}
}
