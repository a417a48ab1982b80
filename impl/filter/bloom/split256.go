package bloom

import (
	"fmt"
	"math/bits"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

const (
	blockBits = 256
	laneBits  = 32
	lanes     = blockBits / laneBits
)

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
}

// NewSplit256 returns an empty filter. A target rate is met by the fewest blocks for which the exact rate
// does not exceed it; m must be a multiple of 256 and k, where it is given, 8.
func NewSplit256(spec filter.Spec) (*Split256, error) {
	z, err := splitBlocks(spec)
	if err != nil {
		return nil, err
	}
	params := filter.Params{N: spec.N, M: z * blockBits, K: lanes, BlockBits: blockBits, LaneBits: laneBits}
	return &Split256{make([][lanes]uint32, z), params, z}, nil
}

// splitBlocks returns the number of blocks that s asks for.
func splitBlocks(s filter.Spec) (uint64, error) {
	if err := s.Check(); err != nil {
		return 0, err
	}
	z := s.M / blockBits
	switch {
	case s.K != 0 && s.K != lanes:
		return 0, fmt.Errorf("%w: k = %d, but a split block has k = 8", filter.ErrSpec, s.K)
	case s.M%blockBits != 0:
		return 0, fmt.Errorf("%w: m = %d bits is not a multiple of 256: nearest are %d and %d",
			filter.ErrSpec, s.M, z*blockBits, (z+1)*blockBits)
	case z > maxBlocks:
		return 0, fmt.Errorf("%w: m = %d bits is more than the 2^32 blocks that half a hash can reach", filter.ErrSpec, s.M)
	case s.FPR != 0 && s.N == 0, s.FPR == 0 && s.M == 0:
		return 0, fmt.Errorf("%w: m alone, or n and fpr are needed, got n = %d, fpr = %v, m = %d", filter.ErrSpec, s.N, s.FPR, s.M)
	case s.M == 0:
		return fewestBlocks(s.N, s.FPR)
	case s.FPR != 0 && splitRate(z, s.N) > s.FPR:
		return 0, fmt.Errorf("%w: m = %d with n = %d keys has fpr %.6g, above the target %v",
			filter.ErrSpec, s.M, s.N, splitRate(z, s.N), s.FPR)
	}
	return z, nil
}

// Add sets the bits of h. It never refuses.
func (f *Split256) Add(h uint64) bool {
	b := &f.blocks[h>>32*f.z>>32]
	x := uint32(h)
	b[0] |= 1 << (x * salt0 >> 27)
	b[1] |= 1 << (x * salt1 >> 27)
	b[2] |= 1 << (x * salt2 >> 27)
	b[3] |= 1 << (x * salt3 >> 27)
	b[4] |= 1 << (x * salt4 >> 27)
	b[5] |= 1 << (x * salt5 >> 27)
	b[6] |= 1 << (x * salt6 >> 27)
	b[7] |= 1 << (x * salt7 >> 27)
	return true
}

// AddAll adds all of hs.
func (f *Split256) AddAll(hs []uint64) int {
	for _, h := range hs {
		f.Add(h)
	}
	return len(hs)
}

// hit returns 1 where all bits of h are set and 0 otherwise, without a branch.
func (f *Split256) hit(h uint64) uint32 {
	b := &f.blocks[h>>32*f.z>>32]
	x := uint32(h)
	// >> and & bind alike: the parentheses are needed.
	return (b[0] >> (x * salt0 >> 27)) & (b[1] >> (x * salt1 >> 27)) &
		(b[2] >> (x * salt2 >> 27)) & (b[3] >> (x * salt3 >> 27)) &
		(b[4] >> (x * salt4 >> 27)) & (b[5] >> (x * salt5 >> 27)) &
		(b[6] >> (x * salt6 >> 27)) & (b[7] >> (x * salt7 >> 27)) & 1
}

// Contains reports whether all bits of h are set.
func (f *Split256) Contains(h uint64) bool { return f.hit(h) != 0 }

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Split256) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = f.hit(h) != 0
	}
}

// Count returns for how many of hs Contains is true.
func (f *Split256) Count(hs []uint64) int {
	count := 0
	for _, h := range hs {
		count += int(f.hit(h))
	}
	return count
}

// Params returns n, m, k and the shape of a block.
func (f *Split256) Params() filter.Params { return f.params }

// Bytes returns the size of the blocks.
func (f *Split256) Bytes() int64 { return int64(len(f.blocks)) * blockBits / 8 }

// FillRatio returns the share of bits that are set. It reads the whole array.
func (f *Split256) FillRatio() float64 {
	ones := 0
	for i := range f.blocks {
		for _, w := range f.blocks[i] {
			ones += bits.OnesCount32(w)
		}
	}
	return float64(ones) / float64(f.params.M)
}

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-split-256",
			Doc:    "split block Bloom filter of Parquet: one bit in each of 8 words of one 256-bit block, half a cache line a look-up",
			Source: "Apache Parquet BloomFilter.md; J. Apple, arXiv:2101.01719, 2021",
			Pinned: 0x7f7f7b906ef66e14,
		},
		Theory: "bloom-split",
		New:    func(s filter.Spec) (filter.Mutable, error) { return mutable(NewSplit256(s)) },
	})
}
