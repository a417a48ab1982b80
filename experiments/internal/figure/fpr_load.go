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

// fewestSeen is the number of false positives below which a ratio to theory says little.
const fewestSeen = 50

func planFPRLoad(s record.Store) (plate, error) {
	rows, err := read(s, "fpr.csv", "filters that are filled beyond the keys they are sized for", func(r record.FPRRow) bool {
		return r.KeyClass == baseClass && ownOrBase(r.Hash) && r.Sizing == "fpr" && r.NDesign > 0 && r.FPR.Known()
	})
	if err != nil {
		return plate{}, err
	}
	rows = loaded(rows)
	if len(rows) == 0 {
		return plate{}, fmt.Errorf("%w: fpr.csv holds no filter that was filled to other than its design load", ErrNoData)
	}
	slices.SortStableFunc(rows, func(a, b record.FPRRow) int { return cmp.Compare(loadOf(a), loadOf(b)) })
	groups := group(distinct(rows, filterOf))
	return finish(plate{
		form: "Two columns of panels against the load, keys held over keys sized for, on logarithmic axes: false-positive rate " +
			"with exact theory, and measured rate divided by theory; a line of points for each filter.",
		page: chart.Page{
			Title: loadTitle(rows),
			Subtitle: fmt.Sprintf("Left: measured fpr against keys held ÷ keys sized for. Right: measured ÷ exact theory where at least %d false positives were seen, band ±5 %%, filters side by side. "+
				"Sized for %s random 8-byte keys and %s; points end where a filter refuses more keys. %s, 95 %% intervals.%s",
				fewestSeen, count(rows[0].NDesign), targetsOf(rows), seeds(rows, func(r record.FPRRow) int { return r.Seeds }), arrows(rows, none)),
			Keys: []chart.Key{
				{Text: "exact theory", Style: chart.Style{Color: chart.Theory.Color, Glyph: chart.NoGlyph}, Line: true},
				{Text: "design load", Style: chart.Bound, Line: true},
			},
			Rows:        multiples(groups, loadColumns(rows, groups)),
			PanelHeight: multiplesHeight(groups),
		},
	}, rows)
}

// targetsOf writes the target rates of rows.
func targetsOf(rows []record.FPRRow) string {
	var texts []string
	for _, target := range distinct(rows, targetOf) {
		texts = append(texts, num(target))
	}
	if len(texts) == 1 {
		return "the target " + texts[0]
	}
	return "the targets " + strings.Join(texts, ", ")
}

// loaded returns the rows of the one design n that most loads were measured at, of each filter that was
// measured at more than one: where it refused keys, only the first such row, since all that follow are alike.
func loaded(rows []record.FPRRow) []record.FPRRow {
	other := where(rows, func(r record.FPRRow) bool { return r.N != r.NDesign })
	if len(other) == 0 {
		return nil
	}
	design := commonest(other, func(r record.FPRRow) uint64 { return r.NDesign })
	filters := distinct(where(other, func(r record.FPRRow) bool { return r.NDesign == design }), filterOf)
	var kept []record.FPRRow
	for _, filter := range filters {
		of := where(rows, func(r record.FPRRow) bool { return r.NDesign == design && r.Filter == filter })
		slices.SortStableFunc(of, func(a, b record.FPRRow) int { return cmp.Compare(a.N, b.N) })
		for _, r := range of {
			kept = append(kept, r)
			if r.Refused > 0 {
				break
			}
		}
	}
	return kept
}

// loadOf returns the keys that a filter holds over those that it is sized for, the mean over seeds.
func loadOf(r record.FPRRow) float64 {
	return (float64(r.N) - float64(r.Refused)/float64(max(r.Seeds, 1))) / float64(r.NDesign)
}

