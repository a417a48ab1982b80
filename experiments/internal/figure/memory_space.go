package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func planMemorySpace(s record.Store) (plate, error) {
	rows, err := read(s, "memory.csv", "filters with a theory of their rate", func(r record.MemoryRow) bool {
		return r.Kind == "filter" && r.N > 0 && r.FPRTheory > 0 && r.BitsPerKey > 0 && r.BoundBitsPerKey > 0
	})
	if err != nil {
		return plate{}, err
	}
	n := commonest(rows, func(r record.MemoryRow) uint64 { return r.N })
	rows = where(rows, func(r record.MemoryRow) bool { return r.N == n })
	slices.SortStableFunc(rows, func(a, b record.MemoryRow) int {
		return cmp.Compare(a.FPRTheory, b.FPRTheory)
	})
	groups := group(distinct(rows, memoryImpl))
	return finish(plate{
		form: "Two columns of panels against the false-positive rate, all axes logarithmic: bits per key with the information " +
			"bound, and bits of the whole structure over that bound; a line for each filter.",
		page: chart.Page{
			Title: memoryTitle(rows),
			Subtitle: fmt.Sprintf("Left: payload bits per key. Right: bits of the whole structure, by its own account, over the "+
				"information bound. Against the exact rate of theory, n = %s keys. Filters stand side by side at each rate.", count(n)),
			Keys:        []chart.Key{{Text: "information bound: log₂(1/fpr) bits per key", Style: chart.Bound, Line: true}},
			Rows:        multiples(groups, memoryColumns(rows, groups)),
			PanelHeight: multiplesHeight(groups),
		},
	}, rows)
}

func memoryImpl(r record.MemoryRow) string { return r.Impl }

// modelOverBound returns the bits per key of the whole structure over the information bound.
func modelOverBound(r record.MemoryRow) float64 {
	return 8 * float64(r.ModelBytes) / float64(r.N) / float64(r.BoundBitsPerKey)
}

func memoryColumns(rows []record.MemoryRow, groups [][]string) []column {
	rates := narrow(chart.LogAxis("false-positive rate", floats(rows, func(r record.MemoryRow) record.Float { return r.FPRTheory })...), 2)
	var bits []float64
	over := []float64{1}
	for _, r := range rows {
		bits = append(bits, float64(r.BitsPerKey))
		over = append(over, modelOverBound(r))
	}
	var bound []chart.XY
	for i := range 65 {
		f := rates.Min * math.Pow(rates.Max/rates.Min, float64(i)/64)
		if least := -math.Log2(f); least > 0 {
			bound = append(bound, chart.XY{X: f, Y: least})
		}
	}
	series := func(name string, y func(record.MemoryRow) float64) []chart.Mark {
		k := chart.Series{Name: name, Style: styleOf(name), Shift: aside(groups, name)}
		for _, r := range where(rows, func(r record.MemoryRow) bool { return r.Impl == name }) {
			p := chart.Point{X: float64(r.FPRTheory), Y: y(r)}
			p.Low, p.High = chart.None()
			k.Points = append(k.Points, p)
		}
		return []chart.Mark{k}
	}
	return []column{
		{head: "bits per key", x: rates, y: chart.LogAxis("", bits...),
			behind: []chart.Mark{chart.Curve{Points: bound, Style: chart.Bound}},
			marks: func(name string) []chart.Mark {
				return series(name, func(r record.MemoryRow) float64 { return float64(r.BitsPerKey) })
			}},
		{head: "structure ÷ information bound", x: rates, y: chart.LogAxis("", over...),
			behind: []chart.Mark{chart.Rule{Across: chart.OnY, At: 1, Style: chart.Bound}},
			marks:  func(name string) []chart.Mark { return series(name, modelOverBound) }},
	}
}

// memoryTitle names the filters that come nearest to the bound, at whatever rate, and the one that goes
// farthest above it.
func memoryTitle(rows []record.MemoryRow) string {
	compare := func(a, b record.MemoryRow) int { return cmp.Compare(modelOverBound(a), modelOverBound(b)) }
	least, most := slices.MinFunc(rows, compare), slices.MaxFunc(rows, compare)
	near := where(rows, func(r record.MemoryRow) bool { return modelOverBound(r) <= tie*modelOverBound(least) })
	text := fmt.Sprintf("At best %s %s times the information bound", among(distinct(near, memoryImpl)), num(modelOverBound(least)))
	if modelOverBound(most) <= tie*modelOverBound(least) {
		return text
	}
	return text + fmt.Sprintf("; %s takes up to %s times", most.Impl, num(modelOverBound(most)))
}

func init() {
	register(Figure{Name: "memory-space", Experiment: "memory", plan: planMemorySpace,
		Question: "How near does each filter come to the least space that its rate allows?"})
}
