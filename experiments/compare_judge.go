package main

import (
	"fmt"
	"io"
	"math"
	"slices"

	"hashlab/experiments/internal/stats"
)

// threshold is the least change of a time that matters: smaller ones are no change, even when they are sure.
const threshold = 0.05

// falseAlarm is the chance that any series at all is called slower or faster although nothing changed.
const falseAlarm = 0.01

// A change is what happened to one series.
type change struct {
	name     string
	logs     []float64      // of the ratio new over old, a block each
	mean     float64        // geometric, of that ratio
	p        float64        // of "nothing changed", by Student's t test, adjusted by Holm's method
	sure     stats.Interval // of the ratio, at the level that Holm's method leaves to this series
	ratio    stats.Interval // of the ratio, at 95 % for this series alone
	rejected bool           // that nothing changed
	verdict  string
}

// A family is the tests that a comparison makes together.
type family struct {
	tests, rejected int
	left            float64 // error level of each test that is not rejected
}

// judge compares a series block by block: the seeds of a run number them.
func judge(name string, old, new timedSeries) change {
	c := change{name: name}
	for _, block := range blocksOf(old) {
		if t, ok := new[block]; ok {
			c.logs = append(c.logs, math.Log(t/old[block]))
		}
	}
	return c
}

func blocksOf(s timedSeries) (blocks []uint64) {
	for b := range s {
		blocks = append(blocks, b)
	}
	slices.Sort(blocks)
	return blocks
}

// correct gives every change its verdict. Those that can be tested, from two blocks on, are one family: Holm's method
// tests the least p-value at falseAlarm over their number, the next one at falseAlarm over one less, and stops at the
// first that is not rejected; that level then serves all the others.
func correct(changes []change) family {
	var tested []*change
	var ps []float64
	for i := range changes {
		c := &changes[i]
		c.verdict, c.p = "inconclusive", 1
		if p, ok := stats.MeanP(c.logs, 0); ok {
			tested, ps = append(tested, c), append(ps, p)
		}
	}
	f := family{tests: len(tested)}
	adjusted, ok := stats.Holm(ps)
	if !ok {
		return f
	}
	for i, c := range tested {
		c.p = adjusted[i]
		if c.rejected = c.p <= falseAlarm; c.rejected {
			f.rejected++
		}
	}
	f.left = falseAlarm / float64(max(1, f.tests-f.rejected))
	for i, c := range tested {
		c.conclude(f.levelOf(ps, i, c.rejected))
	}
	return f
}

// levelOf returns the error level at which Holm's method tested p-value i: that of its rank where it was rejected, else the
// one that is left.
func (f family) levelOf(ps []float64, i int, rejected bool) float64 {
	if !rejected {
		return f.left
	}
	before := 0
	for j, p := range ps {
		if p < ps[i] || p == ps[i] && j < i {
			before++
		}
	}
	return falseAlarm / float64(f.tests-before)
}

// conclude gives the verdict, with an interval at the error level.
func (c *change) conclude(level float64) {
	mean, alone, ok1 := stats.RatioInterval(c.logs, 0.95)
	_, sure, ok2 := stats.RatioInterval(c.logs, 1-level)
	if !ok1 || !ok2 {
		return
	}
	c.mean, c.ratio, c.sure = mean, alone, sure
	switch {
	case c.rejected && c.mean > 1+threshold:
		c.verdict = "slower"
	case c.rejected && c.mean < 1/(1+threshold):
		c.verdict = "faster"
	case within(c.sure):
		c.verdict = "same"
	}
}

// within reports whether a ratio is 1 but for the threshold.
func within(ratio stats.Interval) bool { return stats.Equivalent(ratio, 1/(1+threshold), 1+threshold) }

// print lists what is not the same, counts the rest, and returns how many are slower.
func (f family) print(w io.Writer, changes []change) (slower int) {
	counts, alone := map[string]int{}, 0
	for _, c := range changes {
		counts[c.verdict]++
		switch c.verdict {
		case "slower", "faster":
			fmt.Fprintf(w, "%-12s %s: %.3f times as long (%.3f to %.3f at %.5g %%), over %d blocks, adjusted p %.2g\n",
				c.verdict, c.name, c.mean, c.sure.Low, c.sure.High, 100*c.sure.Level, len(c.logs), c.p)
		case "inconclusive":
			if within(c.ratio) {
				alone++
			}
		}
	}
	fmt.Fprintf(w, "%d timing series in both: %d slower, %d faster, %d the same within %.0f %%, %d inconclusive\n",
		len(changes), counts["slower"], counts["faster"], counts["same"], threshold*100, counts["inconclusive"])
	if f.tests > 0 {
		fmt.Fprintf(w, "%d tests, %d rejected by Holm's method at %g for all of them; the others have intervals at %.6g %%. "+
			"Of the inconclusive, %d lie within %.0f %% by their own 95 %% interval\n",
			f.tests, f.rejected, falseAlarm, 100*(1-f.left), alone, threshold*100)
	}
	return counts["slower"]
}
