package bloom

// A filter is far where it is larger than the caches that a core has to itself: bulk calls then ask for what they
// will read some keys ahead, which costs more than it saves where all of it is near.
const farBytes = 1 << 19

// touched is how many keys a bulk call in Go asks for at a time: more than a processor can have reads under way, and
// few enough to stay in the first-level cache.
const touched = 64

// isFar reports whether a filter of m bits is far.
func isFar(m uint64) bool { return m/8 > farBytes }

// chunkOf returns how many of hs a bulk call in Go handles at a time.
func chunkOf(hs []uint64, far bool) int {
	if far {
		return min(touched, len(hs))
	}
	return len(hs)
}
