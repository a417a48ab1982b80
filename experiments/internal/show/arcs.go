package show

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
)

// circle reads the points of a ring, and checks that they are what look-ups follow.
func (r *openedRing) circle() (Circle, error) {
	c := Circle{Shares: map[string]float64{}}
	nodes := r.Nodes()
	for _, p := range r.points() {
		if n := len(c.Points); n > 0 && c.Points[n-1].At == p.Hash {
			continue // the first owns the place
		}
		c.Points = append(c.Points, RingPoint{p.Hash, nodes[p.Node].ID})
	}
	if len(c.Points) > MaxPoints {
		return c, fmt.Errorf("%d points: a picture shows at most %d", len(c.Points), MaxPoints)
	}
	for i, p := range c.Points {
		c.Shares[p.Node] += share(c.Points[(i+len(c.Points)-1)%len(c.Points)].At, p.At)
	}
	return c, r.follows(c)
}

// share returns the part of the circle from after one place to another; all of it where they are the same.
func share(from, to uint64) float64 {
	if from == to {
		return 1
	}
	return math.Ldexp(float64(to-from), -64) // modulo 2^64
}

// follows returns an error where look-ups differ from what the circle says: at both ends and in the middle of every
// arc. Where the locator takes keys only there is nothing to look up.
func (r *openedRing) follows(c Circle) error {
	if r.locator == nil {
		return nil
	}
	for i, p := range c.Points {
		from := c.Points[(i+len(c.Points)-1)%len(c.Points)].At
		for _, h := range []uint64{from + 1, from + (p.At-from)/2 + 1, p.At} {
			at := r.locator.Locate(h)
			if at < 0 || r.Nodes()[at].ID != c.owner(h) {
				return fmt.Errorf("locator %s places the hash %016x on node %d, where its points give it to %s: it cannot be shown",
					r.name, h, at, c.owner(h))
			}
		}
	}
	return nil
}

// arcs cuts the circle at all points of both, and merges neighbours that have the same owners.
func arcs(before, after Circle) []Arc {
	var ends []uint64
	for _, p := range slices.Concat(before.Points, after.Points) {
		ends = append(ends, p.At)
	}
	slices.Sort(ends)
	ends = slices.Compact(ends)
	var all []Arc
	for i, to := range ends {
		from := ends[(i+len(ends)-1)%len(ends)]
		a := Arc{from, to, before.owner(to), after.owner(to), share(from, to)}
		if n := len(all); n > 0 && all[n-1].Before == a.Before && all[n-1].After == a.After {
			all[n-1].To, all[n-1].Share = to, all[n-1].Share+a.Share
			continue
		}
		all = append(all, a)
	}
	return all
}

// A Move is how much of the circle changes from one node to another.
type Move struct {
	From, To string
	Share    float64
}

// Moves returns what changes its owner, the largest first.
func (t *RingStory) Moves() []Move {
	shares := map[Move]float64{}
	for _, a := range t.Arcs {
		if a.Before != a.After {
			shares[Move{From: a.Before, To: a.After}] += a.Share
		}
	}
	var moves []Move
	for m := range maps.Keys(shares) {
		moves = append(moves, Move{m.From, m.To, shares[m]})
	}
	slices.SortFunc(moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Share, a.Share), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return moves
}

// Moved returns the share of the circle that changes its owner.
func (t *RingStory) Moved() (share float64) {
	for _, m := range t.Moves() {
		share += m.Share
	}
	return share
}
