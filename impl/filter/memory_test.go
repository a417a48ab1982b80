package filter

import (
	"slices"
	"testing"
)

// TestMakeArray: arrays around the sizes at which pages change are zero, whole and writable to the last element.
func TestMakeArray(t *testing.T) {
	for _, bytes := range []uint64{8, leastHuge - 8, leastHuge, leastHuge + 8, leastHuge + hugeBytes + 4096} {
		array := MakeArray[uint64](bytes / 8)
		if uint64(len(array)) != bytes/8 || slices.ContainsFunc(array, func(x uint64) bool { return x != 0 }) {
			t.Fatalf("bytes=%d: got %d elements, or not all zero", bytes, len(array))
		}
		for i := range array {
			array[i] = uint64(i)
		}
		copied := CloneArray(array)
		array[0] = 1
		for i, x := range copied {
			if x != uint64(i) {
				t.Fatalf("bytes=%d: element %d of the copy is %d", bytes, i, x)
			}
		}
	}
}
