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
// A look-up reads where its bucket starts and counts which of the next two points lie below the hash, without
// a branch. There is at most one point a bucket on average, so that nearly always does; where hashes crowd, a
// binary search in the bucket bounds the rest.
type circle struct {
	// points are in ascending order of (Hash, Node), the sentinels after them: their hash is 2^64-1 and their
	// node the first point's, so a look-up past the last point wraps around without a test. The sentinels of
	// an empty circle belong to node -1.
	points []consistent.Point
	// starts[b] is how many points lie below bucket b, which holds the hashes h with h >> shift = b. One
	// entry past the last bucket counts all points.
	starts []uint32
	shift  uint
}

// sentinels is how many points a look-up may read from the start of a bucket on, which may be the last point's
// end.
const sentinels = 3

// indexWidth returns how many top bits the index of n points covers: it has at least n buckets, at least 2.
func indexWidth(n int) uint { return uint(max(1, bits.Len(uint(max(n, 1)-1)))) }

// manyInBucket is the size of a bucket from which on sorting it costs less than inserting into it.
const manyInBucket = 32

// newCircle returns the circle of points, of which those of equal hash are in ascending order of Node. It
// sorts by counting into the buckets of the index, in linear time where hashes are spread evenly.
func newCircle(points []consistent.Point) circle {
	width := indexWidth(len(points))
	c := circle{
		points: make([]consistent.Point, len(points)+sentinels),
		starts: make([]uint32, 1<<width+1),
		shift:  64 - width,
	}
	c.scatter(points)
	sorted := c.real()
	for b, start := range c.starts[:len(c.starts)-1] {
		if bucket := sorted[start:c.starts[b+1]]; len(bucket) >= manyInBucket {
			// Stable, so that points of equal hash stay in the order of Node.
			slices.SortStableFunc(bucket, func(p, q consistent.Point) int { return cmp.Compare(p.Hash, q.Hash) })
		}
	}
	for i := 1; i < len(sorted); i++ { // inserts within a bucket only, since the buckets are in order
		p, j := sorted[i], i
		for ; j > 0 && sorted[j-1].Hash > p.Hash; j-- {
			sorted[j] = sorted[j-1]
		}
		sorted[j] = p
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
		c.points[*at] = p
		*at++
	}
	// Each entry has moved up to where the next bucket starts.
	copy(starts[1:], starts[:len(starts)-1])
	starts[0] = 0
}

// real returns the points without the sentinels.
func (c *circle) real() []consistent.Point { return c.points[:len(c.points)-sentinels] }

// close writes the sentinels.
func (c *circle) close() {
	sentinel := consistent.Point{Hash: 1<<64 - 1, Node: -1}
	if len(c.points) > sentinels {
		sentinel.Node = c.points[0].Node
	}
	for i := range sentinels {
		c.points[len(c.points)-1-i] = sentinel
	}
}

// find returns the index of the first point whose hash is at least h; the first sentinel's where there is
// none.
func (c *circle) find(h uint64) uint64 {
	i := uint64(c.starts[h>>(c.shift&63)])
	next := c.points[i : i+3 : i+3]
	_, first := bits.Sub64(next[0].Hash, h, 0)
	_, second := bits.Sub64(next[1].Hash, h, 0)
	if next[2].Hash < h {
		return c.search(i, h)
	}
	return i + first + second
}

// manyPoints is from where on points and index do not fit into a second-level cache of 1 MiB.
const manyPoints = 1 << 15

// locateAll sets dst[i] to the node that owns hs[i].
func (c *circle) locateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	if len(c.points) >= manyPoints {
		c.locateApart(dst, hs)
		return
	}
	for at := 0; ; at++ {
		at += c.near(dst[at:], hs[at:])
		if at == len(hs) {
			return
		}
		dst[at] = c.points[c.find(hs[at])].Node
	}
}

// near sets dst[j] to the node that owns hs[j], up to the first hash that lies beyond three points of its bucket,
// and returns how many come before that one. It is find written out in the loop, since a call costs as much as
// the look-up, and calls nothing: a loop with a call keeps what it works on in memory instead of registers.
func (c *circle) near(dst []int32, hs []uint64) int {
	points, starts, shift := c.points, c.starts, c.shift&63
	dst = dst[:len(hs)]
	for j, h := range hs {
		i := uint64(starts[h>>shift])
		next := points[i : i+3 : i+3]
		_, first := bits.Sub64(next[0].Hash, h, 0)
		_, second := bits.Sub64(next[1].Hash, h, 0)
		if next[2].Hash < h {
			return j
		}
		dst[j] = points[i+first+second].Node
	}
	return len(hs)
}

// blockHashes is how many hashes locateApart takes through a step together.
const blockHashes = 64

// locateApart is locateAll that reads the index for a block of hashes before the points of any: loads that miss
// the cache then wait for each other less.
func (c *circle) locateApart(dst []int32, hs []uint64) {
	var block [blockHashes]uint32
	for len(hs) > 0 {
		n := min(blockHashes, len(hs))
		c.readStarts(block[:n], hs[:n])
		for at := 0; ; at++ {
			at += nearFrom(c.points, dst[at:n], block[at:n], hs[at:n])
			if at == n {
				break
			}
			dst[at] = c.points[c.search(uint64(block[at]), hs[at])].Node
		}
		dst, hs = dst[n:], hs[n:]
	}
}

// readStarts sets dst[j] to where the bucket of hs[j] starts.
func (c *circle) readStarts(dst []uint32, hs []uint64) {
	starts, shift := c.starts, c.shift&63
	dst = dst[:len(hs)]
	for j, h := range hs {
		dst[j] = starts[h>>shift]
	}
}

// nearFrom is near for hashes whose buckets start at the points given.
func nearFrom(points []consistent.Point, dst []int32, starts []uint32, hs []uint64) int {
	dst, starts = dst[:len(hs)], starts[:len(hs)]
	for j, h := range hs {
		i := uint64(starts[j])
		next := points[i : i+3 : i+3]
		_, first := bits.Sub64(next[0].Hash, h, 0)
		_, second := bits.Sub64(next[1].Hash, h, 0)
		if next[2].Hash < h {
			return j
		}
		dst[j] = points[i+first+second].Node
	}
	return len(hs)
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
	n, last := 0, len(c.real())
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
