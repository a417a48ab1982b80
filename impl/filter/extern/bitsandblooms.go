// Package extern holds filters of other projects behind the contract. They own their hashing and are
// built as their users build them; what they accept in silence, and should not, is refused here.
package extern

import (
	"fmt"

	"github.com/bits-and-blooms/bloom/v3"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// BitsAndBlooms is the filter of bits-and-blooms/bloom: murmur3-128 stretched to four words, double
// hashing of two pairs of them modulo m, and textbook sizing with k rounded up, which misses its target.
// It is not safe for concurrent use; concurrent look-ups are.
type BitsAndBlooms struct {
	filter *bloom.BloomFilter
	params filter.Params
}

// NewBitsAndBlooms returns an empty filter by NewWithEstimates for n and fpr, by New for m and k. The
// library answers n = 0, or a rate outside (0, 1), with a filter that holds everything or nothing, or with
// a panic; here they are errors.
func NewBitsAndBlooms(spec filter.Spec) (f *BitsAndBlooms, err error) {
	if err := spec.Check(); err != nil {
		return nil, err
	}
	defer func() {
		if p := recover(); p != nil {
			f, err = nil, fmt.Errorf("%w: the library panics on %+v: %v", filter.ErrSpec, spec, p)
		}
	}()
	m, k := spec.M, uint64(spec.K)
	switch byRate := spec.N != 0 && spec.FPR != 0; {
	case byRate && m == 0 && k == 0:
		em, ek := bloom.EstimateParameters(uint(spec.N), spec.FPR)
		m, k = uint64(em), uint64(ek)
	case spec.FPR == 0 && m != 0 && k != 0:
	default:
		return nil, fmt.Errorf("%w: n and fpr, or m and k are needed, got %+v", filter.ErrSpec, spec)
	}
	if m == 0 || m > filter.MaxM || k == 0 || k > filter.MaxK {
		return nil, fmt.Errorf("%w: m = %d, k = %d from %+v is out of range", filter.ErrSpec, m, k, spec)
	}
	var made *bloom.BloomFilter
	if spec.M == 0 {
		made = bloom.NewWithEstimates(uint(spec.N), spec.FPR)
	} else {
		made = bloom.New(uint(m), uint(k))
	}
	if got := uint64(made.BitSet().Len()); got != m {
		return nil, fmt.Errorf("%w: the library made %d bits of the m = %d asked for", filter.ErrSpec, got, m)
	}
	return &BitsAndBlooms{made, filter.Params{N: spec.N, M: m, K: int(k)}}, nil
}

// Add adds key. It never refuses.
func (f *BitsAndBlooms) Add(key []byte) bool {
	f.filter.Add(key)
	return true
}

// AddString adds key without the copy that the library's own AddString makes.
func (f *BitsAndBlooms) AddString(key string) bool { return f.Add(hash.View(key)) }

// AddAll adds all of keys.
func (f *BitsAndBlooms) AddAll(keys [][]byte) int {
	for _, key := range keys {
		f.filter.Add(key)
	}
	return len(keys)
}

// Contains reports whether all bits of key are set.
func (f *BitsAndBlooms) Contains(key []byte) bool { return f.filter.Test(key) }

// ContainsString is Contains without the copy that the library's own TestString makes.
func (f *BitsAndBlooms) ContainsString(key string) bool { return f.filter.Test(hash.View(key)) }

// Count returns for how many of keys Contains is true.
func (f *BitsAndBlooms) Count(keys [][]byte) int {
	count := 0
	for _, key := range keys {
		if f.filter.Test(key) {
			count++
		}
	}
	return count
}

// Params returns n, and m and k as the library chose them.
func (f *BitsAndBlooms) Params() filter.Params { return f.params }

// Bytes returns the size of the bit array.
func (f *BitsAndBlooms) Bytes() int64 { return int64(len(f.filter.BitSet().Words())) * 8 }

// FillRatio returns the share of bits that are set. It reads the whole array.
func (f *BitsAndBlooms) FillRatio() float64 {
	return float64(f.filter.BitSet().Count()) / float64(f.params.M)
}

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:    "x-bits-and-blooms",
			Doc:     "bits-and-blooms/bloom v3 as its users call it: murmur3-128, textbook sizing",
			Source:  "https://github.com/bits-and-blooms/bloom",
			Module:  "github.com/bits-and-blooms/bloom/v3",
			Licence: "BSD-2-Clause",
			Pinned:  0x7f76fb36671d6668,
		},
		Theory:      "bloom",
		BuiltinHash: "murmur3-128",
		NewKeyed: func(s filter.Spec, h hash.Hash) (filter.MutableKeyFilter, error) {
			if h != nil {
				return nil, fmt.Errorf("filter x-bits-and-blooms: its hash murmur3-128 cannot be replaced by %s", h.Info().Name)
			}
			f, err := NewBitsAndBlooms(s)
			if err != nil {
				return nil, err
			}
			return f, nil
		},
	})
}
