package figure

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// window are the seconds around the join that are drawn.
const (
	windowFrom = -15
	windowTo   = 40
)

func planCachetierDatabase(s record.Store) (plate, error) {
	rows, err := read(s, "cachetier.csv", "join of a fifth node", func(r record.CachetierRow) bool {
		return r.Story == "join-die" && r.Backend == "lru" && r.Replicas == 1 && resizeName(r.Locator, r.Vnodes) != ""
	})
	if err != nil {
		return plate{}, err
	}
	workload := rows[0].Workload
	if slices.ContainsFunc(rows, func(r record.CachetierRow) bool { return r.Workload == "zipf" }) {
		workload = "zipf"
	}
	rows = where(rows, func(r record.CachetierRow) bool { return r.Workload == workload })
	steps, err := read(s, "cachetier_series.csv", "seconds around the join of a fifth node", func(r record.CachetierStep) bool {
		return r.Story == "join-die" && r.Backend == "lru" && r.Replicas == 1 && r.Workload == workload && resizeName(r.Locator, r.Vnodes) != "" &&
			r.Second >= windowFrom && r.Second <= windowTo
	})
	if err != nil {
		return plate{}, err
	}
	var keys []chart.Key
	note := ""
	if slices.ContainsFunc(rows, stepKnown) {
		keys = []chart.Key{{Text: "theory at the instant of the join", Style: fallStyle}}
		note = " Theory: of what the caches held, the keys that moved are lost, each by its popularity; a line is the mean of a second, in which they fill again."
	}
	return finish(plate{
		form: "Two panels over the seconds around the join of a fifth cache server: queries that reach the database, with its capacity, and hit ratio; " +
			"a line for each way of placing keys and one without caches.",
		page: chart.Page{
			Title: resizeTitle(rows),
			Subtitle: fmt.Sprintf("Seconds from the join of the fifth node, workload %s, means over %s. Above: queries a second that reach the database; the dotted "+
				"line is what it can answer. Below: hit ratio.%s", workload, seeds(rows, func(r record.CachetierRow) int { return r.Seeds }), note),
			Keys:        keys,
			Rows:        resizePanels(steps, rows),
			PanelHeight: 130,
		},
	}, steps)
}

// resizeName returns the name of a scheme that the figure shows, or "".
func resizeName(locator string, vnodes int) string {
	switch {
	case locator == "none":
		return "no cache"
	case locator == "modulo", locator == "ring-vnodes" && vnodes == baseVnodes:
		return locator
	}
	return ""
}

// fallStyle is that of theory's hit ratio right after the join.
var fallStyle = chart.Style{Color: chart.Theory.Color, Glyph: chart.Diamond}

// stepKnown reports whether theory says how far the hit ratio falls at the join.
func stepKnown(r record.CachetierRow) bool { return r.HitHeld > 0 && r.HitTheory.Known() }

// fall returns theory's hit ratio right after the join under each scheme.
func fall(rows []record.CachetierRow, value func(record.CachetierRow) record.Float) chart.Series {
	k := chart.Series{Style: fallStyle, Loose: true}
	for _, r := range where(rows, stepKnown) {
		p := chart.Point{X: 0, Y: float64(value(r))}
		p.Low, p.High = chart.None()
		k.Points = append(k.Points, p)
	}
	return k
}

func resizePanels(steps []record.CachetierStep, rows []record.CachetierRow) [][]chart.Panel {
	capacity := rows[0].Capacity
	var seconds []float64
	for _, r := range steps {
		seconds = append(seconds, float64(r.Second))
	}
	x := chart.LinearAxis("seconds from the join", seconds...)
	above := x
	above.Bare, above.Label = true, ""
	queries := chart.Panel{Head: "database queries per second", X: above,
		Y:     chart.LinearAxis("", append(floats(steps, func(r record.CachetierStep) record.Float { return r.Misses }), 0, float64(capacity))...),
		Marks: []chart.Mark{chart.Rule{Across: chart.OnX, At: 0, Style: chart.Theory}, chart.Rule{Across: chart.OnY, At: float64(capacity), Style: chart.Bound}}}
	hits := chart.Panel{Head: "hit ratio", X: x, Y: chart.LinearAxis("", 0, 1), Marks: []chart.Mark{chart.Rule{Across: chart.OnX, At: 0, Style: chart.Theory}}}
	for _, name := range distinct(steps, stepName) {
		of := where(steps, func(r record.CachetierStep) bool { return stepName(r) == name })
		queries.Marks = append(queries.Marks, resizeSeries(of, name, func(r record.CachetierStep) record.Float { return r.Misses }))
		hits.Marks = append(hits.Marks, resizeSeries(of, name, func(r record.CachetierStep) record.Float { return r.HitRatio }))
	}
	// The rate of requests is that at which misses make up the part of them that does not hit.
	queries.Marks = append(queries.Marks, fall(rows, func(r record.CachetierRow) record.Float {
		return r.MissesBefore / (1 - r.HitBefore) * (1 - r.HitTheory)
	}))
	hits.Marks = append(hits.Marks, fall(rows, func(r record.CachetierRow) record.Float { return r.HitTheory }))
	return [][]chart.Panel{{queries}, {hits}}
}

func stepName(r record.CachetierStep) string { return resizeName(r.Locator, r.Vnodes) }

func resizeSeries(steps []record.CachetierStep, name string, value func(record.CachetierStep) record.Float) chart.Series {
	style := styleOf(name)
	if name == "no cache" {
		style = chart.Control
	}
	style.Glyph = chart.NoGlyph // a second is a point: glyphs would hide the line
	k := chart.Series{Name: name, Style: style}
	for _, r := range steps {
		p := chart.Point{X: float64(r.Second), Y: float64(value(r))}
		p.Low, p.High = chart.None()
		k.Points = append(k.Points, p)
	}
	slices.SortStableFunc(k.Points, func(a, b chart.Point) int { return int(a.X - b.X) })
	return k
}

// resizeTitle says by how much the queries rise under each scheme, and how long that lasts.
func resizeTitle(rows []record.CachetierRow) string {
	var parts []string
	for _, r := range rows {
		if r.Locator == "none" || !r.PeakFactor.Known() {
			continue
		}
		part := fmt.Sprintf("%s %.2g times", r.Locator, float64(r.PeakFactor))
		if r.Recovery.Known() {
			part += fmt.Sprintf(" for %s s", num(r.Recovery))
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return "Without caches a fifth node changes nothing for the database"
	}
	text := "A fifth node multiplies the database's queries: " + parts[0]
	for _, part := range parts[1:] {
		text += ", " + part
	}
	return text
}

func init() {
	register(Figure{Name: "cachetier-database", Experiment: "cachetier", plan: planCachetierDatabase,
		Question: "What does the database feel when a fifth cache server joins, under modulo and on a ring?"})
}
