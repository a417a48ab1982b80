package figure

import (
	"cmp"
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func planBalanceBounds(s record.Store) (plate, error) {
	rows, err := read(s, "balance.csv", "requests under a bound", func(r record.BalanceRow) bool {
		return r.Slack > 0 && r.OverflowShare.Known() && r.PeakBound > 0
	})
	if err != nil {
		return plate{}, err
	}
	slices.SortStableFunc(rows, func(a, b record.BalanceRow) int { return cmp.Compare(a.Slack, b.Slack) })
	groups := group(distinct(rows, balanceLocator))
	return finish(plate{
		form: "Share of requests that do not go to their first node against the slack of the bound, both axes logarithmic, a panel for each number of nodes " +
			"and law by which keys are asked for, a line for each locator.",
		page: chart.Page{
			Title: boundsTitle(rows),
			Subtitle: fmt.Sprintf("Share of requests past their first node, against the slack: a node bears at most (1 + slack) times the mean. Means over %s with 95 %% intervals; keys are asked for alike, or by Zipf's law. "+
				"Theory is for keys that are asked for once.", seeds(rows, func(r record.BalanceRow) int { return r.Seeds })),
			Keys:        []chart.Key{{Text: "expectation of theory", Style: chart.Style{Color: chart.Theory.Color, Glyph: chart.NoGlyph}, Line: true}},
			Rows:        multiples(groups, boundsColumns(rows, groups)),
			PanelHeight: multiplesHeight(groups),
		},
	}, rows)
}

func boundsColumns(rows []record.BalanceRow, groups [][]string) (columns []column) {
	y := chart.LogAxis("", floats(rows, overflowOf, func(r record.BalanceRow) record.Float { return r.OverflowLow }, func(r record.BalanceRow) record.Float { return r.OverflowHigh })...)
	x := narrow(chart.LogAxis("slack", floats(rows, func(r record.BalanceRow) record.Float { return r.Slack })...), 4)
	for _, zipf := range distinct(rows, zipfOf) {
		for _, nodes := range distinct(rows, ringNodes) {
			of := where(rows, func(r record.BalanceRow) bool { return zipfOf(r) == zipf && r.Nodes == nodes })
			columns = append(columns, column{head: fmt.Sprintf("%s, N = %d", boundHead(zipf), nodes), x: x, y: y, marks: func(name string) []chart.Mark {
				var law []chart.XY
				k := chart.Series{Name: name, Style: styleOf(name), Shift: aside(groups, name)}
				for _, r := range where(of, func(r record.BalanceRow) bool { return r.Locator == name }) {
					k.Points = append(k.Points, chart.Point{X: float64(r.Slack), Y: float64(r.OverflowShare), Low: float64(r.OverflowLow), High: float64(r.OverflowHigh)})
					if r.OverflowLaw > 0 {
						law = append(law, chart.XY{X: float64(r.Slack), Y: float64(r.OverflowLaw)})
					}
				}
				return []chart.Mark{chart.Curve{Points: law, Style: chart.Theory}, k}
			}})
		}
	}
	return columns
}

// boundHead is short: four panels stand in a row.
func boundHead(zipf float64) string {
	if zipf == 0 {
		return "alike"
	}
	return zipfHead(zipf)
}

func overflowOf(r record.BalanceRow) record.Float { return r.OverflowShare }

// boundsTitle says whether the bound was kept, and what it costs at the slack nearest to a quarter.
func boundsTitle(rows []record.BalanceRow) string {
	over := where(rows, func(r record.BalanceRow) bool { return r.OverBound > 0 || r.PeakMax > r.PeakBound })
	text := "No node ever bears more than its bound"
	if len(over) > 0 {
		text = fmt.Sprintf("The bound is broken in %s", share(len(over), len(rows), "case"))
	}
	least, most := record.BalanceRow{OverflowShare: 2}, record.BalanceRow{OverflowShare: -1}
	for _, r := range where(rows, func(r record.BalanceRow) bool { return r.Slack == 0.25 }) {
		if r.OverflowShare < least.OverflowShare {
			least = r
		}
		if r.OverflowShare > most.OverflowShare {
			most = r
		}
	}
	if most.OverflowShare < 0 {
		return text
	}
	return text + fmt.Sprintf("; at 1.25 times the mean it moves %s %% (%s) to %s %% (%s) of the requests", num(100*float64(least.OverflowShare)), zipfHead(zipfOf(least)),
		num(100*float64(most.OverflowShare)), zipfHead(zipfOf(most)))
}

func init() {
	register(Figure{Name: "balance-bounds", Experiment: "balance", plan: planBalanceBounds,
		Question: "What does a bound on loads cost?"})
}
