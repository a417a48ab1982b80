package bloom

import (
	"io"
	"math/bits"
	"slices"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// split256 is the form of Split256: the high half of a hash picks the block, the low half the bits in it.
var split256 = splitShape{lanes: lanes, laneBits: 32, most: 1 << 32, maskBits: 32}

// The salts of the lanes, from the Parquet specification. All are odd.
const (
	salt0 = 0x47b6137b
	salt1 = 0x44974d91
	salt2 = 0x8824ad5b
	salt3 = 0xa2b7289d
	salt4 = 0x705495c7
	salt5 = 0x2df1424b
	salt6 = 0x9efc4947
	salt7 = 0x5c6bfb31
)

// Split256 is the split block Bloom filter of Impala and Parquet: the high half of the hash picks a block
// of 8 words of 32 bits, and the low half, times the salt of each word, one bit in each. A look-up reads
// half a cache line. k = 8 is fixed, which suits 7 to 20 bits per key. Its bits in memory, words
// little-endian, are those of a Parquet file whose hash is XXH64 with seed 0.
//
// Source: Apache Parquet, BloomFilter.md; J. Apple, "Split block Bloom filters", arXiv:2101.01719, 2021.
type Split256 struct {
	blocks [][lanes]uint32
	params filter.Params
	z      uint64 // number of blocks
	away   distance
}

// NewSplit256 returns an empty filter. A target rate is met by the fewest blocks for which the exact rate
// does not exceed it; m must be a multiple of 256 and k, where it is given, 8.
// Errors wrap filter.ErrSpec.
func NewSplit256(spec filter.Spec) (*Split256, error) {
	params, err := split256.params(spec)
	if err != nil {
		return nil, err
	}
	return split256Of(filter.MakeArray[[lanes]uint32](params.M/params.BlockBits), params), nil
}

func split256Of(blocks [][lanes]uint32, p filter.Params) *Split256 {
	return &Split256{blocks, p, uint64(len(blocks)), distanceOf(p.M)}
}

// Params returns n, m, k and the shape of a block.
func (f *Split256) Params() filter.Params { return f.params }

// Bytes returns the size of the blocks.
func (f *Split256) Bytes() int64 { return int64(f.params.M / 8) }

// ones counts the set bits.
func (f *Split256) ones() uint64 {
	ones := 0
	for i := range f.blocks {
		for _, w := range f.blocks[i] {
			ones += bits.OnesCount32(w)
		}
	}
	return uint64(ones)
}

// FillRatio returns the share of bits that are set. It reads the whole array.
func (f *Split256) FillRatio() float64 { return float64(f.ones()) / float64(f.params.M) }

// Cardinality returns an estimate of the distinct keys that the filter holds: see estimate.
func (f *Split256) Cardinality() (n float64, ok bool) { return estimate(f.params, f.ones()) }

// Union sets the bits of other too.
// Errors are those of filter.Unioner.
func (f *Split256) Union(other filter.Filter) error {
	g, err := alike(f, other)
	if err != nil {
		return err
	}
	if err := filter.Match(f.params, g.params); err != nil {
		return err
	}
	for i := range f.blocks {
		for lane, w := range g.blocks[i] {
			f.blocks[i][lane] |= w
		}
	}
	return nil
}

// Copy returns an independent filter with the same bits.
func (f *Split256) Copy() filter.Filter { return split256Of(filter.CloneArray(f.blocks), f.params) }

// Clear empties the filter.
func (f *Split256) Clear() { clear(f.blocks) }

// WritePayload writes the blocks: byte for byte the bitset of a Parquet file.
// Errors are those of w.
func (f *Split256) WritePayload(w io.Writer) error {
	const step = 512
	words := make([]uint64, 0, step*lanes/2)
	for blocks := range slices.Chunk(f.blocks, step) {
		words = words[:0]
		for i := range blocks {
			for lane := 0; lane < lanes; lane += 2 {
				words = append(words, uint64(blocks[i][lane])|uint64(blocks[i][lane+1])<<32)
			}
		}
		if err := filter.WriteWords(w, words); err != nil {
			return err
		}
	}
	return nil
}

func restoreSplit256(p filter.Params, r io.Reader) (filter.Filter, error) {
	if err := sound(split256.params, p); err != nil {
		return nil, err
	}
	words, err := filter.ReadWords(r, p.M/64)
	if err != nil {
		return nil, err
	}
	blocks := filter.MakeArray[[lanes]uint32](p.M / p.BlockBits)
	for i, w := range words {
		at := i * 2 % lanes
		blocks[i*2/lanes][at], blocks[i*2/lanes][at+1] = uint32(w), uint32(w>>32)
	}
	return split256Of(blocks, p), nil
}

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-split-256",
			Doc:    "split block Bloom filter of Parquet: one bit in each of 8 words of one 256-bit block, half a cache line a look-up",
			Source: "Apache Parquet BloomFilter.md; J. Apple, arXiv:2101.01719, 2021",
			Pinned: 0x7f7f7b906ef66e14,
		},
		Theory:  "bloom-split",
		New:     func(s filter.Spec) (filter.Mutable, error) { return mutable(NewSplit256(s)) },
		Restore: restoreSplit256,
	})
}
