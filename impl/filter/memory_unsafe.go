//go:build linux && !purego

package filter

import (
	"syscall"
	"unsafe"
)

// What madvise(2) is told; package syscall does not know the second.
const (
	hugePage      = 14 // MADV_HUGEPAGE, since Linux 2.6.38: what is first touched from now on
	collapsePages = 25 // MADV_COLLAPSE, since Linux 6.1: what was touched before, as in memory that is used again
)

// inHugePages asks the system to keep array in pages of hugeBytes, as far as it covers whole ones. An answer of no is
// no error: the pages are then the usual ones.
func inHugePages[T any](array []T) {
	size := uintptr(len(array)) * unsafe.Sizeof(*new(T))
	if size < leastHuge {
		return
	}
	memory := unsafe.Slice((*byte)(unsafe.Pointer(&array[0])), size)
	memory = memory[-uintptr(unsafe.Pointer(&array[0]))&(hugeBytes-1):]
	memory = memory[:len(memory)&^(hugeBytes-1)]
	if syscall.Madvise(memory, hugePage) == nil {
		_ = syscall.Madvise(memory, collapsePages)
	}
}
