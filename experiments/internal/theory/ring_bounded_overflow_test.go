package theory

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// overflowOf gives requests to a simulated ring one by one and returns the share that goes past the first node.
func overflowOf(r *rand.Rand, b BoundedRequests) float64 {
	type point struct {
		place float64
		node  int
	}
	points := make([]point, b.Nodes*b.Vnodes)
	for i := range points {
		points[i] = point{r.Float64(), i / b.Vnodes}
	}
	slices.SortFunc(points, func(p, q point) int { return int(math.Copysign(1, p.place-q.place)) })
	random := func() int {
		place := r.Float64()
		at, _ := slices.BinarySearchFunc(points, place, func(p point, place float64) int { return int(math.Copysign(1, p.place-place)) })
		return at % len(points)
	}
	loads, past := make([]int, b.Nodes), 0
	for k := range b.Requests {
		bound := (1 + b.Slack) * float64(k+1) / float64(b.Nodes)
		full := func(at int) bool { return float64(loads[points[at].node]) >= bound }
		at := random()
		if full(at) {
			past++
		}
		for full(at) {
			if at = (at + 1) % len(points); b.Jump {
				at = random()
			}
		}
		loads[points[at].node]++
	}
	return float64(past) / float64(b.Requests)
}

// The law is meant to be off by a twentieth at most; the simulation adds six standard errors.
func TestBoundedOverflowBySimulation(t *testing.T) {
	for _, b := range []BoundedRequests{
		{20, 160, 0.05, 4000, false}, {20, 160, 0.05, 4000, true}, {20, 160, 0.25, 4000, false}, {20, 160, 0.25, 4000, true}, {40, 40, 0.1, 4000, false},
	} {
		got, err := BoundedOverflow(b)
		got = number(t, got, err)
		r, shares := rand.New(rand.NewPCG(1, 2)), make([]float64, 250)
		for i := range shares {
			shares[i] = overflowOf(r, b)
		}
		agrees(t, b, got, 0.05, shares)
	}
}

// Simulated apart from this package, 60 rings of 100 nodes and 300 of 10, 1,000 requests a node; with standard errors.
func TestBoundedOverflowGolden(t *testing.T) {
	for _, c := range []struct {
		nodes          int
		slack          float64
		jump           bool
		simulated, err float64
	}{
		{100, 0.05, false, 0.04477, 0.00041}, {100, 0.05, true, 0.04554, 0.00046},
		{100, 0.25, false, 0.003249, 0.000051}, {100, 0.25, true, 0.003262, 0.00005},
		{10, 0.05, false, 0.03800, 0.00058}, {10, 0.25, true, 0.002561, 0.000059},
	} {
		got, err := BoundedOverflow(BoundedRequests{c.nodes, 160, c.slack, uint64(c.nodes) * 1000, c.jump})
		if got = number(t, got, err); math.Abs(got-c.simulated) > 0.05*c.simulated+sixErrors*c.err {
			t.Errorf("%+v: theory %.5g", c, got)
		}
	}
}

func TestBoundedOverflowErrors(t *testing.T) {
	for name, b := range map[string]BoundedRequests{
		"one node": {1, 160, 0.1, 100, false}, "no vnodes": {10, 0, 0.1, 100, false}, "no slack": {10, 160, 0, 100, false},
		"no requests": {10, 160, 0.1, 0, true}, "too many": {10, 160, 0.1, mostRequests + 1, true},
	} {
		if _, err := BoundedOverflow(b); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}
