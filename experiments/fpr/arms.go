package fpr

import (
	"strings"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/filter"
)

// The levels of the matrix of hash functions and key classes: the size at which the faults of a weak hash
// show (plan.BaseFilter hides them, bloom-classic-double does not).
const (
	matrixN          = 131_072
	matrixQueries    = 131_072
	matrixBitsPerKey = 10
	matrixK          = 7
	weakFilter       = "bloom-classic-double"
)

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
			switch {
			case n >= 1_000_000:
				seeds = plan.Pick(s.Profile, 1, 6, 6)
			case !plan.IsOwn(e): // no gate hangs on it
				seeds = plan.Pick(s.Profile, 2, 10, 30)
			}
			queries := plan.Pick(s.Profile, uint64(20_000), 100_000, 1_000_000)
			if plan.IsProgram(e) {
				queries /= 5
			}
			if n >= 1_000_000 {
				queries = 1_000_000
			}
			cells = append(cells, plan.Cell{Factors: sized(e, plan.FilterHash(e), plan.BaseClass, n, 0.01, queries), Seeds: seeds})
		}
	}
	return cells
}

// slow reports whether the filter hashes a key k times, or is a program that takes long for a key.
func slow(e filter.Entry) bool { return e.NewKeyed != nil && e.Module == "" && e.BuiltinHash == "" }

// matrix crosses all hash functions with all key classes on the filter that shows faults and on the one
// that hides them.
func matrix(s plan.Scope) (cells []plan.Cell) {
	seeds := plan.Pick(s.Profile, 1, 3, 20)
	hashes := plan.Pick(s.Profile, []string{plan.BaseHash, "murmur3-64", "fnv1a-64", "djb2-left"}, plan.StableHashes(), plan.StableHashes())
	for _, filterName := range []string{plan.BaseFilter, weakFilter} {
		for _, hash := range hashes {
			for _, class := range keys.Classes() {
				n, queries := fit(class, matrixN, matrixQueries)
				cells = append(cells, plan.Cell{Factors: given(filterName, hash, class.Name, n, matrixBitsPerKey, matrixK, queries), Seeds: seeds})
			}
		}
	}
	return cells
}

// structured asks every filter of ours for keys that have a structure: with a good hash function theory holds
// for them as it does for random ones.
func structured(s plan.Scope) (cells []plan.Cell) {
	for _, e := range plan.Measurables() {
		target, ok := plan.Nearest(e)
		if !ok || !plan.IsOwn(e) {
			continue
		}
		for _, name := range plan.Pick(s.Profile, []string{"le8"}, structuredClasses, structuredClasses) {
			class, err := keys.Find(name)
			if err != nil {
				continue // a class that is gone leaves its arm
			}
			n, queries := fit(class, 50_000, plan.Pick[uint64](s.Profile, 50_000, 200_000, 1_000_000))
			cells = append(cells, plan.Cell{Factors: sized(e, plan.FilterHash(e), class.Name, n, target, queries), Seeds: plan.Pick(s.Profile, 1, 3, 10)})
		}
	}
	return cells
}

// structuredClasses are counters in memory and in decimal, identifiers that begin with a time, addresses of
// pages, names of users and words.
var structuredClasses = []string{"le8", "dec", "uuid7", "url", "usernames", "words"}

// loadN is the number of keys that filters are sized for which are filled beyond it or short of it.
const loadN = 20_000

// loads fills filters to shares of the keys that they are sized for: what those that take more do to their
// rate, and where the others refuse.
func loads(s plan.Scope) (cells []plan.Cell) {
	levels := plan.Pick(s.Profile, []float64{0.5, 1, 2}, []float64{0.1, 0.2, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10}, []float64{0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 5, 7, 10})
	for _, e := range plan.Measurables() {
		target, ok := plan.Nearest(e)
		if !ok || e.Build != nil {
			continue
		}
		for _, load := range levels {
			if plan.IsProgram(e) && load > 2 && s.Profile != plan.Full {
				continue // it takes as long for each of them as ten others
			}
			seeds, queries := plan.Pick(s.Profile, 2, 10, 30), plan.Pick[uint64](s.Profile, 20_000, 100_000, 1_000_000)
			if !plan.IsOwn(e) {
				seeds = plan.Pick(s.Profile, 1, 4, 10)
			}
			if plan.IsProgram(e) {
				queries /= 5
			}
			cells = append(cells, plan.Cell{Factors: loaded(e, loadN, target, load, queries), Seeds: seeds})
		}
	}
	return cells
}

// overflows fills counting filters and takes every key out again: counters that reached their maximum stick.
func overflows(s plan.Scope) (cells []plan.Cell) {
	for _, e := range plan.Measurables() {
		if r, ok := plan.ExpectedRate(e, loadN, 0.01); !ok || r.CounterBits == 0 || !plan.IsOwn(e) {
			continue
		}
		for _, load := range plan.Pick(s.Profile, []float64{5}, []float64{1, 2, 3, 5, 7, 10, 20}, []float64{1, 2, 3, 5, 7, 10, 20, 40}) {
			f := loaded(e, loadN, 0.01, load, 10_000).With("remove", "1")
			cells = append(cells, plan.Cell{Factors: f, Seeds: plan.Pick(s.Profile, 2, 10, 30)})
		}
	}
	return cells
}

// probed are the filters whose number of probes is varied in a fixed number of bits.
var probed = []string{plan.BaseFilter, "bloom-blocked-512", "bloom-register-64"}

// probesN keys of 8 or 16 bits each fill whole blocks of 512 bits.
const probesN = 102_400

// probes varies the number of probes at fixed bits a key.
func probes(s plan.Scope) (cells []plan.Cell) {
	sweep := map[float64][]int{
		8:  {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14},
		16: {2, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 20},
	}
	for _, name := range probed {
		for _, bits := range plan.Pick(s.Profile, []float64{8}, []float64{8, 16}, []float64{8, 16}) {
			for _, k := range sweep[bits] {
				f := given(name, plan.BaseHash, plan.BaseClass, probesN, bits, k, plan.Pick[uint64](s.Profile, 20_000, 400_000, 2_000_000))
				cells = append(cells, plan.Cell{Factors: f, Seeds: plan.Pick(s.Profile, 1, 6, 20)})
			}
		}
	}
	return cells
}

// derivations measures what each way to derive the probes of a key costs in small filters, where it shows:
// the larger ones are in the base.
func derivations(s plan.Scope) (cells []plan.Cell) {
	for _, e := range plan.Measurables() {
		if !strings.HasPrefix(e.Name, plan.BaseFilter) {
			continue
		}
		for _, n := range plan.Pick(s.Profile, []uint64{100}, []uint64{100, 1_000, 10_000}, []uint64{100, 1_000, 10_000}) {
			common := plan.Pick[uint64](s.Profile, 20_000, 100_000, 1_000_000) // as in sizes, whose seeds these include
			cells = append(cells, plan.Cell{Factors: sized(e, plan.FilterHash(e), plan.BaseClass, n, 1e-2, common), Seeds: plan.Pick(s.Profile, 6, 60, 120)})
			rare := plan.Pick[uint64](s.Profile, 20_000, 200_000, 1_000_000)
			cells = append(cells, plan.Cell{Factors: sized(e, plan.FilterHash(e), plan.BaseClass, n, 1e-4, rare), Seeds: plan.Pick(s.Profile, 6, 60, 200)})
		}
	}
	return cells
}
