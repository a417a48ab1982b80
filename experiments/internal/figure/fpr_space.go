package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func planFPRSpace(s record.Store) (plate, error) {
	rows, err := read(s, "fpr.csv", "filters of 100,000 random keys at targets from 0.1 to 10⁻⁴", func(r record.FPRRow) bool {
		return r.KeyClass == baseClass && ownOrBase(r.Hash) && r.Sizing == "fpr" && r.N == baseN && r.NDesign == baseN &&
			slices.Contains([]float64{1e-1, 1e-2, 1e-3, 1e-4}, targetOf(r)) && r.BitsPerKey > 0
	})
	if err != nil {
		return plate{}, err
	}
	byBits(rows)
	groups := group(distinct(rows, filterOf))
	return finish(plate{
		form: "Two columns of panels against bits per key, on a logarithmic axis: false-positive rate on a logarithmic axis with exact theory and " +
			"the information bound, and measured rate divided by theory.",
		page: chart.Page{
			Title: spaceTitle(rows),
			Subtitle: fmt.Sprintf("Left: measured fpr against bits per key. Right: measured ÷ theory, band ±5 %%, filters side by side. Sized "+
				"for %s random 8-byte keys and targets 0.1 … 10⁻⁴, hash %s or the filter's own, %s, 95 %% intervals.%s",
				count(baseN), baseHash, seeds(rows, func(r record.FPRRow) int { return r.Seeds }), arrows(rows, none)),
			Keys: []chart.Key{
				{Text: "exact theory", Style: chart.Style{Color: chart.Theory.Color, Glyph: chart.NoGlyph}, Line: true},
				{Text: "information bound: fpr = 2^(−bits per key)", Style: chart.Bound, Line: true},
			},
			Rows:        multiples(groups, spaceColumns(rows, groups)),
			PanelHeight: multiplesHeight(groups),
		},
	}, rows)
}

func filterOf(r record.FPRRow) string         { return r.Filter }
func fprOf(r record.FPRRow) record.Float      { return r.FPR }
func fprLow(r record.FPRRow) record.Float     { return r.FPRLow }
func fprHigh(r record.FPRRow) record.Float    { return r.FPRHigh }
func fprTheory(r record.FPRRow) record.Float  { return r.FPRTheory }
func bitsPerKey(r record.FPRRow) record.Float { return r.BitsPerKey }

// byBits sorts rows by bits per key, so that lines run from left to right.
func byBits(rows []record.FPRRow) {
	slices.SortStableFunc(rows, func(a, b record.FPRRow) int {
		return cmp.Compare(a.BitsPerKey, b.BitsPerKey)
	})
}

func spaceColumns(rows []record.FPRRow, groups [][]string) []column {
	bits := narrow(chart.LogAxis("bits per key", floats(rows, bitsPerKey)...), 2)
	rates := chart.LogAxis("", append(below(rows, fprHigh), floats(rows, fprOf, fprLow, fprHigh, fprTheory)...)...)
	ratios := chart.RatioAxis("", append(below(rows, ratioHigh), floats(rows, ratioOf, ratioLow, ratioHigh)...)...)
	var bound []chart.XY
	for i := range 65 {
		b := bits.Min * math.Pow(bits.Max/bits.Min, float64(i)/64)
		bound = append(bound, chart.XY{X: b, Y: math.Exp2(-b)})
	}
	return []column{
		{head: "measured fpr", x: bits, y: rates, behind: []chart.Mark{chart.Curve{Points: bound, Style: chart.Bound}},
			marks: func(name string) []chart.Mark { return rateMarks(rows, name) }},
		{head: "measured ÷ theory", x: bits, y: ratios, behind: []chart.Mark{
			chart.Band{Across: chart.OnY, Low: 0.95, High: 1.05},
			chart.Rule{Across: chart.OnY, At: 1, Style: chart.Theory},
		}, marks: func(name string) []chart.Mark {
			k := ratioSeries(rows, name)
			k.Shift = aside(groups, name)
			return []chart.Mark{k}
		}},
	}
}

