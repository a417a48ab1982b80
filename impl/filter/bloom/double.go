package bloom

import (
	"io"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Double is the Bloom filter with double hashing: probe i is (h1 + i h2) mod m for the high half h1 and
// the low half h2 of the hash, in 64-bit arithmetic. It does not remix, so that it shows what a weak hash
// does: where h2 is a multiple of m, all probes of a key coincide. At small m the rate lies above that of
// independent probes, since progressions overlap. At a rate of 1 % the difference is lost in noise from about 1e5 bits on,
// but lower rates show it at more: 1.32 times as high (1.27 to 1.38, 40 filters, 2646 of 2e9) at 1e-6, k = 20 and
// m = 2,875,533, where its theory has 1.34: 3 divides m. Most of it comes from the strides that are multiples of m, one hash in m; a prime m avoids all
// other strides that visit few bits.
//
// Source: A. Kirsch and M. Mitzenmacher, "Less hashing, same performance", Random Structures and
// Algorithms 33 (2), 2008.
//
// A look-up reads as many cache lines as that of Classic; a probe costs an addition.
type Double struct{ array }

// NewDouble returns an empty filter, sized as NewClassic sizes one. More than 2^32 bits are refused: the
// first probe could not reach them.
func NewDouble(spec filter.Spec) (*Double, error) {
	a, err := newArray(halvesParams, spec)
	if err != nil {
		return nil, err
	}
	return &Double{a}, nil
}

// Add sets the bits of h. It never refuses.
func (f *Double) Add(h uint64) bool {
	at, stride := f.halves(h)
	for range f.k {
		f.words[at>>6] |= 1 << (at & 63)
		at = f.sum(at, stride)
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
	at, stride := f.halves(h)
	for range f.k {
		if f.words[at>>6]>>(at&63)&1 == 0 {
			return false
		}
		at = f.sum(at, stride)
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

// Union sets the bits of other too.
// Errors are those of filter.Unioner.
func (f *Double) Union(other filter.Filter) error {
	g, err := alike(f, other)
	if err != nil {
		return err
	}
	return f.unite(&g.array)
}

// Copy returns an independent filter with the same bits.
func (f *Double) Copy() filter.Filter { return &Double{f.copied()} }

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
		Restore: func(p filter.Params, r io.Reader) (filter.Filter, error) {
			a, err := restoreArray(halvesParams, p, r)
			if err != nil {
				return nil, err
			}
			return &Double{a}, nil
		},
	})
}
