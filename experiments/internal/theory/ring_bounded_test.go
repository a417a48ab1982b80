package theory

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"
)

type simPoint struct {
	place float64
	owner int
}

// simulateBounded draws a ring, gives it so many requests under the bound, and returns what they met.
func simulateBounded(r *rand.Rand, nodes, vnodes, requests int, slack float64, jump bool) BoundedLoad {
	points := make([]simPoint, nodes*vnodes)
	for i := range points {
		points[i] = simPoint{r.Float64(), i % nodes}
	}
	slices.SortFunc(points, func(a, b simPoint) int { return cmp.Compare(a.place, b.place) })
	find := func(x float64) int {
		return sort.Search(len(points), func(i int) bool { return points[i].place >= x }) % len(points)
	}
	loads, asked, overflow := make([]float64, nodes), 0.0, 0.0
	bound := func(k int) float64 { return math.Ceil((1 + slack) * float64(k) / float64(nodes)) }
	for k := 1; k <= requests; k++ {
		at := find(r.Float64())
		home := points[at].owner
		for last := -1; ; {
			owner := points[at].owner
			if owner != last { // the next point of a node that has just refused is no question
				asked++
			}
			if loads[owner] < bound(k) {
				loads[owner]++
				break
			}
			last = owner
			if jump {
				at, last = find(r.Float64()), -1
			} else {
				at = (at + 1) % len(points)
			}
		}
		if points[at].owner != home {
			overflow++
		}
	}
	full := 0.0
	for _, load := range loads {
		if load >= bound(requests)-1 {
			full++
		}
	}
	return BoundedLoad{asked / float64(requests), overflow / float64(requests), full / float64(nodes)}
}

// TestBoundedLoadsBySimulation holds the laws against requests on drawn rings of 300 nodes.
func TestBoundedLoadsBySimulation(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	for _, test := range []struct {
		vnodes int
		slack  float64
		jump   bool
	}{
		{160, 0.25, true}, {160, 0.05, true}, {40, 0.25, true}, {1, 0.25, true}, {1, 1, true},
		{160, 0.25, false}, {160, 0.05, false}, {40, 0.25, false}, {40, 0.1, false}, {10, 0.25, false},
	} {
		const rings = 8
		var sum BoundedLoad
		for range rings {
			one := simulateBounded(r, 300, test.vnodes, 60_000, test.slack, test.jump)
			sum.Steps, sum.Overflow, sum.Full = sum.Steps+one.Steps/rings, sum.Overflow+one.Overflow/rings, sum.Full+one.Full/rings
		}
		want, err := BoundedLoads(test.vnodes, test.slack, test.jump)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("V=%d slack=%v jump=%v: sim %.4f %.4f %.4f law %.4f %.4f %.4f\n", test.vnodes, test.slack, test.jump, sum.Steps, sum.Overflow, sum.Full, want.Steps, want.Overflow, want.Full)
	}
}
