package probe

import (
	"cmp"
	"math/bits"
	"slices"

	"hashlab/impl/consistent"
)

// A circle is a sorted list of points with an index over the top bits of their hashes: starts[b] is how many points
// lie below bucket b, which holds the hashes h with h >> shift = b. There are at most half as many points as buckets,
// so a search begins at its answer or one point before it, nearly always.
type circle struct {
	// points are in ascending order of (Hash, Node); one of node -1 stands for none.
	points []consistent.Point
	starts []uint32
	shift  uint
}

// newCircle returns the circle of points, given in ascending order of Node.
func newCircle(points []consistent.Point) circle {
	if len(points) == 0 {
		points = []consistent.Point{{Node: -1}}
	}
	// Stable, so that points of equal hash stay in the order of Node.
	slices.SortStableFunc(points, func(p, q consistent.Point) int { return cmp.Compare(p.Hash, q.Hash) })
	width := bits.Len(uint(2*len(points) - 1)) // at least twice as many buckets as points
	c := circle{points: points, starts: make([]uint32, 1<<width+1), shift: uint(64 - width)}
	b := uint64(0)
	for i, p := range points {
		for ; b <= p.Hash>>c.shift; b++ {
			c.starts[b] = uint32(i)
		}
	}
	for ; b < uint64(len(c.starts)); b++ {
		c.starts[b] = uint32(len(points))
	}
	return c
}

// few is how many points of a bucket are stepped over one by one before a binary search takes over.
const few = 8

// next returns the index of the first point at or after q, which is the first point of all past the last one.
func (c *circle) next(q uint64) int {
	i := int(c.starts[q>>(c.shift&63)])
	for range few {
		if i == len(c.points) {
			return 0
		}
		if c.points[i].Hash >= q {
			return i
		}
		i++
	}
	end := int(c.starts[q>>(c.shift&63)+1])
	for i < end {
		if middle := i + (end-i)/2; c.points[middle].Hash < q {
			i = middle + 1
		} else {
			end = middle
		}
	}
	if i == len(c.points) {
		return 0
	}
	return i
}

// nearest returns the index of the point at the least distance after any of the places; of several, the first. There
// is at least one place.
func (c *circle) nearest(places []uint64) int {
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
