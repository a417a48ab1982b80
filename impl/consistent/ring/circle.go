package ring

import (
	"cmp"
	"math/bits"
	"slices"

	"hashlab/impl/consistent"
)

// A circle is a sorted list of points with an index over the top bits of their hashes.
//
// A look-up reads where its bucket starts and counts which of the next points lie below the hash, without a
// branch. There is at most one point a bucket on average, so that nearly always does; where hashes crowd, a
// binary search in the bucket bounds the rest. What look-ups read is kept small, since a large ring costs them
// what the cache misses cost: the high half of a point's hash lies with its node, and the low half, which only
// decides where a point and a hash agree in the high one, apart.
type circle struct {
	// heads[i] is point i: the high half of its hash, and its node in the low half. They are in ascending order
	// of (hash, node), the sentinels after them: their hash is 2^64-1 and their node the first point's, so a
	// look-up past the last point wraps around without a test. The sentinels of an empty circle belong to node
	// -1.
	heads []uint64
	// lows[i] is the low half of the hash of point i.
	lows []uint32
	// starts[b] is how many points lie below bucket b, which holds the hashes h with h >> shift = b. One
	// entry past the last bucket counts all points.
	starts []uint32
	shift  uint
}

const (
	// sentinels is how many heads a look-up may read from the start of a bucket on, which may be the last
	// point's end.
	sentinels = 4
	// lowHalf are the bits of a hash that a head has no room for.
	lowHalf = 1<<32 - 1
	// manyInBucket is the size of a bucket from which on sorting it costs less than inserting into it.
	manyInBucket = 32
)

// indexWidth returns how many top bits the index of n points covers: it has at least n buckets, at least 2.
func indexWidth(n int) uint { return uint(max(1, bits.Len(uint(max(n, 1)-1)))) }

// head returns what heads has of a point.
func head(p consistent.Point) uint64 { return p.Hash&^lowHalf | uint64(uint32(p.Node)) }

// newCircle returns the circle of points, of which those of equal hash are in ascending order of Node. It
// sorts by counting into the buckets of the index, in linear time where hashes are spread evenly.
func newCircle(points []consistent.Point) circle {
	width := indexWidth(len(points))
	c := circle{
		heads:  make([]uint64, len(points)+sentinels),
		lows:   make([]uint32, len(points)),
		starts: make([]uint32, 1<<width+1),
		shift:  64 - width,
	}
	c.scatter(points)
	for b, start := range c.starts[:len(c.starts)-1] {
		if end := c.starts[b+1]; end-start >= manyInBucket {
			c.sort(int(start), int(end))
		}
	}
	for i := 1; i < len(points); i++ { // inserts within a bucket only, since the buckets are in order
		hash, head, low, j := c.hash(i), c.heads[i], c.lows[i], i
		for ; j > 0 && c.hash(j-1) > hash; j-- {
			c.heads[j], c.lows[j] = c.heads[j-1], c.lows[j-1]
		}
		c.heads[j], c.lows[j] = head, low
	}
	c.close()
	return c
}

// scatter moves the points into their buckets, each in the order given, and fills the index.
func (c *circle) scatter(points []consistent.Point) {
	starts, shift := c.starts, c.shift&63
	for _, p := range points {
		starts[p.Hash>>shift]++
	}
	below := uint32(0)
	for b, count := range starts {
		starts[b] = below
		below += count
	}
	for _, p := range points {
		at := &starts[p.Hash>>shift]
		c.put(int(*at), p)
		*at++
	}
	// Each entry has moved up to where the next bucket starts.
	copy(starts[1:], starts[:len(starts)-1])
	starts[0] = 0
}

// sort puts points start to end in order. It is stable, so that points of equal hash stay in the order of Node.
func (c *circle) sort(start, end int) {
	bucket := make([]consistent.Point, 0, end-start)
	for i := start; i < end; i++ {
		bucket = append(bucket, c.point(i))
	}
	slices.SortStableFunc(bucket, func(p, q consistent.Point) int { return cmp.Compare(p.Hash, q.Hash) })
	for i, p := range bucket {
		c.put(start+i, p)
	}
}

// size returns the number of points.
func (c *circle) size() int { return len(c.lows) }

// hash returns the hash of point i.
func (c *circle) hash(i int) uint64 { return c.heads[i]&^lowHalf | uint64(c.lows[i]) }

// node returns the node of point i, which may be a sentinel.
func (c *circle) node(i uint64) int32 { return int32(c.heads[i]) }

// point returns point i.
func (c *circle) point(i int) consistent.Point {
	return consistent.Point{Hash: c.hash(i), Node: c.node(uint64(i))}
}

// put sets point i.
func (c *circle) put(i int, p consistent.Point) { c.heads[i], c.lows[i] = head(p), uint32(p.Hash) }

// points returns a new list of the points.
func (c *circle) points() []consistent.Point {
	points := make([]consistent.Point, c.size())
	for i := range points {
		points[i] = c.point(i)
	}
	return points
}

// close writes the sentinels.
func (c *circle) close() {
	sentinel := consistent.Point{Hash: 1<<64 - 1, Node: -1}
	if c.size() > 0 {
		sentinel.Node = c.node(0)
	}
	for i := range sentinels {
		c.heads[c.size()+i] = head(sentinel)
	}
}

// find returns the index of the first point whose hash is at least h; the first sentinel's where there is
// none.
func (c *circle) find(h uint64) uint64 {
	i := uint64(c.starts[h>>(c.shift&63)])
	next, least := c.heads[i:i+3:i+3], h&^lowHalf
	_, first := bits.Sub64(next[0], least, 0)
	_, second := bits.Sub64(next[1], least, 0)
	at := i + first + second
	if c.heads[at] <= h|lowHalf { // a third one below h, or one that the high half does not tell from h
		return c.search(i, h)
	}
	return at
}

// locate returns the node that owns h: that of the point which find finds.
func (c *circle) locate(h uint64) int32 {
	i := uint64(c.starts[h>>(c.shift&63)])
	next, least := c.heads[i:i+3:i+3], h&^lowHalf
	_, first := bits.Sub64(next[0], least, 0)
	_, second := bits.Sub64(next[1], least, 0)
	if p := c.heads[i+first+second]; p > h|lowHalf {
		return int32(p)
	}
	return c.node(c.search(i, h))
}

// search is find among the points from i to the end of the bucket of h.
//
//go:noinline
func (c *circle) search(i, h uint64) uint64 {
	end := uint64(c.starts[h>>(c.shift&63)+1])
	for i < end {
		if middle := i + (end-i)/2; c.hash(int(middle)) < h {
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
	n, last := 0, uint64(c.size())
	at := c.find(h)
	for turn := uint64(0); turn < last && n < len(dst); turn++ {
		if at == last {
			at = 0
		}
		if node := c.node(at); !slices.Contains(dst[:n], node) {
			dst[n] = node
			n++
		}
		at++
	}
	return n
}

// clone returns an independent circle.
func (c *circle) clone() circle {
	return circle{slices.Clone(c.heads), slices.Clone(c.lows), slices.Clone(c.starts), c.shift}
}

// bytes returns the size of the points, 12 bytes each, and of the index, 4 bytes a bucket.
func (c *circle) bytes() int64 {
	return 8*int64(cap(c.heads)) + 4*int64(cap(c.lows)+cap(c.starts))
}
