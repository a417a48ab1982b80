package extern

import (
	"fmt"
	"slices"

	"github.com/FastFilter/xorfilter"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// XorfilterXor8 is the xor filter of FastFilter/xorfilter with 8-bit fingerprints. It never changes.
//
// A look-up reads three cache lines.
type XorfilterXor8 struct {
	filter *xorfilter.Xor8
	params filter.Params
}

// NewXorfilterXor8 builds the filter of hs by Populate, on a copy, since the library may reorder what it is
// given. The copy takes time and memory that the library by itself does not.
// Errors wrap filter.ErrSpec, or are the library's.
func NewXorfilterXor8(spec filter.Spec, hs []uint64) (f *XorfilterXor8, err error) {
	if err := xorfilterSpec(spec, hs); err != nil {
		return nil, err
	}
	if len(hs) == 0 {
		return nil, fmt.Errorf("%w: the library takes no empty set", filter.ErrSpec)
	}
	f = &XorfilterXor8{}
	err = calm(spec, func() (err error) {
		f.filter, err = xorfilter.Populate(slices.Clone(hs))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("xorfilter: %d hashes: %w", len(hs), err)
	}
	f.params = filter.Params{N: spec.N, M: 8 * uint64(len(f.filter.Fingerprints)), K: 3, FingerprintBits: 8}
	return f, nil
}

// Contains reports whether the fingerprints of h's places meet its own.
func (f *XorfilterXor8) Contains(h uint64) bool { return f.filter.Contains(h) }

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *XorfilterXor8) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = f.filter.Contains(h)
	}
}

// Count returns for how many of hs Contains is true.
func (f *XorfilterXor8) Count(hs []uint64) int {
	count := 0
	for _, h := range hs {
		if f.filter.Contains(h) {
			count++
		}
	}
	return count
}

// Params returns n, m, k and the bits of a fingerprint.
func (f *XorfilterXor8) Params() filter.Params { return f.params }

// Bytes returns the size of the fingerprints.
func (f *XorfilterXor8) Bytes() int64 { return int64(len(f.filter.Fingerprints)) }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:    "x-xorfilter-xor8",
			Doc:     "the xor filter of FastFilter/xorfilter on hashes, 8-bit fingerprints, built from a copy of the keys",
			Source:  "https://github.com/FastFilter/xorfilter",
			Module:  "github.com/FastFilter/xorfilter",
			Licence: "Apache-2.0",
			Pinned:  0x242fa1369000246d,
		},
		Theory: "static",
		Build: func(s filter.Spec, hs []uint64) (filter.Filter, error) {
			f, err := NewXorfilterXor8(s, hs)
			if err != nil {
				return nil, err
			}
			return f, nil
		},
	})
}
