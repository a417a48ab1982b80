package extern

import (
	"sync"

	boom "github.com/tylertreat/BoomFilters"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// BoomScalable is the scalable Bloom filter of tylertreat/BoomFilters: partitioned filters of n keys each, every one with
// 0.8 times the rate of the one before it. The first has the whole target rate, so that the rates of many add up to five
// times the target. For the rest see BoomClassic.
//
// A look-up costs a hash and up to k cache lines in every one of them.
type BoomScalable struct {
	lock   sync.Mutex
	filter *boom.ScalableBloomFilter
	n      uint64
}

// NewBoomScalable returns an empty filter by NewScalableBloomFilter with n as the hint and the ratio 0.8 of the library's
// default, with the conditions of NewBoomClassic.
// Errors wrap filter.ErrSpec.
func NewBoomScalable(spec filter.Spec) (f *BoomScalable, err error) {
	if err := wantsTarget(spec); err != nil {
		return nil, err
	}
	m, k := boomSize(spec)
	if err := inRange(spec, m, k, boomMost); err != nil {
		return nil, err
	}
	f = &BoomScalable{n: spec.N}
	err = calm(spec, func() error { f.filter = boom.NewScalableBloomFilter(uint(spec.N), spec.FPR, 0.8); return nil })
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Add adds key. It never refuses.
func (f *BoomScalable) Add(key []byte) bool {
	f.filter.Add(key)
	return true
}

// AddString is Add without a copy.
func (f *BoomScalable) AddString(key string) bool { return f.Add(hash.View(key)) }

// AddAll adds all of keys.
func (f *BoomScalable) AddAll(keys [][]byte) int {
	for _, key := range keys {
		f.filter.Add(key)
	}
	return len(keys)
}

// Contains reports whether all bits of key are set in one of the filters.
func (f *BoomScalable) Contains(key []byte) bool {
	f.lock.Lock()
	defer f.lock.Unlock()
	return f.filter.Test(key)
}

// ContainsString is Contains without a copy.
func (f *BoomScalable) ContainsString(key string) bool { return f.Contains(hash.View(key)) }

// Count returns for how many of keys Contains is true.
func (f *BoomScalable) Count(keys [][]byte) int {
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

// Params returns n, the bits of all filters so far, and the probes of the first one; each later one takes more.
func (f *BoomScalable) Params() filter.Params {
	return filter.Params{N: f.n, M: uint64(f.filter.Capacity()), K: int(f.filter.K())}
}

// Bytes returns the size of the bit arrays so far, but for the part of a byte that each partition ends in.
func (f *BoomScalable) Bytes() int64 { return int64((f.filter.Capacity() + 7) / 8) }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:    "x-boomfilters-scalable",
			Doc:     "the scalable Bloom filter of tylertreat/BoomFilters: a filter more, at 0.8 times the rate, whenever the last is half full",
			Source:  "https://github.com/tylertreat/BoomFilters",
			Module:  "github.com/tylertreat/BoomFilters",
			Licence: "Apache-2.0",
			Traits: registry.Traits{Faults: []registry.Fault{{
				Check: "no-allocation", Version: "v0.0.0-20251001182300-5b3723cc64ae",
				Note: "keys that are there already count too, so that adding them again makes further filters",
			}}},
			Pinned: 0xda47ce9f731f35a8,
		},
		BuiltinHash: "fnv1-64",
		NewKeyed: func(s filter.Spec, _ hash.Hash) (filter.MutableKeyFilter, error) {
			return keyed(NewBoomScalable(s))
		},
	})
}
