package figure

import (
	"cmp"
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// seedings are what the columns are of.
var seedings = []string{"published", secretSeed}

func planQualityPollution(s record.Store) (plate, error) {
	rows, err := read(s, "quality_pollution_steps.csv", "pollutions of a filter", func(r record.QualityStepRow) bool {
		return r.Insertion == "chosen" && r.FalsePositives > 0
	})
	if err != nil {
		return plate{}, err
	}
	slices.SortStableFunc(rows, func(a, b record.QualityStepRow) int { return cmp.Compare(a.N, b.N) })
	groups, heads := familyGroups(distinct(rows, stepHash))
	grid := multiples(groups, pollutionColumns(rows))
	for i := range grid {
		grid[i][0].Head, grid[i][1].Head = heads[i], "with a secret seed"
	}
	most := slices.MaxFunc(rows, func(a, b record.QualityStepRow) int { return cmp.Compare(a.N, b.N) })
	return finish(plate{
		form: "Two columns of panels, a row for each family of hash functions: false-positive rate on a logarithmic axis against the number of chosen keys in " +
			"the filter, left with a published seed and right with a secret one, with theory for chosen and for honest keys.",
		page: chart.Page{
			Title: pollutionTitle(rows, most.N),
			Subtitle: fmt.Sprintf("fpr of a bloom-classic filter of %s bits with k = %d against the number of keys in it, each chosen on the published function to set k new bits, %s. "+
				"Left the filter uses that function, right one with a secret seed (without a line: it takes none).",
				count(most.M), most.K, seeds(rows, func(r record.QualityStepRow) int { return r.Seeds })),
			Keys: []chart.Key{
				{Text: "theory, chosen keys: (kn/m)ᵏ", Style: chart.Bound, Line: true},
				{Text: "theory, honest keys", Style: chart.Theory, Line: true},
			},
			Rows:        grid,
			PanelHeight: max(multiplesHeight(groups), 120),
		},
	}, rows)
}

func stepHash(r record.QualityStepRow) string { return r.Hash }

func pollutionColumns(rows []record.QualityStepRow) (columns []column) {
	var ns []float64
	for _, r := range rows {
		ns = append(ns, float64(r.N))
	}
	rates := floats(rows, func(r record.QualityStepRow) record.Float { return r.FPR }, func(r record.QualityStepRow) record.Float { return r.FPRHonest },
		func(r record.QualityStepRow) record.Float { return r.FPRLow }, func(r record.QualityStepRow) record.Float { return r.FPRHigh })
	x, y := narrow(chart.LinearAxis("keys in the filter", ns...), len(seedings)), chart.LogAxis("", rates...)
	theory := func(name string, style chart.Style, of func(record.QualityStepRow) record.Float) chart.Series {
		k := chart.Series{Name: name, Style: style}
		seen := map[uint64]bool{}
		for _, r := range rows {
			if v := float64(of(r)); !seen[r.N] {
				seen[r.N] = true
				p := chart.Point{X: float64(r.N), Y: v}
				p.Low, p.High = chart.None()
				k.Points = append(k.Points, p)
			}
		}
		return k
	}
	behind := []chart.Mark{
		theory("", chart.Bound, func(r record.QualityStepRow) record.Float { return r.FPRChosen }),
		theory("", chart.Theory, func(r record.QualityStepRow) record.Float { return r.FPRHonest }),
	}
	for _, seed := range seedings {
		columns = append(columns, column{x: x, y: y, behind: behind, marks: func(hash string) []chart.Mark {
			k := chart.Series{Name: hash, Style: styleOf(hash)}
			for _, r := range where(rows, func(r record.QualityStepRow) bool { return r.Hash == hash && r.HashSeed == seed }) {
				k.Points = append(k.Points, chart.Point{X: float64(r.N), Y: float64(r.FPR), Low: float64(r.FPRLow), High: float64(r.FPRHigh)})
			}
			return []chart.Mark{k}
		}})
	}
	return columns
}

// pollutionTitle says what n chosen keys do, where the seed is known and where it is not.
func pollutionTitle(rows []record.QualityStepRow, n uint64) string {
	last := func(seed string) []record.QualityStepRow {
		return where(rows, func(r record.QualityStepRow) bool { return r.N == n && r.HashSeed == seed })
	}
	factor := func(r record.QualityStepRow) float64 { return float64(r.FPR / r.FPRHonest) }
	byFactor := func(a, b record.QualityStepRow) int { return cmp.Compare(factor(a), factor(b)) }
	var text string
	if open := last("published"); len(open) > 0 {
		text = fmt.Sprintf("Whoever knows the function makes %s keys raise the rate %s times at least, with %s", count(n),
			num(factor(slices.MinFunc(open, byFactor))), every(len(open), "hash function"))
	}
	if hidden := last(secretSeed); len(hidden) > 0 {
		worst := slices.MaxFunc(hidden, byFactor)
		if text != "" {
			text += "; "
		}
		text += fmt.Sprintf("under a secret seed the same keys do nothing (at most %s, %s)", times(factor(worst)), worst.Hash)
		if factor(worst) > 1.5 {
			text = fmt.Sprintf("Chosen keys raise the rate under a secret seed too: %s with %s", times(factor(worst)), worst.Hash)
		}
	}
	return text
}

func init() {
	register(Figure{Name: "quality-pollution", Experiment: "quality", plan: planQualityPollution,
		Question: "What do insertions that somebody chose do to a filter, with and without a secret seed?"})
}
