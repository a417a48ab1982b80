package bloom

import (
	"io"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Partitioned is the Bloom filter of k slices of m/k bits each, one for each probe of a key. Probes of one key
// never coincide, and each slice has the same fill ratio for every k: what is stored of a key does not depend on what
// its other probes meet. The rate lies a little above that of Classic. It remixes as Classic does.
//
// Source: P. Almeida et al., "Scalable Bloom filters", Information Processing Letters 101 (6), 2007, section 3.
//
// A look-up reads as many cache lines as that of Classic.
type Partitioned struct{ array }

// NewPartitioned returns an empty filter. A target rate is met by the fewest bits for which the exact rate does not
// exceed it; m, where it is given, must be a multiple of k.
// Errors wrap filter.ErrSpec.
func NewPartitioned(spec filter.Spec) (*Partitioned, error) {
	a, err := newArray(partitionedParams, spec)
	if err != nil {
		return nil, err
	}
	return &Partitioned{a}, nil
}

// Add sets the bits of h. It never refuses.
func (f *Partitioned) Add(h uint64) bool {
	slice, start := f.params.LaneBits, uint64(0)
	for range f.k {
		h *= multiplier
		at := place(h, slice)
		at += start
		f.words[at>>6] |= 1 << (at & 63)
		start += slice
	}
	return true
}

// AddAll adds all of hs.
func (f *Partitioned) AddAll(hs []uint64) int {
	for _, h := range hs {
		f.Add(h)
	}
	return len(hs)
}

// Contains reports whether all bits of h are set.
func (f *Partitioned) Contains(h uint64) bool {
	slice, start := f.params.LaneBits, uint64(0)
	for range f.k {
		h *= multiplier
		at := place(h, slice)
		at += start
		if f.words[at>>6]>>(at&63)&1 == 0 {
			return false
		}
		start += slice
	}
	return true
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Partitioned) ContainsAll(dst []bool, hs []uint64) {
	r := f.remix()
	r.containsAll(dst, hs)
}

// Count returns for how many of hs Contains is true.
func (f *Partitioned) Count(hs []uint64) int {
	r := f.remix()
	return r.count(hs)
}

func (f *Partitioned) remix() remix {
	r := f.remixed()
	r.m, r.step = f.params.LaneBits, f.params.LaneBits
	return r
}

// Union sets the bits of other too.
// Errors are those of filter.Unioner.
func (f *Partitioned) Union(other filter.Filter) error {
	g, err := alike(f, other)
	if err != nil {
		return err
	}
	return f.unite(&g.array)
}

// Copy returns an independent filter with the same bits.
func (f *Partitioned) Copy() filter.Filter { return &Partitioned{f.copied()} }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-partitioned",
			Doc:    "Bloom filter of k slices with one probe in each, by remixing one 64-bit hash, sized by the exact rate",
			Source: "P. Almeida et al., Information Processing Letters 101 (6), 2007",
			Pinned: 0x9401baacab757cad,
		},
		Theory: "bloom-partitioned",
		New:    func(s filter.Spec) (filter.Mutable, error) { return mutable(NewPartitioned(s)) },
		Restore: func(p filter.Params, r io.Reader) (filter.Filter, error) {
			a, err := restoreArray(partitionedParams, p, r)
			if err != nil {
				return nil, err
			}
			return &Partitioned{a}, nil
		},
	})
}
