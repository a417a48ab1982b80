// Package fpr measures the false-positive rate of every filter against exact theory, and counts false
// negatives, which must be none.
package fpr

import (
	"fmt"
	"math"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/filter"
)

// Experiment is the design.
var Experiment = plan.Experiment{
	Name:     "fpr",
	Question: "How far is the measured false-positive rate from exact theory, and for which hash functions and keys?",
	Stored:   pointsFile,
	Grid:     grid,
	Check:    check,
	Cost:     cost,
	Run:      run,
	Tables:   tables,
}

// design is a cell with its levels read.
type design struct {
	entry       filter.Entry
	hash, class string
	n, added    uint64 // distinct keys that the filter is sized for, and that it is offered
	fills       bool   // it may be offered more keys than it takes
	removes     bool   // all keys are removed before anything is asked
	queries     uint64
	spec        filter.Spec
}

// grid is the base and its arms, or the one for keys that the user brings.
func grid(s plan.Scope) []plan.Cell {
	if s.Keys != nil {
		return ownKeys(s, *s.Keys)
	}
	var cells []plan.Cell
	for _, arm := range []func(plan.Scope) []plan.Cell{targets, sizes, matrix, structured, loads, overflows, probes, derivations} {
		cells = append(cells, arm(s)...)
	}
	return cells
}

// sized returns the factors of a filter that is sized for n keys and a target rate.
func sized(e filter.Entry, hash, class string, n uint64, target float64, queries uint64) plan.Factors {
	return plan.NewFactors("filter", e.Name, "hash", hash, "key_class", class,
		"n", n, "target_fpr", target, "queries", queries)
}

// given returns the factors of a filter of a given number of bits per key and of probes.
func given(filterName, hash, class string, n uint64, bitsPerKey float64, k int, queries uint64) plan.Factors {
	return plan.NewFactors("filter", filterName, "hash", hash, "key_class", class,
		"n", n, "bits_per_key", bitsPerKey, "k", k, "queries", queries)
}

// loaded returns the factors of a filter that is sized for n keys and offered load times as many. The number has
// a name of its own: who sets n to leave the grid does not ask for ten loads of it.
func loaded(e filter.Entry, n uint64, target, load float64, queries uint64) plan.Factors {
	return plan.NewFactors("filter", e.Name, "hash", plan.FilterHash(e), "key_class", plan.BaseClass,
		"n_design", n, "load", load, "target_fpr", target, "queries", queries)
}

// fit returns how many keys of a class are added and asked for: what is wanted, or else half each.
func fit(c keys.Class, n, queries uint64) (uint64, uint64) {
	if n+queries <= c.Size {
		return n, queries
	}
	present, absent := c.Largest()
	return min(n, present), min(queries, absent)
}

// read returns the levels of a cell, checked.
func read(s plan.Scope, f plan.Factors) (d design, err error) {
	r := f.Read()
	d.hash, d.class = r.Text("hash"), r.Text("key_class")
	d.n, d.queries = r.Uint("n"), r.Uint("queries")
	d.added = d.n
	bits := r.Float("bits_per_key")
	d.spec = filter.Spec{N: d.n, FPR: r.Float("target_fpr"), K: r.Int("k")}
	load := r.Float("load")
	if d.fills = load != 0; d.fills {
		d.n = r.Uint("n_design")
		d.added = uint64(math.Round(load * float64(d.n)))
		d.spec.N = d.n
	}
	d.removes = r.Uint("remove") != 0
	if err := r.Err(); err != nil {
		return d, err
	}
	if bits != 0 {
		d.spec.M, d.spec.N = uint64(math.Round(bits*float64(d.n))), 0
	}
	if d.entry, err = plan.CheckFilter(r.Text("filter"), d.hash); err != nil {
		return d, err
	}
	if _, err := s.Class(d.class); err != nil {
		return d, err
	}
	switch {
	case d.n == 0 || d.queries == 0 || d.added == 0:
		return d, fmt.Errorf("n = %d keys, %d of them added, and queries = %d: all must be at least 1", d.n, d.added, d.queries)
	case d.fills && d.entry.Build != nil:
		return d, fmt.Errorf("load = %v: filter %s is built from all its keys at once, so its load is always 1", load, d.entry.Name)
	}
	return d, d.spec.Check()
}

func check(s plan.Scope, f plan.Factors) error {
	_, err := read(s, f)
	return err
}
