package extern

import (
	"sync"

	boom "github.com/tylertreat/BoomFilters"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// boomMost is the most bits of a filter of BoomFilters: it computes where to write in 32 bits, and where to read in 64.
const boomMost = 1<<32 - 1

// boomSize returns the bits and probes that BoomFilters takes for n and fpr, k rounded up.
func boomSize(s filter.Spec) (m, k uint64) {
	return uint64(boom.OptimalM(uint(s.N), s.FPR)), uint64(boom.OptimalK(s.FPR))
}

// BoomClassic is the Bloom filter of tylertreat/BoomFilters: FNV-1, double hashing of its halves, modulo m. All calls of
// the library share one hash state; a lock makes concurrent look-ups safe here, once a call, and costs about as much
// as hashing a byte or two.
type BoomClassic struct {
	lock   sync.Mutex
	filter *boom.BloomFilter
	params filter.Params
}

// NewBoomClassic returns an empty filter by NewBloomFilter. The library answers n = 0, a rate outside (0, 1) and more
// than 2^32 bits with a filter that cannot work; here they are errors.
func NewBoomClassic(spec filter.Spec) (f *BoomClassic, err error) {
	if err := wantsTarget(spec); err != nil {
		return nil, err
	}
	m, k := boomSize(spec)
	if err := inRange(spec, m, k, boomMost); err != nil {
		return nil, err
	}
	f = &BoomClassic{params: filter.Params{N: spec.N, M: m, K: int(k)}}
	err = calm(spec, func() error { f.filter = boom.NewBloomFilter(uint(spec.N), spec.FPR); return nil })
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Add adds key. It never refuses.
func (f *BoomClassic) Add(key []byte) bool {
	f.filter.Add(key)
	return true
}

// AddString is Add without a copy.
func (f *BoomClassic) AddString(key string) bool { return f.Add(hash.View(key)) }

// AddAll adds all of keys.
func (f *BoomClassic) AddAll(keys [][]byte) int {
	for _, key := range keys {
		f.filter.Add(key)
	}
	return len(keys)
}

// Contains reports whether all bits of key are set.
func (f *BoomClassic) Contains(key []byte) bool {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.filter.Test(key)
}

// ContainsString is Contains without a copy.
func (f *BoomClassic) ContainsString(key string) bool { return f.Contains(hash.View(key)) }

// Count returns for how many of keys Contains is true.
func (f *BoomClassic) Count(keys [][]byte) int {
	f.lock.Lock()
	defer f.lock.Unlock()
	count := 0
	for _, key := range keys {
		if f.filter.Test(key) {
			count++
		}
	}
	return count
}

// Params returns n, and m and k as the library chose them.
func (f *BoomClassic) Params() filter.Params { return f.params }

// Bytes returns the size of the bit array.
func (f *BoomClassic) Bytes() int64 { return int64((f.params.M + 7) / 8) }

// FillRatio returns the share of bits that are set. It reads the array bit by bit.
func (f *BoomClassic) FillRatio() float64 { return f.filter.FillRatio() }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:    "x-boomfilters-classic",
			Doc:     "the Bloom filter of tylertreat/BoomFilters: FNV-1, double hashing of its halves, textbook sizing",
			Source:  "https://github.com/tylertreat/BoomFilters",
			Module:  "github.com/tylertreat/BoomFilters",
			Licence: "Apache-2.0",
			Pinned:  0x48d9c1ad65c547d4,
		},
		Theory:      "bloom",
		BuiltinHash: "fnv1-64",
		NewKeyed: func(s filter.Spec, _ hash.Hash) (filter.MutableKeyFilter, error) {
			return keyed(NewBoomClassic(s))
		},
	})
}
