package bloom

import (
	"fmt"
	"io"
	"math/bits"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Pow2 is Classic with m a power of two and a mask in place of the fast range: no multiplication a probe more, but
// up to twice the memory. It folds the remixed hash as Modulo does.
//
// A look-up reads as many cache lines as that of Classic.
type Pow2 struct{ array }

// NewPow2 returns an empty filter. A target rate is met by the least power of two that does at some k, and then by
// the k of the lowest rate, or that given; m, where it is given, must be a power of two.
// Errors wrap filter.ErrSpec.
func NewPow2(spec filter.Spec) (*Pow2, error) {
	a, err := newArray(pow2Params, spec)
	if err != nil {
		return nil, err
	}
	return &Pow2{a}, nil
}

func pow2Params(spec filter.Spec) (filter.Params, error) {
	if spec.M&(spec.M-1) != 0 {
		below := uint64(1) << (bits.Len64(spec.M) - 1)
		return filter.Params{}, fmt.Errorf("%w: m = %d bits is no power of two: nearest are %d and %d",
			filter.ErrSpec, spec.M, below, 2*below)
	}
	p, err := classicParams(spec)
	if err != nil || spec.M != 0 {
		return p, err
	}
	spec.M = 1 << bits.Len64(p.M-1) // not below p.M
	return classicParams(spec)
}

// Add sets the bits of h. It never refuses.
func (f *Pow2) Add(h uint64) bool {
	for range f.k {
		h *= multiplier
		at := (h ^ h>>32) & (f.m - 1)
		f.words[at>>6] |= 1 << (at & 63)
	}
	return true
}

// AddAll adds all of hs.
func (f *Pow2) AddAll(hs []uint64) int {
	for _, h := range hs {
		f.Add(h)
	}
	return len(hs)
}

// Contains reports whether all bits of h are set.
func (f *Pow2) Contains(h uint64) bool {
	for range f.k {
		h *= multiplier
		at := (h ^ h>>32) & (f.m - 1)
		if f.words[at>>6]>>(at&63)&1 == 0 {
			return false
		}
	}
	return true
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Pow2) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = f.Contains(h)
	}
}

// Count returns for how many of hs Contains is true.
func (f *Pow2) Count(hs []uint64) int {
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
func (f *Pow2) Union(other filter.Filter) error {
	g, err := alike(f, other)
	if err != nil {
		return err
	}
	return f.unite(&g.array)
}

// Copy returns an independent filter with the same bits.
func (f *Pow2) Copy() filter.Filter { return &Pow2{f.copied()} }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-classic-pow2",
			Doc:    "bloom-classic with m a power of two and a mask in place of the fast range: up to twice the memory",
			Source: "B. Bloom, CACM 13 (7), 1970",
			Pinned: 0x5132b4bad194655d,
		},
		Theory: "bloom",
		New:    func(s filter.Spec) (filter.Mutable, error) { return mutable(NewPow2(s)) },
		Restore: func(p filter.Params, r io.Reader) (filter.Filter, error) {
			a, err := restoreArray(pow2Params, p, r)
			if err != nil {
				return nil, err
			}
			return &Pow2{a}, nil
		},
	})
}
