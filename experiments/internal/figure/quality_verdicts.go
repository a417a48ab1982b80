package figure

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// attackTest is the test on keys that somebody chose; all others are on ordinary keys.
const attackTest = "attack"

func planQualityVerdicts(s record.Store) (plate, error) {
	rows, err := readBoth(s, "quality.csv", "quality_random.csv", "tests of hash functions", func(r record.QualityRow) bool {
		return r.Test != "" && r.Excess.Known()
	})
	if err != nil {
		return plate{}, err
	}
	rows = commonBattery(rows)
	worst := worstResults(rows)
	hashes, tests := byFailures(worst), testsInOrder(rows)
	columns := chart.NamesAxis(tests)
	columns.Turned = true
	return finish(plate{
		form: "Matrix with a row for each hash function and a column for each test: white where it passes, else coloured by how far the worst " +
			"result lies beyond the limit.",
		page: chart.Page{
			Title: verdictsTitle(worst),
			Subtitle: fmt.Sprintf("The worst result of each test, battery of size %s. A number: it fails, that many times as far from chance as a result that "+
				"just passes. A slash: no seed to choose. All but %s are on ordinary keys.", rows[0].Size, attackTest),
			Keys: []chart.Key{
				{Text: "passes", Fill: color.Color(chart.RatioColor(1))},
				{Text: "fails, ×3", Fill: color.Color(chart.RatioColor(3))},
				{Text: "fails, ×10 and more", Fill: color.Color(chart.RatioColor(10))},
				{Text: "fails (↓): more even than chance", Fill: color.Color(chart.RatioColor(0.1))},
			},
			Rows:        [][]chart.Panel{{verdictPanel(worst, hashes, tests, columns)}},
			PanelHeight: max(160, 13*float64(len(hashes))+95),
		},
	}, rows)
}

// commonBattery returns the rows of the size that most of them have: a quick and a full battery do not belong in
// one table.
func commonBattery(rows []record.QualityRow) []record.QualityRow {
	counts := map[string]int{}
	for _, r := range rows {
		counts[r.Size]++
	}
	best := rows[0].Size
	for size, n := range counts {
		if n > counts[best] || n == counts[best] && size < best {
			best = size
		}
	}
	return where(rows, func(r record.QualityRow) bool { return r.Size == best })
}

// worstResults returns for each function and test the row that tells most against it: a failure, and then the one
// that lies farthest off.
func worstResults(rows []record.QualityRow) map[[2]string]record.QualityRow {
	worst := map[[2]string]record.QualityRow{}
	for _, r := range rows {
		at := [2]string{r.Hash, r.Test}
		w, seen := worst[at]
		if !seen || w.Pass && !r.Pass || w.Pass == r.Pass && r.Excess > w.Excess {
			worst[at] = r
		}
	}
	return worst
}

// testsInOrder returns the tests in the order of the battery, which is that of the rows of each function.
func testsInOrder(rows []record.QualityRow) []string {
	var tests []string
	before := map[string]int{} // where the next test of a function belongs
	for _, r := range rows {
		if i := slices.Index(tests, r.Test); i >= 0 {
			before[r.Hash] = i + 1
			continue
		}
		tests = slices.Insert(tests, before[r.Hash], r.Test)
		before[r.Hash]++
	}
	return tests
}

// byFailures returns the functions, those that fail fewest tests on ordinary keys first.
func byFailures(worst map[[2]string]record.QualityRow) []string {
	failures, names := map[string]int{}, map[string]bool{}
	for at, r := range worst {
		names[at[0]] = true
		switch {
		case r.Pass:
		case at[1] == attackTest:
			failures[at[0]]++
		default:
			failures[at[0]] += 100
		}
	}
	var hashes []string
	for name := range names {
		hashes = append(hashes, name)
	}
	slices.SortFunc(hashes, func(a, b string) int { return cmp.Or(cmp.Compare(failures[a], failures[b]), cmp.Compare(a, b)) })
	return hashes
}

func verdictPanel(worst map[[2]string]record.QualityRow, hashes, tests []string, columns chart.Axis) chart.Panel {
	cells := chart.Cells{}
	for _, hash := range hashes {
		ratios, texts := make([]float64, len(tests)), make([]string, len(tests))
		for i, test := range tests {
			ratios[i] = math.NaN()
			if r, ok := worst[[2]string{hash, test}]; ok {
				ratios[i], texts[i] = verdictCell(r)
			}
		}
		cells.Ratios, cells.Texts = append(cells.Ratios, ratios), append(cells.Texts, texts)
	}
	return chart.Panel{X: columns, Y: chart.NamesAxis(hashes), Marks: []chart.Mark{cells}}
}

// verdictCell returns what colours a cell, and what is written in it.
func verdictCell(r record.QualityRow) (ratio float64, text string) {
	if r.Pass {
		return 1, ""
	}
	beyond := max(float64(r.Excess), 1)
	switch {
	case beyond < 9.95:
		text = fmt.Sprintf("%.1f", beyond)
	case beyond < 9995:
		text = fmt.Sprintf("%.0f", beyond)
	default:
		text = fmt.Sprintf("%.0fk", beyond/1000)
	}
	if r.Statistic < r.Expected {
		return 1 / beyond, text + "↓" // in grey the colour alone would not tell
	}
	return beyond, text
}

// verdictsTitle says how many functions pass, and how many of them chosen keys harm.
func verdictsTitle(worst map[[2]string]record.QualityRow) string {
	all, failed, attacked := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for at, r := range worst {
		all[at[0]] = true
		switch {
		case r.Pass:
		case at[1] == attackTest:
			attacked[at[0]] = true
		default:
			failed[at[0]] = true
		}
	}
	only := 0
	for name := range attacked {
		if !failed[name] {
			only++
		}
	}
	text := "Every test on ordinary keys is passed by " + share(len(all)-len(failed), len(all), "hash function")
	if len(attacked) == 0 {
		return text + "; no chosen keys collide under any"
	}
	return text + fmt.Sprintf("; chosen keys collide under %d of those", only)
}

func init() {
	register(Figure{Name: "quality-verdicts", Experiment: "quality", plan: planQualityVerdicts,
		Question: "Which tests does each hash function fail, and by how much?"})
}
