//go:build amd64 && !purego

package filter

import "unsafe"

const canAsk = true

// Ask asks for the elements of array whose numbers are in at, and does not wait for them. A number that is none of an
// element's is no error: what lies there is never read.
func Ask[T any](array []T, at []uint64) {
	ask(unsafe.Pointer(unsafe.SliceData(array)), uint64(unsafe.Sizeof(*new(T))), at)
}

// ask asks for the memory size*i bytes from start, for each i of at.
//
//go:noescape
func ask(start unsafe.Pointer, size uint64, at []uint64)
