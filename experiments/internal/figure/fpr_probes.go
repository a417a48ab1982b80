package figure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func planFPRProbes(s record.Store) (plate, error) {
	rows, err := read(s, "fpr.csv", "filters of given bits per key and probes on random keys", func(r record.FPRRow) bool {
		return r.KeyClass == baseClass && r.Hash == baseHash && r.Sizing == "m,k" && r.N == r.NDesign && r.FPR.Known() && r.BitsPerKey > 0
	})
	if err != nil {
		return plate{}, err
	}
	rows = probeSweeps(rows)
	if len(rows) == 0 {
		return plate{}, fmt.Errorf("%w: fpr.csv holds no filter at more than two numbers of probes in the same bits", ErrNoData)
	}
	sizes := distinct(rows, func(r record.FPRRow) float64 { return float64(r.BitsPerKey) })
	var columns []column
	x := chart.LinearAxis("probes a key, k", floats(rows, func(r record.FPRRow) record.Float { return record.Float(r.K) })...)
	y := chart.LogAxis("", floats(where(rows, func(r record.FPRRow) bool { return !none(r) }), fprOf, fprLow, fprHigh, fprTheory)...)
	for _, bits := range sizes {
		of := where(rows, func(r record.FPRRow) bool { return float64(r.BitsPerKey) == bits })
		columns = append(columns, column{head: num(bits) + " bits per key", x: narrow(x, len(sizes)), y: y,
			marks: func(name string) []chart.Mark { return probeMarks(of, name) }})
	}
	return finish(plate{
		form: "False-positive rate on a logarithmic axis against the number of probes, a panel for each number of bits per key: " +
			"points as measured, thin lines as exact theory has it, and a rule at the best k of the classic filter by theory.",
		page: chart.Page{
			Title: probesTitle(rows, sizes),
			Subtitle: fmt.Sprintf("Measured fpr against k at fixed bits per key: n = %s random 8-byte keys, hash %s, %s, 95 %% intervals.",
				count(rows[0].N), baseHash, seeds(rows, func(r record.FPRRow) int { return r.Seeds })),
			Keys: []chart.Key{
				{Text: "exact theory", Style: chart.Style{Color: chart.Theory.Color, Glyph: chart.NoGlyph}, Line: true},
				{Text: "k = bits per key × ln 2", Style: chart.Bound, Line: true},
			},
			Rows: multiples(group(distinct(rows, filterOf)), columns),
		},
	}, rows)
}

// probeSweeps returns the rows of the one n with most of them at which a filter was measured with at least three
// numbers of probes in the same bits.
func probeSweeps(rows []record.FPRRow) []record.FPRRow {
	type sweep struct {
		filter string
		n, m   uint64
	}
	of := func(r record.FPRRow) sweep { return sweep{r.Filter, r.N, r.M} }
	probes := map[sweep]map[int]bool{}
	for _, r := range rows {
		if probes[of(r)] == nil {
			probes[of(r)] = map[int]bool{}
		}
		probes[of(r)][r.K] = true
	}
	rows = where(rows, func(r record.FPRRow) bool { return len(probes[of(r)]) >= 3 })
	if len(rows) == 0 {
		return nil
	}
	n := commonest(rows, func(r record.FPRRow) uint64 { return r.N })
	rows = where(rows, func(r record.FPRRow) bool { return r.N == n })
	slices.SortStableFunc(rows, func(a, b record.FPRRow) int { return cmp.Compare(a.K, b.K) })
	return rows
}

func probeMarks(rows []record.FPRRow, name string) []chart.Mark {
	var exact []chart.XY
	k := chart.Series{Name: name, Style: styleOf(name), Loose: true}
	for _, r := range where(rows, func(r record.FPRRow) bool { return r.Filter == name }) {
		p := ratePoint(r)
		p.X = float64(r.K)
		k.Points = append(k.Points, p)
		exact = append(exact, chart.XY{X: p.X, Y: float64(r.FPRTheory)})
	}
	marks := []chart.Mark{chart.Curve{Points: exact, Style: chart.Theory}, k}
	if name == baseFilter && len(k.Points) > 0 {
		const ln2 = 0.6931471805599453
		bits := float64(where(rows, func(r record.FPRRow) bool { return r.Filter == name })[0].BitsPerKey)
		marks = append([]chart.Mark{chart.Rule{Across: chart.OnX, At: bits * ln2, Style: chart.Bound}}, marks...)
	}
	return marks
}

// probesTitle names the best number of probes of each filter at the most bits per key, by theory where it is
// known.
func probesTitle(rows []record.FPRRow, sizes []float64) string {
	bits := sizes[len(sizes)-1]
	var parts []string
	for _, name := range distinct(rows, filterOf) {
		of := where(rows, func(r record.FPRRow) bool {
			return r.Filter == name && float64(r.BitsPerKey) == bits && r.FPRTheory > 0
		})
		if len(of) == 0 {
			continue
		}
		best := slices.MinFunc(of, func(a, b record.FPRRow) int { return cmp.Compare(a.FPRTheory, b.FPRTheory) })
		parts = append(parts, fmt.Sprintf("%d in %s (fpr %s)", best.K, name, num(best.FPR)))
	}
	if len(parts) == 0 {
		return "False-positive rates by number of probes"
	}
	return fmt.Sprintf("With %s bits per key the best number of probes is %s", num(bits), strings.Join(parts, ", "))
}

func init() {
	register(Figure{Name: "fpr-probes", Experiment: "fpr", plan: planFPRProbes,
		Question: "How many probes are best in given bits per key?"})
}
