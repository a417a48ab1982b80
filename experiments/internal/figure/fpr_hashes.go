package figure

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// hashedFilters are the filters whose heat maps are drawn: the one that leaves hashes as they are first.
var hashedFilters = []string{"bloom-classic-double", "bloom-classic"}

// lowest and highest bound the ratios that count as agreement with theory; others are printed.
const lowest, highest = 0.9, 1.1

func planFPRHashes(s record.Store) (plate, error) {
	rows, err := read(s, "fpr.csv", "hash functions by key class on "+hashedFilters[0], func(r record.FPRRow) bool {
		return slices.Contains(hashedFilters, r.Filter) && r.Sizing == "m,k" && r.K == 7 && r.Ratio.Known()
	})
	if err != nil {
		return plate{}, err
	}
	rows = commonSize(rows)
	hashes, classes := distinct(rows, hashOf), distinct(rows, classOf)
	var grid [][]chart.Panel
	for _, filter := range hashedFilters {
		of := where(rows, func(r record.FPRRow) bool { return r.Filter == filter })
		if len(of) > 0 {
			grid = append(grid, []chart.Panel{hashPanel(of, hashes, classes, filter)})
		}
	}
	for i := range grid {
		grid[i][0].X.Bare = i < len(grid)-1
	}
	return finish(plate{
		form: "Heat maps with a row for each hash function and a column for each key class: measured false-positive rate " +
			"divided by exact theory.",
		page: chart.Page{
			Title: hashesTitle(rows),
			Subtitle: fmt.Sprintf("Measured fpr ÷ exact theory for n = %s keys in m = %s bits with k = %d, %s. Printed where it "+
				"leaves %v … %v.", count(rows[0].N), count(rows[0].M),
				rows[0].K, seeds(rows, func(r record.FPRRow) int { return r.Seeds }), lowest, highest),
			Keys:        colorKeys(),
			Rows:        grid,
			PanelHeight: max(120, 12.5*float64(len(hashes))+50),
		},
	}, rows)
}

func hashOf(r record.FPRRow) string  { return r.Hash }
func classOf(r record.FPRRow) string { return r.KeyClass }

// commonSize returns the rows of the one (n, m) with most of them, the smaller where two have as many:
// ratios at other sizes do not belong in one table.
func commonSize(rows []record.FPRRow) []record.FPRRow {
	type size struct{ n, m uint64 }
	counts := map[size]int{}
	for _, r := range rows {
		counts[size{r.N, r.M}]++
	}
	best := size{rows[0].N, rows[0].M}
	for s, c := range counts {
		if c > counts[best] || c == counts[best] && (s.n < best.n || s.n == best.n && s.m < best.m) {
			best = s
		}
	}
	return where(rows, func(r record.FPRRow) bool { return size{r.N, r.M} == best })
}

func hashPanel(rows []record.FPRRow, hashes, classes []string, filter string) chart.Panel {
	cells := chart.Cells{}
	for range hashes {
		ratios := make([]float64, len(classes))
		for i := range ratios {
			ratios[i] = math.NaN()
		}
		cells.Ratios = append(cells.Ratios, ratios)
		cells.Texts = append(cells.Texts, make([]string, len(classes)))
	}
	for _, r := range rows {
		i, j := slices.Index(hashes, r.Hash), slices.Index(classes, r.KeyClass)
		cells.Ratios[i][j] = float64(r.Ratio)
		if !agrees(r) {
			cells.Texts[i][j] = cellText(float64(r.Ratio))
		}
	}
	columns := chart.NamesAxis(classes)
	columns.Turned = true
	return chart.Panel{Head: filter, X: columns, Y: chart.NamesAxis(hashes), Marks: []chart.Mark{cells}}
}

func agrees(r record.FPRRow) bool { return r.Ratio >= lowest && r.Ratio <= highest }

// cellText writes a ratio >= 0 in at most five characters.
func cellText(ratio float64) string {
	switch {
	case ratio == 0:
		return "0"
	case ratio < 0.01:
		return "<0.01"
	case ratio < 10:
		return fmt.Sprintf("%.2f", ratio)
	case ratio < 100:
		return fmt.Sprintf("%.1f", ratio)
	}
	return fmt.Sprintf("%.0f", ratio)
}

func colorKeys() []chart.Key {
	var keys []chart.Key
	for _, k := range []struct {
		text  string
		ratio float64
	}{{"÷10 and less", 0.1}, {"÷3", 1.0 / 3}, {"as theory", 1}, {"×3", 3}, {"×10 and more", 10}} {
		keys = append(keys, chart.Key{Text: k.text, Fill: color.Color(chart.RatioColor(k.ratio))})
	}
	return keys
}

// hashesTitle says how many functions agree on every class, and which cell is farthest off.
func hashesTitle(rows []record.FPRRow) string {
	const finding = "The rate stays within 10 % of theory on every key class for "
	all := len(distinct(rows, hashOf))
	off := where(rows, func(r record.FPRRow) bool { return !agrees(r) })
	if len(off) == 0 {
		return finding + every(all, "hash function")
	}
	text := finding + share(all-len(distinct(off, hashOf)), all, "hash function")
	if i := farthest(off, func(r record.FPRRow) float64 { return float64(r.Ratio) }); i >= 0 {
		text += fmt.Sprintf("; farthest off: %s on %s in %s, %s", off[i].Hash, off[i].KeyClass, off[i].Filter,
			times(float64(off[i].Ratio)))
	}
	return text
}

func init() {
	register(Figure{Name: "fpr-hashes", Experiment: "fpr", plan: planFPRHashes,
		Question: "Which hash functions spoil the false-positive rate, and on which keys?"})
}
