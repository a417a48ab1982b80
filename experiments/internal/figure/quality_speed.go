package figure

import (
	"fmt"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// speedBytes is the key length of the decision figure.
const speedBytes = 16

// A choice is a hash function with what speaks for and against it.
type choice struct {
	Hash     string       `csv:"hash"`
	NsPerKey record.Float `csv:"ns_per_key"`
	NsLow    record.Float `csv:"ns_low"`
	NsHigh   record.Float `csv:"ns_high"`
	Excess   record.Float `csv:"worst_excess"`
	Tests    string       `csv:"failed_tests"`
}

// within says how many times as long as the fastest sound function a good choice takes at most.
const within = 2

func planQualitySpeed(s record.Store) (plate, error) {
	rows, err := choices(s)
	if err != nil {
		return plate{}, err
	}
	corner, sound := goodCorner(rows)
	excess := []float64{0.5, 2}
	for _, r := range rows {
		excess = append(excess, float64(r.Excess))
	}
	x := chart.LogAxis(fmt.Sprintf("ns per key of %d bytes", speedBytes), append(floats(rows, choiceNs), corner)...)
	y := chart.LogAxis("", excess...)
	behind := []chart.Mark{chart.Band{Across: chart.OnY, Low: y.Min, High: 1}}
	if sound {
		behind = append(behind, chart.Rule{Across: chart.OnX, At: corner, Style: chart.Bound})
	}
	c := column{x: x, y: y, behind: behind, marks: func(hash string) []chart.Mark { return []chart.Mark{choiceMark(rows, hash)} }}
	groups, heads := byFamilyAndGroup(distinct(rows, func(r choice) string { return r.Hash }))
	grid := multiples(groups, []column{c})
	for i := range grid {
		grid[i][0].Head = heads[i]
	}
	return finish(plate{
		form: "Scatter plots, a panel for each family of hash functions: how far the worst result on ordinary keys lies from chance, in multiples of the limit, " +
			"against the time per key, both logarithmic; the good corner is at the lower left.",
		page: chart.Page{
			Title: speedTitle(rows),
			Subtitle: fmt.Sprintf("How far the worst result of the battery on ordinary keys lies from chance, over the limit, against ns per key of %d bytes, medians "+
				"over timing blocks. The good corner is at the lower left.", speedBytes),
			Keys: []chart.Key{
				{Text: "every test is passed", Fill: chart.BandFill},
				{Text: fmt.Sprintf("%d times the fastest that passes", within), Style: chart.Bound, Line: true},
			},
			Rows:        grid,
			PanelHeight: max(multiplesHeight(groups), 120),
		},
	}, rows)
}

func choiceNs(r choice) record.Float { return r.NsPerKey }

// choices joins verdicts with times.
func choices(s record.Store) ([]choice, error) {
	times, err := read(s, "hashing.csv", fmt.Sprintf("timings of keys of %d bytes", speedBytes), func(r record.HashingRow) bool {
		return r.Form == "bytes" && r.KeyBytes == speedBytes && r.NsPerKey > 0
	})
	if err != nil {
		return nil, err
	}
	verdicts, err := readBoth(s, "quality_verdicts.csv", "quality_random_verdicts.csv", "verdicts on hash functions", func(r record.QualityVerdict) bool { return r.Excess > 0 })
	if err != nil {
		return nil, err
	}
	var rows []choice
	for _, v := range verdicts {
		for _, t := range times {
			if t.Hash == v.Hash {
				rows = append(rows, choice{v.Hash, t.NsPerKey, t.NsLow, t.NsHigh, v.Excess, v.Tests})
			}
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%w: no hash function has both a verdict and a timing at %d bytes", ErrNoData, speedBytes)
	}
	return rows, nil
}

// fastestSound returns the fastest function that passes every test.
func fastestSound(rows []choice) (best choice, ok bool) {
	for _, r := range rows {
		if r.Tests == "" && (!ok || r.NsPerKey < best.NsPerKey) {
			best, ok = r, true
		}
	}
	return best, ok
}

// goodCorner returns the time up to which a function that passes counts as fast.
func goodCorner(rows []choice) (ns float64, ok bool) {
	best, ok := fastestSound(rows)
	if !ok {
		return 0, false
	}
	return within * float64(best.NsPerKey), true
}

func choiceMark(rows []choice, hash string) chart.Mark {
	k := chart.Series{Name: hash, Style: styleOf(hash), Loose: true}
	for _, r := range where(rows, func(r choice) bool { return r.Hash == hash }) {
		p := chart.Point{X: float64(r.NsPerKey), Y: float64(r.Excess)}
		p.Low, p.High = chart.None()
		k.Points = append(k.Points, p)
	}
	return k
}

// byFamilyAndGroup returns the names that share a panel, and what it is called.
func byFamilyAndGroup(names []string) (groups [][]string, heads []string) {
	groups, heads = familyGroups(names)
	for i := range heads {
		heads[i] = "worst excess over the limit: " + heads[i]
	}
	return groups, heads
}

// familyGroups returns the names of each family, cut into groups that a panel holds, and the family's name, numbered
// from the second group on.
func familyGroups(names []string) (groups [][]string, heads []string) {
	for _, members := range byFamily(names) {
		for i, part := range group(members) {
			head := families[family(members[0])].name
			if i > 0 {
				head += fmt.Sprintf(" (%d)", i+1)
			}
			groups, heads = append(groups, part), append(heads, head)
		}
	}
	if last := len(groups) - 1; last > 0 && family(groups[last][0]) == other && len(groups[last-1])+len(groups[last]) <= mostSeries {
		groups[last-1] = append(groups[last-1], groups[last]...)
		heads[last-1] += "; other"
		groups, heads = groups[:last], heads[:last]
	}
	return groups, heads
}

// speedTitle names the fastest functions that pass every test.
func speedTitle(rows []choice) string {
	best, ok := fastestSound(rows)
	if !ok {
		return "No hash function passes every test on ordinary keys"
	}
	corner, _ := goodCorner(rows)
	good := where(rows, func(r choice) bool { return r.Tests == "" && float64(r.NsPerKey) <= corner })
	passing := where(rows, func(r choice) bool { return r.Tests == "" })
	text := fmt.Sprintf("%s is the fastest that passes every test on ordinary keys, %s ns at %d bytes", best.Hash, num(best.NsPerKey), speedBytes)
	if len(passing) == 1 {
		return text
	}
	return text + fmt.Sprintf("; %d of the %d that pass take at most twice as long", len(good), len(passing))
}

func init() {
	register(Figure{Name: "quality-speed", Experiment: "quality", plan: planQualitySpeed,
		Question: "Which hash functions are both fast and good?"})
}
