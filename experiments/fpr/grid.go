// Package fpr measures the false-positive rate of every filter against exact theory, and counts false
// negatives, which must be none.
package fpr

import (
	"fmt"
	"math"
	"slices"

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
	n, added    uint64 // distinct keys that the filter is sized for, and that it takes
	queries     uint64
	spec        filter.Spec
}

// The levels of the matrix of hash functions and key classes: the size at which the faults of a weak hash
// show (plan.BaseFilter hides them, bloom-classic-double does not).
const (
	matrixN          = 131_072
	matrixQueries    = 262_144
	matrixBitsPerKey = 10
	matrixK          = 7
	weakFilter       = "bloom-classic-double"
)

func grid(s plan.Scope) []plan.Cell {
	if s.Keys != nil {
		return ownKeys(s, *s.Keys)
	}
	cells := targets(s)
	cells = append(cells, sizes(s)...)
	return append(cells, matrix(s)...)
}

// sized returns the factors of a filter that is sized for n keys and a target rate.
func sized(e filter.Entry, hash, class string, n uint64, target float64, queries uint64) plan.Factors {
	return plan.NewFactors("filter", e.Name, "hash", hash, "key_class", class,
		"n", n, "target_fpr", target, "queries", queries)
}

// given returns the factors of a filter of a given number of bits per key and of probes.
func given(filterName, hash, class string, n, queries uint64) plan.Factors {
	return plan.NewFactors("filter", filterName, "hash", hash, "key_class", class,
		"n", n, "bits_per_key", matrixBitsPerKey, "k", matrixK, "queries", queries)
}

// targets is the base: every filter at each target rate. The queries give about 10^4 expected false
// positives over the seeds, enough to see an excess of 5 % nearly always.
func targets(s plan.Scope) (cells []plan.Cell) {
	seeds := plan.Pick(s.Profile, 4, 20, 40)
	expected := plan.Pick(s.Profile, 200.0, 650.0, 1000.0)
	levels := plan.Pick(s.Profile, []float64{1e-2, 1e-3}, []float64{1e-1, 1e-2, 1e-3, 1e-4}, []float64{1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6})
	for _, e := range plan.Measurables() {
		for _, target := range withNearest(e, levels) {
			rare := target < 1e-3 && s.Profile != plan.Full
			if !plan.Meets(e, plan.BaseN, target) || rare && e.NewKeyed != nil {
				continue // rare positives of what takes long for a key cost minutes
			}
			queries := max(uint64(math.Ceil(expected/target)), 100_000)
			cell := plan.Cell{Factors: sized(e, plan.FilterHash(e), plan.BaseClass, plan.BaseN, target, queries), Seeds: seeds}
			if rare {
				cell.Seeds = seeds / 2
			}
			cells = append(cells, cell)
		}
	}
	return cells
}

// slow reports whether the filter is a program that takes long for a key: the article's.
func slow(e filter.Entry) bool { return e.NewKeyed != nil && e.Module == "" && e.BuiltinHash == "" }

// withNearest adds to the levels the rate of a filter that cannot meet 0.01.
func withNearest(e filter.Entry, levels []float64) []float64 {
	if target, ok := plan.Nearest(e); ok && !slices.Contains(levels, target) {
		return append(levels[:len(levels):len(levels)], target)
	}
	return levels
}

// sizes varies n at one target rate: whether sizing is honest for few keys and for many.
func sizes(s plan.Scope) (cells []plan.Cell) {
	levels := plan.Pick(s.Profile, []uint64{100, 10_000}, []uint64{10, 100, 1_000, 10_000, 1_000_000},
		[]uint64{1, 10, 100, 1_000, 10_000, 1_000_000, 10_000_000, 100_000_000})
	for _, e := range plan.Measurables() {
		for _, n := range levels {
			if n > 1_000_000 && plan.FilterHash(e) == "" || n >= 1_000_000 && slow(e) {
				continue // the article's program and the libraries take minutes there
			}
			if !plan.Meets(e, n, 0.01) {
				continue // a filter of a higher rate
			}
			seeds := plan.Pick(s.Profile, 6, 30, 120)
			if n >= 1_000_000 {
				seeds = plan.Pick(s.Profile, 1, 6, 6)
			}
			queries := plan.Pick(s.Profile, uint64(20_000), 100_000, 1_000_000)
			if n >= 1_000_000 {
				queries = 1_000_000
			}
			cells = append(cells, plan.Cell{Factors: sized(e, plan.FilterHash(e), plan.BaseClass, n, 0.01, queries), Seeds: seeds})
		}
	}
	return cells
}

// matrix crosses all hash functions with all key classes on the filter that shows faults and on the one
// that hides them.
func matrix(s plan.Scope) (cells []plan.Cell) {
	seeds := plan.Pick(s.Profile, 1, 3, 20)
	hashes := plan.Pick(s.Profile, []string{plan.BaseHash, "murmur3-64", "fnv1a-64", "djb2-left"}, plan.StableHashes(), plan.StableHashes())
	for _, filterName := range []string{plan.BaseFilter, weakFilter} {
		for _, hash := range hashes {
			for _, class := range keys.Classes() {
				n, queries := fit(class, matrixN, matrixQueries)
				cells = append(cells, plan.Cell{Factors: given(filterName, hash, class.Name, n, queries), Seeds: seeds})
			}
		}
	}
	return cells
}

// fit returns how many keys of a class are added and asked for: what is wanted, or else half each.
func fit(c keys.Class, n, queries uint64) (uint64, uint64) {
	if n+queries <= c.Size {
		return n, queries
	}
	present, absent := c.Largest()
	return min(n, present), min(queries, absent)
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
			cells = append(cells, plan.Cell{Factors: given(filterName, hash, c.Name, n, queries), Seeds: seeds})
		}
	}
	return cells
}

// read returns the levels of a cell, checked.
func read(s plan.Scope, f plan.Factors) (d design, err error) {
	r := f.Read()
	d.hash, d.class = r.Text("hash"), r.Text("key_class")
	d.n, d.queries = r.Uint("n"), r.Uint("queries")
	d.added = d.n
	bits := r.Float("bits_per_key")
	d.spec = filter.Spec{N: d.n, FPR: r.Float("target_fpr"), K: r.Int("k")}
	if load := r.Float("load"); load != 0 {
		d.added = uint64(math.Round(load * float64(d.n)))
	}
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
	if d.n == 0 || d.queries == 0 {
		return d, fmt.Errorf("n = %d keys and queries = %d: both must be at least 1", d.n, d.queries)
	}
	return d, d.spec.Check()
}

func check(s plan.Scope, f plan.Factors) error {
	_, err := read(s, f)
	return err
}

// cost predicts the seconds of one point: every key is generated, hashed and probed twice, every query once.
func cost(s plan.Scope, f plan.Factors) float64 {
	d, err := read(s, f)
	if err != nil {
		return 0
	}
	const generate = 8e-9
	add, query := plan.FilterCost(d.entry, d.hash, d.spec)
	beyondCache := 1.0
	if d.n >= 1_000_000 {
		beyondCache = 2
	}
	return float64(d.added)*(2*generate+add*beyondCache+query) + float64(d.queries)*(generate+query*beyondCache)
}
