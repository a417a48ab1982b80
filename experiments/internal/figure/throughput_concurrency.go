package figure

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func planThroughputConcurrency(s record.Store) (plate, error) {
	measured, err := read(s, "throughput_concurrency.csv", "filters that several threads share", func(r record.ConcurrencyRow) bool {
		return r.NsPerKey > 0 && r.Threads > 0
	})
	if err != nil {
		return plate{}, err
	}
	points, err := record.Read[record.ThroughputPoint](s, "throughput_points.csv")
	if err != nil {
		return plate{}, err
	}
	rows := withGains(measured, points)
	panels, keys := sharedPanels(rows)
	return finish(plate{
		form: "Dot plot with a row for each use of a filter: wall time per key with one thread and with more, and how many times as many " +
			"keys more threads handle in the same time.",
		page: chart.Page{
			Title: concurrencyTitle(rows),
			Subtitle: fmt.Sprintf("Wall time over all keys that the threads handle between them, one filter of %s keys, hashes prepared in advance: bulk look-ups (half hits), "+
				"adds, and both by turns. rwmutex: a sync.RWMutex, taken for each key. %s; gains are means of ratios within a block.", count(rows[0].N),
				medians(distinct(rows, func(r sharedRow) int { return r.Blocks }), slices.ContainsFunc(rows, func(r sharedRow) bool { return r.NsLow.Known() }))),
			Keys:        keys,
			Rows:        [][]chart.Panel{panels},
			PanelHeight: dotHeight(len(distinct(rows, nameOfShared))),
		},
	}, rows)
}

// sharedPanels are that of times and, where there are gains, that of these.
func sharedPanels(rows []sharedRow) (panels []chart.Panel, keys []chart.Key) {
	names := distinct(rows, nameOfShared)
	threads := distinct(rows, func(r sharedRow) int { return r.Threads })
	axis := chart.LogAxis("ns a key", floats(rows, func(r sharedRow) record.Float { return r.NsPerKey },
		func(r sharedRow) record.Float { return r.NsLow }, func(r sharedRow) record.Float { return r.NsHigh })...)
	panels = []chart.Panel{{Head: "ns a key, by threads", X: axis, Y: chart.NamesAxis(names)}}
	styles := []chart.Style{chart.Control, chart.Measured, chart.Alarm}
	for i, n := range threads {
		style := styles[i%len(styles)]
		panels[0].Marks = append(panels[0].Marks, chart.Dots{Style: style, Points: sharedDots(rows, names, n)})
		keys = append(keys, chart.Key{Text: plural(n, "thread"), Style: style})
	}
	gains := gained(rows)
	if len(gains) == 0 {
		return panels, keys
	}
	most := float64(gains[0].Threads)
	gain := chart.Panel{
		Head: "gain of " + plural(gains[0].Threads, "thread"), Y: chart.NamesAxis(names),
		X: chart.LinearAxis("times as many keys", append(floats(gains, func(r sharedRow) record.Float { return r.Gain },
			func(r sharedRow) record.Float { return r.GainLow }, func(r sharedRow) record.Float { return r.GainHigh }), 0, most)...),
		Marks: []chart.Mark{
			chart.Rule{Across: chart.OnX, At: 1, Style: chart.Theory}, chart.Rule{Across: chart.OnX, At: most, Style: chart.Bound},
			chart.Dots{Style: chart.Measured, Points: gainDots(gains, names)},
		},
	}
	gain.Y.Bare = true
	return append(panels, gain), append(keys, chart.Key{Text: "no gain", Style: chart.Style{Color: chart.Theory.Color, Glyph: chart.NoGlyph}, Line: true},
		chart.Key{Text: "each thread at full pace", Style: chart.Bound, Line: true})
}

func nameOfShared(r sharedRow) string { return sharedName(r.ConcurrencyRow) }

func gainDots(gains []sharedRow, names []string) (dots []chart.Dot) {
	for _, g := range gains {
		d := chart.Dot{Row: float64(slices.Index(names, nameOfShared(g))), Value: float64(g.Gain)}
		d.Low, d.High = g.interval()
		d.WideLow, d.WideHigh = chart.None()
		dots = append(dots, d)
	}
	return dots
}

// sharedName names the use of a filter.
func sharedName(r record.ConcurrencyRow) string {
	if r.Guard != "" {
		return fmt.Sprintf("%s, %s: %s", r.Impl, r.Guard, r.Op)
	}
	return r.Impl + ": " + r.Op
}

func sharedDots(rows []sharedRow, names []string, threads int) (dots []chart.Dot) {
	for _, r := range where(rows, func(r sharedRow) bool { return r.Threads == threads }) {
		d := chart.Dot{Row: float64(slices.Index(names, nameOfShared(r))), Value: float64(r.NsPerKey), Low: float64(r.NsLow), High: float64(r.NsHigh)}
		d.WideLow, d.WideHigh = chart.None()
		dots = append(dots, d)
	}
	return dots
}

func init() {
	register(Figure{Name: "throughput-concurrency", Experiment: "throughput", plan: planThroughputConcurrency,
		Question: "What do more threads gain on one filter?"})
}
