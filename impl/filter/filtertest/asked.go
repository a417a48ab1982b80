package filtertest

import (
	"fmt"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// AskedHashes returns the first n hashes of which a filter must hold 160 or more for [Asked].
func AskedHashes(n int) []uint64 {
	hs := make([]uint64, n)
	for i := range hs {
		hs[i] = hash.Fmix64(uint64(1 + i))
	}
	return hs
}

// Asked holds the bulk look-ups that a filter has for when it is large, on a small one that holds [AskedHashes], against
// single calls, at lengths around that of what is asked for together, and counts their allocations. allocs is
// testing.AllocsPerRun. An error says what differs.
func Asked(f filter.Filter, containsAll func(dst []bool, hs []uint64), countOf func(hs []uint64) int, allocs func(runs int, f func()) float64) error {
	for _, n := range []int{0, 1, filter.AskedKeys - 1, filter.AskedKeys, filter.AskedKeys + 1, 5 * filter.AskedKeys} {
		queries, answers, count := make([]uint64, n), make([]bool, n), 0
		for i := range queries {
			queries[i] = hash.Fmix64(uint64(1 + i/2 + i%2<<40)) // every other one is absent
		}
		containsAll(answers, queries)
		for i, h := range queries {
			want := f.Contains(h)
			if answers[i] != want {
				return fmt.Errorf("%d queries: hash %d: got %t, want %t", n, i, answers[i], want)
			}
			if want {
				count++
			}
		}
		if got := countOf(queries); got != count || got < n/2 {
			return fmt.Errorf("%d queries: counted %d, want %d", n, got, count)
		}
		if got := allocs(10, func() { containsAll(answers, queries); countOf(queries) }); got != 0 {
			return fmt.Errorf("%d queries: %v allocations", n, got)
		}
	}
	return nil
}

// AskedAdded is [Asked] of a filter with room for 200 keys, which it adds first; an error says
// what differs, or that some were refused.
func AskedAdded(f filter.Mutable, containsAll func(dst []bool, hs []uint64), countOf func(hs []uint64) int, allocs func(runs int, f func()) float64) error {
	hs := AskedHashes(200)
	if got := f.AddAll(hs); got != len(hs) {
		return fmt.Errorf("%d of %d hashes are added", got, len(hs))
	}
	return Asked(f, containsAll, countOf, allocs)
}
