package figure

import (
	"cmp"
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// joins are the numbers of nodes before a node joins, a panel each.
var joins = []int{4, 10, 100}

func planRemapMoved(s record.Store) (plate, error) {
	rows, err := read(s, "remap.csv", "node that joins 4, 10 or 100", func(r record.RemapRow) bool {
		return r.Change == "add" && ownOrBase(r.Hash) && slices.Contains(joins, r.NodesBefore) && r.NodesAfter == r.NodesBefore+1 &&
			(r.KeyClass == baseClass || r.KeyClass == "user-profile") && r.Keys > 0 && r.MovedShare.Known() && r.Replicas <= 1 && r.Slack == 0
	})
	if err != nil {
		return plate{}, err
	}
	class := baseClass
	if !slices.ContainsFunc(rows, func(r record.RemapRow) bool { return r.KeyClass == baseClass }) {
		class = "user-profile"
	}
	rows = where(rows, func(r record.RemapRow) bool { return r.KeyClass == class })
	rows = usualVnodes(rows, remapLocator, func(r record.RemapRow) int { return r.Vnodes })
	names := distinct(rows, remapLocator)
	befores := distinct(rows, func(r record.RemapRow) int { return r.NodesBefore })
	axis := narrow(remapAxis(rows), len(befores))
	var panels []chart.Panel
	for i, before := range befores {
		of := where(rows, func(r record.RemapRow) bool { return r.NodesBefore == before })
		panel := remapPanel(of, names, axis)
		panel.Head, panel.Y.Bare = fmt.Sprintf("%d → %d nodes", before, before+1), i > 0
		panels = append(panels, panel)
	}
	return finish(plate{
		form: "Dot plot with a row for each locator and a panel for each number of nodes: share of keys that move when a node " +
			"joins, on a logarithmic axis, with its necessary and unnecessary parts, the ideal and theory.",
		page: chart.Page{
			Title: remapTitle(rows),
			Subtitle: fmt.Sprintf("Share of keys that change node when one joins, %s keys, hash %s or the locator's own, %s of node "+
				"ids, 95 %% intervals. Unnecessary: moved between two nodes that stay.%s", class, baseHash,
				seeds(rows, func(r record.RemapRow) int { return r.Seeds }),
				arrows(rows, func(r record.RemapRow) bool { return r.Moved == 0 })),
			Keys:        remapKeys(rows),
			Rows:        [][]chart.Panel{panels},
			PanelHeight: 1.2 * dotHeight(len(names)),
		},
	}, rows)
}

func remapLocator(r record.RemapRow) string { return r.Locator }

// necessary returns the share of keys that moved to the node that joined.
func necessary(r record.RemapRow) float64 { return float64(r.Moved-r.Unnecessary) / float64(r.Keys) }

func remapAxis(rows []record.RemapRow) chart.Axis {
	values := floats(rows, func(r record.RemapRow) record.Float { return r.MovedShare },
		func(r record.RemapRow) record.Float { return r.MovedLow },
		func(r record.RemapRow) record.Float { return r.MovedHigh },
		func(r record.RemapRow) record.Float { return r.MovedIdeal },
		func(r record.RemapRow) record.Float { return r.MovedTheory })
	const room = 3 // for the arrows from upper bounds
	for _, r := range rows {
		if r.Moved == 0 {
			values = append(values, float64(r.MovedHigh)/room)
		}
		if r.Unnecessary > 0 {
			values = append(values, float64(r.UnnecessaryShare), necessary(r))
		}
	}
	return chart.LogAxis("moved share of keys", values...)
}

func remapPanel(rows []record.RemapRow, names []string, axis chart.Axis) chart.Panel {
	var moved, parts, excess, exact []chart.Dot
	for _, r := range rows {
		plain := func(value, lower float64) chart.Dot {
			d := chart.Dot{Row: float64(slices.Index(names, r.Locator)) + lower, Value: value}
			d.Low, d.High = chart.None()
			d.WideLow, d.WideHigh = chart.None()
			return d
		}
		d := plain(float64(r.MovedShare), 0)
		d.Low, d.High = float64(r.MovedLow), float64(r.MovedHigh)
		if r.Moved == 0 {
			d.AtMost, d.Value = true, d.High
		}
		moved = append(moved, d)
		exact = append(exact, plain(float64(r.MovedTheory), 0))
		if r.Unnecessary > 0 {
			parts = append(parts, plain(necessary(r), 0.33))
			excess = append(excess, plain(float64(r.UnnecessaryShare), 0.33))
		}
	}
	return chart.Panel{X: axis, Y: chart.NamesAxis(names), Marks: []chart.Mark{
		chart.Rule{Across: chart.OnX, At: float64(rows[0].MovedIdeal), Style: chart.Bound},
		chart.Dots{Style: chart.Theory, Points: exact},
		chart.Dots{Style: chart.Part, Points: parts},
		chart.Dots{Style: chart.Excess, Points: excess},
		chart.Dots{Style: chart.Measured, Points: moved},
	}}
}

// remapKeys explains the marks; the parts of a move only where some move was unnecessary.
func remapKeys(rows []record.RemapRow) []chart.Key {
	keys := []chart.Key{{Text: "moved", Style: chart.Measured}}
	if slices.ContainsFunc(rows, func(r record.RemapRow) bool { return r.Unnecessary > 0 }) {
		keys = append(keys, chart.Key{Text: "necessary part", Style: chart.Part}, chart.Key{Text: "unnecessary part", Style: chart.Excess})
	}
	return append(keys, chart.Key{Text: "theory", Style: chart.Theory}, chart.Key{Text: "ideal 1/(N+1)", Style: chart.Bound, Line: true})
}

// remapTitle says who moves only what must move, and who moves most, at the largest number of nodes.
func remapTitle(rows []record.RemapRow) string {
	before := slices.Max(distinct(rows, func(r record.RemapRow) int { return r.NodesBefore }))
	at := where(rows, func(r record.RemapRow) bool { return r.NodesBefore == before })
	clean := where(at, func(r record.RemapRow) bool { return r.Unnecessary == 0 })
	worst := slices.MaxFunc(at, func(a, b record.RemapRow) int {
		return cmp.Compare(a.MovedShare, b.MovedShare)
	})
	text := fmt.Sprintf("When node %d joins, no key moves without need in %s", before+1, share(len(clean), len(at), "locator"))
	if worst.Unnecessary > 0 {
		text += fmt.Sprintf("; %s moves %.0f %% of all keys, %.0f %% without need", worst.Locator, 100*float64(worst.MovedShare),
			100*float64(worst.UnnecessaryShare))
	}
	return text
}

func init() {
	register(Figure{Name: "remap-moved", Experiment: "remap", plan: planRemapMoved,
		Question: "How many keys move when a node joins, and how many of them need not?"})
}
