package extern

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/parquet-go/parquet-go/bloom"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// ParquetSplit is the split block filter of parquet-go, with its assembly where there is some. It is not safe for
// concurrent use; concurrent look-ups are.
type ParquetSplit struct {
	blocks bloom.SplitBlockFilter
	params filter.Params
}

const (
	parquetBlockBits = 8 * bloom.BlockSize
	parquetMaxBlocks = math.MaxInt32 // the library takes the number of blocks for 32 bits with a sign
	parquetMostBits  = 4096          // per value; a lower rate than theirs is refused
)

// NewParquetSplit returns an empty filter. The library is told bits per value, and does not know rates: for n and fpr
// these are the fewest whole bits that meet the rate with many blocks. Or m is given, in whole blocks. A filter without
// blocks, which the library makes and whose look-ups read beyond it, is an error.
func NewParquetSplit(spec filter.Spec) (f *ParquetSplit, err error) {
	if err := spec.Check(); err != nil {
		return nil, err
	}
	blocks := spec.M / parquetBlockBits
	switch byRate := spec.N != 0 && spec.FPR != 0; {
	case spec.K != 0 && spec.K != 8:
		return nil, fmt.Errorf("%w: k = %d probes, but a block has 8 words", filter.ErrSpec, spec.K)
	case spec.M%parquetBlockBits != 0:
		return nil, fmt.Errorf("%w: m = %d bits is not a multiple of a block", filter.ErrSpec, spec.M)
	case spec.M == 0 && byRate:
		bitsPerValue := parquetBits(spec.FPR)
		if bitsPerValue > parquetMostBits || spec.N > parquetMaxBlocks*parquetBlockBits/bitsPerValue {
			return nil, fmt.Errorf("%w: n = %d at fpr %v needs %d bits a value: too many", filter.ErrSpec, spec.N, spec.FPR, bitsPerValue)
		}
		blocks = uint64(bloom.NumSplitBlocksOf(int64(spec.N), uint(bitsPerValue)))
	case spec.M == 0 || spec.FPR != 0:
		return nil, fmt.Errorf("%w: n and fpr, or m are needed, got %+v", filter.ErrSpec, spec)
	}
	if blocks == 0 || blocks > parquetMaxBlocks {
		return nil, fmt.Errorf("%w: %d blocks are not in 1 … %d", filter.ErrSpec, blocks, parquetMaxBlocks)
	}
	params := filter.Params{N: spec.N, M: blocks * parquetBlockBits, K: 8, BlockBits: parquetBlockBits, LaneBits: 32}
	return &ParquetSplit{make(bloom.SplitBlockFilter, blocks), params}, nil
}

// parquetBits returns the fewest whole bits per value at which many blocks have at most the rate fpr.
func parquetBits(fpr float64) uint64 {
	for bits := uint64(1); ; bits++ {
		mean := parquetBlockBits / float64(bits) // values in a block: Poisson
		rate, weight := 0.0, math.Exp(-mean)
		for j := 0.0; j < mean+12*math.Sqrt(mean)+20; j++ {
			rate += weight * math.Pow(-math.Expm1(j*math.Log1p(-1.0/32)), 8)
			weight *= mean / (j + 1)
		}
		if rate <= fpr || bits > parquetMostBits {
			return bits
		}
	}
}

// Add sets the bits of h. It never refuses.
func (f *ParquetSplit) Add(h uint64) bool {
	f.blocks.Insert(h)
	return true
}

// AddAll adds all of hs by the library's bulk call.
func (f *ParquetSplit) AddAll(hs []uint64) int {
	f.blocks.InsertBulk(hs)
	return len(hs)
}

// Contains reports whether all bits of h are set.
func (f *ParquetSplit) Contains(h uint64) bool { return f.blocks.Check(h) }

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *ParquetSplit) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = f.blocks.Check(h)
	}
}

// Count returns for how many of hs Contains is true.
func (f *ParquetSplit) Count(hs []uint64) int {
	count := 0
	for _, h := range hs {
		if f.blocks.Check(h) {
			count++
		}
	}
	return count
}

// Params returns n, m, k and the shape of a block.
func (f *ParquetSplit) Params() filter.Params { return f.params }

// Bytes returns the size of the blocks.
func (f *ParquetSplit) Bytes() int64 { return int64(len(f.blocks)) * bloom.BlockSize }

// FillRatio returns the share of bits that are set. It reads the whole array.
func (f *ParquetSplit) FillRatio() float64 {
	ones := 0
	for _, b := range f.blocks.Bytes() {
		ones += bits.OnesCount8(b)
	}
	return float64(ones) / float64(f.params.M)
}

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:    "x-parquet-split",
			Doc:     "the split block filter of parquet-go on hashes, one call a look-up, bulk insertion; whole bits per value",
			Source:  "https://github.com/parquet-go/parquet-go; Apache Parquet BloomFilter.md",
			Module:  "github.com/parquet-go/parquet-go",
			Licence: "Apache-2.0",
			Pinned:  0xddd2efef44708756,
		},
		Theory: "bloom-split",
		New:    func(s filter.Spec) (filter.Mutable, error) { return mutable(NewParquetSplit(s)) },
	})
}
