package fpr

import (
	"math"
	"slices"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/stats"
	"hashlab/impl/filter"
)

// powered are the target rates at which each filter of ours is measured with so many queries that the gate
// sees a small excess.
var powered = []float64{1e-2, 1e-3}

// The excess over theory that the gate of a powered row has to see with 99 % power.
const (
	smallExcess       = 0.05
	fingerprintExcess = 0.20 // of 16-bit fingerprints: 5 % would take sixteen times as many of their rare positives,
	fullExcess        = 0.10 // and this, in the profile full, takes four times as many
	mostGated         = 2000 // rows in the family of gates
)

// excessOf returns the excess that has to be seen of a filter.
func excessOf(r plan.Rate) float64 {
	if r.FingerprintBits >= 16 {
		return fingerprintExcess
	}
	return smallExcess
}

// targets is the base: every filter at each target rate. Filters of ours get the queries that the gate needs to
// see a small excess, others what their intervals need.
func targets(s plan.Scope) (cells []plan.Cell) {
	seeds := plan.Pick(s.Profile, 4, 20, 40)
	for _, e := range plan.Measurables() {
		for _, target := range levelsOf(e, s.Profile) {
			n := honestN(e, target)
			queries := max(queriesFor(e, n, target, seeds, s.Profile), leastQueries(e))
			cell := plan.Cell{Factors: sized(e, plan.FilterHash(e), plan.BaseClass, n, target, queries), Seeds: seeds}
			if n != plan.BaseN { // the base keeps its size: what it is at this target is seen there too
				few := max(uint64(math.Ceil(expected(e, s.Profile)/target)), leastQueries(e))
				cells = append(cells, plan.Cell{Factors: sized(e, plan.FilterHash(e), plan.BaseClass, plan.BaseN, target, few), Seeds: seeds})
			}
			cells = append(cells, cell)
		}
	}
	return cells
}

// levelsOf returns the target rates that a filter is measured at. One whose rate is fixed is the same at all
// that it meets: see fixedLevels.
func levelsOf(e filter.Entry, p plan.Profile) []float64 {
	levels := plan.Pick(p, powered, []float64{1e-1, 1e-2, 1e-3, 1e-4}, []float64{1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6})
	if fixedRate(e) {
		return fixedLevels(e, levels, p)
	}
	return slices.DeleteFunc(slices.Clone(levels), func(target float64) bool {
		long := e.NewKeyed != nil && (p != plan.Full || !plan.IsOwn(e)) // it takes long for a key, and rare positives many of them
		return !plan.Meets(e, plan.BaseN, target) || target < 1e-3 && long || target < 1e-4 && !plan.IsOwn(e)
	})
}

// fixedLevels returns the lowest of the powered levels that a filter of a fixed rate meets, or else the nearest that it meets;
// in the profile full the lowest of all besides, where its rate is measured as those of others are.
func fixedLevels(e filter.Entry, levels []float64, p plan.Profile) (picked []float64) {
	meets := func(t float64) bool { return plan.Meets(e, plan.BaseN, t) }
	lowest := func(of []float64) {
		for _, t := range slices.Sorted(slices.Values(of)) {
			if meets(t) && !slices.Contains(picked, t) {
				picked = append(picked, t)
				return
			}
		}
	}
	lowest(powered)
	if p == plan.Full {
		lowest(levels)
	}
	if nearest, ok := plan.Nearest(e); len(picked) == 0 && ok {
		picked = []float64{nearest}
	}
	return picked
}

// fixedRate reports whether a filter has the same rate whatever the target: its fingerprints have a width of
// their own.
func fixedRate(e filter.Entry) bool {
	nearest, ok := plan.Nearest(e)
	if !ok {
		return false
	}
	high, known := plan.ExpectedRate(e, plan.BaseN, 0.3)
	low, met := plan.ExpectedRate(e, plan.BaseN, nearest)
	return known && met && high.FPR == low.FPR
}

