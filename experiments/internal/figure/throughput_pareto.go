package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func planThroughputPareto(s record.Store) (plate, error) {
	rows, err := read(s, "throughput_equal.csv", "filters at one false-positive rate", func(r record.EqualRow) bool {
		return r.Op == "bulk" && r.NsPerKey > 0 && r.BitsPerKey > 0 && r.TargetFPR > 0
	})
	if err != nil {
		return plate{}, err
	}
	slices.SortStableFunc(rows, func(a, b record.EqualRow) int { return cmp.Compare(a.BitsPerKey, b.BitsPerKey) })
	rates := distinct(rows, equalTarget)
	slices.Reverse(rates)
	groups := group(distinct(rows, equalImpl))
	var columns []column
	y := chart.LogAxis("", floats(rows, equalNs, func(r record.EqualRow) record.Float { return r.NsLow }, func(r record.EqualRow) record.Float { return r.NsHigh })...)
	for _, target := range rates {
		of := where(rows, func(r record.EqualRow) bool { return equalTarget(r) == target })
		x := narrow(chart.LogAxis("bits per key", floats(of, equalBits)...), len(rates))
		columns = append(columns, column{head: "fpr " + oneIn(target), x: x, y: y,
			behind: []chart.Mark{
				chart.Rule{Across: chart.OnX, At: -math.Log2(target), Style: chart.Bound},
				chart.Curve{Points: staircase(frontier(of), y), Style: chart.Theory},
			},
			marks: func(name string) []chart.Mark { return equalMarks(of, name) }})
	}
	return finish(plate{
		form: "Time of a bulk look-up in ns against bits per key, both axes logarithmic, a column of panels for each false-positive " +
			"rate and a point for each filter; a step line joins the filters that no other beats in both.",
		page: chart.Page{
			Title: paretoTitle(rows, rates[0]),
			Subtitle: fmt.Sprintf("ns per key of a bulk look-up, half hits, hashes prepared in advance, against bits per key: every filter sized for the same rate, "+
				"n = %s keys. Measured rates lie between %s and %s times the one at the head. %s. Farther down and left is better.", count(rows[0].N),
				num(leastRatio(rows)), num(mostRatio(rows)), medians(distinct(rows, func(r record.EqualRow) int { return r.Blocks }),
					slices.ContainsFunc(rows, func(r record.EqualRow) bool { return r.NsLow.Known() }))),
			Keys: []chart.Key{
				{Text: "no filter is smaller and faster", Style: chart.Style{Color: chart.Theory.Color, Glyph: chart.NoGlyph}, Line: true},
				{Text: "information bound: log₂(1/fpr)", Style: chart.Bound, Line: true},
			},
			Rows:        multiples(groups, columns),
			PanelHeight: multiplesHeight(groups),
		},
	}, rows)
}

func equalImpl(r record.EqualRow) string       { return r.Impl }
func equalTarget(r record.EqualRow) float64    { return float64(r.TargetFPR) }
func equalNs(r record.EqualRow) record.Float   { return r.NsPerKey }
func equalBits(r record.EqualRow) record.Float { return r.BitsPerKey }

// rateRatio returns the measured rate over the one at which filters are compared, 1 where none was measured.
func rateRatio(r record.EqualRow) float64 {
	if !(r.FPR > 0) {
		return 1
	}
	return float64(r.FPR / r.TargetFPR)
}

func leastRatio(rows []record.EqualRow) float64 {
	return rateRatio(slices.MinFunc(rows, func(a, b record.EqualRow) int { return cmp.Compare(rateRatio(a), rateRatio(b)) }))
}

func mostRatio(rows []record.EqualRow) float64 {
	return rateRatio(slices.MaxFunc(rows, func(a, b record.EqualRow) int { return cmp.Compare(rateRatio(a), rateRatio(b)) }))
}

// frontier returns the rows, sorted by bits per key, that no other beats in both space and time.
func frontier(rows []record.EqualRow) (best []record.EqualRow) {
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b record.EqualRow) int {
		return cmp.Or(cmp.Compare(a.BitsPerKey, b.BitsPerKey), cmp.Compare(a.NsPerKey, b.NsPerKey))
	})
	for _, r := range sorted {
		if len(best) == 0 || r.NsPerKey < best[len(best)-1].NsPerKey {
			best = append(best, r)
		}
	}
	return best
}

// staircase joins the frontier by steps: what lies above and to the right of it is beaten. It begins at the top of
// the panel.
func staircase(best []record.EqualRow, y chart.Axis) (steps []chart.XY) {
	from := y.Max
	for _, r := range best {
		at := chart.XY{X: float64(r.BitsPerKey), Y: float64(r.NsPerKey)}
		steps = append(steps, chart.XY{X: at.X, Y: from}, at)
		from = at.Y
	}
	return steps
}

func equalMarks(rows []record.EqualRow, name string) []chart.Mark {
	k := chart.Series{Name: name, Style: styleOf(name), Loose: true}
	for _, r := range where(rows, func(r record.EqualRow) bool { return r.Impl == name }) {
		k.Points = append(k.Points, chart.Point{X: float64(r.BitsPerKey), Y: float64(r.NsPerKey), Low: float64(r.NsLow), High: float64(r.NsHigh)})
	}
	return []chart.Mark{k}
}

// paretoTitle names the filters of the frontier at a rate.
func paretoTitle(rows []record.EqualRow, target float64) string {
	best := frontier(where(rows, func(r record.EqualRow) bool { return equalTarget(r) == target }))
	var parts []string
	for _, r := range best {
		parts = append(parts, fmt.Sprintf("%s (%s bits, %s ns)", r.Impl, num(r.BitsPerKey), num(r.NsPerKey)))
	}
	const most = 4
	if len(parts) > most {
		parts = append(parts[:most-1:most-1], parts[len(parts)-1])
		return fmt.Sprintf("At fpr %s %d filters are beaten by none in both space and time, among them %s", oneIn(target), len(best), strings.Join(parts, ", "))
	}
	return fmt.Sprintf("At fpr %s no filter is both smaller and faster than %s", oneIn(target), strings.Join(parts, ", "))
}

func init() {
	register(Figure{Name: "throughput-pareto", Experiment: "throughput", plan: planThroughputPareto,
		Question: "Which filters are worth their space and their time at one false-positive rate?"})
}
