package remap

import (
	"fmt"
	"math"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/impl/consistent"
)

func checks(rows []record.RemapRow, cells [][]record.RemapPoint) []record.CheckRow {
	return []record.CheckRow{nothingUnnecessary(rows), thereAndBack(rows), movedAgrees(rows, cells)}
}

// nothingUnnecessary checks that no monotone locator moves a key between two nodes that stay.
func nothingUnnecessary(rows []record.RemapRow) record.CheckRow {
	c := record.CheckRow{Experiment: "remap", Check: "monotone locators make no unnecessary move", Holds: true}
	pairs := map[string]uint64{} // keys placed before and after a step, by locator
	for _, r := range rows {
		e, err := consistent.Find(r.Locator)
		if err != nil || !e.Monotone || r.Replicas > 1 {
			continue
		}
		c.Tests++
		pairs[r.Locator] += r.Keys * uint64(max(r.Steps, 1))
		if r.Unnecessary > 0 {
			c.Holds = false
			c.Detail += fmt.Sprintf("%s %s of %d nodes: %d; ", r.Locator, r.Change, r.NodesBefore, r.Unnecessary)
		}
	}
	least, all := uint64(math.MaxUint64), uint64(0)
	for _, n := range pairs {
		least, all = min(least, n), all+n
	}
	if len(pairs) == 0 {
		least = 0
	}
	c.Detail += fmt.Sprintf("%d keys placed before and after a change, for each of %d locators %d or more", all, len(pairs), least)
	return c
}

// thereAndBack checks that a node which joins and leaves again changes nothing where the mapping is a function of the set
// of nodes.
func thereAndBack(rows []record.RemapRow) record.CheckRow {
	c := record.CheckRow{Experiment: "remap", Check: "adding a node and removing it again moves no key", Holds: true}
	keys := uint64(0)
	for _, r := range rows {
		e, err := consistent.Find(r.Locator)
		if err != nil || e.HistoryBound || r.Change != addThenRemove {
			continue
		}
		c.Tests++
		keys += r.Keys
		if r.Moved > 0 {
			c.Holds = false
			c.Detail += fmt.Sprintf("%s of %d nodes: %d; ", r.Locator, r.NodesBefore, r.Moved)
		}
	}
	c.Detail += fmt.Sprintf("%d keys, schemes that depend on history left out", keys)
	return c
}

// familyError is the chance that movedAgrees fails anywhere although all is well.
const familyError = 1e-6

// movedAgrees checks the mean moved share of every locator of ours against theory.
func movedAgrees(rows []record.RemapRow, cells [][]record.RemapPoint) record.CheckRow {
	c := record.CheckRow{Experiment: "remap", Check: "moved share agrees with theory", Holds: true}
	var gated []int
	for i, r := range rows {
		if e, err := consistent.Find(r.Locator); err == nil && e.Module == "" && r.MovedTheory.Known() {
			gated = append(gated, i)
		}
	}
	level, ok := stats.SimultaneousLevel(familyError, len(gated))
	if !ok {
		c.Detail = "no row has a theory"
		return c
	}
	z, _ := stats.NormalQuantile(level)
	for _, i := range gated {
		r := rows[i]
		half, ok := allowance(r, cells[i], z, level)
		if !ok {
			continue // one seed, and no law of its scatter
		}
		c.Tests++
		if off := math.Abs(float64(r.MovedShare - r.MovedTheory)); off > half {
			c.Holds = false
			c.Detail += fmt.Sprintf("%s %s of %d nodes (%d copies): %.4f, theory %.4f ± %.4f; ", r.Locator, r.Change, r.NodesBefore, max(r.Replicas, 1), r.MovedShare, r.MovedTheory, half)
		}
	}
	c.Detail += fmt.Sprintf("simultaneous at family level %g", familyError)
	return c
}

// allowance returns how far the moved share may be off its theory: by the law of its scatter, of drawing keys and of the
// share that the nodes which come or go happen to own; by Student's interval over seeds where that law is not known.
func allowance(r record.RemapRow, cell []record.RemapPoint, z, level float64) (half float64, ok bool) {
	l, err := expect(r, cell)
	if err != nil {
		return 0, false
	}
	if !math.IsNaN(l.sd) {
		p := l.mean
		return z * math.Sqrt(p*(1-p)/float64(r.Keys)+l.sd*l.sd/float64(r.Seeds)), true
	}
	var shares []float64
	for _, p := range cell {
		shares = append(shares, float64(p.Moved)/float64(draws(p)))
	}
	i, ok := stats.MeanInterval(shares, level)
	return (i.High - i.Low) / 2, ok
}
