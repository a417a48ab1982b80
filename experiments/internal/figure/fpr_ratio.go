package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func planFPRRatio(s record.Store) (plate, error) {
	rows, err := read(s, "fpr.csv", "filters of 100,000 random keys with a theory", func(r record.FPRRow) bool {
		return r.KeyClass == baseClass && ownOrBase(r.Hash) && r.Sizing == "fpr" && r.N == r.NDesign && r.N >= baseN && r.N < 2*baseN &&
			r.TargetFPR >= 1e-3 && r.Ratio.Known()
	})
	if err != nil {
		return plate{}, err
	}
	rows = ratioRows(rows)
	if len(rows) == 0 {
		return plate{}, fmt.Errorf("%w: fpr.csv holds no filter at target 0.01 or 0.001", ErrNoData)
	}
	names := distinct(rows, func(r record.FPRRow) string { return r.Filter })
	axis := chart.RatioAxis("measured ÷ theory", append(below(rows, ratioHigh), floats(rows, ratioOf, ratioLow, ratioHigh, gateLow, gateHigh)...)...)
	var panels []chart.Panel
	for _, target := range ratioTargets {
		of := where(rows, func(r record.FPRRow) bool { return targetOf(r) == target || target == 1e-2 && targetOf(r) > target })
		if len(of) > 0 {
			panels = append(panels, ratioPanel(of, names, axis, "target fpr "+num(target)))
		}
	}
	for i := range panels {
		panels[i].Y.Bare = i > 0
	}
	return finish(plate{
		form: "Dot plot with a row for each filter and a panel for each target: measured false-positive rate " +
			"divided by exact theory, with 95 % intervals and simultaneous gate intervals.",
		page: chart.Page{
			Title: ratioTitle(rows),
			Subtitle: fmt.Sprintf("Measured fpr ÷ exact theory: filters sized for n = %s random 8-byte keys and filled with "+
				"them, hash %s or the filter's own, %s. %s.%s%s", span(distinct(rows, func(r record.FPRRow) int { return int(r.N) })), baseHash,
				seeds(rows, func(r record.FPRRow) int { return r.Seeds }), detectableText(rows), nearestText(rows), arrows(rows, none)),
			Keys:        ratioKeys(rows),
			Rows:        [][]chart.Panel{panels},
			PanelHeight: dotHeight(len(names)),
		},
	}, rows)
}

// ratioTargets are the targets that have a panel.
var ratioTargets = []float64{1e-2, 1e-3}

// ratioRows keeps of each filter one row a target of 0.01 and 0.001, the one whose gate sees most, and the one at
// its least target of those that meet neither.
func ratioRows(rows []record.FPRRow) []record.FPRRow {
	type cell struct {
		filter string
		target float64
	}
	best := map[cell]float64{}
	least := map[string]float64{} // target of a filter
	for _, r := range rows {
		c := cell{r.Filter, targetOf(r)}
		if sees, ok := best[c]; !ok || seesOf(r) < sees {
			best[c] = seesOf(r)
		}
		if t, ok := least[r.Filter]; !ok || targetOf(r) < t {
			least[r.Filter] = targetOf(r)
		}
	}
	return where(rows, func(r record.FPRRow) bool {
		shown := slices.Contains(ratioTargets, targetOf(r)) || least[r.Filter] > ratioTargets[0] && targetOf(r) == least[r.Filter]
		if !shown || seesOf(r) != best[cell{r.Filter, targetOf(r)}] {
			return false
		}
		best[cell{r.Filter, targetOf(r)}] = math.NaN() // one row is enough
		return true
	})
}

// seesOf returns the least excess that the gate of a row sees, or else that its interval does.
func seesOf(r record.FPRRow) float64 {
	switch {
	case r.GateDetectable > 0:
		return float64(r.GateDetectable)
	case r.Detectable > 0:
		return 1 + float64(r.Detectable)
	}
	return math.Inf(1)
}

// detectableText says what the gates would see.
func detectableText(rows []record.FPRRow) string {
	tested := where(rows, func(r record.FPRRow) bool { return gated(r) && r.GateDetectable > 0 })
	if len(tested) == 0 {
		return "What the gates would see is not known"
	}
	least, most := tested[0].GateDetectable, tested[0].GateDetectable
	for _, r := range tested {
		least, most = min(least, r.GateDetectable), max(most, r.GateDetectable)
	}
	return fmt.Sprintf("With 99 %% power the gates see an excess of %.2g %% to %.2g %%", 100*float64(least), 100*float64(most))
}

