package bloom

import (
	"math/bits"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// multiplier is the constant of a multiplicative congruential generator modulo 2^64 with good spectra in
// every dimension to 8: G. Steele and S. Vigna, "Computationally easy, spectrally good multipliers for
// congruential pseudorandom number generators", Software: Practice and Experience 52 (2), 2022.
const multiplier = 0xf1357aea2e62a9c5

// Classic is the Bloom filter with all k probes anywhere in m bits. It remixes: each probe multiplies the
// hash by an odd constant modulo 2^64 and takes the high word of its product with m, so that weak low
// bits of a hash do no harm. The hash 0 alone has all its probes in one place.
type Classic struct {
	words  bitset
	params filter.Params
	m      uint64
	k      int
}

// NewClassic returns an empty filter. A target rate is met by the fewest bits for which the exact rate
// does not exceed it; without n, m and k must be given.
func NewClassic(spec filter.Spec) (*Classic, error) {
	m, k, err := shape(spec)
	if err != nil {
		return nil, err
	}
	return &Classic{newBitset(m), filter.Params{N: spec.N, M: m, K: k}, m, k}, nil
}

// Add sets the bits of h. It never refuses.
func (f *Classic) Add(h uint64) bool {
	for range f.k {
		h *= multiplier
		at, _ := bits.Mul64(h, f.m)
		f.words[at>>6] |= 1 << (at & 63)
	}
	return true
}

// AddAll adds all of hs.
func (f *Classic) AddAll(hs []uint64) int {
	for _, h := range hs {
		f.Add(h)
	}
	return len(hs)
}

// Contains reports whether all bits of h are set.
func (f *Classic) Contains(h uint64) bool {
	for range f.k {
		h *= multiplier
		at, _ := bits.Mul64(h, f.m)
		if f.words[at>>6]>>(at&63)&1 == 0 {
			return false
		}
	}
	return true
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Classic) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = f.Contains(h)
	}
}

// Count returns for how many of hs Contains is true.
func (f *Classic) Count(hs []uint64) int {
	count := 0
	for _, h := range hs {
		if f.Contains(h) {
			count++
		}
	}
	return count
}

// Params returns n, m and k.
func (f *Classic) Params() filter.Params { return f.params }

// Bytes returns the size of the bit array.
func (f *Classic) Bytes() int64 { return int64(len(f.words)) * 8 }

// FillRatio returns the share of bits that are set. It reads the whole array.
func (f *Classic) FillRatio() float64 { return float64(f.words.ones()) / float64(f.m) }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-classic",
			Doc:    "Bloom filter, k probes over all m bits by remixing one 64-bit hash, sized by the exact rate",
			Source: "B. Bloom, CACM 13 (7), 1970",
			Pinned: 0xabd1f783dc5ede3e,
		},
		Theory: "bloom",
		New:    func(s filter.Spec) (filter.Mutable, error) { return mutable(NewClassic(s)) },
	})
}
