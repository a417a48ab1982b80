package extern

import (
	bloomfilter "github.com/holiman/bloomfilter/v2"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// Holiman is the filter of holiman/bloomfilter: it takes 64-bit hashes, and rotates them and mixes a key in for each
// probe, modulo m. A read-write lock guards every call, so that any calls may run side by side.
//
// A look-up costs a lock and up to k cache lines.
type Holiman struct {
	filter *bloomfilter.Filter
	params filter.Params
}

// NewHoliman returns an empty filter of the m and k that NewOptimal chooses, by NewWithKeys: the keys are fixed, where
// NewOptimal draws them, so that results repeat. NewOptimal panics for n = 0 and for a rate that is not in (0, 1),
// though it returns an error; here they are errors.
func NewHoliman(spec filter.Spec) (f *Holiman, err error) {
	if err := wantsTarget(spec); err != nil {
		return nil, err
	}
	m := bloomfilter.OptimalM(spec.N, spec.FPR)
	k := bloomfilter.OptimalK(m, spec.N)
	if err := inRange(spec, m, k, filter.MaxM); err != nil {
		return nil, err
	}
	keys := make([]uint64, k)
	for i := range keys {
		keys[i] = hash.Fmix64(uint64(i) + 1)
	}
	f = &Holiman{params: filter.Params{N: spec.N, M: m, K: int(k)}}
	err = calm(spec, func() (err error) {
		f.filter, err = bloomfilter.NewWithKeys(m, keys)
		return err
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Add sets the bits of h. It never refuses.
func (f *Holiman) Add(h uint64) bool {
	f.filter.AddHash(h)
	return true
}

// AddAll adds all of hs.
func (f *Holiman) AddAll(hs []uint64) int {
	for _, h := range hs {
		f.filter.AddHash(h)
	}
	return len(hs)
}

// Contains reports whether all bits of h are set.
func (f *Holiman) Contains(h uint64) bool { return f.filter.ContainsHash(h) }

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Holiman) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = f.filter.ContainsHash(h)
	}
}

// Count returns for how many of hs Contains is true.
func (f *Holiman) Count(hs []uint64) int {
	count := 0
	for _, h := range hs {
		if f.filter.ContainsHash(h) {
			count++
		}
	}
	return count
}

// Params returns n, and m and k as the library chose them.
func (f *Holiman) Params() filter.Params { return f.params }

// Bytes returns the size of the bit array.
func (f *Holiman) Bytes() int64 { return int64((f.params.M + 63) / 64 * 8) }

// FillRatio returns the share of bits that are set. It reads the whole array.
func (f *Holiman) FillRatio() float64 { return f.filter.PreciseFilledRatio() }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:    "x-holiman",
			Doc:     "holiman/bloomfilter v2 on hashes: rotate and xor with a key each, textbook sizing, a lock around each call",
			Source:  "https://github.com/holiman/bloomfilter",
			Module:  "github.com/holiman/bloomfilter/v2",
			Licence: "MIT",
			Pinned:  0x47282ebb53e8105d,
		},
		Theory:     "bloom",
		Concurrent: true,
		New:        func(s filter.Spec) (filter.Mutable, error) { return mutable(NewHoliman(s)) },
	})
}
