package quality

import (
	"math"
	"slices"
	"strings"

	"hashlab/experiments/internal/quality"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/experiments/internal/theory"
	"hashlab/impl/hash"
)

// verdicts sums the results up, a row a function. Results come sorted by function.
func verdicts(results []record.QualityRow) (rows []record.QualityVerdict) {
	for start := 0; start < len(results); {
		end := start + 1
		for end < len(results) && results[end].Hash == results[start].Hash {
			end++
		}
		rows = append(rows, verdict(results[start:end]))
		start = end
	}
	return rows
}

// verdict sums up the results of one function, of which there is at least one.
func verdict(results []record.QualityRow) record.QualityVerdict {
	v := record.QualityVerdict{Hash: results[0].Hash, Size: results[0].Size, Results: len(results),
		Excess: record.Unknown, Statistic: record.Unknown, Expected: record.Unknown}
	var failed []string
	var worst record.QualityRow
	for _, r := range results {
		if !r.Pass {
			v.Failed++
		}
		if r.Test == string(quality.Attack) {
			if shared := int(r.Statistic); !r.Pass && shared > v.Shared {
				v.AttackSet, v.Shared, v.Attacked = r.Keys, shared, r.N
			}
			continue
		}
		if !r.Pass && !slices.Contains(failed, r.Test) {
			failed = append(failed, r.Test)
		}
		if worst.Test == "" || worse(r, worst) {
			worst = r
		}
	}
	v.Tests = strings.Join(failed, " ")
	if worst.Test != "" {
		v.Excess, v.Test, v.Keys, v.Detail = worst.Excess, worst.Test, worst.Keys, worst.Detail
		v.Statistic, v.Expected = worst.Statistic, worst.Expected
	}
	return v
}

// worse reports whether a tells more against a function than b: a failure more than a pass, and then the one
// that lies farther off.
func worse(a, b record.QualityRow) bool {
	if a.Pass != b.Pass {
		return !a.Pass
	}
	return a.Excess > b.Excess
}

// isKeyed reports whether the registered function called name keeps a secret.
func isKeyed(name string) bool {
	e, err := hash.Find(name)
	return err == nil && e.Keyed
}

// attackRow summarises the points of one function, one set and one kind of seed.
func attackRow(cell []record.QualityPoint) record.QualityAttackRow {
	first := cell[0]
	row := record.QualityAttackRow{Hash: first.Hash, Keyed: isKeyed(first.Hash), HashSeed: first.HashSeed, AttackSet: first.AttackSet,
		Seeds: len(cell), N: first.N, FPRTheory: record.Float(theory.EForm(float64(first.M), filterKeys, float64(first.K)))}
	var distinct, hashed uint64
	peak := record.Float(0)
	for _, p := range cell {
		distinct, hashed = distinct+p.Distinct, hashed+p.N
		row.Queries += p.Queries
		row.FalsePositives += p.FalsePositives
		row.PairSeeds = max(row.PairSeeds, p.PairSeeds) // the same seeds for all points of a cell
		row.PairCollisions = max(row.PairCollisions, p.PairCollisions)
		peak += p.PeakToAverage
	}
	row.DistinctShare = record.Float(distinct) / record.Float(hashed)
	row.PeakToAverage = peak / record.Float(len(cell))
	row.FPR, row.FPRLow, row.FPRHigh = rate(row.FalsePositives, row.Queries)
	return row
}

// rate returns the share of positives with its exact 95 % interval.
func rate(positives, queries uint64) (share, low, high record.Float) {
	i, ok := stats.ClopperPearson(positives, queries, 0.95)
	if !ok {
		return record.Unknown, record.Unknown, record.Unknown
	}
	return record.Float(positives) / record.Float(queries), record.Float(i.Low), record.Float(i.High)
}

// pollutionRow summarises the points of one function and one way of inserting.
func pollutionRow(cell []record.QualityPoint) (record.QualityPollutionRow, error) {
	first := cell[0]
	row := record.QualityPollutionRow{Hash: first.Hash, Keyed: isKeyed(first.Hash), HashSeed: first.HashSeed, Insertion: first.Insertion,
		Seeds: len(cell), N: first.N, M: first.M, K: first.K}
	fill := record.Float(0)
	for _, p := range cell {
		row.Candidates += p.Candidates
		row.Queries += p.Queries
		row.FalsePositives += p.FalsePositives
		fill += p.FillRatio
	}
	row.Candidates /= uint64(len(cell))
	row.FillRatio = fill / record.Float(len(cell))
	row.FPR, row.FPRLow, row.FPRHigh = rate(row.FalsePositives, row.Queries)
	m, n, k := float64(row.M), float64(row.N), float64(row.K)
	if reaches(row) {
		row.FillTheory = record.Float(k * n / m)
		row.FPRTheory = record.Float(math.Pow(k*n/m, k))
		return row, nil
	}
	exact, err := honestRate(row.N)
	if err != nil {
		return row, err
	}
	row.FillTheory, row.FPRTheory = record.Float(theory.ExpectedFill(m, n, k)), exact
	return row, nil
}

// reaches reports whether insertions are chosen on the function that the filter uses.
func reaches(r record.QualityPollutionRow) bool {
	return r.Insertion == chosen && r.HashSeed == published
}
