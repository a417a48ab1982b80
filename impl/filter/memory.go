package filter

// The size of a huge page, and that of the smallest array that is kept in them. A look-up in a large array of usual
// pages costs a walk through the page table besides its reads, since the processor's own cache of that table covers
// only some of them: 8 MiB in one of 2023.
const (
	hugeBytes = 2 << 20
	leastHuge = 4 * hugeBytes
)

// MakeArray returns an array of n zeros for a filter to live in, in huge pages where it is large and the system has
// them. T must have a size above 0.
func MakeArray[T any](n uint64) []T {
	array := make([]T, n)
	inHugePages(array)
	return array
}

// CloneArray returns an independent copy of array, made by MakeArray.
func CloneArray[T any](array []T) []T {
	c := MakeArray[T](uint64(len(array)))
	copy(c, array)
	return c
}
