package quality

import (
	"fmt"
	"math"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/filter"
)

// stepRows summarises the steps of pollutions, each over its seeds.
func stepRows(steps []record.QualityStep) (rows []record.QualityStepRow, err error) {
	honestRates := map[uint64]record.Float{}
	for _, cell := range stepOrder.Cells(steps) {
		first := cell[0]
		row := record.QualityStepRow{Hash: first.Hash, Keyed: isKeyed(first.Hash), HashSeed: first.HashSeed, Insertion: first.Insertion,
			N: first.N, M: pollutedM, K: pollutedK, Seeds: len(cell)}
		fill := record.Float(0)
		for _, s := range cell {
			row.Queries += s.Queries
			row.FalsePositives += s.FalsePositives
			fill += s.FillRatio
		}
		row.FillRatio = fill / record.Float(len(cell))
		row.FPR, row.FPRLow, row.FPRHigh = rate(row.FalsePositives, row.Queries)
		if _, known := honestRates[row.N]; !known {
			if honestRates[row.N], err = honestRate(row.N); err != nil {
				return nil, err
			}
		}
		row.FPRHonest = honestRates[row.N]
		row.FPRChosen = record.Float(math.Pow(pollutedK*float64(row.N)/pollutedM, pollutedK))
		rows = append(rows, row)
	}
	return rows, nil
}

// honestRate is the rate of theory with n keys in the filter that nobody chose.
func honestRate(n uint64) (record.Float, error) {
	e, err := filter.Find(plan.BaseFilter)
	if err != nil {
		return record.Unknown, err
	}
	exact, err := plan.TheoryFPR(e, filter.Params{M: pollutedM, K: pollutedK}, n)
	if err != nil {
		return record.Unknown, fmt.Errorf("theory of %s: %w", e.Name, err)
	}
	return record.Float(exact), nil
}
