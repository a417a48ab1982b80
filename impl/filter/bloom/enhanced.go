package bloom

import (
	"io"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Enhanced is the Bloom filter with enhanced double hashing: as Double, but the stride grows by i+1 after probe i,
// so that probe i is (h1 + i h2 + (i^3-i)/6) mod m. The cubic term parts overlapping progressions and leaves no
// stride degenerate: from some thousand bits on the rate is that of independent probes. It does not remix.
//
// Source: P. Dillinger and P. Manolios, "Bloom filters in probabilistic verification", FMCAD 2004.
//
// A look-up reads as many cache lines as that of Classic; a probe costs two additions.
type Enhanced struct{ array }

// NewEnhanced returns an empty filter, sized as NewClassic sizes one. More than 2^32 bits are refused: the first
// probe could not reach them.
func NewEnhanced(spec filter.Spec) (*Enhanced, error) {
	a, err := newArray(halvesParams, spec)
	if err != nil {
		return nil, err
	}
	return &Enhanced{a}, nil
}

// Add sets the bits of h. It never refuses.
func (f *Enhanced) Add(h uint64) bool {
	at, stride := f.halves(h)
	growth := uint64(0)
	for range f.k {
		f.words[at>>6] |= 1 << (at & 63)
		at = f.sum(at, stride)
		growth = f.sum(growth, 1)
		stride = f.sum(stride, growth)
	}
	return true
}

// AddAll adds all of hs.
func (f *Enhanced) AddAll(hs []uint64) int {
	for _, h := range hs {
		f.Add(h)
	}
	return len(hs)
}

// Contains reports whether all bits of h are set.
func (f *Enhanced) Contains(h uint64) bool {
	at, stride := f.halves(h)
	growth := uint64(0)
	for range f.k {
		if f.words[at>>6]>>(at&63)&1 == 0 {
			return false
		}
		at = f.sum(at, stride)
		growth = f.sum(growth, 1)
		stride = f.sum(stride, growth)
	}
	return true
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Enhanced) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = f.Contains(h)
	}
}

// Count returns for how many of hs Contains is true.
func (f *Enhanced) Count(hs []uint64) int {
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
func (f *Enhanced) Union(other filter.Filter) error {
	g, err := alike(f, other)
	if err != nil {
		return err
	}
	return f.unite(&g.array)
}

// Copy returns an independent filter with the same bits.
func (f *Enhanced) Copy() filter.Filter { return &Enhanced{f.copied()} }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-classic-enhanced",
			Doc:    "Bloom filter with enhanced double hashing of the two halves of the hash, unmixed: a cubic term parts the progressions",
			Source: "P. Dillinger and P. Manolios, FMCAD 2004",
			Pinned: 0x9f5dc297f74ae9aa,
		},
		Theory: "bloom",
		New:    func(s filter.Spec) (filter.Mutable, error) { return mutable(NewEnhanced(s)) },
		Restore: func(p filter.Params, r io.Reader) (filter.Filter, error) {
			a, err := restoreArray(halvesParams, p, r)
			if err != nil {
				return nil, err
			}
			return &Enhanced{a}, nil
		},
	})
}
