package ring

import "hashlab/impl/consistent"

// A change of nodes moves the points and the index in place, in one pass each, so it costs no memory but where
// the circle outgrows what it has.

// insert merges the points of a new node number at into the circle. fresh is in ascending order of Hash; the
// numbers from at on rise by one.
func (c *circle) insert(fresh []consistent.Point, at int32) {
	end := c.size()
	ranks := c.ranks(fresh, at)
	c.resize(end + len(fresh))
	for i := len(fresh) - 1; i >= 0; i-- { // from the far end, so that nothing is overwritten before it moved
		from := ranks[i]
		raise(c.heads[from:end+i+1], end-from, at)
		copy(c.lows[from+i+1:], c.lows[from:end])
		c.put(from+i, fresh[i])
		end = from
	}
	raise(c.heads[:end], end, at)
	c.close()
	c.reindex(fresh, 1)
}

// ranks returns how many of the points lie before each of fresh.
func (c *circle) ranks(fresh []consistent.Point, at int32) []int {
	ranks, rank := make([]int, len(fresh)), 0
	for i, p := range fresh {
		rank = max(rank, int(c.find(p.Hash)))
		for rank < c.size() && c.hash(rank) == p.Hash && c.node(uint64(rank)) < at {
			rank++
		}
		ranks[i] = rank
	}
	return ranks
}

// raise moves the first n of heads to their end, and raises the node numbers from at on by one.
func raise(heads []uint64, n int, at int32) {
	src, dst := heads[:n], heads[len(heads)-n:]
	for i := len(src) - 1; i >= 0; i-- {
		p := src[i]
		// The sign of the difference is 1 from at on: a branch would be missed at every other point.
		dst[i] = p + uint64(uint32(at-1-int32(p))>>31)
	}
}

// remove takes out the points of node number at, of which there are so many; the numbers above it fall by one.
func (c *circle) remove(at int32, points int) {
	gone := make([]consistent.Point, 0, points)
	n, kept, from := c.size(), 0, 0
	for {
		moved := lower(c.heads[kept:n], c.heads[from:n], at)
		copy(c.lows[kept:], c.lows[from:from+moved])
		kept, from = kept+moved, from+moved
		if from == n {
			break
		}
		gone = append(gone, c.point(from))
		from++
	}
	c.resize(kept)
	c.close()
	c.reindex(gone, ^uint32(0))
}

// lower moves heads from src to dst, which begins at or before it, up to the first one of node number at, and lowers
// the node numbers above at by one. It returns how many it moved.
func lower(dst, src []uint64, at int32) int {
	dst = dst[:len(src)]
	for i, p := range src {
		if int32(p) == at {
			return i
		}
		dst[i] = p - uint64(uint32(at-int32(p))>>31) // a branch would be missed at every other point
	}
	return len(src)
}

// resize gives the circle room for n points and the sentinels, with an eighth to spare where it grows, and gives
// memory back where less than a quarter of it is in use.
func (c *circle) resize(n int) { c.heads, c.lows = resized(c.heads, n+sentinels), resized(c.lows, n) }

func resized[T any](list []T, n int) []T {
	if room := cap(list); n <= room && n >= room/4 {
		return list[:n]
	}
	grown := make([]T, n, n+n/8)
	copy(grown, list)
	return grown
}

// reindex updates the index after the points changed, in ascending order of Hash, came (by = 1) or went (by =
// -1 modulo 2^32).
func (c *circle) reindex(changed []consistent.Point, by uint32) {
	if width := indexWidth(c.size()); c.shift != 64-width {
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
	for i := range c.lows {
		for ; b <= c.hash(i)>>c.shift; b++ {
			c.starts[b] = uint32(i)
		}
	}
	for ; b < uint64(len(c.starts)); b++ {
		c.starts[b] = uint32(c.size())
	}
}
