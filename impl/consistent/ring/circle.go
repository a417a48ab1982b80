package ring

import (
	"cmp"
	"math/bits"
	"slices"

	"hashlab/impl/consistent"
)

// pointBytes and startBytes are the sizes of a point and of an entry of the index.
const (
	pointBytes = 16
	startBytes = 4
)

// A circle is a sorted list of points with an index over the top bits of their hashes.
//
// A look-up reads where its bucket starts and steps over the points below the hash. There is at most one
// point a bucket on average, so two steps without a branch nearly always do; where hashes crowd, a binary
// search in the bucket bounds the rest.
type circle struct {
	// points are in ascending order of (Hash, Node), one sentinel after them: its hash is 2^64-1 and its
	// node the first point's, so a look-up past the last point wraps around without a test. The sentinel of
	// an empty circle belongs to node -1.
	points []consistent.Point
	// starts[b] is how many points lie below bucket b, which holds the hashes h with h >> shift = b. One
	// entry past the last bucket counts all points.
	starts []uint32
	shift  uint
}

// blank returns a circle with room for n points, whose points and index are still to be filled.
func blank(n int) circle {
	width := max(1, bits.Len(uint(max(n, 1)-1))) // at least n buckets, at least 2
	return circle{
		points: make([]consistent.Point, n+1),
		starts: make([]uint32, 1<<width+1),
		shift:  uint(64 - width),
	}
}

// newCircle returns the circle of points, given in ascending order of Node. It sorts by counting into the
// buckets of the index, in linear time where hashes are spread evenly.
func newCircle(points []consistent.Point) circle {
	c := blank(len(points))
	for _, p := range points {
		c.starts[p.Hash>>c.shift+1]++
	}
	for b := 1; b < len(c.starts); b++ {
		c.starts[b] += c.starts[b-1]
	}
	next := slices.Clone(c.starts)
	for _, p := range points {
		b := p.Hash >> c.shift
		c.points[next[b]] = p
		next[b]++
	}
	for b, start := range c.starts[:len(c.starts)-1] {
		// Stable, so that points of equal hash stay in the order of Node.
		if bucket := c.points[start:c.starts[b+1]]; len(bucket) > 1 {
			slices.SortStableFunc(bucket, func(p, q consistent.Point) int { return cmp.Compare(p.Hash, q.Hash) })
		}
	}
	c.close()
	return c
}

// close writes the sentinel.
func (c *circle) close() {
	sentinel := consistent.Point{Hash: 1<<64 - 1, Node: -1}
	if len(c.points) > 1 {
		sentinel.Node = c.points[0].Node
	}
	c.points[len(c.points)-1] = sentinel
}

// index fills starts from points that are already in order.
func (c *circle) index() {
	b := uint64(0)
	for i, p := range c.points[:len(c.points)-1] {
		for ; b <= p.Hash>>c.shift; b++ {
			c.starts[b] = uint32(i)
		}
	}
	for ; b < uint64(len(c.starts)); b++ {
		c.starts[b] = uint32(len(c.points) - 1)
	}
}

// with returns the circle with the points of a new node number at merged in. fresh is in ascending order
// of Hash; the numbers from at on rise by one.
func (c *circle) with(fresh []consistent.Point, at int32) circle {
	old := c.points[:len(c.points)-1]
	merged := blank(len(old) + len(fresh))
	i := 0
	for _, p := range old {
		if p.Node >= at {
			p.Node++
		}
		for len(fresh) > 0 && (fresh[0].Hash < p.Hash || fresh[0].Hash == p.Hash && at < p.Node) {
			merged.points[i], fresh = fresh[0], fresh[1:]
			i++
		}
		merged.points[i] = p
		i++
	}
	copy(merged.points[i:], fresh)
	merged.close()
	merged.index()
	return merged
}

// without returns the circle without the points of node number at; the numbers above it fall by one.
func (c *circle) without(at int32, points int) circle {
	rest := blank(len(c.points) - 1 - points)
	i := 0
	for _, p := range c.points[:len(c.points)-1] {
		if p.Node == at {
			continue
		}
		if p.Node > at {
			p.Node--
		}
		rest.points[i] = p
		i++
	}
	rest.close()
	rest.index()
	return rest
}

// find returns the index of the first point whose hash is at least h; the sentinel's where there is none.
func (c *circle) find(h uint64) uint64 {
	i := uint64(c.starts[h>>(c.shift&63)])
	_, below := bits.Sub64(c.points[i].Hash, h, 0)
	i += below
	_, below = bits.Sub64(c.points[i].Hash, h, 0)
	i += below
	if c.points[i].Hash < h {
		i = c.search(i, h)
	}
	return i
}

// locateAll sets dst[i] to the node that owns hs[i]. It is find written out in the loop, since a call costs
// as much as the look-up.
func (c *circle) locateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	points, starts, shift := c.points, c.starts, c.shift&63
	for j, h := range hs {
		i := uint64(starts[h>>shift])
		_, below := bits.Sub64(points[i].Hash, h, 0)
		i += below
		_, below = bits.Sub64(points[i].Hash, h, 0)
		i += below
		if points[i].Hash < h {
			i = c.search(i, h)
		}
		dst[j] = points[i].Node
	}
}

// search is find among the points from i to the end of the bucket of h.
//
//go:noinline
func (c *circle) search(i, h uint64) uint64 {
	end := uint64(c.starts[h>>(c.shift&63)+1])
	for i < end {
		if middle := i + (end-i)/2; c.points[middle].Hash < h {
			i = middle + 1
		} else {
			end = middle
		}
	}
	return i
}

// walk fills dst with the distinct nodes that follow h on the circle and returns how many. It stops after
// one turn.
func (c *circle) walk(dst []int32, h uint64) int {
	n, last := 0, len(c.points)-1
	at := int(c.find(h))
	for turn := 0; turn < last && n < len(dst); turn++ {
		if at == last {
			at = 0
		}
		if node := c.points[at].Node; !slices.Contains(dst[:n], node) {
			dst[n] = node
			n++
		}
		at++
	}
	return n
}

// bytes returns the size of the points and of the index.
func (c *circle) bytes() int64 {
	return int64(cap(c.points))*pointBytes + int64(cap(c.starts))*startBytes
}
