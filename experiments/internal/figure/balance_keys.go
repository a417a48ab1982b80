package figure

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func planBalanceKeys(s record.Store) (plate, error) {
	rows, err := read(s, "balance.csv", "keys on 100 equal nodes, asked for alike and by Zipf's law", func(r record.BalanceRow) bool {
		return r.Keys > 0 && r.Nodes == baseNodes && equalNodes(r) && r.PeakToAverage > 0 && ownOrBase(r.Hash) && (r.KeyClass == "" || r.KeyClass == "user-profile")
	})
	if err != nil {
		return plate{}, err
	}
	names := distinct(rows, balanceLocator)
	exponents := distinct(rows, zipfOf)
	axis := narrow(chart.LogAxis("fullest node ÷ mean", floats(rows, peakOf, peakLow, peakHigh, peakTheory1, peakFloor)...), len(exponents))
	var panels []chart.Panel
	for i, zipf := range exponents {
		panel := skewPanel(where(rows, func(r record.BalanceRow) bool { return zipfOf(r) == zipf }), names, axis)
		panel.Head, panel.Y.Bare = zipfHead(zipf), i > 0
		panels = append(panels, panel)
	}
	return finish(plate{
		form: "Dot plot with a row for each locator and a panel for each law by which keys are asked for: load of the fullest of 100 nodes over the mean, on a " +
			"logarithmic axis, with theory, and what the hottest key alone makes of it.",
		page: chart.Page{
			Title: skewTitle(rows, exponents),
			Subtitle: fmt.Sprintf("Load of the fullest of %d nodes ÷ mean load, hash %s or the locator's own, %s of node ids and keys, 95 %% intervals. Zipf: shares of an endless "+
				"stream of requests for %s keys.", baseNodes, baseHash, seeds(rows, func(r record.BalanceRow) int { return r.Seeds }), catalogue(rows)),
			Keys: []chart.Key{{Text: "measured", Style: chart.Measured}, {Text: "expectation of theory", Style: chart.Theory},
				{Text: "the hottest key alone", Style: chart.Bound, Line: true}},
			Rows:        [][]chart.Panel{panels},
			PanelHeight: dotHeight(len(names)),
		},
	}, rows)
}

// equalNodes reports whether a row is of nodes alike, without copies and bounds.
func equalNodes(r record.BalanceRow) bool { return r.Weights == "" && r.Replicas <= 1 && r.Slack == 0 }

func balanceLocator(r record.BalanceRow) string    { return r.Locator }
func zipfOf(r record.BalanceRow) float64           { return float64(r.Zipf) }
func peakOf(r record.BalanceRow) record.Float      { return r.PeakToAverage }
func peakLow(r record.BalanceRow) record.Float     { return r.PeakLow }
func peakHigh(r record.BalanceRow) record.Float    { return r.PeakHigh }
func peakTheory1(r record.BalanceRow) record.Float { return r.PeakTheory }
func peakFloor(r record.BalanceRow) record.Float {
	if r.Zipf > 0 {
		return r.PeakFloor
	}
	return record.Unknown
}

func zipfHead(zipf float64) string {
	if zipf == 0 {
		return "each key alike"
	}
	return "Zipf " + num(zipf)
}

// catalogue writes how many keys are asked for by Zipf's law.
func catalogue(rows []record.BalanceRow) string {
	var sizes []int
	for _, r := range where(rows, func(r record.BalanceRow) bool { return r.Zipf > 0 }) {
		sizes = append(sizes, int(r.Keys))
	}
	if len(sizes) == 0 {
		return "no"
	}
	return span(sizes)
}

func skewPanel(rows []record.BalanceRow, names []string, axis chart.Axis) chart.Panel {
	var dots, exact []chart.Dot
	var marks []chart.Mark
	for _, r := range rows {
		d := chart.Dot{Row: float64(slices.Index(names, r.Locator)), Value: float64(r.PeakToAverage), Low: float64(r.PeakLow), High: float64(r.PeakHigh)}
		d.WideLow, d.WideHigh = chart.None()
		dots = append(dots, d)
		d.Value = float64(r.PeakTheory)
		d.Low, d.High = chart.None()
		exact = append(exact, d)
	}
	if floor := peakFloor(rows[0]); floor.Known() {
		marks = append(marks, chart.Rule{Across: chart.OnX, At: float64(floor), Style: chart.Bound})
	}
	return chart.Panel{X: axis, Y: chart.NamesAxis(names),
		Marks: append(marks, chart.Dots{Style: chart.Theory, Points: exact}, chart.Dots{Style: chart.Measured, Points: dots})}
}

// skewTitle says between what the fullest node lies over the locators, for keys alike and for the most skewed ones.
func skewTitle(rows []record.BalanceRow, exponents []float64) string {
	part := func(zipf float64) string {
		least, most := record.BalanceRow{}, record.BalanceRow{}
		for _, r := range where(rows, func(r record.BalanceRow) bool { return zipfOf(r) == zipf }) {
			if least.Locator == "" || r.PeakToAverage < least.PeakToAverage {
				least = r
			}
			if r.PeakToAverage > most.PeakToAverage {
				most = r
			}
		}
		return fmt.Sprintf("%s (%s) to %s (%s)", num(least.PeakToAverage), least.Locator, num(most.PeakToAverage), most.Locator)
	}
	first, last := exponents[0], exponents[len(exponents)-1]
	text := fmt.Sprintf("The fullest of %d nodes has, times the mean: with %s, %s", baseNodes, zipfHead(first), part(first))
	if last != first {
		text += fmt.Sprintf("; with %s, %s", zipfHead(last), part(last))
	}
	return text
}

func init() {
	register(Figure{Name: "balance-keys", Experiment: "balance", plan: planBalanceKeys,
		Question: "How full is the fullest node when some keys are asked for more than others?"})
}
