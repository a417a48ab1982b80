package extern

import (
	"sync"

	boom "github.com/tylertreat/BoomFilters"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// BoomCounting is the counting Bloom filter of tylertreat/BoomFilters, of 4-bit counters. Counters that reached 15 are
// lowered again, so that keys beyond may be lost. For the rest see BoomClassic.
//
// A look-up costs a hash of the key and up to k cache lines.
type BoomCounting struct {
	lock   sync.Mutex
	filter *boom.CountingBloomFilter
	params filter.Params
}

// NewBoomCounting returns an empty filter by NewDefaultCountingBloomFilter, with the conditions of NewBoomClassic.
// Errors wrap filter.ErrSpec.
func NewBoomCounting(spec filter.Spec) (f *BoomCounting, err error) {
	if err := wantsTarget(spec); err != nil {
		return nil, err
	}
	m, k := boomSize(spec)
	if err := inRange(spec, m, k, boomMost/4); err != nil {
		return nil, err
	}
	f = &BoomCounting{params: filter.Params{N: spec.N, M: 4 * m, K: int(k), CounterBits: 4}}
	err = calm(spec, func() error { f.filter = boom.NewDefaultCountingBloomFilter(uint(spec.N), spec.FPR); return nil })
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Add adds key. It never refuses.
func (f *BoomCounting) Add(key []byte) bool {
	f.filter.Add(key)
	return true
}

// AddString is Add without a copy.
func (f *BoomCounting) AddString(key string) bool { return f.Add(hash.View(key)) }

// AddAll adds all of keys.
func (f *BoomCounting) AddAll(keys [][]byte) int {
	for _, key := range keys {
		f.filter.Add(key)
	}
	return len(keys)
}

// Contains reports whether all counters of key are above 0.
func (f *BoomCounting) Contains(key []byte) bool {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.filter.Test(key)
}

// ContainsString is Contains without a copy.
func (f *BoomCounting) ContainsString(key string) bool { return f.Contains(hash.View(key)) }

// Count returns for how many of keys Contains is true.
func (f *BoomCounting) Count(keys [][]byte) int {
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
func (f *BoomCounting) Params() filter.Params { return f.params }

// Bytes returns the size of the counters.
func (f *BoomCounting) Bytes() int64 { return int64((f.params.M + 7) / 8) }

// Remove lowers the counters of key where all are above 0, and reports whether they were.
func (f *BoomCounting) Remove(key []byte) bool { return f.filter.TestAndRemove(key) }

// RemoveString is Remove without a copy.
func (f *BoomCounting) RemoveString(key string) bool { return f.Remove(hash.View(key)) }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:    "x-boomfilters-counting",
			Doc:     "the counting Bloom filter of tylertreat/BoomFilters: 4-bit counters, FNV-1, double hashing of its halves, textbook sizing",
			Source:  "https://github.com/tylertreat/BoomFilters",
			Module:  "github.com/tylertreat/BoomFilters",
			Licence: "Apache-2.0",
			Pinned:  0x48d9c1ad65c547d4,
		},
		Theory:      "bloom",
		BuiltinHash: "fnv1-64",
		NewKeyed: func(s filter.Spec, _ hash.Hash) (filter.MutableKeyFilter, error) {
			return keyed(NewBoomCounting(s))
		},
	})
}
