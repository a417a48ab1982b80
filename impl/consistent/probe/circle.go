package probe

import (
	"cmp"
	"math/bits"
	"slices"

	"hashlab/impl/consistent"
)

// A circle is a sorted list of points with an index over the top bits of their hashes: starts[b] is how many points
// lie below bucket b, which holds the hashes h with h >> shift = b. There are at least twice as many buckets as points,
// so a search begins at its answer or one or two points before it, nearly always.
type circle struct {
	// points are in ascending order of (Hash, Node), one sentinel of the greatest hash after them. Its node is -1, which
	// is the answer where there are no others.
	points []consistent.Point
	starts []uint32
	shift  uint
}

// newCircle returns the circle of points, given in ascending order of Node.
func newCircle(points []consistent.Point) circle {
	n := len(points)
	width := bits.Len(uint(2*max(n, 1) - 1))
	c := circle{
		points: make([]consistent.Point, n+1),
		starts: make([]uint32, 1<<width+1),
		shift:  uint(64 - width),
	}
	copy(c.points, points)
	c.points[n] = consistent.Point{Hash: 1<<64 - 1, Node: -1}
	// Stable, so that points of equal hash stay in the order of Node.
	slices.SortStableFunc(c.points[:n], func(p, q consistent.Point) int { return cmp.Compare(p.Hash, q.Hash) })
	b := uint64(0)
	for i, p := range c.points[:n] {
		for ; b <= p.Hash>>c.shift; b++ {
			c.starts[b] = uint32(i)
		}
	}
	for ; b < uint64(len(c.starts)); b++ {
		c.starts[b] = uint32(n)
	}
	return c
}

// next returns the index of the first point at or after q, which is the first point of all past the last one.
func (c *circle) next(q uint64) uint64 {
	i := uint64(c.starts[q>>(c.shift&63)])
	_, below := bits.Sub64(c.points[i].Hash, q, 0)
	i += below
	_, below = bits.Sub64(c.points[i].Hash, q, 0)
	i += below
	if c.points[i].Hash < q {
		i = c.search(i, q)
	}
	if i == uint64(len(c.points)-1) {
		return 0
	}
	return i
}

// search is next among the points from i to the end of the bucket of q.
//
//go:noinline
func (c *circle) search(i, q uint64) uint64 {
	end := uint64(c.starts[q>>(c.shift&63)+1])
	for i < end {
		if middle := i + (end-i)/2; c.points[middle].Hash < q {
			i = middle + 1
		} else {
			end = middle
		}
	}
	return i
}

// nearest returns the index of the point at the least distance after any of the places; of several, the first. There
// is at least one place. Without points it is that of the sentinel.
func (c *circle) nearest(places []uint64) uint64 {
	best := c.next(places[0])
	least := c.points[best].Hash - places[0]
	for _, q := range places[1:] {
		i := c.next(q)
		d := c.points[i].Hash - q // modulo 2^64: right across the wrap too
		if d < least || d == least && i < best {
			best, least = i, d
		}
	}
	return best
}

// bytes returns the size of the points and of the index.
func (c *circle) bytes() int64 { return 16*int64(cap(c.points)) + 4*int64(cap(c.starts)) }