// nearestText says at which target a filter stands that does not meet 0.01.
func nearestText(rows []record.FPRRow) string {
	others := where(rows, func(r record.FPRRow) bool { return !slices.Contains(ratioTargets, targetOf(r)) })
	text := ""
	for _, target := range distinct(others, targetOf) {
		at := distinct(where(others, func(r record.FPRRow) bool { return targetOf(r) == target }), filterOf)
		text += fmt.Sprintf(" At a target of %s: %s.", num(target), strings.Join(at, ", "))
	}
	return text
}

// ratioKeys explains the marks that are there.
func ratioKeys(rows []record.FPRRow) []chart.Key {
	keys := []chart.Key{
		{Text: "mean, 95 % interval", Style: chart.Measured, Line: true},
		{Text: "theory ±5 %", Fill: chart.BandFill},
	}
	tested := where(rows, gated)
	if len(tested) > 0 {
		keys = append(keys, chart.Key{Text: "gate: simultaneous, family level 10⁻⁶", Fill: chart.WideFill})
	}
	if len(where(tested, holds)) < len(tested) {
		keys = append(keys, chart.Key{Text: "gate does not hold 1", Style: chart.Alarm})
	}
	return keys
}

// dotHeight returns the height of a panel with so many rows of dots, axis and head included.
func dotHeight(rows int) float64 { return max(120, 13*float64(rows)+52) }

// none reports whether no false positive was seen.
func none(r record.FPRRow) bool { return r.FalsePositives == 0 }

func ratioOf(r record.FPRRow) record.Float   { return r.Ratio }
func ratioLow(r record.FPRRow) record.Float  { return r.RatioLow }
func ratioHigh(r record.FPRRow) record.Float { return r.RatioHigh }
func gateLow(r record.FPRRow) record.Float   { return r.GateLow }
func gateHigh(r record.FPRRow) record.Float  { return r.GateHigh }
func targetOf(r record.FPRRow) float64       { return float64(r.TargetFPR) }

func ratioPanel(rows []record.FPRRow, names []string, axis chart.Axis, head string) chart.Panel {
	var dots, alarms []chart.Dot
	for _, r := range rows {
		d := chart.Dot{Row: float64(slices.Index(names, r.Filter)), Value: float64(r.Ratio), Low: float64(r.RatioLow),
			High: float64(r.RatioHigh), WideLow: float64(r.GateLow), WideHigh: float64(r.GateHigh)}
		if none(r) {
			d.AtMost, d.Value = true, float64(r.RatioHigh)
			d.Low, d.High = chart.None()
		}
		if gated(r) && !holds(r) {
			alarms = append(alarms, d)
			continue
		}
		dots = append(dots, d)
	}
	return chart.Panel{Head: head, X: axis, Y: chart.NamesAxis(names), Marks: []chart.Mark{
		chart.Band{Across: chart.OnX, Low: 0.95, High: 1.05},
		chart.Rule{Across: chart.OnX, At: 1, Style: chart.Theory},
		chart.Dots{Style: chart.Measured, Points: dots},
		chart.Dots{Style: chart.Alarm, Points: alarms},
	}}
}

func gated(r record.FPRRow) bool { return r.GateLow.Known() && r.GateHigh.Known() }
func holds(r record.FPRRow) bool { return r.GateLow <= 1 && r.GateHigh >= 1 }

// ratioTitle says whether theory holds where it is gated, and else how many measurements are near it.
func ratioTitle(rows []record.FPRRow) string {
	tested := where(rows, gated)
	broken := where(tested, func(r record.FPRRow) bool { return !holds(r) })
	if len(tested) > 0 && len(broken) == 0 {
		return "Measured false-positive rates agree with exact theory in " + every(len(tested), "gated test")
	}
	if len(broken) > 0 {
		worst := broken[max(0, farthest(broken, func(r record.FPRRow) float64 { return float64(r.Ratio) }))]
		return fmt.Sprintf("Exact theory is contradicted in %s; farthest is %s, %s at target %s",
			share(len(broken), len(tested), "gated test"), worst.Filter, times(float64(worst.Ratio)), num(worst.TargetFPR))
	}
	near := where(rows, func(r record.FPRRow) bool { return math.Abs(float64(r.Ratio)-1) <= 0.05 })
	return fmt.Sprintf("Exact theory is met within 5 %% by %s", share(len(near), len(rows), "measured rate"))
}

func init() {
	register(Figure{Name: "fpr-ratio", Experiment: "fpr", plan: planFPRRatio,
		Question: "Is the measured false-positive rate what exact theory says?"})
}
