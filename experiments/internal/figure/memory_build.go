package figure

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func planMemoryBuild(s record.Store) (plate, error) {
	rows, err := read(s, "memory_heap.csv", "filters whose peak while they are built was seen", func(r record.HeapRow) bool {
		return r.Kind == "filter" && r.N > 0 && r.PeakBytes > 0 && r.HeapBytes > 0
	})
	if err != nil {
		return plate{}, err
	}
	n := commonest(rows, func(r record.HeapRow) uint64 { return r.N })
	rows = where(rows, func(r record.HeapRow) bool { return r.N == n })
	names := distinct(rows, heapImpl)
	axis := chart.LogAxis("bytes a key", append(floats(rows, peakPerKey), floats(rows, keptPerKey)...)...)
	over := chart.LogAxis("peak ÷ kept", append(floats(rows, func(r record.HeapRow) record.Float { return record.Float(peakOverKept(r)) }), 1)...)
	panels := []chart.Panel{
		{Head: "kept, and at most on the way", X: axis, Y: chart.NamesAxis(names), Marks: []chart.Mark{
			chart.Dots{Style: chart.Measured, Points: heapDots(rows, names, peakPerKey)},
			chart.Dots{Style: chart.Control, Points: heapDots(rows, names, keptPerKey)},
		}},
		{Head: "at most ÷ kept", X: over, Y: chart.NamesAxis(names), Marks: []chart.Mark{
			chart.Rule{Across: chart.OnX, At: 1, Style: chart.Theory},
			chart.Dots{Style: chart.Measured, Points: heapDots(rows, names, func(r record.HeapRow) record.Float { return record.Float(peakOverKept(r)) })},
		}},
	}
	panels[1].Y.Bare = true
	return finish(plate{
		form: "Dot plot with a row for each filter, on logarithmic axes: heap bytes per key that it keeps, the most that the heap grew while " +
			"it was built, and the latter over the former.",
		page: chart.Page{
			Title: buildTitle(rows),
			Subtitle: fmt.Sprintf("Growth of the heap in bytes a key: what stays when a filter of %s keys is built, and the most on the way, with the collector held to a "+
				"twentieth of garbage. Static filters are built from hashes that are there before, which do not count. One build each.", count(n)),
			Keys:        []chart.Key{{Text: "kept", Style: chart.Control}, {Text: "at most on the way", Style: chart.Measured}},
			Rows:        [][]chart.Panel{panels},
			PanelHeight: dotHeight(len(names)),
		},
	}, rows)
}

func heapImpl(r record.HeapRow) string { return r.Impl }
func keptPerKey(r record.HeapRow) record.Float {
	return record.Float(float64(r.HeapBytes) / float64(r.N))
}
func peakPerKey(r record.HeapRow) record.Float { return r.PeakBytes / record.Float(r.N) }
func peakOverKept(r record.HeapRow) float64    { return float64(r.PeakBytes) / float64(r.HeapBytes) }

func heapDots(rows []record.HeapRow, names []string, of func(record.HeapRow) record.Float) (dots []chart.Dot) {
	for _, r := range rows {
		d := chart.Dot{Row: float64(slices.Index(names, r.Impl)), Value: float64(of(r))}
		d.Low, d.High = chart.None()
		d.WideLow, d.WideHigh = chart.None()
		dots = append(dots, d)
	}
	return dots
}

// buildTitle names the filter that takes most on the way beside what it keeps, and says how many take no more than
// that.
func buildTitle(rows []record.HeapRow) string {
	most := slices.MaxFunc(rows, func(a, b record.HeapRow) int {
		switch x, y := peakOverKept(a), peakOverKept(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	lean := where(rows, func(r record.HeapRow) bool { return peakOverKept(r) < 1.2 })
	return fmt.Sprintf("While it is built %s takes %s times the memory that it keeps, %s bytes a key; %s take nearly nothing more",
		most.Impl, num(peakOverKept(most)), num(peakPerKey(most)), share(len(lean), len(rows), "filter"))
}

func init() {
	register(Figure{Name: "memory-build", Experiment: "memory", plan: planMemoryBuild,
		Question: "How much memory does building a filter take beside what it keeps?"})
}
