package bloom

// A distance says where most of a filter lies, by its size. Bulk calls ask for what they will read some keys ahead of
// its turn where that is not near, and cost more for it where it is.
type distance uint8

const (
	near    distance = iota // in the caches that a core has to itself
	far                     // in the cache that cores share
	farther                 // in memory
)

// Sizes in bytes above which a filter is far, and farther. Kernels in assembly ask for what they read of a filter that is
// farther in the second-level cache alone: that has room for more reads under way than the first, and a core that waits for main
// memory is short of it. A block in a shared cache arrives soon enough for the first.
const (
	farBytes     = 1 << 19
	fartherBytes = 1 << 25
)

// touched is how many keys a bulk call in Go asks for at a time: more than a processor can have reads under way, and
// few enough to stay in the first-level cache.
const touched = 64

// distanceOf returns the distance of a filter of m bits.
func distanceOf(m uint64) distance {
	switch bytes := m / 8; {
	case bytes > fartherBytes:
		return farther
	case bytes > farBytes:
		return far
	}
	return near
}

// chunkOf returns how many of hs a bulk call in Go handles at a time.
func chunkOf(hs []uint64, away distance) int {
	if away != near {
		return min(touched, len(hs))
	}
	return len(hs)
}
