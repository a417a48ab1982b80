package extern

import (
	"fmt"
	"math"
	"math/bits"

	cuckoo "github.com/seiflotfy/cuckoofilter"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// SeiflotfyCuckoo is the cuckoo filter of seiflotfy/cuckoofilter: 8-bit fingerprints, four to a bucket, metro hash. It
// draws slots from the global source of random numbers; until a key is refused its answers do not depend on them, and
// when one is refused another has been lost. It is not safe for concurrent use; concurrent look-ups are.
type SeiflotfyCuckoo struct {
	filter *cuckoo.Filter
	params filter.Params
}

// NewSeiflotfyCuckoo returns an empty filter by NewFilter. That makes the next power of two of slots and means to fill
// them all, so that 1000 keys do not fit where it is told 1000 (TestSeiflotfyMissesItsCapacity); here it is told n/0.95
// and 24 more. A rate below that of 8-bit fingerprints with n keys is an error, as are n = 0 and an m or k.
func NewSeiflotfyCuckoo(spec filter.Spec) (f *SeiflotfyCuckoo, err error) {
	if err := wantsTarget(spec); err != nil {
		return nil, err
	}
	capacity := uint(math.Ceil(float64(spec.N)/0.95)) + 24
	slots := uint64(1) << bits.Len(capacity-1)
	if err := inRange(spec, 8*slots, 2, filter.MaxM); err != nil {
		return nil, err
	}
	if rate := -math.Expm1(8 * float64(spec.N) / float64(slots) * math.Log1p(-1.0/255)); rate > spec.FPR {
		return nil, fmt.Errorf("%w: 8-bit fingerprints have fpr %.6g with n = %d keys, above the target %v", filter.ErrSpec, rate, spec.N, spec.FPR)
	}
	f = &SeiflotfyCuckoo{params: filter.Params{N: spec.N, M: 8 * slots, K: 2, FingerprintBits: 8, BucketSlots: 4}}
	err = calm(spec, func() error { f.filter = cuckoo.NewFilter(capacity); return nil })
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Add adds key. It is refused where 500 kicks free no slot, and then another key is lost.
func (f *SeiflotfyCuckoo) Add(key []byte) bool { return f.filter.Insert(key) }

// AddString is Add without a copy.
func (f *SeiflotfyCuckoo) AddString(key string) bool { return f.filter.Insert(hash.View(key)) }

// AddAll adds keys in order, stops at the first refusal and returns how many were added.
func (f *SeiflotfyCuckoo) AddAll(keys [][]byte) int {
	for i, key := range keys {
		if !f.filter.Insert(key) {
			return i
		}
	}
	return len(keys)
}

// Remove takes one fingerprint of key out and reports whether there was one.
func (f *SeiflotfyCuckoo) Remove(key []byte) bool { return f.filter.Delete(key) }

// RemoveString is Remove without a copy.
func (f *SeiflotfyCuckoo) RemoveString(key string) bool { return f.filter.Delete(hash.View(key)) }

// Contains reports whether a bucket of key holds its fingerprint.
func (f *SeiflotfyCuckoo) Contains(key []byte) bool { return f.filter.Lookup(key) }

// ContainsString is Contains without a copy.
func (f *SeiflotfyCuckoo) ContainsString(key string) bool { return f.filter.Lookup(hash.View(key)) }

// Count returns for how many of keys Contains is true.
func (f *SeiflotfyCuckoo) Count(keys [][]byte) int {
	count := 0
	for _, key := range keys {
		if f.filter.Lookup(key) {
			count++
		}
	}
	return count
}

// Params returns n, m, k, the bits of a fingerprint and the slots of a bucket.
func (f *SeiflotfyCuckoo) Params() filter.Params { return f.params }

// Bytes returns the size of the buckets.
func (f *SeiflotfyCuckoo) Bytes() int64 { return int64(f.params.M / 8) }

// FillRatio returns the load factor, the share of slots that are used.
func (f *SeiflotfyCuckoo) FillRatio() float64 {
	return float64(f.filter.Count()) * 8 / float64(f.params.M)
}

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:    "x-seiflotfy-cuckoo",
			Doc:     "seiflotfy/cuckoofilter: 8-bit fingerprints, four to a bucket, a power of two of slots, metro hash; keys can be removed",
			Source:  "https://github.com/seiflotfy/cuckoofilter",
			Module:  "github.com/seiflotfy/cuckoofilter",
			Licence: "MIT",
			Traits: registry.Traits{Faults: []registry.Fault{{
				Check: "refusal-loses-nothing", Version: "v0.0.0-20240715131351-a2f2c23f1771",
				Note: "Insert kicks a resident fingerprint out, and when after 500 kicks it returns false, the last one is lost",
			}}},
			Pinned: 0x8f55cc0f63820353,
		},
		Theory:      "cuckoo",
		BuiltinHash: "metro64",
		NewKeyed: func(s filter.Spec, _ hash.Hash) (filter.MutableKeyFilter, error) {
			return keyed(NewSeiflotfyCuckoo(s))
		},
	})
}
