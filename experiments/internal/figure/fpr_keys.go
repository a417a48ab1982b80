package figure

import (
	"cmp"
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

const keysTarget = 1e-2

func planFPRKeys(s record.Store) (plate, error) {
	rows, err := read(s, "fpr.csv", "filters at target 0.01 with random keys", func(r record.FPRRow) bool {
		return r.KeyClass == baseClass && ownOrBase(r.Hash) && r.Sizing == "fpr" && r.N == r.NDesign &&
			targetOf(r) == keysTarget && r.FPR.Known()
	})
	if err != nil {
		return plate{}, err
	}
	swept := sweptFilters(rows)
	rows = where(rows, func(r record.FPRRow) bool { return slices.Contains(swept, r.Filter) })
	if len(rows) == 0 {
		return plate{}, fmt.Errorf("%w: fpr.csv holds no filter at target 0.01 at more than one n", ErrNoData)
	}
	groups := group(swept)
	return finish(plate{
		form: "Measured false-positive rate divided by the target of 0.01 against the number of keys on a logarithmic axis, " +
			"a line for each filter, with 95 % intervals.",
		page: chart.Page{
			Title: keysTitle(rows),
			Subtitle: fmt.Sprintf("Measured fpr ÷ target %s against n: filters sized for n random 8-byte keys and filled with "+
				"them, hash %s or the filter's own, %s, 95 %% intervals. Above 1 the target is missed. Filters stand side by side at each n; each panel has a vertical axis of its own.%s", num(float64(keysTarget)),
				baseHash, seeds(rows, func(r record.FPRRow) int { return r.Seeds }), arrows(rows, none)),
			Rows:        multiples(groups, []column{keysColumn(rows, groups)}),
			PanelHeight: multiplesHeight(groups),
		},
	}, rows)
}

// sweptFilters returns the names of the filters that were measured at more than one n.
func sweptFilters(rows []record.FPRRow) []string {
	return slices.DeleteFunc(distinct(rows, filterOf), func(name string) bool {
		of := where(rows, func(r record.FPRRow) bool { return r.Filter == name })
		return len(distinct(of, func(r record.FPRRow) uint64 { return r.N })) < 2
	})
}

// overTarget returns a rate as a multiple of the target.
func overTarget(rate record.Float) float64 { return float64(rate) / keysTarget }

func keysColumn(rows []record.FPRRow, groups [][]string) column {
	var ns []float64
	for _, r := range rows {
		ns = append(ns, float64(r.N))
	}
	return column{
		head: "measured fpr ÷ target",
		x:    chart.LogAxis("keys n", ns...),
		own: func(names []string) chart.Axis {
			return keysAxis(where(rows, func(r record.FPRRow) bool { return slices.Contains(names, r.Filter) }))
		},
		behind: []chart.Mark{chart.Rule{Across: chart.OnY, At: 1, Style: chart.Theory}},
		marks: func(name string) []chart.Mark {
			k := chart.Series{Name: name, Style: styleOf(name), Shift: aside(groups, name)}
			for _, r := range where(rows, func(r record.FPRRow) bool { return r.Filter == name }) {
				p := chart.Point{X: float64(r.N), Y: overTarget(r.FPR), Low: overTarget(r.FPRLow), High: overTarget(r.FPRHigh)}
				if none(r) {
					p.AtMost, p.Y = true, p.High
				}
				k.Points = append(k.Points, p)
			}
			slices.SortStableFunc(k.Points, func(a, b chart.Point) int { return cmp.Compare(a.X, b.X) })
			return []chart.Mark{k}
		},
	}
}

// keysAxis returns the vertical axis of a panel: filters that give a thousandth of their target would hide, on one axis
// for all, by how much others miss theirs. Low ends of intervals do not count: an arrow stands for them.
func keysAxis(rows []record.FPRRow) chart.Axis {
	var ratios []float64
	for _, high := range below(rows, fprHigh) {
		ratios = append(ratios, high/keysTarget)
	}
	for _, r := range rows {
		ratios = append(ratios, overTarget(r.FPR), overTarget(r.FPRHigh))
	}
	return chart.RatioAxis("", ratios...)
}

// keysTitle names who misses the target: whose interval lies wholly above it.
func keysTitle(rows []record.FPRRow) string {
	all := distinct(rows, filterOf)
	missed := where(rows, func(r record.FPRRow) bool { return overTarget(r.FPRLow) > 1 })
	if len(missed) == 0 {
		return fmt.Sprintf("None of %s is seen to miss its target at any n from %s to %s", plural(len(all), "filter"),
			count(slices.Min(distinct(rows, nOf))), count(slices.Max(distinct(rows, nOf))))
	}
	worst := missed[0]
	for _, r := range missed {
		if r.FPR > worst.FPR {
			worst = r
		}
	}
	return fmt.Sprintf("The target is missed at some n by %s; farthest off is %s, %s at n = %s",
		share(len(distinct(missed, filterOf)), len(all), "filter"), worst.Filter, times(overTarget(worst.FPR)), count(worst.N))
}

func nOf(r record.FPRRow) uint64 { return r.N }

func init() {
	register(Figure{Name: "fpr-keys", Experiment: "fpr", plan: planFPRKeys,
		Question: "Does a filter meet its target however few keys it is made for?"})
}
