// Package signup puts filters before a real database, as the sign-up page of the first article does, and
// counts the queries that they save it, the answers that come out wrong, and what both cost.
//
// Every answer of guard and database together is held against a truth that is known by construction. The
// embedded database is a temporary file that loses its name when it is opened, so nothing is left behind however
// a run ends.
package signup

import (
	"errors"
	"fmt"
	"slices"

	"hashlab/datasets"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/filter"
)

// Experiment is the design. A seed picks the keys and the queries, and numbers a block of timings.
var Experiment = plan.Experiment{
	Name:     "signup",
	Question: "How many database queries does a filter in front of the user table save, is any answer wrong, and what does it cost?",
	Measured: true,
	Stored:   filesOf("").points,
	Grid:     grid,
	Check:    check,
	Cost:     cost,
	Setup:    setup,
	Once:     once,
	Run:      run,
	Tables:   tables,
}

// The guards that are no registered filter.
const (
	none     = "none"           // every query goes to the database
	hashSet  = "hash-set"       // all keys in memory: exact
	clearing = "bloom-clearing" // a filter whose keys are deleted by clearing their bits, which it must not be

	separately = "article-separated" // the article's filter with a zero byte between key and suffix
)

// article is the article's own filter.
const article = "article-filter"

// wanted are the filters before the table, as far as they are registered.
func wanted() []string {
	return slices.DeleteFunc([]string{"article-filter", "bloom-classic", "bloom-split-256", "bloom-counting", "bloom-scalable", "fuse-8", "x-bits-and-blooms"},
		func(name string) bool { _, err := filter.Find(name); return err != nil })
}

// pick returns those of names that are wanted.
func pick(names ...string) []string {
	return slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(wanted(), name) })
}

const targetFPR = 0.01

func grid(s plan.Scope) (cells []plan.Cell) {
	for _, st := range stories {
		if _, err := s.Class(st.class); errors.Is(err, datasets.ErrNotFetched) {
			continue
		}
		for _, guard := range st.guards() {
			for _, variant := range st.variants(s.Profile) {
				f := plan.NewFactors("story", st.name, "database", st.database, "cache", "", "filter", guard, "hash", hashOf(guard),
					"key_class", st.class, "n", 0, "hit_share", 0, "target_fpr", targetFPR, "queries", 0)
				if st.database != "" {
					f["cache"] = cacheWarm
				}
				for factor, level := range variant {
					f[factor] = level
				}
				cells = append(cells, timedCells(s, st, f)...)
			}
		}
	}
	return cells
}

// hashOf returns the hash level of a guard.
func hashOf(guard string) string {
	if guard == clearing {
		return plan.BaseHash
	}
	e, err := filter.Find(guard)
	if err != nil {
		return ""
	}
	return plan.FilterHash(e)
}

// design is a cell with its levels read.
type design struct {
	story           story
	database, cache string
	guard, hash     string
	entry           filter.Entry // of a guard that is registered
	class           string
	n, queries      uint64
	hit, load       float64
	target          float64
	spec            filter.Spec
	twin            bool   // it is timed once more, as if it were another series
	rows, drawn     uint64 // seeds of the rows of a table, which points share, and of all else that the point draws
	block           uint64 // number of the point's seed among those of its cell
}

func read(s plan.Scope, f plan.Factors) (d design, err error) {
	r := f.Read()
	d = design{database: r.Text("database"), cache: r.Text("cache"), guard: r.Text("filter"), hash: r.Text("hash"), class: r.Text("key_class"),
		n: r.Uint("n"), queries: r.Uint("queries"), hit: r.Float("hit_share"), load: r.Float("load"), target: r.Float("target_fpr"), twin: r.Uint("twin") != 0}
	k, bits := r.Int("k"), r.Uint("bits_per_key")
	if err := r.Err(); err != nil {
		return d, err
	}
	if d.story, err = findStory(r.Text("story")); err != nil {
		return d, err
	}
	switch d.guard {
	case none, hashSet, clearing:
	case separately:
		if d.entry, err = filter.Find(article); err != nil {
			return d, err
		}
	default:
		if d.entry, err = plan.CheckFilter(d.guard, d.hash); err != nil {
			return d, err
		}
	}
	if _, err := s.Class(d.class); err != nil {
		return d, err
	}
	if d.story.database != "" {
		err = checkDatabase(d.database, d.cache)
	}
	switch {
	case err != nil:
		return d, err
	case d.n < 10 || d.queries < 1:
		return d, fmt.Errorf("n = %d keys and queries = %d: want at least 10 and 1", d.n, d.queries)
	case !(d.hit >= 0 && d.hit <= 1):
		return d, fmt.Errorf("hit_share = %v is not in 0 … 1", d.hit)
	case !(d.load >= 0 && d.load <= 1000):
		return d, fmt.Errorf("load = %v is not in 0 … 1000", d.load)
	}
	d.spec = filter.Spec{N: d.n, FPR: d.target}
	if bits > 0 {
		d.spec = filter.Spec{M: bits * d.n, K: k}
	}
	return d, d.spec.Check()
}

func check(s plan.Scope, f plan.Factors) error {
	_, err := read(s, f)
	return err
}

// What parts of a point cost, in seconds, on a machine of 2026; only the estimate of a run depends on them.
const (
	findRow   = 12e-6
	insertRow = 7e-6 // making a table
	sharers   = 8    // points that share a guard where its making is not charged to the first; many more share a table

	serverRow  = 5e-6   // making a table on a server
	serverTrip = 150e-6 // asking it
)

// cost predicts the seconds of one point.
func cost(s plan.Scope, f plan.Factors) float64 {
	d, err := read(s, f)
	if err != nil {
		return 0
	}
	add, query := 150e-9, 100e-9
	if d.entry.Name != "" {
		add, query = plan.FilterCost(d.entry, d.hash, filter.Spec{N: d.n, FPR: targetFPR})
	}
	n, q := float64(d.n), float64(d.queries)
	if d.story.database == "" {
		return n*max(d.load, 1)*add + q*query
	}
	if isControl(d.guard) {
		return plan.SeriesCost(guardSamples, query, int(d.queries))
	}
	asked := d.hit // the share of queries that reach the table
	if d.guard == none {
		asked = 1
	}
	if d.story.name == "delete" {
		q = n // all names are asked for
	}
	timing := 0.0
	if d.timed() && d.guard != none {
		timing = plan.SeriesCost(guardSamples, query, int(d.queries))
	}
	if d.database == databasePostgres { // a round trip for each, and a table of its own for many a point
		return n*(add+serverRow) + q*(query+serverTrip*asked) + (min(warmUp, q)+d.story.changed*n)*serverTrip + d.story.extra
	}
	made := n * (add/sharers + insertRow/(8*sharers))
	if once(f) {
		made = 0
	}
	return made + q*(query+findRow*asked) + min(warmUp, q)*findRow + timing + d.story.extra
}
