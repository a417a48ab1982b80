package bloom

import (
	"io"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Classic is the Bloom filter with all k probes anywhere in m bits. It remixes: each probe multiplies the
// hash by an odd constant modulo 2^64 and takes the high word of its product with m, so that weak low
// bits of a hash do no harm. The hash 0 alone has all its probes in one place. A look-up of a present key
// reads k cache lines, one of an absent key about two.
type Classic struct{ array }

// NewClassic returns an empty filter. A target rate is met by the fewest bits for which the exact rate
// does not exceed it; without n, m and k must be given. Its error wraps filter.ErrSpec.
func NewClassic(spec filter.Spec) (*Classic, error) {
	a, err := newArray(classicParams, spec)
	if err != nil {
		return nil, err
	}
	return &Classic{a}, nil
}

// Add sets the bits of h. It never refuses.
func (f *Classic) Add(h uint64) bool {
	for range f.k {
		h *= multiplier
		at := place(h, f.m)
		f.words[at>>6] |= 1 << (at & 63)
	}
	return true
}

// AddAll adds all of hs.
func (f *Classic) AddAll(hs []uint64) int {
	if f.away != near {
		fetchProbes(f.words, f.m, hs[:min(aheadKeys, len(hs))], f.k, f.away)
	}
	for j, h := range hs {
		if next := j + aheadKeys; f.away != near && next < len(hs) {
			fetchProbes(f.words, f.m, hs[next:next+1], f.k, f.away)
		}
		f.Add(h)
	}
	return len(hs)
}

// Contains reports whether all bits of h are set.
func (f *Classic) Contains(h uint64) bool {
	for range f.k {
		h *= multiplier
		at := place(h, f.m)
		if f.words[at>>6]>>(at&63)&1 == 0 {
			return false
		}
	}
	return true
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Classic) ContainsAll(dst []bool, hs []uint64) {
	r := f.remixed()
	r.containsAll(dst, hs)
}

// Count returns for how many of hs Contains is true.
func (f *Classic) Count(hs []uint64) int {
	r := f.remixed()
	return r.count(hs)
}

// Union sets the bits of other too. Its error wraps filter.ErrMismatch.
func (f *Classic) Union(other filter.Filter) error {
	g, err := alike(f, other)
	if err != nil {
		return err
	}
	return f.unite(&g.array)
}

// Copy returns an independent filter with the same bits.
func (f *Classic) Copy() filter.Filter { return &Classic{f.copied()} }

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
		Restore: func(p filter.Params, r io.Reader) (filter.Filter, error) {
			a, err := restoreArray(classicParams, p, r)
			if err != nil {
				return nil, err
			}
			return &Classic{a}, nil
		},
	})
}
