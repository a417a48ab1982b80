package fpr

import (
	"fmt"
	"math"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
)

// testsFile holds the tests of each cell against theory.
const testsFile = "fpr_tests.csv"

// The bounds of equivalence: a ratio of measured to theory within 5 %.
const (
	equivalentLow  = 0.95
	equivalentHigh = 1.05
)

// What the 95 % interval of a ratio says.
const (
	equivalent = "equivalent"   // it lies within the bounds
	different  = "different"    // it lies outside of them
	undecided  = "inconclusive" // it is too wide to tell
)

// fewSeeds and fewHits bound where the scatter between filters is tested: χ² needs that many degrees of freedom
// and false positives a filter to be near enough.
const (
	fewSeeds = 5
	fewHits  = 5
)

// scatterKeys is the number of keys from which on the rates of single filters are near enough to normal for the
// far tail of χ².
const scatterKeys = 1000

// judge tests every cell whose theory and scatter are known: whether the mean rate is theory's, and whether
// single filters scatter around it as they should. Gated cells are one family for Holm's method, the others
// are explored by that of Benjamini and Hochberg.
func judge(rows []record.FPRRow, points []record.FPRPoint) []record.FPRTest {
	cells := order.Cells(points)
	var tests []record.FPRTest
	for i, row := range rows {
		scatter := cells[i][0].ScatterTheory
		if !row.FPRTheory.Known() || row.FPRTheory <= 0 || !scatter.Known() || row.FalsePositives == 0 {
			continue
		}
		t := record.FPRTest{
			Filter: row.Filter, Hash: row.Hash, KeyClass: row.KeyClass, N: row.N, NDesign: row.NDesign, M: row.M, K: row.K,
			TargetFPR: row.TargetFPR, Sizing: row.Sizing, Seeds: row.Seeds, Queries: row.Queries, Gated: gated(row, scatter),
			Ratio: row.Ratio, RatioLow: row.RatioLow, RatioHigh: row.RatioHigh, Within: within(row),
			RatioP: ratioP(row, scatter), RatioHolm: record.Unknown, RatioBH: record.Unknown, Detectable: row.Detectable,
		}
		disperse(&t, cells[i], scatter)
		tests = append(tests, t)
	}
	correct(tests)
	return tests
}

// within says whether the ratio is as good as 1.
func within(row record.FPRRow) string {
	i := stats.Interval{Low: float64(row.RatioLow), High: float64(row.RatioHigh), Level: 0.95}
	switch {
	case stats.Equivalent(i, equivalentLow, equivalentHigh):
		return equivalent
	case i.High < equivalentLow || i.Low > equivalentHigh:
		return different
	}
	return undecided
}

// ratioP returns the two-sided p-value of "the mean rate is theory's": exact for the pooled queries where few
// false positives are expected and hide the scatter between filters, else normal with theory's own variance.
func ratioP(row record.FPRRow, scatter record.Float) record.Float {
	if float64(row.FPRTheory)*float64(row.Queries) < fewExpected {
		if p, ok := stats.BinomialTwoSided(row.FalsePositives, row.Queries, float64(row.FPRTheory)); ok {
			return record.Float(p)
		}
		return record.Unknown
	}
	z := math.Abs(float64(row.Ratio)-1) / math.Sqrt(variance(row, scatter))
	return record.Float(math.Erfc(z / math.Sqrt2))
}

// disperse tests the scatter between the filters of a cell against what is expected of it.
func disperse(t *record.FPRTest, cell []record.FPRPoint, scatter record.Float) {
	t.Inflation, t.Expected, t.Above, t.Below, t.ScatterHolm = record.Unknown, record.Unknown, record.Unknown, record.Unknown, record.Unknown
	x := make([]uint64, len(cell))
	for i, p := range cell {
		if x[i] = p.FalsePositives; p.Queries != cell[0].Queries {
			return
		}
	}
	d, ok := stats.Overdispersion(x, cell[0].Queries, float64(scatter))
	if !ok || len(x) < fewSeeds || float64(t.Ratio)*float64(cell[0].FPRTheory)*float64(cell[0].Queries) < fewHits {
		return
	}
	t.Inflation, t.Expected, t.Above, t.Below = record.Float(d.Inflation), record.Float(d.Expected), record.Float(d.Upper), record.Float(d.Lower)
}

// correct adjusts the p-values for how many tests there are.
func correct(tests []record.FPRTest) {
	var gates, explored, scatters []*record.FPRTest
	for i := range tests {
		t := &tests[i]
		switch {
		case !t.RatioP.Known():
		case t.Gated:
			gates = append(gates, t)
		default:
			explored = append(explored, t)
		}
		if t.Gated && t.Above.Known() && t.N >= scatterKeys {
			scatters = append(scatters, t)
		}
	}
	adjust(gates, stats.Holm, func(t *record.FPRTest) record.Float { return t.RatioP }, func(t *record.FPRTest, p record.Float) { t.RatioHolm = p })
	adjust(explored, stats.BH, func(t *record.FPRTest) record.Float { return t.RatioP }, func(t *record.FPRTest, p record.Float) { t.RatioBH = p })
	adjust(scatters, stats.Holm, func(t *record.FPRTest) record.Float { return min(1, 2*min(t.Above, t.Below)) },
		func(t *record.FPRTest, p record.Float) { t.ScatterHolm = p })
}

// adjust applies a method to the p-values of tests.
func adjust(tests []*record.FPRTest, method func([]float64) ([]float64, bool), p func(*record.FPRTest) record.Float, set func(*record.FPRTest, record.Float)) {
	ps := make([]float64, len(tests))
	for i, t := range tests {
		ps[i] = float64(p(t))
	}
	adjusted, ok := method(ps)
	if !ok {
		return
	}
	for i, t := range tests {
		set(t, record.Float(adjusted[i]))
	}
}

// scattersAsExpected checks that the rates of single filters scatter as theory says: more means bad hashing or
// seeding, less that seeds give the same filter.
func scattersAsExpected(tests []record.FPRTest) record.CheckRow {
	c := record.CheckRow{Experiment: "fpr", Check: "filters that differ by seed scatter around theory as they should", Holds: true}
	least, off := record.Float(1), ""
	for _, t := range tests {
		if !t.ScatterHolm.Known() {
			continue
		}
		c.Tests++
		least = min(least, t.ScatterHolm)
		if t.ScatterHolm <= familyError {
			c.Holds = false
			off += fmt.Sprintf("; off: %s with %s on %s, n = %d: variance %.3g times that of one rate, expected %.3g", t.Filter, t.Hash, t.KeyClass, t.N, t.Inflation, t.Expected)
		}
	}
	c.Detail = fmt.Sprintf("%d cells of %d filters or more, least p after Holm %.2g%s", c.Tests, fewSeeds, least, off)
	return c
}
