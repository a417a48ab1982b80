package cachetier

import (
	"fmt"

	"hashlab/experiments/internal/record"
	"hashlab/impl/consistent"
)

// checks holds the rows and points of one kind of backend to what must be true of them.
func checks(rows []record.CachetierRow, points []record.CachetierPoint) (all []record.CheckRow) {
	for _, group := range groups(rows) {
		if c, ok := storm(group); ok {
			all = append(all, c)
		}
	}
	if c, ok := bounded(rows); ok {
		all = append(all, c)
	}
	return append(all, movedAgrees(points))
}

// bounded checks that a locator with bounded loads gives no node more than its bound while five are there: in each
// second (1 + slack) times the fifth part of the requests, and one that fills the last of it.
func bounded(rows []record.CachetierRow) (c record.CheckRow, ok bool) {
	c = record.CheckRow{Experiment: "cachetier", Check: fmt.Sprintf("with bounded loads no node gets more than %g times its part of the requests", 1+slack), Holds: true}
	for _, r := range rows {
		e, err := consistent.Find(r.Locator)
		if err != nil || !e.Bounded || r.Backend != backendLRU {
			continue
		}
		c.Tests++
		rate := record.Float(r.Requests) / record.Float(r.Seeds*virtualPhases.end)
		most := 1 + slack + record.Float(r.NodesAfter)/rate
		c.Detail += fmt.Sprintf("%s, %d vnodes: fullest over mean %.4f, at most %.4f; ", r.Locator, r.Vnodes, r.Peak, most)
		c.Holds = c.Holds && r.Peak <= most
	}
	return c, c.Tests > 0
}

// groups returns the rows of each backend and workload.
func groups(rows []record.CachetierRow) (all [][]record.CachetierRow) {
	at := map[[2]string]int{}
	for _, r := range rows {
		key := [2]string{r.Backend, r.Workload}
		i, seen := at[key]
		if !seen {
			i = len(all)
			at[key], all = i, append(all, nil)
		}
		all[i] = append(all[i], r)
	}
	return all
}

// stormFactor is by how much modulo's excess of misses exceeds that of a ring at least in virtual time: it moves four
// times as many keys, and a database that is overloaded makes it more. On real servers the clock is the machine's,
// and what is promised is the order.
const stormFactor = 3

// storm checks that modulo's excess of misses is at least 3 times that of ring-vnodes with 160 vnodes, or above it on
// real servers; false where either was not run, or where the run is on a trace of the user's, of which nothing is
// promised.
func storm(rows []record.CachetierRow) (c record.CheckRow, ok bool) {
	modulo, ring := record.Unknown, record.Unknown
	for _, r := range rows {
		switch {
		case r.Story != storyJoin || r.Workload != zipf:
		case r.Locator == "modulo":
			modulo = r.Excess
		case r.Locator == "ring-vnodes" && r.Vnodes == 160:
			ring = r.Excess
		}
	}
	if !modulo.Known() || !ring.Known() {
		return c, false
	}
	claim, holds := fmt.Sprintf("at least %d times ring-vnodes'", stormFactor), modulo >= stormFactor*ring
	if rows[0].Backend != backendLRU {
		claim, holds = "above ring-vnodes'", modulo > ring
	}
	return record.CheckRow{Experiment: "cachetier", Check: fmt.Sprintf("4 to 5 nodes: modulo's excess of misses is %s (%s)", claim, rows[0].Backend),
		Tests: 1, Holds: holds, Detail: fmt.Sprintf("%.0f against %.0f misses, %.2f times", modulo, ring, modulo/ring)}, true
}

// movedAgrees checks that the share of keys that a join moves lies in the band of theory, for every point of
// our own locators.
func movedAgrees(points []record.CachetierPoint) record.CheckRow {
	c := record.CheckRow{Experiment: "cachetier", Check: "moved shares agree with theory", Holds: true}
	for _, p := range points {
		e, err := consistent.Find(p.Locator)
		if err != nil || e.Module != "" || !p.BandLow.Known() {
			continue
		}
		c.Tests++
		if share := record.Float(p.Moved) / record.Float(p.Keys); share < p.BandLow || share > p.BandHigh {
			c.Holds = false
			c.Detail += fmt.Sprintf("%s, %d vnodes, seed %d: %.4f, theory %.4f to %.4f; ", p.Locator, p.Vnodes, p.Seed, share, p.BandLow, p.BandHigh)
		}
	}
	if len(points) > 0 && points[0].Backend != backendLRU {
		c.Check += " (servers)"
	}
	c.Detail += fmt.Sprintf("each point's band is left with probability %g at most", bandError)
	return c
}
