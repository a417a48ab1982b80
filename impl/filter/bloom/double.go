package bloom

import (
	"fmt"
	"math/bits"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// maxDouble is the most bits that probes from 32-bit halves can cover.
const maxDouble = 1 << 32

// Double is the Bloom filter with double hashing: probe i is (h1 + i h2) mod m for the high half h1 and
// the low half h2 of the hash, in 64-bit arithmetic. It does not remix, so that it shows what a weak hash
// does: where h2 is a multiple of m, all probes of a key coincide. At small m the rate lies above that of
// independent probes, since progressions overlap; from about 1e5 bits on the difference is lost in noise.
//
// Source: A. Kirsch and M. Mitzenmacher, "Less hashing, same performance", Random Structures and
// Algorithms 33 (2), 2008.
type Double struct {
	words  bitset
	params filter.Params
	m      uint64
	k      int
}

// NewDouble returns an empty filter, sized as NewClassic sizes one. More than 2^32 bits are refused: the
// first probe could not reach them.
func NewDouble(spec filter.Spec) (*Double, error) {
	m, k, err := shape(spec)
	if err != nil {
		return nil, err
	}
	if m > maxDouble {
		return nil, fmt.Errorf("%w: m = %d bits is more than the 2^32 that half a hash can reach", filter.ErrSpec, m)
	}
	return &Double{newBitset(m), filter.Params{N: spec.N, M: m, K: k}, m, k}, nil
}

// progression returns the first probe of h and the stride, both below m: the sums of the two, reduced one
// by one, equal those of the halves reduced at the end, without a division a probe.
func (f *Double) progression(h uint64) (at, stride uint64) {
	return h >> 32 % f.m, h & (1<<32 - 1) % f.m
}

// step returns (at + stride) mod m, without the branch that no processor could foresee.
func (f *Double) step(at, stride uint64) uint64 {
	next, below := bits.Sub64(at+stride, f.m, 0)
	return next + f.m&-below
}

// Add sets the bits of h. It never refuses.
func (f *Double) Add(h uint64) bool {
	at, stride := f.progression(h)
	for range f.k {
		f.words[at>>6] |= 1 << (at & 63)
		at = f.step(at, stride)
	}
	return true
}

// AddAll adds all of hs.
func (f *Double) AddAll(hs []uint64) int {
	for _, h := range hs {
		f.Add(h)
	}
	return len(hs)
}

// Contains reports whether all bits of h are set.
func (f *Double) Contains(h uint64) bool {
	at, stride := f.progression(h)
	for range f.k {
		if f.words[at>>6]>>(at&63)&1 == 0 {
			return false
		}
		at = f.step(at, stride)
	}
	return true
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Double) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = f.Contains(h)
	}
}

// Count returns for how many of hs Contains is true.
func (f *Double) Count(hs []uint64) int {
	count := 0
	for _, h := range hs {
		if f.Contains(h) {
			count++
		}
	}
	return count
}

// Params returns n, m and k.
func (f *Double) Params() filter.Params { return f.params }

// Bytes returns the size of the bit array.
func (f *Double) Bytes() int64 { return int64(len(f.words)) * 8 }

// FillRatio returns the share of bits that are set. It reads the whole array.
func (f *Double) FillRatio() float64 { return float64(f.words.ones()) / float64(f.m) }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-classic-double",
			Doc:    "Bloom filter with double hashing of the two halves of the hash, unmixed: shows what weak hashes do",
			Source: "A. Kirsch and M. Mitzenmacher, Random Structures and Algorithms 33 (2), 2008",
			Pinned: 0x85618f6f4bed93c8,
		},
		Theory: "bloom",
		New:    func(s filter.Spec) (filter.Mutable, error) { return mutable(NewDouble(s)) },
	})
}
