package bloom

// The portable code path of Split256. Where the filter is far, beyond the near caches, a bulk call first reads a word
// of each block of a few keys: those reads do not wait for each other, and the tests that follow find their blocks.

// block returns the block of h.
func (f *Split256) block(h uint64) *[lanes]uint32 { return &f.blocks[h>>32*f.z>>32] }

// set256 sets the bits of the low half x of a hash.
func set256(b *[lanes]uint32, x uint32) {
	b[0] |= 1 << (x * salt0 >> 27)
	b[1] |= 1 << (x * salt1 >> 27)
	b[2] |= 1 << (x * salt2 >> 27)
	b[3] |= 1 << (x * salt3 >> 27)
	b[4] |= 1 << (x * salt4 >> 27)
	b[5] |= 1 << (x * salt5 >> 27)
	b[6] |= 1 << (x * salt6 >> 27)
	b[7] |= 1 << (x * salt7 >> 27)
}

// hit256 returns 1 where all bits of the low half x of a hash are set and 0 otherwise, without a branch.
func hit256(b *[lanes]uint32, x uint32) uint32 {
	// >> and & bind alike: the parentheses are needed.
	return (b[0] >> (x * salt0 >> 27)) & (b[1] >> (x * salt1 >> 27)) &
		(b[2] >> (x * salt2 >> 27)) & (b[3] >> (x * salt3 >> 27)) &
		(b[4] >> (x * salt4 >> 27)) & (b[5] >> (x * salt5 >> 27)) &
		(b[6] >> (x * salt6 >> 27)) & (b[7] >> (x * salt7 >> 27)) & 1
}

// touch reads a word of the block of each of hs. What it returns serves nobody, but lets no read be left out.
//
//go:noinline
func (f *Split256) touch(hs []uint64) (sum uint32) {
	for _, h := range hs {
		sum += f.block(h)[0]
	}
	return sum
}

func (f *Split256) addAll(hs []uint64) {
	for len(hs) > 0 {
		n := chunkOf(hs, f.away)
		if f.away != near {
			f.touch(hs[:n])
		}
		for _, h := range hs[:n] {
			set256(f.block(h), uint32(h))
		}
		hs = hs[n:]
	}
}

// containsAll needs room in dst for the answers to all of hs.
func (f *Split256) containsAll(dst []bool, hs []uint64) {
	for len(hs) > 0 {
		n := chunkOf(hs, f.away)
		if f.away != near {
			f.touch(hs[:n])
		}
		for i, h := range hs[:n] {
			dst[i] = hit256(f.block(h), uint32(h)) != 0
		}
		dst, hs = dst[n:], hs[n:]
	}
}

func (f *Split256) count(hs []uint64) int {
	count := 0
	for len(hs) > 0 {
		n := chunkOf(hs, f.away)
		if f.away != near {
			f.touch(hs[:n])
		}
		for _, h := range hs[:n] {
			count += int(hit256(f.block(h), uint32(h)))
		}
		hs = hs[n:]
	}
	return count
}
