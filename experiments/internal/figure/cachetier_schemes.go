package figure

import (
	"cmp"
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func planCachetierSchemes(s record.Store) (plate, error) {
	rows, err := read(s, "cachetier.csv", "join of a fifth node", func(r record.CachetierRow) bool {
		return r.Story == "join-die" && r.Backend == "lru" && r.Replicas == 1 && r.Locator != "none" && r.Workload == "zipf" && r.Excess.Known() && r.Peak.Known()
	})
	if err != nil {
		return plate{}, err
	}
	slices.SortStableFunc(rows, func(a, b record.CachetierRow) int {
		return cmp.Or(cmp.Compare(a.Locator, b.Locator), cmp.Compare(a.Vnodes, b.Vnodes))
	})
	names := distinctInOrder(rows, schemeName)
	misses := chart.LogAxis("excess of misses", floats(rows, schemeExcess, excessLow, excessHigh, schemeDied)...)
	misses.Labels = 3
	excess := schemePanel(rows, names, "a fifth node joins", misses, schemeExcess)
	for i := range excess.points {
		excess.points[i].Low, excess.points[i].High = float64(rows[i].ExcessLow), float64(rows[i].ExcessHigh)
	}
	died := schemePanel(rows, names, "one dies", misses, schemeDied)
	peak := schemePanel(rows, names, "requests on five nodes", chart.LinearAxis("fullest ÷ mean", append(floats(rows, schemePeak), 1)...), schemePeak)
	peak.marks = append(peak.marks, chart.Rule{Across: chart.OnX, At: 1, Style: chart.Theory})
	return finish(plate{
		form: "Dot plot with a row for each scheme and three panels: excess of misses when a fifth cache server joins, the same when one dies, and the " +
			"fullest server's requests over the mean.",
		page: chart.Page{
			Title: schemesTitle(rows),
			Subtitle: fmt.Sprintf("Excess: misses above their mean, summed until they are back within 5 %% of it. Right: requests of the fullest node over the mean. "+
				"Means over %s, 95 %% intervals of the first; one without a cap reaches 0. A number after a name: vnodes a node.",
				seeds(rows, func(r record.CachetierRow) int { return r.Seeds })),
			Rows:        [][]chart.Panel{{excess.panel(false), died.panel(true), peak.panel(true)}},
			PanelHeight: dotHeight(len(names)),
		},
	}, rows)
}

func schemeExcess(r record.CachetierRow) record.Float { return r.Excess }
func excessLow(r record.CachetierRow) record.Float    { return r.ExcessLow }
func excessHigh(r record.CachetierRow) record.Float   { return r.ExcessHigh }
func schemeDied(r record.CachetierRow) record.Float   { return r.DiedExcess }
func schemePeak(r record.CachetierRow) record.Float   { return r.Peak }

// schemeName returns the locator with its vnodes where it has any.
func schemeName(r record.CachetierRow) string {
	if r.Vnodes == 0 {
		return r.Locator
	}
	return fmt.Sprintf("%s %d", r.Locator, r.Vnodes)
}

// distinctInOrder returns the distinct values of a column in the order of the rows.
func distinctInOrder[T any](rows []T, column func(T) string) (values []string) {
	for _, r := range rows {
		if v := column(r); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

// dotPanel is a panel of dots in the making.
type dotPanel struct {
	head   string
	names  []string
	axis   chart.Axis
	marks  []chart.Mark
	points []chart.Dot
}

// schemePanel has a dot for each row, without intervals.
func schemePanel(rows []record.CachetierRow, names []string, head string, axis chart.Axis, value func(record.CachetierRow) record.Float) *dotPanel {
	p := &dotPanel{head: head, names: names, axis: axis}
	for _, r := range rows {
		d := chart.Dot{Row: float64(slices.Index(names, schemeName(r))), Value: float64(value(r))}
		d.Low, d.High = chart.None()
		d.WideLow, d.WideHigh = chart.None()
		p.points = append(p.points, d)
	}
	return p
}

func (p *dotPanel) panel(bare bool) chart.Panel {
	y := chart.NamesAxis(p.names)
	y.Bare = bare
	return chart.Panel{Head: p.head, X: p.axis, Y: y, Marks: append(p.marks, chart.Dots{Style: chart.Measured, Points: p.points})}
}

// schemesTitle compares modulo with the base ring, or names the schemes with the least and the greatest excess.
func schemesTitle(rows []record.CachetierRow) string {
	least, most := rows[0], rows[0]
	modulo, ring := record.Unknown, record.Unknown
	for _, r := range rows {
		if r.Excess < least.Excess {
			least = r
		}
		if r.Excess > most.Excess {
			most = r
		}
		switch {
		case r.Locator == "modulo":
			modulo = r.Excess
		case r.Locator == "ring-vnodes" && r.Vnodes == baseVnodes:
			ring = r.Excess
		}
	}
	if modulo.Known() && ring > 0 {
		return fmt.Sprintf("A node that joins costs %s times as many extra misses under modulo as under ring-vnodes", num(modulo/ring))
	}
	return fmt.Sprintf("A node that joins costs %s extra misses under %s and %s under %s", num(least.Excess), schemeName(least), num(most.Excess), schemeName(most))
}

func init() {
	register(Figure{Name: "cachetier-schemes", Experiment: "cachetier", plan: planCachetierSchemes,
		Question: "What does a join and a death cost under each way of placing keys, and how even is it?"})
}
