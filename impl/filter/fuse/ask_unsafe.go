//go:build amd64 && !purego

package fuse

import "unsafe"

// askCells asks for the cells of words in a three-wise filter with these cells: where ThreeWise.at says.
func askCells[F fingerprint](cells []F, starts, segment uint64, words []uint64) {
	askThreeWise(unsafe.Pointer(unsafe.SliceData(cells)), uint64(unsafe.Sizeof(F(0))), starts, segment, words)
}

// askThreeWise is askCells for cells of the given size in bytes.
//
//go:noescape
func askThreeWise(cells unsafe.Pointer, size, starts, segment uint64, words []uint64)