func loadColumns(rows []record.FPRRow, groups [][]string) []column {
	var at []float64
	for _, r := range rows {
		at = append(at, loadOf(r))
	}
	const least = 1e-9 // what lies below is never seen
	visible := func(v record.Float) float64 { return max(float64(v), least) }
	loads := narrow(chart.LogAxis("keys held ÷ keys sized for", at...), 2)
	var rates []float64
	for _, r := range rows {
		if none(r) {
			rates = append(rates, visible(r.FPRHigh)/3)
			continue
		}
		rates = append(rates, visible(r.FPR), visible(r.FPRLow), visible(r.FPRHigh))
	}
	seen := where(rows, func(r record.FPRRow) bool { return r.FalsePositives >= fewestSeen && r.Ratio.Known() })
	axis := chart.RatioAxis("", floats(seen, ratioOf, ratioLow, ratioHigh)...)
	series := func(name string, y func(record.FPRRow) chart.Point, rows []record.FPRRow) chart.Series {
		k := chart.Series{Name: name, Style: styleOf(name), Loose: true}
		for _, r := range where(rows, func(r record.FPRRow) bool { return r.Filter == name }) {
			p := y(r)
			p.X = loadOf(r)
			k.Points = append(k.Points, p)
		}
		return k
	}
	design := chart.Rule{Across: chart.OnX, At: 1, Style: chart.Bound}
	return []column{
		{head: "measured fpr", x: loads, y: chart.LogAxis("", rates...), behind: []chart.Mark{design}, marks: func(name string) []chart.Mark {
			return []chart.Mark{loadTheory(rows, name), series(name, ratePoint, rows)}
		}},
		{head: "measured ÷ theory", x: loads, y: axis, behind: []chart.Mark{
			chart.Band{Across: chart.OnY, Low: 0.95, High: 1.05}, chart.Rule{Across: chart.OnY, At: 1, Style: chart.Theory}, design,
		}, marks: func(name string) []chart.Mark {
			k := series(name, func(r record.FPRRow) chart.Point {
				return chart.Point{Y: float64(r.Ratio), Low: float64(r.RatioLow), High: float64(r.RatioHigh)}
			}, seen)
			k.Shift = aside(groups, name)
			return []chart.Mark{k}
		}},
	}
}

// ratePoint returns the measured rate of a row, or the upper end of its interval where none was seen.
func ratePoint(r record.FPRRow) chart.Point {
	p := chart.Point{Y: float64(r.FPR), Low: float64(r.FPRLow), High: float64(r.FPRHigh)}
	if none(r) {
		p.AtMost, p.Y = true, p.High
	}
	return p
}

// loadTheory returns the theory of a filter through its loads.
func loadTheory(rows []record.FPRRow, name string) chart.Curve {
	k := chart.Curve{Style: chart.Theory}
	for _, r := range where(rows, func(r record.FPRRow) bool { return r.Filter == name && r.FPRTheory.Known() }) {
		k.Points = append(k.Points, chart.XY{X: loadOf(r), Y: float64(r.FPRTheory)})
	}
	return k
}

// loadTitle says what twice the keys do to the base filter, which filters keep their target at the most keys, and
// which refuse them.
func loadTitle(rows []record.FPRRow) string {
	var parts []string
	double := where(rows, func(r record.FPRRow) bool { return r.Filter == baseFilter && r.N == 2*r.NDesign && r.TargetFPR > 0 })
	if len(double) > 0 {
		parts = append(parts, fmt.Sprintf("filled to twice its keys, %s has %s times its target rate", baseFilter, num(double[0].FPR/double[0].TargetFPR)))
	}
	most := 0.0
	for _, r := range rows {
		most = math.Max(most, loadOf(r))
	}
	kept := distinct(where(rows, func(r record.FPRRow) bool { return loadOf(r) == most && most > 1 && r.FPRHigh <= r.TargetFPR }), filterOf)
	if len(kept) > 0 && len(kept) <= 3 {
		verb := map[bool]string{true: "keeps its own", false: "keep theirs"}[len(kept) == 1]
		parts = append(parts, fmt.Sprintf("at %s times %s %s", num(most), strings.Join(kept, " and "), verb))
	}
	refusing := distinct(where(rows, func(r record.FPRRow) bool { return r.Refused > 0 }), filterOf)
	if len(refusing) > 0 {
		parts = append(parts, plural(len(refusing), "filter")+" refuse more keys than fit")
	}
	if len(parts) == 0 {
		return "False-positive rates of filters that are filled short of their keys or beyond them"
	}
	text := strings.Join(parts, "; ")
	return strings.ToUpper(text[:1]) + text[1:]
}

func init() {
	register(Figure{Name: "fpr-load", Experiment: "fpr", plan: planFPRLoad,
		Question: "What becomes of the false-positive rate when a filter gets fewer or more keys than it is sized for?"})
}
