package figure

import (
	"fmt"
	"math"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func planThroughputConcurrency(s record.Store) (plate, error) {
	rows, err := read(s, "throughput_concurrency.csv", "filters that several threads share", func(r record.ConcurrencyRow) bool {
		return r.NsPerKey > 0 && r.Threads > 0
	})
	if err != nil {
		return plate{}, err
	}
	names := distinct(rows, sharedName)
	threads := distinct(rows, func(r record.ConcurrencyRow) int { return r.Threads })
	axis := chart.LogAxis("ns a key", floats(rows, func(r record.ConcurrencyRow) record.Float { return r.NsPerKey },
		func(r record.ConcurrencyRow) record.Float { return r.NsLow }, func(r record.ConcurrencyRow) record.Float { return r.NsHigh })...)
	gains := speedUps(rows)
	panels := []chart.Panel{{Head: "ns a key, by threads", X: axis, Y: chart.NamesAxis(names)}}
	styles := []chart.Style{chart.Control, chart.Measured, chart.Alarm}
	var keys []chart.Key
	for i, n := range threads {
		style := styles[i%len(styles)]
		panels[0].Marks = append(panels[0].Marks, chart.Dots{Style: style, Points: sharedDots(rows, names, n)})
		keys = append(keys, chart.Key{Text: plural(n, "thread"), Style: style})
	}
	if len(gains) > 0 {
		most := float64(threads[len(threads)-1])
		gainAxis := chart.LinearAxis("times as many keys", append(ratioValues(gains), 0, most)...)
		var dots []chart.Dot
		for _, g := range gains {
			d := chart.Dot{Row: float64(slices.Index(names, g.name)), Value: g.times}
			d.Low, d.High = chart.None()
			d.WideLow, d.WideHigh = chart.None()
			dots = append(dots, d)
		}
		panels = append(panels, chart.Panel{Head: fmt.Sprintf("gain of %s", plural(threads[len(threads)-1], "thread")), X: gainAxis, Y: chart.NamesAxis(names), Marks: []chart.Mark{
			chart.Rule{Across: chart.OnX, At: 1, Style: chart.Theory}, chart.Rule{Across: chart.OnX, At: most, Style: chart.Bound},
			chart.Dots{Style: chart.Measured, Points: dots},
		}})
		panels[1].Y.Bare = true
		keys = append(keys, chart.Key{Text: "no gain", Style: chart.Style{Color: chart.Theory.Color, Glyph: chart.NoGlyph}, Line: true},
			chart.Key{Text: "each thread at full pace", Style: chart.Bound, Line: true})
	}
	return finish(plate{
		form: "Dot plot with a row for each use of a filter: wall time per key with one thread and with more, and how many times as many " +
			"keys more threads handle in the same time.",
		page: chart.Page{
			Title: concurrencyTitle(gains),
			Subtitle: fmt.Sprintf("Wall time over all keys that the threads handle between them, one filter of %s keys, hashes prepared in advance: bulk look-ups (half hits), "+
				"adds, and both by turns. rwmutex: a sync.RWMutex, taken for each key. %s.", count(rows[0].N),
				medians(distinct(rows, func(r record.ConcurrencyRow) int { return r.Blocks }), slices.ContainsFunc(rows, func(r record.ConcurrencyRow) bool { return r.NsLow.Known() }))),
			Keys:        keys,
			Rows:        [][]chart.Panel{panels},
			PanelHeight: dotHeight(len(names)),
		},
	}, rows)
}

// sharedName names the use of a filter.
func sharedName(r record.ConcurrencyRow) string {
	if r.Guard != "" {
		return fmt.Sprintf("%s, %s: %s", r.Impl, r.Guard, r.Op)
	}
	return r.Impl + ": " + r.Op
}

func sharedDots(rows []record.ConcurrencyRow, names []string, threads int) (dots []chart.Dot) {
	for _, r := range where(rows, func(r record.ConcurrencyRow) bool { return r.Threads == threads }) {
		d := chart.Dot{Row: float64(slices.Index(names, sharedName(r))), Value: float64(r.NsPerKey), Low: float64(r.NsLow), High: float64(r.NsHigh)}
		d.WideLow, d.WideHigh = chart.None()
		dots = append(dots, d)
	}
	return dots
}

// A gain is how many times as many keys the most threads handle as one does.
type gain struct {
	name, op string
	times    float64
}

func speedUps(rows []record.ConcurrencyRow) (gains []gain) {
	most := 0
	for _, r := range rows {
		most = max(most, r.Threads)
	}
	for _, name := range distinct(rows, sharedName) {
		one, many := math.NaN(), math.NaN()
		op := ""
		for _, r := range rows {
			switch {
			case sharedName(r) != name:
			case r.Threads == 1:
				one, op = float64(r.NsPerKey), r.Op
			case r.Threads == most:
				many = float64(r.NsPerKey)
			}
		}
		if times := one / many; times > 0 {
			gains = append(gains, gain{name, op, times})
		}
	}
	return gains
}

func ratioValues(gains []gain) (values []float64) {
	for _, g := range gains {
		values = append(values, g.times)
	}
	return values
}

// concurrencyTitle states the span of the gains of look-ups, and of what writes.
func concurrencyTitle(gains []gain) string {
	span := func(reads bool) string {
		least, most := math.Inf(1), math.Inf(-1)
		for _, g := range gains {
			if (g.op == "bulk") == reads {
				least, most = min(least, g.times), max(most, g.times)
			}
		}
		switch {
		case least > most:
			return ""
		case num(least) == num(most):
			return num(least)
		}
		return num(least) + " to " + num(most)
	}
	reads, writes := span(true), span(false)
	switch {
	case reads != "" && writes != "":
		return fmt.Sprintf("With another thread a filter answers %s times as many look-ups in the same time, and takes %s times as many where it is written", reads, writes)
	case reads != "":
		return fmt.Sprintf("With another thread a filter answers %s times as many look-ups in the same time", reads)
	case writes != "":
		return fmt.Sprintf("With another thread a filter takes %s times as many keys in the same time where it is written", writes)
	}
	return "Filters shared by several threads"
}

func init() {
	register(Figure{Name: "throughput-concurrency", Experiment: "throughput", plan: planThroughputConcurrency,
		Question: "What do more threads gain on one filter?"})
}
