package ring

import (
	"slices"

	"hashlab/impl/consistent"
)

// A change of nodes moves the points and the index in place, in one pass each, so it costs no memory but where
// the circle outgrows what it has.

// insert merges the points of a new node number at into the circle. fresh is in ascending order of Hash; the
// numbers from at on rise by one.
func (c *circle) insert(fresh []consistent.Point, at int32) {
	end := len(c.real())
	ranks := c.ranks(fresh, at)
	c.resize(end + len(fresh))
	for i := len(fresh) - 1; i >= 0; i-- { // from the far end, so that nothing is overwritten before it moved
		raise(c.points[ranks[i]:end+i+1], end-ranks[i], at)
		c.points[ranks[i]+i] = fresh[i]
		end = ranks[i]
	}
	raise(c.points[:end], end, at)
	c.close()
	c.reindex(fresh, 1)
}

// ranks returns how many of the points lie before each of fresh.
func (c *circle) ranks(fresh []consistent.Point, at int32) []int {
	old, ranks, rank := c.real(), make([]int, len(fresh)), 0
	for i, p := range fresh {
		rank = max(rank, int(c.find(p.Hash)))
		for rank < len(old) && old[rank].Hash == p.Hash && old[rank].Node < at {
			rank++
		}
		ranks[i] = rank
	}
	return ranks
}

// raise moves the first n of points to their end, and raises the node numbers from at on by one.
func raise(points []consistent.Point, n int, at int32) {
	src, dst := points[:n], points[len(points)-n:]
	for i := len(src) - 1; i >= 0; i-- {
		p := src[i]
		// The sign of the difference is 1 from at on: a branch would be missed at every other point.
		p.Node += int32(uint32(at-1-p.Node) >> 31)
		dst[i] = p
	}
}

// remove takes out the points of node number at, of which there are so many; the numbers above it fall by one.
func (c *circle) remove(at int32, points int) {
	gone := make([]consistent.Point, 0, points)
	real, kept, from := c.real(), 0, 0
	for {
		moved := lower(real[kept:], real[from:], at)
		kept, from = kept+moved, from+moved
		if from == len(real) {
			break
		}
		gone = append(gone, real[from])
		from++
	}
	c.resize(kept)
	c.close()
	c.reindex(gone, ^uint32(0))
}

// lower moves points from src to dst, which begins at or before it, up to the first one of node number at, and lowers
// the node numbers above at by one. It returns how many it moved.
func lower(dst, src []consistent.Point, at int32) int {
	dst = dst[:len(src)]
	for i, p := range src {
		if p.Node == at {
			return i
		}
		p.Node -= int32(uint32(at-p.Node) >> 31) // a branch would be missed at every other point
		dst[i] = p
	}
	return len(src)
}

// resize gives the circle room for n points and the sentinels, with an eighth to spare where it grows, and gives
// memory back where less than a quarter of it is in use.
func (c *circle) resize(n int) {
	n += sentinels
	if room := cap(c.points); n <= room && n >= room/4 {
		c.points = c.points[:n]
		return
	}
	points := make([]consistent.Point, n, n+n/8)
	copy(points, c.points)
	c.points = points
}

// reindex updates the index after the points changed, in ascending order of Hash, came (by = 1) or went (by =
// -1 modulo 2^32).
func (c *circle) reindex(changed []consistent.Point, by uint32) {
	if width := indexWidth(len(c.real())); c.shift != 64-width {
		c.shift, c.starts = 64-width, make([]uint32, 1<<width+1)
		c.index()
		return
	}
	for i, p := range changed {
		end := len(c.starts)
		if i+1 < len(changed) {
			end = int(changed[i+1].Hash>>(c.shift&63)) + 1
		}
		shiftAll(c.starts[p.Hash>>(c.shift&63)+1:end], uint32(i+1)*by)
	}
}

// shiftAll adds by to every entry, eight at a time: a change of one node touches all of a large index.
func shiftAll(starts []uint32, by uint32) {
	for len(starts) >= 8 {
		eight := (*[8]uint32)(starts)
		eight[0] += by
		eight[1] += by
		eight[2] += by
		eight[3] += by
		eight[4] += by
		eight[5] += by
		eight[6] += by
		eight[7] += by
		starts = starts[8:]
	}
	for b := range starts {
		starts[b] += by
	}
}

// index fills the index from points that are in order.
func (c *circle) index() {
	b := uint64(0)
	for i, p := range c.real() {
		for ; b <= p.Hash>>c.shift; b++ {
			c.starts[b] = uint32(i)
		}
	}
	for ; b < uint64(len(c.starts)); b++ {
		c.starts[b] = uint32(len(c.real()))
	}
}

// clone returns an independent circle.
func (c *circle) clone() circle {
	return circle{slices.Clone(c.points), slices.Clone(c.starts), c.shift}
}
