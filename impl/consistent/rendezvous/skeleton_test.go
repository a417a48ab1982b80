package rendezvous

import (
	"fmt"
	"math"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
)

func skeleton(t *testing.T, n int) *Skeleton {
	t.Helper()
	var nodes []consistent.Node
	for i := range n {
		nodes = append(nodes, consistent.Node{ID: fmt.Sprint(i), Weight: 1})
	}
	s, err := NewSkeleton(consistent.Options{}, nodes)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSkeletonNests: a draw of a tree that ends in its first quarter is the draw of the quarter.
func TestSkeletonNests(t *testing.T) {
	for i := range uint64(10_000) {
		h := hash.Fmix64(i)
		if at := descend(h, 5, 1024); at < 256 && at != descend(h, 4, 1024) {
			t.Fatalf("%#x draws %d of five levels and %d of four", h, at, descend(h, 4, 1024))
		}
	}
}

// TestSkeletonGrows is every step from 0 to 300 nodes, over four changes of the tree: a key stays or goes to the newcomer.
func TestSkeletonGrows(t *testing.T) {
	hs, before := make([]uint64, 3000), make([]int32, 3000)
	for i := range hs {
		hs[i], before[i] = hash.Fmix64(uint64(i)), -1
	}
	after := make([]int32, len(hs))
	for n := 1; n <= 300; n++ {
		s := skeleton(t, n)
		s.LocateAll(after, hs)
		for i := range hs {
			if after[i] != before[i] && after[i] != int32(n-1) {
				t.Fatalf("%d nodes: %#x moved from %d to %d", n, hs[i], before[i], after[i])
			}
		}
		copy(before, after)
	}
}

// TestSkeletonBalance is chi-square at sizes just above and below those of a tree. The Wilson-Hilferty value of the limit
// has a chance of 1e-9 each.
func TestSkeletonBalance(t *testing.T) {
	for _, n := range []int{2, 4, 5, 15, 16, 17, 64, 65, 100} {
		s, counts := skeleton(t, n), make([]float64, n)
		const keys = 200_000
		for i := range uint64(keys) {
			counts[s.Locate(hash.Fmix64(i))]++
		}
		chi2, mean, degrees := 0.0, float64(keys)/float64(n), float64(n-1)
		for _, c := range counts {
			chi2 += (c - mean) * (c - mean) / mean
		}
		limit := degrees * math.Pow(1-2/(9*degrees)+6*math.Sqrt(2/(9*degrees)), 3)
		if chi2 > limit {
			t.Errorf("%d nodes: chi-square %.1f, want at most %.1f", n, chi2, limit)
		}
	}
}
