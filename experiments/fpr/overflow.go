package fpr

import (
	"fmt"
	"math"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/impl/filter"
)

// overflow summarises filters whose keys were all taken out again: what is left are the counters that stick.
func overflow(points []record.FPRPoint) (rows []record.FPROverflowRow) {
	cells := order.Cells(points)
	level, ok := stats.SimultaneousLevel(familyError, len(cells))
	for _, cell := range cells {
		first := cell[0]
		row := record.FPROverflowRow{Filter: first.Filter, Hash: first.Hash, N: first.N, NDesign: first.NDesign, M: first.M, Counters: counters(first), K: first.K,
			Seeds: len(cell), StuckTheory: first.FillTheory, StuckLow: record.Unknown, StuckHigh: record.Unknown,
			GateLow: record.Unknown, GateHigh: record.Unknown}
		var shares []float64
		sum := 0.0
		for _, p := range cell {
			shares = append(shares, float64(p.FillRatio))
			sum += float64(p.FillRatio)
			row.Lost += p.FalseNegatives
		}
		row.Stuck = record.Float(sum / float64(len(cell)))
		if i, known := stuckInterval(shares, row.Counters, 0.95); known {
			row.StuckLow, row.StuckHigh = record.Float(max(i.Low, 0)), record.Float(i.High)
		}
		if i, known := stuckInterval(shares, row.Counters, level); ok && known {
			row.GateLow, row.GateHigh = record.Float(max(i.Low, 0)), record.Float(i.High)
		}
		rows = append(rows, row)
	}
	return rows
}

// stuckInterval returns an interval of the mean share of counters that stick: Student's over filters; where few
// stick in all, and filters may even agree by chance, the exact one of all counters together. None where none does.
func stuckInterval(shares []float64, counters uint64, level float64) (i stats.Interval, ok bool) {
	stuck := uint64(0)
	for _, share := range shares {
		stuck += uint64(math.Round(share * float64(counters)))
	}
	switch {
	case stuck == 0:
		return stats.Interval{}, false
	case stuck < fewPositives:
		return stats.ClopperPearson(stuck, counters*uint64(len(shares)), level)
	}
	return stats.MeanInterval(shares, level)
}

// counters returns how many counters the filter of a point has.
func counters(p record.FPRPoint) uint64 {
	e, err := filter.Find(p.Filter)
	if err != nil {
		return 0
	}
	rate, ok := plan.ExpectedRate(e, p.NDesign, float64(p.TargetFPR))
	if !ok || rate.CounterBits == 0 {
		return 0
	}
	return p.M / uint64(rate.CounterBits)
}

// stuckAgree checks that as many counters stick as theory says, and that no key was lost before. The interval over
// filters needs no theory of their scatter. Where nothing stuck, fewer than 14 counters must have
// been expected: none of so many has a probability below 1e-6.
func stuckAgree(rows []record.FPROverflowRow) []record.CheckRow {
	if len(rows) == 0 {
		return nil
	}
	c := record.CheckRow{Experiment: "fpr", Check: "the counters that stick are as many as theory says, and every key can be removed", Tests: len(rows), Holds: true}
	lost, off, widest := uint64(0), "", record.Float(0)
	for _, r := range rows {
		lost += r.Lost
		expected := float64(r.StuckTheory) * float64(r.Counters) * float64(r.Seeds)
		agrees := r.Stuck == 0 && expected < 14 // e^-14 is below 1e-6
		if r.GateLow.Known() {
			agrees = r.GateLow <= r.StuckTheory && r.StuckTheory <= r.GateHigh
			if expected > 1e4 {
				widest = max(widest, r.GateHigh/r.Stuck-1)
			}
		}
		if !agrees {
			off += fmt.Sprintf("; off: %s at %d keys: %.3g, theory %.3g", r.Filter, r.N, r.Stuck, r.StuckTheory)
		}
	}
	c.Holds = lost == 0 && off == ""
	c.Detail = fmt.Sprintf("%d keys could not be removed; gates within %.2g %% where many stick%s", lost, 100*widest, off)
	return []record.CheckRow{c}
}
