package quotient

import (
	"fmt"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// TestAsked holds the bulk look-ups of large filters, on small ones, against single calls, at lengths around that of what
// is asked for together, and counts their allocations.
func TestAsked(t *testing.T) {
	for _, fpr := range []float64{0.1, 0.01, 1e-5} { // remainders that lie within a word and across two
		name := fmt.Sprintf("fpr=%v", fpr)
		hs := make([]uint64, 200)
		for i := range hs {
			hs[i] = hash.Fmix64(uint64(1 + i))
		}
		f, err := New(filter.Spec{N: 210, FPR: fpr})
		if err != nil {
			t.Fatal(err)
		}
		if got := f.AddAll(hs); got != len(hs) {
			t.Fatalf("%s: %d of %d hashes are added", name, got, len(hs))
		}
		for _, n := range []int{0, 1, filter.AskedKeys - 1, filter.AskedKeys, filter.AskedKeys + 1, 5 * filter.AskedKeys} {
			queries, answers, count := make([]uint64, n), make([]bool, n), 0
			for i := range queries {
				queries[i] = hash.Fmix64(uint64(1 + i/2 + i%2<<40)) // every other one is absent
			}
			f.containsAsked(answers, queries)
			for i, h := range queries {
				want := f.Contains(h)
				if answers[i] != want {
					t.Fatalf("%s,queries=%d: hash %d: got %t, want %t", name, n, i, answers[i], want)
				}
				if want {
					count++
				}
			}
			if got := f.countAsked(queries); got != count || got < n/2 {
				t.Errorf("%s,queries=%d: counted %d, want %d", name, n, got, count)
			}
			if got := testing.AllocsPerRun(10, func() { f.containsAsked(answers, queries); f.countAsked(queries) }); got != 0 {
				t.Errorf("%s,queries=%d: %v allocations", name, n, got)
			}
		}
	}
}
