package figure

import (
	"cmp"
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// A derivation is what a panel of the figure shows: filters of n keys at a target.
type derivation struct {
	n      uint64
	target float64
}

func planFPRDerivation(s record.Store) (plate, error) {
	rows, err := read(s, "fpr.csv", "classic filters with other ways to derive their probes", func(r record.FPRRow) bool {
		return r.KeyClass == baseClass && ownOrBase(r.Hash) && r.Sizing == "fpr" && r.N == r.NDesign && r.Ratio.Known() &&
			family(r.Filter) == family(baseFilter) && r.Filter != "bloom-partitioned"
	})
	if err != nil {
		return plate{}, err
	}
	rows = derivationRows(rows)
	names := distinct(rows, filterOf)
	if len(names) < 2 {
		return plate{}, fmt.Errorf("%w: fpr.csv holds %d ways to derive probes at sizes that all have", ErrNoData, len(names))
	}
	times, n, err := derivationTimes(s, names)
	if err != nil {
		return plate{}, err
	}
	axis := chart.RatioAxis("measured ÷ independent", append(below(rows, ratioHigh), floats(rows, ratioOf, ratioLow, ratioHigh)...)...)
	axis.Labels = 3
	var panels []chart.Panel
	for i, d := range derivationsOf(rows) {
		panels = append(panels, derivationPanel(rows, names, axis, d))
		panels[i].Y.Bare = i > 0
	}
	if len(times) > 0 {
		panels = append(panels, derivationTimePanel(times, names, n))
	}
	return finish(plate{
		form: "Dot plot with a row for each way to derive the probes of a key: measured false-positive rate divided by the exact " +
			"one of independent probes, in small filters and larger ones, and the time of a look-up.",
		page: chart.Page{
			Title: derivationTitle(rows, times),
			Subtitle: fmt.Sprintf("Measured fpr ÷ exact theory of independent probes, filters sized for the random 8-byte keys and the target at the head; %s, 95 %% intervals, band ±5 %%. "+
				"Times are of single look-ups, hashing included, half of them hits. Hash %s; bloom-classic remixes one hash and takes fast range, -independent hashes k times.%s", seeds(rows, func(r record.FPRRow) int { return r.Seeds }), baseHash, arrows(rows, none)),
			Rows:        [][]chart.Panel{panels},
			PanelHeight: dotHeight(len(names)),
		},
	}, rows)
}

// derivationRows keeps the smallest n at which most ways were measured, and the base, at each of two targets.
func derivationRows(rows []record.FPRRow) []record.FPRRow {
	var kept []record.FPRRow
	for _, target := range []float64{1e-2, 1e-4} {
		of := where(rows, func(r record.FPRRow) bool { return targetOf(r) == target && r.N >= 100 })
		sizes := distinct(of, func(r record.FPRRow) uint64 { return r.N })
		for i, n := range sizes {
			if i == 0 || n == 10_000 && target == 1e-2 {
				at := where(of, func(r record.FPRRow) bool { return r.N == n })
				kept = append(kept, mostSeeds(at)...)
			}
		}
	}
	return kept
}

// mostSeeds keeps of each filter the row with the most seeds.
func mostSeeds(rows []record.FPRRow) (kept []record.FPRRow) {
	for _, name := range distinct(rows, filterOf) {
		of := where(rows, func(r record.FPRRow) bool { return r.Filter == name })
		kept = append(kept, slices.MaxFunc(of, func(a, b record.FPRRow) int { return cmp.Compare(a.Seeds, b.Seeds) }))
	}
	return kept
}

func derivationsOf(rows []record.FPRRow) (ds []derivation) {
	for _, r := range rows {
		if d := (derivation{r.N, targetOf(r)}); !slices.Contains(ds, d) {
			ds = append(ds, d)
		}
	}
	slices.SortFunc(ds, func(a, b derivation) int { return cmp.Or(-cmp.Compare(a.target, b.target), -cmp.Compare(a.n, b.n)) })
	return ds
}

// ratioDot returns the ratio of a row to theory, without its gate.
func ratioDot(r record.FPRRow, names []string) chart.Dot {
	d := chart.Dot{Row: float64(slices.Index(names, r.Filter)), Value: float64(r.Ratio), Low: float64(r.RatioLow), High: float64(r.RatioHigh)}
	d.WideLow, d.WideHigh = chart.None()
	if none(r) {
		d.AtMost, d.Value = true, float64(r.RatioHigh)
		d.Low, d.High = chart.None()
	}
	return d
}

func derivationPanel(rows []record.FPRRow, names []string, axis chart.Axis, d derivation) chart.Panel {
	var dots []chart.Dot
	for _, r := range rows {
		if (derivation{r.N, targetOf(r)}) == d {
			dots = append(dots, ratioDot(r, names))
		}
	}
	return chart.Panel{Head: fmt.Sprintf("%s keys, %s", count(d.n), num(d.target)), X: axis, Y: chart.NamesAxis(names), Marks: []chart.Mark{
		chart.Band{Across: chart.OnX, Low: 0.95, High: 1.05},
		chart.Rule{Across: chart.OnX, At: 1, Style: chart.Theory},
		chart.Dots{Style: chart.Measured, Points: dots},
	}}
}

// derivationTimes returns the times of look-ups with hashing of the filters called names, at the largest n up to
// 10⁶ that most were timed at; none where they were not timed.
func derivationTimes(s record.Store, names []string) ([]record.ThroughputRow, uint64, error) {
	rows, err := record.Read[record.ThroughputRow](s, "throughput.csv")
	if err != nil {
		return nil, 0, err
	}
	rows = where(rows, func(r record.ThroughputRow) bool {
		return r.Kind == "filter" && r.Op == "contains" && r.Mode == "keys" && ownOrBase(r.Hash) && r.HitShare == 0.5 && r.N <= 1_000_000 &&
			r.NsPerKey > 0 && slices.Contains(names, r.Impl)
	})
	if len(rows) == 0 {
		return nil, 0, nil
	}
	n := commonest(rows, func(r record.ThroughputRow) uint64 { return r.N })
	return where(rows, func(r record.ThroughputRow) bool { return r.N == n }), n, nil
}

func derivationTimePanel(rows []record.ThroughputRow, names []string, n uint64) chart.Panel {
	var dots []chart.Dot
	for _, r := range rows {
		d := chart.Dot{Row: float64(slices.Index(names, r.Impl)), Value: float64(r.NsPerKey), Low: float64(r.NsLow), High: float64(r.NsHigh)}
		d.WideLow, d.WideHigh = chart.None()
		dots = append(dots, d)
	}
	axis := chart.LinearAxis("ns a look-up", append(floats(rows, nsOf, nsLow, nsHigh), 0)...)
	axis.Labels = 3
	y := chart.NamesAxis(names)
	y.Bare = true
	return chart.Panel{Head: count(n) + " keys", X: axis, Y: y,
		Marks: []chart.Mark{chart.Dots{Style: chart.Measured, Points: dots}}}
}

// derivationTitle names the worst of the small filters, and the span of the times.
func derivationTitle(rows []record.FPRRow, timed []record.ThroughputRow) string {
	worst := rows[max(0, farthest(rows, func(r record.FPRRow) float64 { return max(float64(r.Ratio), 1) }))]
	text := fmt.Sprintf("No derivation is seen to cost more than %s of independent probes' rate", times(float64(worst.Ratio)))
	if worst.RatioLow > 1.05 {
		text = fmt.Sprintf("With %s keys %s has %s times the rate of independent probes", count(worst.N), worst.Filter, num(worst.Ratio))
	}
	if least, most, ok := extremes(timed); ok && least.Impl != most.Impl {
		text += fmt.Sprintf("; a look-up takes %s ns (%s) to %s (%s)", num(least.NsPerKey), least.Impl, num(most.NsPerKey), most.Impl)
	}
	return text
}

func init() {
	register(Figure{Name: "fpr-derivation", Experiment: "fpr", plan: planFPRDerivation,
		Question: "What does deriving all probes of a key from one or two hashes cost, in false positives and in time?"})
}
