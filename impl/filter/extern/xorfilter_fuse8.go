package extern

import (
	"fmt"
	"slices"

	"github.com/FastFilter/xorfilter"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// XorfilterFuse8 is the binary fuse filter of FastFilter/xorfilter with 8-bit fingerprints. It never changes.
//
// A look-up reads three cache lines.
type XorfilterFuse8 struct {
	filter *xorfilter.BinaryFuse8
	params filter.Params
}

// NewXorfilterFuse8 builds the filter of hs by PopulateBinaryFuse8, on a copy, since the library may reorder what it is
// given. The copy takes time and memory that the library by itself does not.
// Errors wrap filter.ErrSpec, or are the library's.
func NewXorfilterFuse8(spec filter.Spec, hs []uint64) (f *XorfilterFuse8, err error) {
	if err := xorfilterSpec(spec, hs); err != nil {
		return nil, err
	}
	f = &XorfilterFuse8{}
	err = calm(spec, func() (err error) {
		f.filter, err = xorfilter.PopulateBinaryFuse8(slices.Clone(hs))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("xorfilter: %d hashes: %w", len(hs), err)
	}
	f.params = filter.Params{N: spec.N, M: 8 * uint64(len(f.filter.Fingerprints)), K: 3, FingerprintBits: 8}
	return f, nil
}

// Contains reports whether the fingerprints of h's places meet its own.
func (f *XorfilterFuse8) Contains(h uint64) bool { return f.filter.Contains(h) }

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *XorfilterFuse8) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = f.filter.Contains(h)
	}
}

// Count returns for how many of hs Contains is true.
func (f *XorfilterFuse8) Count(hs []uint64) int {
	count := 0
	for _, h := range hs {
		if f.filter.Contains(h) {
			count++
		}
	}
	return count
}

// Params returns n, m, k and the bits of a fingerprint.
func (f *XorfilterFuse8) Params() filter.Params { return f.params }

// Bytes returns the size of the fingerprints.
func (f *XorfilterFuse8) Bytes() int64 { return int64(len(f.filter.Fingerprints)) }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:    "x-xorfilter-fuse8",
			Doc:     "the binary fuse filter of FastFilter/xorfilter on hashes, 8-bit fingerprints, built from a copy of the keys",
			Source:  "https://github.com/FastFilter/xorfilter",
			Module:  "github.com/FastFilter/xorfilter",
			Licence: "Apache-2.0",
			Pinned:  0x1069006eab0c4c7c,
		},
		Theory: "static",
		Build: func(s filter.Spec, hs []uint64) (filter.Filter, error) {
			f, err := NewXorfilterFuse8(s, hs)
			if err != nil {
				return nil, err
			}
			return f, nil
		},
	})
}
