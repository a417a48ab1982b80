package theory

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// A Change is a change of the number of equal nodes of a locator. Nodes come and go at the end of the list, where that
// matters.
type Change struct {
	Before, After int // numbers of nodes, 1 or more
	Vnodes        int // points a node, or of the ring where that is fixed; 0 where a law knows none
}

// A moveTheory returns the expected share of keys that change their node, and the part of it that is unnecessary: old
// and new owner both are there before and after. It gets counts of 1 or more.
type moveTheory func(c Change) (moved, unnecessary float64, err error)

// moveTheories holds the laws by name.
var moveTheories = map[string]moveTheory{
	"multinomial": leastMoves,
	"dirichlet":   leastMoves,
	// Placed by rules that treat ids alike, so that over many sets of ids a newcomer gets its part on average; how much single
	// rings scatter is not known.
	"least": leastMoves,
	// The newcomer takes just its part, and the last one that leaves has it, up to the rounding of tokens: 8 of 2^32 for each.
	"spread": leastMoves,
	"modulo": func(c Change) (moved, unnecessary float64, err error) {
		fewer, more := c.ordered()
		// lcm = before after / gcd, so the share min/lcm that stays is gcd/max. Of keys that move, one from or to a node
		// that is there only once is necessary, and its residue modulo the greater number says so.
		moved = 1 - float64(commonDivisor(fewer, more))/float64(more)
		return moved, moved - float64(more-fewer)/float64(more), nil
	},
	"modulo-shift": func(c Change) (moved, unnecessary float64, err error) {
		fewer, more := c.ordered()
		moved = 1 - shiftKept(fewer, more)
		return moved, moved - float64(more-fewer)/float64(more), nil
	},
	"fixed-total": fixedTotalMoves,
}

func (c Change) ordered() (fewer, more int) { return min(c.Before, c.After), max(c.Before, c.After) }

// leastMoves is the law of every scheme that moves no key between two nodes that stay.
func leastMoves(c Change) (moved, unnecessary float64, err error) {
	fewer, more := c.ordered()
	return float64(more-fewer) / float64(more), 0, nil
}

// shiftKept is the share that keeps its node where node i has the i-th stretch of equal stretches: the overlap of
// [i/n, (i+1)/n) and [i/m, (i+1)/m), summed over i < n <= m.
func shiftKept(n, m int) float64 {
	kept := 0.0
	for i := range n {
		kept += max(0, float64(i+1)/float64(m)-float64(i)/float64(n))
	}
	return kept
}

// fixedTotalMoves is the law of a ring of S points in all, of which each of N equal nodes has a = ceil(S/N) and each of
// N2 > N nodes b = ceil(S/N2). Before and after, the points together are N a + (N2-N) b independent uniform ones. A key
// whose next point is one of the N (a-b) that go or come with the change has its other owner by the next point that
// stays, of any of the N2 nodes with the same chance, and that move is unnecessary where it is one of the N-1 others.
func fixedTotalMoves(c Change) (moved, unnecessary float64, err error) {
	if c.Vnodes < 1 {
		return 0, 0, fmt.Errorf("theory: fixed-total: %d points of the ring is not 1 or more", c.Vnodes)
	}
	fewer, more := c.ordered()
	n, n2 := float64(fewer), float64(more)
	a, b := pointsEach(c.Vnodes, fewer), pointsEach(c.Vnodes, more)
	unnecessary = n * (a - b) / (n*a + (n2-n)*b) * (n - 1) / n2
	return (n2-n)/n2 + unnecessary, unnecessary, nil
}

func pointsEach(total, nodes int) float64 { return math.Ceil(float64(total) / float64(nodes)) }

// Moves returns the expected share of keys that change their node, and the part of it that is unnecessary, for equal
// nodes. Laws are "modulo" and "modulo-shift", where nodes are numbered and the last come or go, "multinomial" and
// "dirichlet", "least" and "spread", which move the least possible share, "fixed-total", which needs Vnodes, the points of the ring, and those
// of tables. An unknown name, numbers of nodes below 1, and a missing Vnodes are errors.
func Moves(name string, c Change) (moved, unnecessary float64, err error) {
	law, ok := moveTheories[name]
	switch {
	case !ok:
		return 0, 0, fmt.Errorf("theory: no law of moves %q: there are %q", name, slices.Sorted(maps.Keys(moveTheories)))
	case c.Before < 1 || c.After < 1:
		return 0, 0, fmt.Errorf("theory: from %d to %d nodes: both must be 1 or more", c.Before, c.After)
	}
	return law(c)
}

// MovedByWeight returns the expected share of keys that move when one node's weight changes from w to w + d, d above
// -w, among nodes of total weight W >= w before it, in a scheme with exact weights that moves keys from or to that node
// only: |w/W - (w+d)/(W+d)|. It is NaN outside of the domain.
func MovedByWeight(w, d, total float64) float64 {
	if !(w > 0 && total >= w && w+d > 0) {
		return math.NaN()
	}
	return math.Abs(d) * (total - w) / (total * (total + d))
}

// MovedByVnodes returns the expected share of keys that move when one of the nodes of a ring, with own of its points, gets
// d more (or fewer, down to 1 - own): a point that comes takes 1/(S+d) of the keys on average, of which a part own/S is
// the node's already. total is S before the change. It is NaN outside of the domain.
func MovedByVnodes(own, d, total float64) float64 {
	if !(own >= 1 && total >= own && own+d >= 1) {
		return math.NaN()
	}
	if d < 0 { // the same change the other way round
		return MovedByVnodes(own+d, -d, total+d)
	}
	return d / (total + d) * (1 - own/total)
}
