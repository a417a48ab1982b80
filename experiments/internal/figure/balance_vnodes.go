package figure

import (
	"fmt"
	"math"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/theory"
)

func planBalanceVnodes(s record.Store) (plate, error) {
	rows, err := read(s, "balance.csv", "arc shares of ring-vnodes", func(r record.BalanceRow) bool {
		return r.Keys == 0 && r.Labels == "separated" && r.Locator == "ring-vnodes" && r.Vnodes > 0 && r.PeakToAverage > 0
	})
	if err != nil {
		return plate{}, err
	}
	rows = shownSizes(sweptHashes(rows))
	if len(rows) == 0 {
		return plate{}, fmt.Errorf("%w: balance.csv holds no hash function at more than one number of vnodes", ErrNoData)
	}
	slices.SortStableFunc(rows, func(a, b record.BalanceRow) int { return a.Vnodes - b.Vnodes })
	groups := group(distinct(rows, ringHash))
	return finish(plate{
		form: "Share of the fullest node over the mean against vnodes a node, both axes logarithmic, a panel for each number of " +
			"nodes and a line for each hash function, with the expectation of theory.",
		page: chart.Page{
			Title: vnodesTitle(rows),
			Subtitle: fmt.Sprintf("Peak to average: arc share of the fullest node ÷ mean share, against V vnodes a node, on ring-vnodes. Means over "+
				"%s of node ids with 95 %% intervals. 1.0 is perfect balance. Functions stand side by side.", seeds(rows, func(r record.BalanceRow) int { return r.Seeds })),
			Keys: []chart.Key{{Text: "expectation of theory", Style: chart.Style{Color: chart.Theory.Color, Glyph: chart.NoGlyph}, Line: true},
				{Text: "95 of 100 rings", Style: bandEdge, Line: true}},
			Rows:        multiples(groups, vnodesColumns(rows, groups)),
			PanelHeight: multiplesHeight(groups),
		},
	}, rows)
}

func ringHash(r record.BalanceRow) string { return r.Hash }
func ringNodes(r record.BalanceRow) int   { return r.Nodes }

// sweptHashes returns the rows of hash functions that were measured at more than one number of vnodes.
func sweptHashes(rows []record.BalanceRow) []record.BalanceRow {
	return where(rows, func(r record.BalanceRow) bool {
		return slices.ContainsFunc(rows, func(o record.BalanceRow) bool {
			return o.Hash == r.Hash && o.Nodes == r.Nodes && o.Vnodes != r.Vnodes
		})
	})
}

// mostSizes is how many panels stand in a row.
const mostSizes = 4

// shownSizes returns the rows of the greatest numbers of nodes, as many as fit.
func shownSizes(rows []record.BalanceRow) []record.BalanceRow {
	sizes := distinct(rows, ringNodes)
	if len(sizes) > mostSizes {
		sizes = sizes[len(sizes)-mostSizes:]
	}
	return where(rows, func(r record.BalanceRow) bool { return slices.Contains(sizes, r.Nodes) })
}

func vnodesColumns(rows []record.BalanceRow, groups [][]string) []column {
	var vnodes []float64
	for _, r := range rows {
		vnodes = append(vnodes, float64(r.Vnodes))
	}
	peaks := chart.LogAxis("", floats(rows, func(r record.BalanceRow) record.Float { return r.PeakToAverage },
		func(r record.BalanceRow) record.Float { return r.PeakHigh },
		func(r record.BalanceRow) record.Float { return r.PeakTheory })...)
	peaks.Min = 0.95 // nothing can lie below 1
	nodes := distinct(rows, ringNodes)
	var columns []column
	for _, n := range nodes {
		of := where(rows, func(r record.BalanceRow) bool { return r.Nodes == n })
		low, high := peakBand(of)
		columns = append(columns, column{
			head: plural(n, "node"), x: narrow(chart.LogAxis("vnodes a node, V", vnodes...), len(nodes)), y: peaks,
			behind: []chart.Mark{
				chart.Rule{Across: chart.OnY, At: 1, Style: chart.Bound},
				chart.Curve{Points: peakTheory(of), Style: chart.Theory},
				chart.Curve{Points: low, Style: bandEdge},
				chart.Curve{Points: high, Style: bandEdge},
			},
			marks: func(hash string) []chart.Mark {
				k := peakSeries(of, hash)
				k.Shift = aside(groups, hash)
				return []chart.Mark{k}
			},
		})
	}
	return columns
}

