package bloom

import (
	"io"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Modulo is Classic with the remainder of a division in place of the fast range: what that costs is all that the
// two differ in. Low bits of the remixed hash hardly change from probe to probe, since the multiplier is 1 modulo 4, so
// the high half is folded onto them first; without that, all probes of a key agree modulo 4 wherever m does.
type Modulo struct{ array }

// NewModulo returns an empty filter, sized as NewClassic sizes one.
// Errors wrap filter.ErrSpec.
func NewModulo(spec filter.Spec) (*Modulo, error) {
	a, err := newArray(classicParams, spec)
	if err != nil {
		return nil, err
	}
	return &Modulo{a}, nil
}

// Add sets the bits of h. It never refuses.
func (f *Modulo) Add(h uint64) bool {
	for range f.k {
		h *= multiplier
		at := (h ^ h>>32) % f.m
		f.words[at>>6] |= 1 << (at & 63)
	}
	return true
}

// AddAll adds all of hs.
func (f *Modulo) AddAll(hs []uint64) int {
	for _, h := range hs {
		f.Add(h)
	}
	return len(hs)
}

// Contains reports whether all bits of h are set.
func (f *Modulo) Contains(h uint64) bool {
	for range f.k {
		h *= multiplier
		at := (h ^ h>>32) % f.m
		if f.words[at>>6]>>(at&63)&1 == 0 {
			return false
		}
	}
	return true
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Modulo) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = f.Contains(h)
	}
}

// Count returns for how many of hs Contains is true.
func (f *Modulo) Count(hs []uint64) int {
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
func (f *Modulo) Union(other filter.Filter) error {
	g, err := alike(f, other)
	if err != nil {
		return err
	}
	return f.unite(&g.array)
}

// Copy returns an independent filter with the same bits.
func (f *Modulo) Copy() filter.Filter { return &Modulo{f.copied()} }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-classic-modulo",
			Doc:    "bloom-classic with a remainder modulo m in place of the fast range, to show what the division costs",
			Source: "B. Bloom, CACM 13 (7), 1970",
			Pinned: 0x1eab2ed9eed99a70,
		},
		Theory: "bloom",
		New:    func(s filter.Spec) (filter.Mutable, error) { return mutable(NewModulo(s)) },
		Restore: func(p filter.Params, r io.Reader) (filter.Filter, error) {
			a, err := restoreArray(classicParams, p, r)
			if err != nil {
				return nil, err
			}
			return &Modulo{a}, nil
		},
	})
}
