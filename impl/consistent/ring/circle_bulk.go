package ring

import "math/bits"

// Look-ups of many hashes, whose cache misses overlap.

// manyPoints is from where on points and index fill more than a second-level cache of 512 KiB.
const manyPoints = 1 << 15

// locateAll sets dst[i] to the node that owns hs[i].
func (c *circle) locateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	if !assembly && c.size() >= manyPoints {
		c.locateApart(dst, hs)
		return
	}
	for at := 0; ; at++ {
		at += c.near(dst[at:], hs[at:])
		if at == len(hs) {
			return
		}
		dst[at] = c.node(c.find(hs[at]))
	}
}

// nearGo sets dst[j] to the node that owns hs[j], up to the first hash that the first points of its bucket do not
// decide, and returns how many come before that one. It is find written out in the loop, since a call costs as much as
// the look-up, and calls nothing: a loop with a call keeps what it works on in memory instead of registers.
func (c *circle) nearGo(dst []int32, hs []uint64) int {
	heads, starts, shift := c.heads, c.starts, c.shift&63
	dst = dst[:len(hs)]
	for j, h := range hs {
		i := uint64(starts[h>>shift])
		next, least := heads[i:i+3:i+3], h&^lowHalf
		_, first := bits.Sub64(next[0], least, 0)
		_, second := bits.Sub64(next[1], least, 0)
		p := heads[i+first+second]
		if p <= h|lowHalf {
			return j
		}
		dst[j] = int32(p)
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
			at += nearFrom(c.heads, dst[at:n], block[at:n], hs[at:n])
			if at == n {
				break
			}
			dst[at] = c.node(c.search(uint64(block[at]), hs[at]))
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

// nearFrom is nearGo for hashes whose buckets start at the points given.
func nearFrom(heads []uint64, dst []int32, starts []uint32, hs []uint64) int {
	dst, starts = dst[:len(hs)], starts[:len(hs)]
	for j, h := range hs {
		i := uint64(starts[j])
		next, least := heads[i:i+3:i+3], h&^lowHalf
		_, first := bits.Sub64(next[0], least, 0)
		_, second := bits.Sub64(next[1], least, 0)
		p := heads[i+first+second]
		if p <= h|lowHalf {
			return j
		}
		dst[j] = int32(p)
	}
	return len(hs)
}
