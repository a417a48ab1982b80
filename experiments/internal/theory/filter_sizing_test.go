package theory_test

import (
	"fmt"
	"testing"

	"hashlab/experiments/internal/theory"
	"hashlab/impl/filter"
	_ "hashlab/impl/filter/bloom"
)

func shape(p filter.Params, n uint64) theory.Filter {
	return theory.Filter{N: n, M: p.M, K: p.K, BlockBits: p.BlockBits, LaneBits: p.LaneBits, CounterBits: p.CounterBits}
}

// What the filters size for themselves meets the target by the theory that they name, which shares no code
// with them, and for the classic one no fewer bits do at any k: the others share its positions and probes.
func TestSizingMeetsTheory(t *testing.T) {
	for _, name := range []string{"bloom-classic", "bloom-classic-double", "bloom-counting"} {
		for _, n := range []uint64{1, 2, 10, 100, 1000, 100_000} {
			for _, fpr := range []float64{0.5, 0.1, 0.01, 1e-3, 1e-6, 1e-9} {
				t.Run(fmt.Sprintf("filter=%s,n=%d,fpr=%v", name, n, fpr), func(t *testing.T) {
					e, f := sized(t, name, n, fpr)
					if got := rate(t, e.Theory, f); got > fpr {
						t.Errorf("%+v has fpr %v", f, got)
					}
					if name != "bloom-classic" {
						return
					}
					f.M--
					for f.K = 1; f.M > 0 && f.K <= filter.MaxK; f.K++ {
						if got := rate(t, e.Theory, f); got <= fpr {
							t.Errorf("a bit less, %+v, has fpr %v", f, got)
						}
					}
				})
			}
		}
	}
}

// The split block filter counts collisions of the 32 bits that pick a query's bits, which its theory leaves
// apart: they are added here.
func TestSplitSizingMeetsTheory(t *testing.T) {
	for _, n := range []uint64{1, 2, 10, 100, 1000, 100_000} {
		for _, fpr := range []float64{0.5, 0.1, 0.01, 1e-3, 1e-5} {
			t.Run(fmt.Sprintf("n=%d,fpr=%v", n, fpr), func(t *testing.T) {
				e, f := sized(t, "bloom-split-256", n, fpr)
				if got := rate(t, e.Theory, f); got > fpr {
					t.Errorf("%+v has fpr %v", f, got)
				}
				if f.M -= f.BlockBits; f.M == 0 {
					return
				}
				collisions := theory.HashFloor(float64(n)/float64(f.M/f.BlockBits), 32)
				if got := rate(t, e.Theory, f) + collisions; got <= fpr {
					t.Errorf("a block less, %+v, has fpr %v", f, got)
				}
			})
		}
	}
}

func sized(t *testing.T, name string, n uint64, fpr float64) (filter.Entry, theory.Filter) {
	t.Helper()
	e, err := filter.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	made, err := e.New(filter.Spec{N: n, FPR: fpr})
	if err != nil {
		t.Fatal(err)
	}
	return e, shape(made.Params(), n)
}

func rate(t *testing.T, name string, f theory.Filter) float64 {
	t.Helper()
	got, err := theory.FPR(name, f)
	if err != nil {
		t.Fatal(err)
	}
	return got
}