// bandEdge is the style of the ends of the band of single rings.
var bandEdge = chart.Style{Color: chart.Theory.Color, Glyph: chart.NoGlyph, Dashes: chart.Control.Dashes}

// peakBand returns the ends of the band that holds 95 of 100 rings, by vnodes.
func peakBand(rows []record.BalanceRow) (low, high []chart.XY) {
	for _, at := range peakTheory(rows) {
		least, most, err := theory.PeakBand(rows[0].Nodes, int(at.X), 0.05)
		if err != nil {
			continue // a single node has no band
		}
		low, high = append(low, chart.XY{X: at.X, Y: least}), append(high, chart.XY{X: at.X, Y: most})
	}
	return low, high
}

// peakTheory returns the expectation by vnodes; it is the same for every hash function.
func peakTheory(rows []record.BalanceRow) []chart.XY {
	var exact []chart.XY
	for _, r := range rows {
		if last := len(exact) - 1; r.PeakTheory.Known() && (last < 0 || exact[last].X < float64(r.Vnodes)) {
			exact = append(exact, chart.XY{X: float64(r.Vnodes), Y: float64(r.PeakTheory)})
		}
	}
	return exact
}

func peakSeries(rows []record.BalanceRow, hash string) chart.Series {
	k := chart.Series{Name: hash, Style: styleOf(hash), Loose: len(peakTheory(rows)) > 1}
	for _, r := range where(rows, func(r record.BalanceRow) bool { return r.Hash == hash }) {
		k.Points = append(k.Points, chart.Point{X: float64(r.Vnodes), Y: float64(r.PeakToAverage), Low: float64(r.PeakLow), High: float64(r.PeakHigh)})
	}
	return k
}

// vnodesTitle states what vnodes buy with the base hash, or the first one, at the number of nodes nearest to
// the base's.
func vnodesTitle(rows []record.BalanceRow) string {
	hash := rows[0].Hash
	if slices.Contains(distinct(rows, ringHash), baseHash) {
		hash = baseHash
	}
	of := where(rows, func(r record.BalanceRow) bool { return r.Hash == hash })
	nodes := slices.MinFunc(distinct(of, ringNodes), func(a, b int) int {
		return int(1e6 * (math.Abs(math.Log(float64(a)/baseNodes)) - math.Abs(math.Log(float64(b)/baseNodes))))
	})
	of = where(of, func(r record.BalanceRow) bool { return r.Nodes == nodes })
	first, last := of[0], of[len(of)-1]
	if first.Vnodes == last.Vnodes {
		return fmt.Sprintf("With %s the fullest of %s holds %s times the mean", plural(first.Vnodes, "vnode"),
			plural(nodes, "node"), num(first.PeakToAverage))
	}
	text := fmt.Sprintf("The fullest of %s holds %s times the mean with %s", plural(nodes, "node"), num(first.PeakToAverage),
		plural(first.Vnodes, "vnode"))
	if i := slices.IndexFunc(of, func(r record.BalanceRow) bool { return r.Vnodes == baseVnodes }); i > 0 && i < len(of)-1 {
		text += fmt.Sprintf(", %s with %d", num(of[i].PeakToAverage), baseVnodes)
	}
	return text + fmt.Sprintf(", %s with %s (%s)", num(last.PeakToAverage), count(last.Vnodes), hash)
}

func init() {
	register(Figure{Name: "balance-vnodes", Experiment: "balance", plan: planBalanceVnodes,
		Question: "How many vnodes does a ring need?"})
}
