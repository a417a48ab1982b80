package filter

import (
	"fmt"
	"sync"

	"hashlab/impl/hash"
)

// A KeyFilter is a filter on keys, as users see it: a filter joined with a hash function, or code that
// owns its hashing.
type KeyFilter interface {
	// Contains reports whether the key may have been added. False is certain.
	Contains(key []byte) bool
	// ContainsString is Contains([]byte(key)) without a copy.
	ContainsString(key string) bool
	// Count returns for how many of keys Contains is true: the timed kernel.
	Count(keys [][]byte) int
	// Params returns the parameters that the filter was built with.
	Params() Params
	// Bytes returns the size in memory of what the filter keeps, in bytes.
	Bytes() int64
}

// MutableKeyFilter is a KeyFilter that takes keys one by one.
type MutableKeyFilter interface {
	KeyFilter
	// Add adds a key. False means refused: the filter is full, and nothing that it holds is lost.
	Add(key []byte) bool
	// AddString is Add([]byte(key)) without a copy.
	AddString(key string) bool
	// AddAll adds keys in order, stops at the first refusal and returns how many were added.
	AddAll(keys [][]byte) int
}

// DeletableKeyFilter is a KeyFilter that gives keys back.
type DeletableKeyFilter interface {
	MutableKeyFilter
	// Remove takes out a key that was added before, and reports whether it was there.
	Remove(key []byte) bool
	// RemoveString is Remove([]byte(key)) without a copy.
	RemoveString(key string) bool
}

// Join puts h before f. The result is a DeletableKeyFilter where f is Deletable, a MutableKeyFilter where
// f is Mutable, and a plain KeyFilter otherwise. It does not know the registered name of f, which Save needs:
// what Entry.Keyed and Entry.FromKeys return does.
func Join(f Filter, h hash.Hash) KeyFilter { return join(f, h, "") }

// join is Join for a filter with a registered name.
func join(f Filter, h hash.Hash, name string) KeyFilter {
	static := joined{f, h, name}
	m, ok := f.(Mutable)
	if !ok {
		return &static
	}
	mutable := joinedMutable{static, m}
	if d, ok := f.(Deletable); ok {
		return &joinedDeletable{mutable, d}
	}
	return &mutable
}

// JoinMutable is Join for a filter that takes keys one by one.
func JoinMutable(f Mutable, h hash.Hash) MutableKeyFilter { return Join(f, h).(MutableKeyFilter) }

// Unjoin returns the filter that Join put a hash function before, or nil where f owns its hashing.
func Unjoin(f KeyFilter) Filter {
	if j := joint(f); j != nil {
		return j.filter
	}
	return nil
}

// joint returns what Join made, or nil where f owns its hashing.
func joint(f KeyFilter) *joined {
	if j, ok := f.(interface{ join() *joined }); ok {
		return j.join()
	}
	return nil
}

// FillRatio returns the share of set bits, or of used slots, where f or the filter joined in it is a Filler.
func FillRatio(f KeyFilter) (ratio float64, ok bool) {
	if filler, is := inner(f).(Filler); is {
		return filler.FillRatio(), true
	}
	return 0, false
}

// chunk is how many keys the bulk calls hash at a time: their hashes take a third of the first-level cache, and a filter
// that asks for memory ahead starts anew with each chunk.
const chunk = 2048

// chunks are the arrays for those hashes: on the stack they would escape through the interface calls.
var chunks = sync.Pool{New: func() any { return new([chunk]uint64) }}

type joined struct {
	filter Filter
	hash   hash.Hash
	name   string // as registered; "" where Join was not told
}

func (j *joined) Contains(key []byte) bool       { return j.filter.Contains(j.hash.Bytes(key)) }
func (j *joined) ContainsString(key string) bool { return j.filter.Contains(j.hash.String(key)) }
func (j *joined) join() *joined                  { return j }
func (j *joined) Params() Params                 { return j.filter.Params() }
func (j *joined) Bytes() int64                   { return j.filter.Bytes() }

func (j *joined) Count(keys [][]byte) int {
	hs := chunks.Get().(*[chunk]uint64)
	defer chunks.Put(hs)
	count := 0
	for len(keys) > 0 {
		n := min(chunk, len(keys))
		j.hash.Sum(hs[:n], keys[:n])
		count += j.filter.Count(hs[:n])
		keys = keys[n:]
	}
	return count
}

type joinedMutable struct {
	joined
	mutable Mutable
}

func (j *joinedMutable) Add(key []byte) bool       { return j.mutable.Add(j.hash.Bytes(key)) }
func (j *joinedMutable) AddString(key string) bool { return j.mutable.Add(j.hash.String(key)) }

func (j *joinedMutable) AddAll(keys [][]byte) int {
	hs := chunks.Get().(*[chunk]uint64)
	defer chunks.Put(hs)
	added := 0
	for len(keys) > 0 {
		n := min(chunk, len(keys))
		j.hash.Sum(hs[:n], keys[:n])
		got := j.mutable.AddAll(hs[:n])
		added += got
		if got < n {
			break
		}
		keys = keys[n:]
	}
	return added
}

type joinedDeletable struct {
	joinedMutable
	deletable Deletable
}

func (j *joinedDeletable) Remove(key []byte) bool { return j.deletable.Remove(j.hash.Bytes(key)) }
func (j *joinedDeletable) RemoveString(key string) bool {
	return j.deletable.Remove(j.hash.String(key))
}

// FromKeys builds the filter that e describes, joined with h, and adds keys to it; a static filter is
// built from them. h is nil for an entry whose hash function is fixed. A refused key is an error.
func (e Entry) FromKeys(spec Spec, h hash.Hash, keys [][]byte) (KeyFilter, error) {
	if e.Build != nil {
		hs := make([]uint64, len(keys))
		h.Sum(hs, keys)
		f, err := e.Build(spec, hs)
		if err != nil {
			return nil, err
		}
		return join(f, h, e.Name), nil
	}
	f, err := e.Keyed(spec, h)
	if err != nil {
		return nil, err
	}
	if added := f.AddAll(keys); added < len(keys) {
		return nil, fmt.Errorf("filter %s: full: took %d of %d keys", e.Name, added, len(keys))
	}
	return f, nil
}
