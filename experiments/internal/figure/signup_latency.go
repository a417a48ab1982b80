package figure

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// latencyHit is the share of queries for taken names at which latencies are drawn: most queries are for absent keys,
// so a guard's effect shows in the median.
const latencyHit = 0.1

func planSignupLatency(s record.Store) (plate, error) {
	rows, err := read(s, "signup_times.csv", "look-ups of names behind guards", func(r record.SignupTimes) bool {
		return !r.Twin && r.Story == "lookups" && r.HitShare == latencyHit && r.P50 > 0 && r.P99 > 0 && r.P999 > 0
	})
	if err != nil {
		return plate{}, err
	}
	n := commonest(rows, func(r record.SignupTimes) uint64 { return r.N })
	rows = where(rows, func(r record.SignupTimes) bool { return r.N == n })
	names := distinct(rows, func(r record.SignupTimes) string { return r.Filter })
	percentiles := []struct {
		name  string
		style chart.Style
		of    func(record.SignupTimes) record.Float
	}{
		{"median", chart.Measured, func(r record.SignupTimes) record.Float { return r.P50 }},
		{"99 %", chart.Part, func(r record.SignupTimes) record.Float { return r.P99 }},
		{"99.9 %", chart.Excess, func(r record.SignupTimes) record.Float { return r.P999 }},
	}
	panel := chart.Panel{Y: chart.NamesAxis(names)}
	var keys []chart.Key
	var all []float64
	for _, p := range percentiles {
		var dots []chart.Dot
		for i, name := range names {
			d := chart.Dot{Row: float64(i), Value: middle(where(rows, func(r record.SignupTimes) bool { return r.Filter == name }), p.of)}
			d.Low, d.High = chart.None()
			d.WideLow, d.WideHigh = chart.None()
			dots, all = append(dots, d), append(all, d.Value)
		}
		panel.Marks = append(panel.Marks, chart.Dots{Style: p.style, Points: dots})
		keys = append(keys, chart.Key{Text: p.name, Style: p.style})
	}
	panel.X = chart.LogAxis("ns for one look-up", all...)
	return finish(plate{
		form: "Dot plot with a row for each guard: median, 99 % and 99.9 % percentile of the time of one look-up, on a logarithmic axis.",
		page: chart.Page{
			Title: latencyTitle(rows),
			Subtitle: fmt.Sprintf("Time of one look-up, guard and database together, clock readings included, %s names in SQLite, %s of the queries for taken names; "+
				"medians over %s.", count(n), percentage(latencyHit), plural(len(distinct(rows, func(r record.SignupTimes) uint64 { return r.Block })), "block")),
			Keys:        keys,
			Rows:        [][]chart.Panel{{panel}},
			PanelHeight: dotHeight(len(names)),
		},
	}, rows)
}

// middle returns the median of a column; of two in the middle their mean.
func middle(rows []record.SignupTimes, of func(record.SignupTimes) record.Float) float64 {
	values := floats(rows, of)
	slices.Sort(values)
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}

// latencyTitle compares the median without a guard with that behind the base filter, or tells the first guard's.
func latencyTitle(rows []record.SignupTimes) string {
	p50 := func(name string) (float64, bool) {
		of := where(rows, func(r record.SignupTimes) bool { return r.Filter == name })
		if len(of) == 0 {
			return 0, false
		}
		return middle(of, func(r record.SignupTimes) record.Float { return r.P50 }), true
	}
	bare, ok := p50("none")
	guarded, also := p50("bloom-classic")
	if ok && also {
		return fmt.Sprintf("Half of the look-ups take at most %s ns behind bloom-classic, and %s ns without a guard", num(guarded), num(bare))
	}
	first, _ := p50(rows[0].Filter) // it has rows
	return fmt.Sprintf("Half of the look-ups with %s take at most %s ns", rows[0].Filter, num(first))
}

func init() {
	register(Figure{Name: "signup-latency", Experiment: "signup", plan: planSignupLatency,
		Question: "How long does one look-up take behind each guard?"})
}
