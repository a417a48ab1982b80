package report

import (
	"fmt"

	"hashlab/experiments/internal/record"
)

// familyLevel is that of all gates together.
const familyLevel = 1e-6

// fprTests says what the tests of rates against theory amount to, with how many there are.
func fprTests(s record.Store) ([]string, error) {
	tests, err := record.Read[record.FPRTest](s, "fpr_tests.csv")
	if err != nil || len(tests) == 0 {
		return nil, err
	}
	gated, scatters, explored, discovered, rejected := 0, 0, 0, 0, 0
	within := map[string]int{}
	var excess []record.Float
	for _, t := range tests {
		if t.ScatterHolm.Known() {
			scatters++
		}
		if !t.Gated {
			explored++
			if t.RatioBH.Known() && t.RatioBH <= 0.05 {
				discovered++
			}
			continue
		}
		gated++
		if t.RatioHolm.Known() && t.RatioHolm <= familyLevel {
			rejected++
		}
		within[t.Within]++
		if t.Detectable.Known() {
			excess = append(excess, t.Detectable)
		}
	}
	low, high := ends(excess)
	return []string{
		fmt.Sprintf("Of %d gated cells %d are equivalent to exact theory within 5 %%: their 95 %% intervals of measured ÷ theory lie in 0.95 … 1.05. Of %d the interval lies outside, "+
			"and of %d it is too wide to tell. The gate, Holm's at 10<sup>-6</sup> for all together, rejects %d. With 99 %% power they would show an excess of %s to %s: the `detectable_excess` of [fpr_tests.csv](results/fpr_tests.csv).",
			gated, within["equivalent"], within["different"], within["inconclusive"], rejected, percent(low, 2), percent(high, 2)),
		fmt.Sprintf("Tests made: %d of gated means and %d of the scatter between filters, corrected by Holm's method; %d of other cells, explored: %d of them leave theory at a "+
			"false-discovery rate of 5 %% (Benjamini-Hochberg).", gated, scatters, explored, discovered),
	}, nil
}

// ends returns the least and the greatest value; unknown where there is none.
func ends(values []record.Float) (low, high record.Float) {
	low, high = record.Unknown, record.Unknown
	for i, v := range values {
		if i == 0 {
			low, high = v, v
		}
		low, high = min(low, v), max(high, v)
	}
	return low, high
}