// honestN returns the number of keys for which a filter is measured at a powered target: the base, or, where
// rounding up to a power of two bits leaves the base far below its target, one for which it does not.
func honestN(e filter.Entry, target float64) uint64 {
	const nearPower = 145_000 // at 0.001 these keys need 2.085e6 bits, just below 2^21
	base, ok := plan.ExpectedRate(e, plan.BaseN, target)
	near, met := plan.ExpectedRate(e, nearPower, target)
	if ok && met && plan.IsOwn(e) && !fixedRate(e) && target == 1e-3 && base.FPR < target/4 && near.FPR > 4*base.FPR {
		return nearPower
	}
	return plan.BaseN
}

// leastQueries returns the queries a seed below which there is nothing to save.
func leastQueries(e filter.Entry) uint64 {
	if plan.IsProgram(e) {
		return 40_000
	}
	return 100_000
}

// expected returns how many false positives a seed is to show of a filter that is not gated, or of one that is
// at a target that is not powered.
func expected(e filter.Entry, p plan.Profile) float64 {
	if plan.IsProgram(e) {
		return plan.Pick(p, 50.0, 100, 1000)
	}
	return plan.Pick(p, 200.0, 650, 1000)
}

// queriesFor returns the queries a seed.
func queriesFor(e filter.Entry, n uint64, target float64, seeds int, p plan.Profile) uint64 {
	few := expected(e, p) / target
	rate, ok := plan.ExpectedRate(e, n, target)
	switch {
	case p != plan.Smoke && target < 1e-3 && !fixedRate(e): // rarer ones with the power that a minute buys
		return uint64(math.Ceil(plan.Pick(p, 100.0, 100, 50) / target))
	case p == plan.Smoke || !plan.IsOwn(e) || !ok || !rate.Scatter.Known():
		return uint64(math.Ceil(few))
	case target > 1e-2 && !fixedRate(e):
		return uint64(math.Ceil(few))
	}
	excess := excessOf(rate)
	if target < slices.Min(powered) {
		excess = min(excess, fullExcess)
	}
	return queriesToSee(excess, rate.FPR, float64(rate.Scatter), seeds)
}

// queriesToSee returns the queries a seed with which the gate sees a relative excess over the rate with 99 %
// power, given the relative scatter of the rate between filters.
func queriesToSee(excess, rate, scatter float64, seeds int) uint64 {
	level, _ := stats.SimultaneousLevel(familyError, mostGated)
	z, _ := stats.NormalQuantile(level)
	power, _ := stats.NormalQuantile(0.98) // the upper 1 %
	sd := excess / (z + power*math.Sqrt(1+excess))
	left := sd*sd - scatter*scatter/float64(seeds) // the variance that is left for the queries
	if left < sd*sd/10 {
		left = sd * sd / 10 // more queries would not help: there are too few filters
	}
	return uint64(math.Ceil((1 - rate) / rate / left / float64(seeds)))
}

// ownKeys is the grid for keys that the user brings: every filter, and all hash functions on two.
func ownKeys(s plan.Scope, c keys.Class) (cells []plan.Cell) {
	n, queries := c.Largest()
	seeds := plan.Pick(s.Profile, 2, 10, 20)
	for _, e := range plan.Measurables() {
		for _, target := range withNearest(e, []float64{1e-1, 1e-2, 1e-3}) {
			if !plan.Meets(e, n, target) {
				continue
			}
			cells = append(cells, plan.Cell{Factors: sized(e, plan.FilterHash(e), c.Name, n, target, queries), Seeds: seeds})
		}
	}
	for _, filterName := range []string{plan.BaseFilter, weakFilter} {
		for _, hash := range plan.StableHashes() {
			cells = append(cells, plan.Cell{Factors: given(filterName, hash, c.Name, n, matrixBitsPerKey, matrixK, queries), Seeds: seeds})
		}
	}
	return cells
}

// withNearest adds to the levels the rate of a filter that cannot meet 0.01.
func withNearest(e filter.Entry, levels []float64) []float64 {
	if target, ok := plan.Nearest(e); ok && !slices.Contains(levels, target) {
		return append(levels[:len(levels):len(levels)], target)
	}
	return levels
}
