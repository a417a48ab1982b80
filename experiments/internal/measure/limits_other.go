//go:build !amd64 || purego

package measure

// Read reads a word of the block of each hash, and returns their sum. The high bits of the hash pick the block.
func (r *BlockReader) Read(hs []uint64) uint64 { return r.read(hs) }
