package figure

import (
	"fmt"
	"math"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func planBalanceWeights(s record.Store) (plate, error) {
	rows, err := read(s, "balance.csv", "nodes of different weights", func(r record.BalanceRow) bool {
		return r.Weights != "" && r.Lightest > 0 && r.Heaviest > 0
	})
	if err != nil {
		return plate{}, err
	}
	names := distinct(rows, balanceLocator)
	axis := chart.LinearAxis("load ÷ what the weight asks for", floats(rows, lightest, heaviest,
		func(r record.BalanceRow) record.Float { return r.LightestLow }, func(r record.BalanceRow) record.Float { return r.LightestHigh })...)
	var panels []chart.Panel
	patterns, nodes := distinct(rows, func(r record.BalanceRow) string { return r.Weights }), distinct(rows, ringNodes)
	for _, pattern := range patterns {
		for _, n := range nodes {
			of := where(rows, func(r record.BalanceRow) bool { return r.Weights == pattern && r.Nodes == n })
			if len(of) == 0 {
				continue
			}
			panel := weightsPanel(of, names, narrow(axis, len(patterns)*len(nodes)))
			panel.Head, panel.Y.Bare = fmt.Sprintf("%s, N = %d", pattern, n), len(panels) > 0
			panels = append(panels, panel)
		}
	}
	return finish(plate{
		form: "Dot plot with a row for each locator that takes weights and a panel for each pattern of weights and number of nodes: mean load of the lightest and of the heaviest " +
			"nodes over what their weight asks for, with what whole numbers of points ask for.",
		page: chart.Page{
			Title: weightsTitle(rows),
			Subtitle: fmt.Sprintf("Mean load of the nodes of least and of greatest weight ÷ their part of the weights, the pattern repeated over N nodes. %s of node ids and keys, 95 %% intervals.",
				seeds(rows, func(r record.BalanceRow) int { return r.Seeds })),
			Keys: []chart.Key{{Text: "lightest nodes", Style: chart.Part}, {Text: "heaviest nodes", Style: chart.Excess},
				{Text: "their whole numbers of points", Style: chart.Theory}, {Text: "their weights", Style: chart.Bound, Line: true}},
			Rows:        [][]chart.Panel{panels},
			PanelHeight: 1.4 * dotHeight(len(names)),
		},
	}, rows)
}

func lightest(r record.BalanceRow) record.Float { return r.Lightest }
func heaviest(r record.BalanceRow) record.Float { return r.Heaviest }

func weightsPanel(rows []record.BalanceRow, names []string, axis chart.Axis) chart.Panel {
	var light, heavy, asked []chart.Dot
	for _, r := range rows {
		dot := func(value, low, high record.Float, lower float64) chart.Dot {
			d := chart.Dot{Row: float64(slices.Index(names, r.Locator)) + lower, Value: float64(value), Low: float64(low), High: float64(high)}
			d.WideLow, d.WideHigh = chart.None()
			return d
		}
		light = append(light, dot(r.Lightest, r.LightestLow, r.LightestHigh, -0.18))
		heavy = append(heavy, dot(r.Heaviest, r.HeaviestLow, r.HeaviestHigh, 0.18))
		asked = append(asked, dot(r.LightestAsked, record.Unknown, record.Unknown, -0.18), dot(r.HeaviestAsked, record.Unknown, record.Unknown, 0.18))
	}
	return chart.Panel{X: axis, Y: chart.NamesAxis(names), Marks: []chart.Mark{
		chart.Rule{Across: chart.OnX, At: 1, Style: chart.Bound},
		chart.Dots{Style: chart.Theory, Points: asked},
		chart.Dots{Style: chart.Part, Points: light},
		chart.Dots{Style: chart.Excess, Points: heavy},
	}}
}

// weightsTitle says in which locator the points of the lightest or of the heaviest nodes are farthest from their weights.
func weightsTitle(rows []record.BalanceRow) string {
	type part struct {
		locator, weights, nodes string
		off                     float64
	}
	var worst part
	for _, r := range rows {
		for _, p := range []part{{r.Locator, r.Weights, "lightest", float64(r.LightestAsked) - 1}, {r.Locator, r.Weights, "heaviest", float64(r.HeaviestAsked) - 1}} {
			if math.Abs(p.off) > math.Abs(worst.off) { // not where it is unknown, which is NaN
				worst = p
			}
		}
	}
	switch {
	case worst.off == 0:
		return "Loads follow the weights of nodes"
	case worst.off < 0:
		return fmt.Sprintf("Loads follow weights as far as whole numbers of points do: at worst the %s nodes get %s %% too little, in %s (weights %s)", worst.nodes, num(-100*worst.off), worst.locator, worst.weights)
	}
	return fmt.Sprintf("Loads follow weights as far as whole numbers of points do: at worst the %s nodes get %s %% too much, in %s (weights %s)", worst.nodes, num(100*worst.off), worst.locator, worst.weights)
}

func init() {
	register(Figure{Name: "balance-weights", Experiment: "balance", plan: planBalanceWeights,
		Question: "Do nodes get what their weight asks for?"})
}
