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

// The size of a huge page, and that of the smallest array that is kept in them. A look-up in a large array of usual
// pages costs a walk through the page table besides its reads, since the table's own cache covers few of them; that of
// a processor of 2023 covers 8 MiB.
const (
	hugeBytes = 2 << 20
	leastHuge = 4 * hugeBytes
)

// allocate returns an array of n zeros, in huge pages where it is large and the system has them.
func allocate[T any](n uint64) []T {
	array := make([]T, n)
	inHugePages(array)
	return array
}

// cloned returns an independent copy of array.
func cloned[T any](array []T) []T {
	c := allocate[T](uint64(len(array)))
	copy(c, array)
	return c
}
