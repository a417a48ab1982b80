//go:build !purego

package measure

import "runtime"

// readAhead reads a word of the block of each of n hashes, of count blocks stride bytes apart, and returns their
// sum. It asks for the block that comes ahead hashes later, which is at most n, in the first-level cache or in the second.
//
//go:noescape
func readAhead(base *byte, stride, count uint64, hs *uint64, n, ahead int, second bool) uint64

// Read reads a word of the block of each hash, and returns their sum. The high bits of the hash pick the block.
func (r *BlockReader) Read(hs []uint64) uint64 {
	if len(hs) == 0 {
		return 0
	}
	sum := readAhead(&r.memory[0], r.block, r.count, &hs[0], len(hs), min(readsAhead, len(hs)), len(r.memory) > sharedBytes)
	runtime.KeepAlive(r) // its memory goes with it
	return sum
}
