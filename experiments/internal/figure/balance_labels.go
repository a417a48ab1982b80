package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func planBalanceLabels(s record.Store) (plate, error) {
	rows, err := read(s, "balance.csv", "arc shares of ring-vnodes with 100 nodes and 160 vnodes", func(r record.BalanceRow) bool {
		return r.Keys == 0 && r.Locator == "ring-vnodes" && r.Nodes == baseNodes && r.Vnodes == baseVnodes && r.CV > 0
	})
	if err != nil {
		return plate{}, err
	}
	hashes := byWorst(rows)
	shapes := distinct(rows, labelsOf)
	axis := narrow(chart.LogAxis("cv of arc shares", floats(rows, cvOf, cvTheory, cvGateLow, cvGateHigh)...), len(shapes))
	var panels []chart.Panel
	for i, shape := range shapes {
		of := where(rows, func(r record.BalanceRow) bool { return r.Labels == shape })
		panel := labelsPanel(of, hashes, axis)
		panel.Head, panel.Y.Bare = shape, i > 0
		panels = append(panels, panel)
	}
	return finish(plate{
		form: "Dot plot with a row for each hash function and a panel for each shape of vnode labels: coefficient of variation " +
			"of arc shares on a logarithmic axis, with theory, its 95 % band and the gate band.",
		page: chart.Page{
			Title: labelsTitle(rows),
			Subtitle: fmt.Sprintf("cv = σ/μ of the arc shares of %d nodes with %d vnodes each on ring-vnodes, by hash function and "+
				"shape of the vnode labels, root mean square over %s of node ids.", baseNodes, baseVnodes,
				seeds(rows, func(r record.BalanceRow) int { return r.Seeds })),
			Keys: []chart.Key{
				{Text: "in the gate band", Style: chart.Measured},
				{Text: "outside it", Style: chart.Alarm},
				{Text: "theory", Style: chart.Theory},
				{Text: "95 % band", Fill: chart.BandFill},
				{Text: "gate band, family level 10⁻⁶", Fill: chart.FaintFill},
			},
			Rows:        [][]chart.Panel{panels},
			PanelHeight: dotHeight(len(hashes)),
		},
	}, rows)
}

func labelsOf(r record.BalanceRow) string         { return r.Labels }
func cvOf(r record.BalanceRow) record.Float       { return r.CV }
func cvTheory(r record.BalanceRow) record.Float   { return r.CVTheory }
func cvGateLow(r record.BalanceRow) record.Float  { return r.CVGateLow }
func cvGateHigh(r record.BalanceRow) record.Float { return r.CVGateHigh }

// byWorst returns the hash functions, the one with the greatest cv first.
func byWorst(rows []record.BalanceRow) []string {
	worst := map[string]record.Float{}
	for _, r := range rows {
		worst[r.Hash] = max(worst[r.Hash], r.CV)
	}
	hashes := distinct(rows, ringHash)
	slices.SortStableFunc(hashes, func(a, b string) int {
		return cmp.Compare(worst[b], worst[a])
	})
	return hashes
}

func labelsPanel(rows []record.BalanceRow, hashes []string, axis chart.Axis) chart.Panel {
	var inside, outside []chart.Dot
	for _, r := range rows {
		d := chart.Dot{Row: float64(slices.Index(hashes, r.Hash)), Value: float64(r.CV)}
		d.Low, d.High = chart.None()
		d.WideLow, d.WideHigh = chart.None()
		if r.WithinGate == "no" {
			outside = append(outside, d)
			continue
		}
		inside = append(inside, d)
	}
	// Theory and bands depend on nodes, vnodes and seeds alone, which all rows share; the widest is drawn.
	low, high := widest(rows, func(r record.BalanceRow) (record.Float, record.Float) { return r.CVBandLow, r.CVBandHigh })
	faintLow, faintHigh := widest(rows, func(r record.BalanceRow) (record.Float, record.Float) { return r.CVGateLow, r.CVGateHigh })
	return chart.Panel{X: axis, Y: chart.NamesAxis(hashes), Marks: []chart.Mark{
		chart.Band{Across: chart.OnX, Low: faintLow, High: faintHigh, Faint: true},
		chart.Band{Across: chart.OnX, Low: low, High: high},
		chart.Rule{Across: chart.OnX, At: float64(rows[0].CVTheory), Style: chart.Theory},
		chart.Dots{Style: chart.Measured, Points: inside},
		chart.Dots{Style: chart.Alarm, Points: outside},
	}}
}

// widest returns the least low and the greatest high end of the rows' bands, NaN where none is known.
func widest(rows []record.BalanceRow, band func(record.BalanceRow) (low, high record.Float)) (float64, float64) {
	least, most := math.NaN(), math.NaN()
	for _, r := range rows {
		low, high := band(r)
		if !low.Known() || !high.Known() {
			continue
		}
		if math.IsNaN(least) {
			least, most = float64(low), float64(high)
		}
		least, most = min(least, float64(low)), max(most, float64(high))
	}
	return least, most
}

// labelsTitle says who leaves the gate band, and which cell is farthest from theory.
func labelsTitle(rows []record.BalanceRow) string {
	tested := where(rows, func(r record.BalanceRow) bool { return r.WithinGate != "" })
	if len(tested) == 0 {
		return "No arc shares with a gate band were measured"
	}
	off := where(tested, func(r record.BalanceRow) bool { return r.WithinGate == "no" })
	all := len(distinct(tested, ringHash))
	if len(off) == 0 {
		return "Balance is as theory says with every shape of labels for " + every(all, "hash function")
	}
	ratio := func(r record.BalanceRow) float64 { return float64(r.CV / r.CVTheory) }
	text := "The gate band is left with some shape of labels by " + share(len(distinct(off, ringHash)), all, "hash function")
	if i := farthest(off, ratio); i >= 0 {
		text += fmt.Sprintf("; farthest: %s with %s, cv %s", off[i].Hash, off[i].Labels, times(ratio(off[i])))
	}
	return text
}

func init() {
	register(Figure{Name: "balance-labels", Experiment: "balance", plan: planBalanceLabels,
		Question: "Which hash functions spread vnodes as theory says, for which labels?"})
}
