package bloom

import (
	"io"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Split512 is the split block Bloom filter of 8 words of 64 bits: one bit in each word of one block, a cache line. Wider
// lanes than those of Split256 make the rate lower at equal size. k = 8 is fixed, which suits 7 to 25 bits per key. One
// remix of the hash picks the block, and six bits each of a second one the bits in it.
//
// Source: J. Apple, "Split block Bloom filters", arXiv:2101.01719, 2021, in the form of Boost.Bloom's
// fast_multiblock64.
type Split512 struct{ array }

// NewSplit512 returns an empty filter. A target rate is met by the fewest blocks for which the exact rate does not
// exceed it; m must be a multiple of 512 and k, where it is given, 8.
// Errors wrap filter.ErrSpec.
func NewSplit512(spec filter.Spec) (*Split512, error) {
	a, err := newArray(split512.params, spec)
	if err != nil {
		return nil, err
	}
	return &Split512{a}, nil
}

// split512 is the form of Split512. The masks have 48 bits of the hash.
var split512 = splitShape{lanes: lanes, laneBits: 64, most: filter.MaxM / 512, maskBits: 48}

// block returns the block of h and the remixed h whose six bits from bit 58-6i on pick the bit of word i.
func (f *Split512) block(h uint64) (*[lanes]uint64, uint64) {
	h *= multiplier
	at := place(h, f.m>>9)
	return (*[lanes]uint64)(f.words[at<<3:]), h * multiplier
}

// Add sets the bits of h. It never refuses.
func (f *Split512) Add(h uint64) bool {
	b, x := f.block(h)
	b[0] |= 1 << (x >> 58)
	b[1] |= 1 << (x >> 52 & 63)
	b[2] |= 1 << (x >> 46 & 63)
	b[3] |= 1 << (x >> 40 & 63)
	b[4] |= 1 << (x >> 34 & 63)
	b[5] |= 1 << (x >> 28 & 63)
	b[6] |= 1 << (x >> 22 & 63)
	b[7] |= 1 << (x >> 16 & 63)
	return true
}

func (f *Split512) addAll(hs []uint64) {
	for rest := hs; len(rest) > 0; {
		n := chunkOf(rest, f.away)
		if f.away != near {
			f.touch(rest[:n])
		}
		for _, h := range rest[:n] {
			f.Add(h)
		}
		rest = rest[n:]
	}
}

// touch reads a word of the block of each of hs. What it returns serves nobody, but lets no read be left out.
//
//go:noinline
func (f *Split512) touch(hs []uint64) (sum uint64) {
	for _, h := range hs {
		b, _ := f.block(h)
		sum += b[0]
	}
	return sum
}

// hit returns 1 where all bits of h are set and 0 otherwise, without a branch.
func (f *Split512) hit(h uint64) uint64 {
	b, x := f.block(h)
	// >> and & bind alike: the parentheses are needed.
	return (b[0] >> (x >> 58)) & (b[1] >> (x >> 52 & 63)) &
		(b[2] >> (x >> 46 & 63)) & (b[3] >> (x >> 40 & 63)) &
		(b[4] >> (x >> 34 & 63)) & (b[5] >> (x >> 28 & 63)) &
		(b[6] >> (x >> 22 & 63)) & (b[7] >> (x >> 16 & 63)) & 1
}

// Contains reports whether all bits of h are set.
func (f *Split512) Contains(h uint64) bool { return f.hit(h) != 0 }

// containsAll needs room in dst for the answers to all of hs.
func (f *Split512) containsAll(dst []bool, hs []uint64) {
	for len(hs) > 0 {
		n := chunkOf(hs, f.away)
		if f.away != near {
			f.touch(hs[:n])
		}
		for i, h := range hs[:n] {
			dst[i] = f.hit(h) != 0
		}
		dst, hs = dst[n:], hs[n:]
	}
}

func (f *Split512) count(hs []uint64) int {
	count := 0
	for len(hs) > 0 {
		n := chunkOf(hs, f.away)
		if f.away != near {
			f.touch(hs[:n])
		}
		for _, h := range hs[:n] {
			count += int(f.hit(h))
		}
		hs = hs[n:]
	}
	return count
}

// Union sets the bits of other too.
// Errors are those of filter.Unioner.
func (f *Split512) Union(other filter.Filter) error {
	g, err := alike(f, other)
	if err != nil {
		return err
	}
	return f.unite(&g.array)
}

// Copy returns an independent filter with the same bits.
func (f *Split512) Copy() filter.Filter { return &Split512{f.copied()} }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-split-512",
			Doc:    "split block Bloom filter of one bit in each of 8 words of 64 bits of one cache line",
			Source: "J. Apple, arXiv:2101.01719, 2021; Boost.Bloom fast_multiblock64",
			Pinned: 0x5fa20df582f81e00,
		},
		Theory: "bloom-split",
		New:    func(s filter.Spec) (filter.Mutable, error) { return mutable(NewSplit512(s)) },
		Restore: func(p filter.Params, r io.Reader) (filter.Filter, error) {
			a, err := restoreArray(split512.params, p, r)
			if err != nil {
				return nil, err
			}
			return &Split512{a}, nil
		},
	})
}
