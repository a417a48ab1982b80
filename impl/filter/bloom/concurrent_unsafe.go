//go:build !purego

package bloom

import (
	"sync/atomic"
	"unsafe"
)

// wordsOf returns the same words for assembly to read.
func wordsOf(words []atomic.Uint64) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(words))), len(words))
}
