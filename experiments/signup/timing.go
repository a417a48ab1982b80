package signup

import (
	"context"
	"slices"
	"time"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/filter"
)

// The stories that are about time have blocks enough for an interval, series that are timed twice in each block, and
// controls. All blocks ask the same table, and queries of their own.

// timedHits are the shares of taken names at which look-ups are timed; at others they are counted alone.
var timedHits = []float64{0, 0.1, 0.5, 1}

// twinHits are those at which series are timed twice.
var twinHits = []float64{0, 0.5}

// blocks is how many blocks a timed series has: six is the least for a 95 % interval of a median.
func blocks(s plan.Scope) int { return plan.Pick(s.Profile, 1, 6, 12) }

// controls are the filters that stand beside the guards: what calling one costs, and reading a word of memory besides.
var controls = []string{"null", "load"}

func isControl(guard string) bool { return slices.Contains(controls, guard) }

// timed reports whether the point's times are kept.
func (d design) timed() bool {
	return d.story.timed && slices.Contains(timedHits, d.hit)
}

// timedCells returns the cells of a combination: itself, with blocks where it is timed; its twin, which is timed besides in
// each block, of the base filter and of no guard; and the controls, beside the look-ups without a guard.
func timedCells(s plan.Scope, st story, f plan.Factors) []plan.Cell {
	hit := f.Read().Float("hit_share")
	switch {
	case !st.timed:
		return []plan.Cell{{Factors: f, Seeds: plan.Pick(s.Profile, 1, 2, 3)}}
	case !slices.Contains(timedHits, hit): // fewer queries a seed, and as many in all
		return []plan.Cell{{Factors: f, Seeds: plan.Pick(s.Profile, 1, 4, 9)}}
	}
	cells := []plan.Cell{{Factors: f, Seeds: blocks(s)}}
	bare := st.name == "lookups" && f["filter"] == none
	if slices.Contains(twinHits, hit) && (bare || f["filter"] == plan.BaseFilter) {
		cells = append(cells, plan.Cell{Factors: f.With("twin", "1"), Seeds: blocks(s)})
	}
	if !bare {
		return cells
	}
	for _, name := range controls {
		if e, err := filter.Find(name); err == nil {
			cells = append(cells, plan.Cell{Factors: f.With("filter", name).With("hash", plan.FilterHash(e)), Seeds: blocks(s)})
		}
	}
	return cells
}

// costlyTable is from how many rows on one table serves all blocks, in one process.
const costlyTable = 500_000

// once reports whether the table of a combination takes so long to make that one serves all blocks.
func once(f plan.Factors) bool {
	r := f.Read()
	st, err := findStory(r.Text("story"))
	return err == nil && st.timed && r.Uint("n") >= costlyTable && r.Text("database") == databaseSQLite
}

// setup predicts the seconds that the guard of a table that serves all blocks takes, and the table, which is charged to the
// look-ups without a guard.
func setup(s plan.Scope, f plan.Factors) float64 {
	d, err := read(s, f)
	if err != nil || !once(f) {
		return 0
	}
	switch {
	case d.guard == none:
		return insertRow * float64(d.n)
	case d.entry.Name == "":
		return 150e-9 * float64(d.n)
	}
	add, _ := plan.FilterCost(d.entry, d.hash, filter.Spec{N: d.n, FPR: targetFPR})
	return add * float64(d.n)
}

// timeControl times a control over the queries of a point: it guards nothing, so no table is asked and nothing counted.
func timeControl(d design, g guard, queries []keys.Query, seed uint64) (p record.SignupPayload, err error) {
	p = d.blank(seed)
	p.Times.Queries = uint64(len(queries))
	p.Times.GuardNs, err = guardNs(g, queries)
	return p, err
}

// timeApart times what a look-up is made of: the guard alone, and the way to the database alone.
func timeApart(ctx context.Context, times *record.SignupTimes, g guard, t table, queries []keys.Query) (err error) {
	if times.GuardNs, err = guardNs(g, queries); err != nil {
		return err
	}
	times.NullNs, err = nullNs(ctx, t, queries)
	return err
}

// nullQueries is how many empty statements are timed beside the look-ups of a point.
const nullQueries = 500

// nullNs times the statement that reads no table, in ns: what the driver, and the way to a server, take of each look-up.
func nullNs(ctx context.Context, t table, queries []keys.Query) (record.Float, error) {
	some := queries[:min(nullQueries, len(queries))]
	start := time.Now()
	for _, q := range some {
		if err := t.nothing(ctx, string(q.Key)); err != nil {
			return record.Unknown, err
		}
	}
	return record.Float(float64(time.Since(start).Nanoseconds()) / float64(len(some))), nil
}
