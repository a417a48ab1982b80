package ring

import (
	"fmt"

	"hashlab/impl/consistent"
)

// A placed is what the rings of this package share: nodes, and their points on a circle.
type placed struct {
	nodes  consistent.Roster
	circle circle
}

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (p *placed) Locate(h uint64) int32 { return p.circle.locate(h) }

// LocateN fills dst with the owner of h and the distinct nodes that follow it on the ring, and returns how
// many. It takes len(dst) steps for each point passed, and one turn at most.
func (p *placed) LocateN(dst []int32, h uint64) int { return p.circle.walk(dst, h) }

// LocateAll sets dst[i] to Locate(hs[i]).
func (p *placed) LocateAll(dst []int32, hs []uint64) { p.circle.locateAll(dst, hs) }

// Nodes returns the nodes, indexed by number. The caller must not change it.
func (p *placed) Nodes() []consistent.Node { return p.nodes.Nodes() }

// Points returns a copy of the points in ascending order of (Hash, Node).
func (p *placed) Points() []consistent.Point { return p.circle.points() }

// Bytes returns the size of the list of nodes, of the points, 12 bytes each, and of the index, 4 to 8 bytes
// a point.
func (p *placed) Bytes() int64 { return p.nodes.Bytes() + p.circle.bytes() }

func (p *placed) copy() placed { return placed{p.nodes, p.circle.clone()} }

// checkRoom returns an error where node n with so many points, beside the others', would be more than MaxPoints.
func checkRoom(n consistent.Node, points float64, others int) error {
	if points > float64(consistent.MaxPoints-others) {
		return fmt.Errorf("%w: %w: node %q of weight %v needs %g points beside %d others, and a ring has at most %d",
			consistent.ErrOptions, consistent.ErrWeight, n.ID, n.Weight, points, others, consistent.MaxPoints)
	}
	return nil
}

// sortPoints sorts points of one node.
func sortPoints(points []consistent.Point) []consistent.Point {
	circle := newCircle(points)
	return circle.points()
}

// place32 returns the 64-bit place of a 32-bit one: hashes whose high half is at most place lie at or before it.
func place32(place uint32) uint64 { return uint64(place)<<32 | (1<<32 - 1) }
