// Package article holds the Bloom filter of the article on the sign-up page, ported step by step: sizes
// truncated, and probe i of a key x at SHA-256(utf8(x) + decimal(i)) mod m, with the digest read as a
// 256-bit big-endian integer. One strong hash with a changing suffix stands for k functions, at the cost
// of k hashes a key.
//
// Two faults of the original are kept, since they are under test: truncating k misses the target rate, and
// suffixes are not separated, so that from k = 11 on the key x1 probes at 0 where x probes at 10.
package article

import (
	"fmt"
	"math"
	"math/bits"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// bitArray is what both forms of the filter share. The article's list keeps 64 bits of memory for one bit
// of the filter; here 64 bits share a word.
type bitArray struct {
	words  []uint64
	m      uint64
	k      int
	params filter.Params
}

// New returns an empty filter that hashes with SHA-256, or with h where it is not nil. spec gives n and
// fpr, or m and k. Parameters from which the article's program would make no bits, or no probes and so a
// filter that finds everything, are refused.
func New(spec filter.Spec, h hash.Hash) (filter.MutableKeyFilter, error) {
	m, k, err := size(spec)
	if err != nil {
		return nil, err
	}
	array := bitArray{make([]uint64, (m+63)/64), m, k, filter.Params{N: spec.N, M: m, K: k}}
	if h == nil {
		return &digestFilter{array}, nil
	}
	return &hashFilter{array, h}, nil
}

// size returns m = int(-n ln p / (ln 2)^2) and k = int(m/n ln 2), or m and k as given.
func size(s filter.Spec) (m uint64, k int, err error) {
	if err := s.Check(); err != nil {
		return 0, 0, err
	}
	m, k = s.M, s.K
	switch byRate := s.N != 0 && s.FPR != 0; {
	case byRate && m == 0 && k == 0:
		bits := -float64(s.N) * math.Log(s.FPR) / math.Pow(math.Ln2, 2)
		if bits > filter.MaxM {
			return 0, 0, fmt.Errorf("%w: n = %d keys at fpr %v need %.4g bits, more than 2^40", filter.ErrSpec, s.N, s.FPR, bits)
		}
		m = uint64(bits)
		k = int(float64(m) / float64(s.N) * math.Ln2)
	case s.FPR == 0 && m != 0 && k != 0:
	default:
		return 0, 0, fmt.Errorf("%w: n and fpr, or m and k are needed, got %+v", filter.ErrSpec, s)
	}
	if m < 1 || k < 1 {
		return 0, 0, fmt.Errorf("%w: n = %d at fpr %v gives m = %d, k = %d; both must be at least 1",
			filter.ErrSpec, s.N, s.FPR, m, k)
	}
	return m, k, nil
}

func (a *bitArray) set(at uint64)      { a.words[at>>6] |= 1 << (at & 63) }
func (a *bitArray) has(at uint64) bool { return a.words[at>>6]>>(at&63)&1 == 1 }

// Params returns n, m and k.
func (a *bitArray) Params() filter.Params { return a.params }

// Bytes returns the size of the bit array, 64 bits to a word.
func (a *bitArray) Bytes() int64 { return int64(len(a.words)) * 8 }

// Words returns the bit array, bit i in word i/64 at i%64, for those who want to look at it. The caller must not
// change it.
func (a *bitArray) Words() []uint64 { return a.words }

// FillRatio returns the share of bits that are set. It reads the whole array.
func (a *bitArray) FillRatio() float64 {
	ones := 0
	for _, w := range a.words {
		ones += bits.OnesCount64(w)
	}
	return float64(ones) / float64(a.m)
}

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "article-filter",
			Doc:    "the sign-up article's Bloom filter: SHA-256 of the key and a decimal suffix a probe, truncated m and k",
			Source: "the article on the Bloom filter in front of the user table; its program, ported",
			Pinned: 0xfb7dc3568500c41d,
		},
		Theory:   "bloom",
		NewKeyed: New,
	})
}
