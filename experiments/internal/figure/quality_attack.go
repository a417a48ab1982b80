package figure

import (
	"cmp"
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// shownSets are the attack sets of the figure: two that no seed stops, the checksum's, and one for a published seed.
var shownSets = []string{"farm-32", "murmur3-128", "crc32c-affine", "fnv1a-64-zero"}

// secretSeed is how the results call a seed that the adversary does not know.
const secretSeed = "secret"

func planQualityAttack(s record.Store) (plate, error) {
	rows, err := readBoth(s, "quality_attack.csv", "quality_random_attack.csv", "filters under attack", func(r record.QualityAttackRow) bool {
		return slices.Contains(shownSets, r.AttackSet) && r.Queries > 0 && r.FPR.Known()
	})
	if err != nil {
		return plate{}, err
	}
	hashes := bySurvival(rows)
	var rates []float64
	for _, r := range rows {
		rates = append(rates, attackRate(r), float64(r.FPRLow), float64(r.FPRHigh))
	}
	axis := narrow(chart.LogAxis("false-positive rate on the chosen keys", append(rates, 1e-3, 1)...), len(shownSets))
	var panels []chart.Panel
	for _, set := range shownSets {
		of := where(rows, func(r record.QualityAttackRow) bool { return r.AttackSet == set })
		if len(of) == 0 {
			continue
		}
		panel := attackPanel(of, hashes, axis)
		panel.Head, panel.Y.Bare = set, len(panels) > 0
		panels = append(panels, panel)
	}
	return finish(plate{
		form: "Dot plot with a row for each hash function and a panel for each set of chosen keys: false-positive rate on those keys on a logarithmic axis, " +
			"with a published and with a secret seed.",
		page: chart.Page{
			Title: attackTitle(rows),
			Subtitle: fmt.Sprintf("Rate on chosen keys of a bloom-classic filter for a target of %s that holds as many others of them, %s, exact 95 %% intervals. Grey: the rate of theory on ordinary "+
				"keys. (keyed): made to keep a secret.", num(attackTarget(rows)), seeds(rows, func(r record.QualityAttackRow) int { return r.Seeds })),
			Keys: []chart.Key{
				{Text: "published seed, or none", Style: chart.Measured},
				{Text: "secret seed", Style: chart.Excess},
				{Text: "theory", Style: chart.Theory},
			},
			Rows:        [][]chart.Panel{panels},
			PanelHeight: dotHeight(len(hashes)),
		},
	}, rows)
}

// attackTarget returns the rate of theory, which all rows share, to the digits of a target.
func attackTarget(rows []record.QualityAttackRow) record.Float { return rows[0].FPRTheory }

// attackRate returns where a row is drawn: at the upper end of its interval where nothing was seen.
func attackRate(r record.QualityAttackRow) float64 {
	if r.FalsePositives == 0 {
		return float64(r.FPRHigh)
	}
	return float64(r.FPR)
}

func attackHash(r record.QualityAttackRow) string { return r.Hash }

// collapses reports whether a filter takes most absent keys of the set for present.
func collapses(r record.QualityAttackRow) bool { return r.FPR > 0.5 }

// bySurvival returns the functions, keyed ones first, then those that fewest sets break.
func bySurvival(rows []record.QualityAttackRow) []string {
	broken, keyed := map[string]int{}, map[string]bool{}
	for _, r := range rows {
		keyed[r.Hash] = r.Keyed
		if collapses(r) {
			broken[r.Hash]++
		}
	}
	hashes := distinct(rows, attackHash)
	slices.SortStableFunc(hashes, func(a, b string) int {
		if keyed[a] != keyed[b] {
			if keyed[a] {
				return -1
			}
			return 1
		}
		return cmp.Compare(broken[a], broken[b])
	})
	return hashes
}

func attackPanel(rows []record.QualityAttackRow, hashes []string, axis chart.Axis) chart.Panel {
	var published, secret []chart.Dot
	names := slices.Clone(hashes)
	for _, r := range rows {
		row := slices.Index(hashes, r.Hash)
		if r.Keyed {
			names[row] = r.Hash + " (keyed)"
		}
		d := chart.Dot{Row: float64(row) - 0.18, Value: attackRate(r), AtMost: r.FalsePositives == 0}
		d.Low, d.High = float64(r.FPRLow), float64(r.FPRHigh)
		d.WideLow, d.WideHigh = chart.None()
		if r.HashSeed == secretSeed {
			d.Row += 0.36
			secret = append(secret, d)
			continue
		}
		published = append(published, d)
	}
	return chart.Panel{X: axis, Y: chart.NamesAxis(names), Marks: []chart.Mark{
		chart.Rule{Across: chart.OnX, At: float64(rows[0].FPRTheory), Style: chart.Theory},
		chart.Dots{Style: chart.Measured, Points: published},
		chart.Dots{Style: chart.Excess, Points: secret},
	}}
}

// attackTitle says how many functions break under a published and under a secret seed, and what becomes of keyed
// ones.
func attackTitle(rows []record.QualityAttackRow) string {
	broken := func(seed bool) []string {
		return distinct(where(rows, func(r record.QualityAttackRow) bool { return collapses(r) && (r.HashSeed == secretSeed) == seed }), attackHash)
	}
	open, hidden := broken(false), broken(true)
	all := len(distinct(rows, attackHash))
	if len(open)+len(hidden) == 0 {
		return "Chosen keys break the filter with none of " + plural(all, "hash function")
	}
	text := fmt.Sprintf("Chosen keys break the filter with %s, and with %d of them whatever the seed", share(len(open), all, "hash function"), len(hidden))
	keyed := where(rows, func(r record.QualityAttackRow) bool { return r.Keyed })
	if len(keyed) > 0 && len(where(keyed, collapses)) == 0 {
		text += "; keyed ones stand"
	}
	return text
}

func init() {
	register(Figure{Name: "quality-attack", Experiment: "quality", plan: planQualityAttack,
		Question: "What do keys that were chosen to collide do to a filter, with and without a secret seed?"})
}
