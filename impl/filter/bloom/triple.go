package bloom

import (
	"io"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Triple is the Bloom filter with triple hashing: as Double, but the stride grows by a third value after each probe,
// so that probe i is (h1 + i h2 + i(i-1)/2 h3) mod m. h1 and h2 are the halves of the hash, unmixed; h3, for which no
// bits are left, is the high half of an odd multiple of it.
//
// Source: P. Dillinger and P. Manolios, "Bloom filters in probabilistic verification", FMCAD 2004.
//
// A look-up reads as many cache lines as that of Classic; a probe costs two additions.
type Triple struct{ array }

// NewTriple returns an empty filter, sized as NewClassic sizes one. More than 2^32 bits are refused: the first
// probe could not reach them.
func NewTriple(spec filter.Spec) (*Triple, error) {
	a, err := newArray(halvesParams, spec)
	if err != nil {
		return nil, err
	}
	return &Triple{a}, nil
}

// Add sets the bits of h. It never refuses.
func (f *Triple) Add(h uint64) bool {
	at, stride := f.halves(h)
	growth := h * multiplier >> 32 % f.m
	for range f.k {
		f.words[at>>6] |= 1 << (at & 63)
		at = f.sum(at, stride)
		stride = f.sum(stride, growth)
	}
	return true
}

// AddAll adds all of hs.
func (f *Triple) AddAll(hs []uint64) int {
	for _, h := range hs {
		f.Add(h)
	}
	return len(hs)
}

// Contains reports whether all bits of h are set.
func (f *Triple) Contains(h uint64) bool {
	at, stride := f.halves(h)
	growth := h * multiplier >> 32 % f.m
	for range f.k {
		if f.words[at>>6]>>(at&63)&1 == 0 {
			return false
		}
		at = f.sum(at, stride)
		stride = f.sum(stride, growth)
	}
	return true
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Triple) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = f.Contains(h)
	}
}

// Count returns for how many of hs Contains is true.
func (f *Triple) Count(hs []uint64) int {
	count := 0
	for _, h := range hs {
		if f.Contains(h) {
			count++
		}
	}
	return count
}

// Union sets the bits of other too.
// Errors are those of filter.Unioner.
func (f *Triple) Union(other filter.Filter) error {
	g, err := alike(f, other)
	if err != nil {
		return err
	}
	return f.unite(&g.array)
}

// Copy returns an independent filter with the same bits.
func (f *Triple) Copy() filter.Filter { return &Triple{f.copied()} }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-classic-triple",
			Doc:    "Bloom filter with triple hashing: both halves of the hash, unmixed, and a third value that changes the stride",
			Source: "P. Dillinger and P. Manolios, FMCAD 2004",
			Pinned: 0x0741b819edaa1521,
		},
		Theory: "bloom",
		New:    func(s filter.Spec) (filter.Mutable, error) { return mutable(NewTriple(s)) },
		Restore: func(p filter.Params, r io.Reader) (filter.Filter, error) {
			a, err := restoreArray(halvesParams, p, r)
			if err != nil {
				return nil, err
			}
			return &Triple{a}, nil
		},
	})
}
