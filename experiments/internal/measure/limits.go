package measure

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"runtime"
	"sort"

	"hashlab/impl/consistent"
)

// What the machine itself allows: controls that read the memory which a structure has to read, and do nothing
// else with it.

// A BlockReader is an array as large as a filter of blocks, of which one word of one block is read for each
// hash. Where there is assembly for the machine, each block is asked for some hashes before it is read.
type BlockReader struct {
	memory []byte // of whole blocks
	block  uint64 // bytes a block
	count  uint64 // blocks
}

// readsAhead is how many hashes ahead blocks are asked for: far enough for a read from main memory to end.
const readsAhead = 128

// sharedBytes is the size above which most of an array is taken to lie in main memory. Blocks of it are asked for in the
// second-level cache, which has room for more reads under way than the first. Measured with blocks of 32 bytes, the ratio
// of the times so to the times in the first-level cache is 1.02 at 2 MB, 1.03 at 13 MB, 1.02 at 40 MB, 0.94 at 65 MB, 0.83 at
// 130 MB and 0.86 at 390 MB.
const sharedBytes = 1 << 25

// NewBlockReader returns an array of so many bytes in blocks of blockBits bits, in huge pages where the system has
// them. Blocks are of whole words of 64 bits, and there must be a whole number of them, at least one.
func NewBlockReader(bytes int64, blockBits uint64) (*BlockReader, error) {
	block := blockBits / 8
	if bytes <= 0 || block == 0 || blockBits%64 != 0 || uint64(bytes)%block != 0 {
		return nil, fmt.Errorf("measure: %d bytes are no whole number of blocks of %d bits, each of whole words", bytes, blockBits)
	}
	memory, release, err := newMemory(int(bytes))
	if err != nil {
		return nil, err
	}
	r := &BlockReader{memory, block, uint64(bytes) / block}
	runtime.AddCleanup(r, release, memory)
	for i := 0; i < len(memory); i += 8 { // memory that was never written to is one page of zeros, which the cache holds
		binary.LittleEndian.PutUint64(memory[i:], uint64(i)*0x9e3779b97f4a7c15|1)
	}
	return r, nil
}

// read is Read without asking ahead.
func (r *BlockReader) read(hs []uint64) (sum uint64) {
	for _, h := range hs {
		at, _ := bits.Mul64(h, r.count)
		sum += binary.LittleEndian.Uint64(r.memory[at*r.block:])
	}
	runtime.KeepAlive(r) // its memory goes with it
	return sum
}

// A TwoReads is the memory of a ring with an index, as small as look-ups allow it to be: for each hash an entry of
// the index is read, of 4 bytes, and then the point that it names, of 8: a half of its place, and its node.
type TwoReads struct {
	points []uint64 // the node in the low half
	starts []uint32
	shift  uint
}

// NewTwoReads returns such memory with the places of the points, which must be in ascending order of Hash, and
// an index over the top bits of the hashes with at least as many entries as there are points, rounded up to a
// power of two. It needs a point.
func NewTwoReads(points []consistent.Point) (*TwoReads, error) {
	if len(points) == 0 {
		return nil, fmt.Errorf("measure: two reads of 0 points: at least 1 is needed")
	}
	width := uint(max(1, bits.Len(uint(len(points)-1))))
	r := &TwoReads{make([]uint64, len(points)), make([]uint32, 1<<width), 64 - width}
	for i, p := range points {
		r.points[i] = p.Hash>>32<<32 | uint64(uint32(p.Node))
	}
	at := 0
	for b := range r.starts {
		for at < len(points)-1 && points[at].Hash>>r.shift < uint64(b) {
			at++
		}
		r.starts[b] = uint32(at)
	}
	return r, nil
}

// Locate sets dst[i] to the node of a point near hs[i]: the first of its bucket. dst must be as long as hs.
func (r *TwoReads) Locate(dst []int32, hs []uint64) {
	points, starts, shift := r.points, r.starts, r.shift&63
	dst = dst[:len(hs)]
	for i, h := range hs {
		dst[i] = int32(points[starts[h>>shift]])
	}
}

// A Search is a ring as it is mostly written: its points in order, and a binary search.
type Search []consistent.Point

// Locate sets dst[i] to the node that owns hs[i]: that of the first point at or after it, past the last one
// that of the first. There must be a point, and dst must be as long as hs.
func (s Search) Locate(dst []int32, hs []uint64) {
	dst = dst[:len(hs)]
	for i, h := range hs {
		at := sort.Search(len(s), func(i int) bool { return s[i].Hash >= h })
		if at == len(s) {
			at = 0
		}
		dst[i] = s[at].Node
	}
}
