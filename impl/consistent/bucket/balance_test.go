package bucket

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
)

// TestBalanceAfterRemovals holds counts against even shares after half, or nine tenths, of 60 nodes have gone in a
// random order: chi-square, false alarm 1e-9. With 2e5 keys it finds a node of 30 that is off by 10 %.
func TestBalanceAfterRemovals(t *testing.T) {
	const keys = 200_000
	for name, build := range map[string]func(consistent.Options, []consistent.Node) (consistent.Locator, error){
		"anchor":  func(o consistent.Options, n []consistent.Node) (consistent.Locator, error) { return NewAnchor(o, n) },
		"dx":      func(o consistent.Options, n []consistent.Node) (consistent.Locator, error) { return NewDx(o, n) },
		"memento": func(o consistent.Options, n []consistent.Node) (consistent.Locator, error) { return NewMemento(o, n) },
	} {
		for _, left := range []int{30, 6} {
			t.Run(fmt.Sprintf("%s/left=%d", name, left), func(t *testing.T) {
				l, err := build(consistent.Options{}, unitNodes(60))
				if err != nil {
					t.Fatal(err)
				}
				for _, b := range rand.New(rand.NewPCG(1, 2)).Perm(60)[left:] {
					if err := l.Remove(fmt.Sprintf("node-%d", b)); err != nil {
						t.Fatal(err)
					}
				}
				counts := make([]float64, left)
				for i := range uint64(keys) {
					counts[l.Locate(hash.Fmix64(i+1))]++
				}
				mean, chi2 := float64(keys)/float64(left), 0.0
				for _, c := range counts {
					chi2 += (c - mean) * (c - mean) / mean
				}
				if p := (distuv.ChiSquared{K: float64(left - 1)}).Survival(chi2); p < 1e-9 {
					t.Errorf("chi-square has p = %.2g: counts %v", p, counts)
				}
			})
		}
	}
}