// rateMarks returns the theory and the measured rates of one filter. A rate of 0 is drawn at the upper end
// of its interval.
func rateMarks(rows []record.FPRRow, name string) []chart.Mark {
	var exact []chart.XY
	var points []chart.Point
	for _, r := range where(rows, func(r record.FPRRow) bool { return r.Filter == name }) {
		p := chart.Point{X: float64(r.BitsPerKey), Y: float64(r.FPR), Low: float64(r.FPRLow), High: float64(r.FPRHigh)}
		if none(r) {
			p.AtMost, p.Y = true, p.High
		}
		points = append(points, p)
		exact = append(exact, chart.XY{X: float64(r.BitsPerKey), Y: float64(r.FPRTheory)})
	}
	dots := chart.Series{Name: name, Style: styleOf(name), Points: points, Loose: true}
	return []chart.Mark{chart.Curve{Points: exact, Style: chart.Theory}, dots}
}

// below returns what a logarithmic axis must hold besides the upper bounds of rates of 0, so that the arrows
// from them have room.
func below(rows []record.FPRRow, high func(record.FPRRow) record.Float) []float64 {
	const room = 3
	var values []float64
	for _, r := range rows {
		if none(r) {
			values = append(values, float64(high(r))/room)
		}
	}
	return values
}

// ratioSeries returns measured over theory of one filter against bits per key.
func ratioSeries(rows []record.FPRRow, name string) chart.Series {
	k := chart.Series{Name: name, Style: styleOf(name), Loose: true}
	for _, r := range where(rows, func(r record.FPRRow) bool { return r.Filter == name }) {
		p := chart.Point{X: float64(r.BitsPerKey), Y: float64(r.Ratio), Low: float64(r.RatioLow), High: float64(r.RatioHigh)}
		if none(r) {
			p.AtMost, p.Y = true, p.High
		}
		k.Points = append(k.Points, p)
	}
	return k
}

// overBound returns bits per key over the least that any filter with the same rate needs, by theory where
// there is one, else as measured; NaN where the rate is 0.
func overBound(r record.FPRRow) float64 {
	rate := float64(r.FPRTheory)
	if !r.FPRTheory.Known() {
		rate = float64(r.FPR)
	}
	if !(rate > 0 && rate < 1) {
		return math.NaN()
	}
	return float64(r.BitsPerKey) / -math.Log2(rate)
}

// spaceTitle names the filters that need least and most space at the target 0.01, or at the largest one.
func spaceTitle(rows []record.FPRRow) string {
	targets := distinct(rows, targetOf)
	target := targets[len(targets)-1]
	if slices.Contains(targets, 1e-2) {
		target = 1e-2
	}
	at := where(rows, func(r record.FPRRow) bool { return targetOf(r) == target && !math.IsNaN(overBound(r)) })
	if len(at) == 0 {
		return "No false positive was seen at target " + num(target)
	}
	compare := func(a, b record.FPRRow) int { return cmp.Compare(overBound(a), overBound(b)) }
	least, most := slices.MinFunc(at, compare), slices.MaxFunc(at, compare)
	near := where(at, func(r record.FPRRow) bool { return overBound(r) <= tie*overBound(least) })
	text := fmt.Sprintf("At target %s %s %s times the information bound (%s bits per key)", num(target),
		among(distinct(near, filterOf)), num(overBound(least)), num(least.BitsPerKey))
	if overBound(most) <= tie*overBound(least) {
		return text
	}
	return text + fmt.Sprintf(", %s %s times", most.Filter, num(overBound(most)))
}

func init() {
	register(Figure{Name: "fpr-space", Experiment: "fpr", plan: planFPRSpace,
		Question: "How many bits per key does a false-positive rate cost?"})
}
