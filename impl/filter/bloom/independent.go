package bloom

import (
	"fmt"
	"io"
	"math/bits"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// Independent is the Bloom filter of the textbook: k hash functions of their own, here k members of one family, each
// with a seed that follows from that of the first and its number. A key is hashed k times, which is what the other
// variants save; their rates are measured against this one. It works on keys, since one hash does not determine another.
//
// A look-up costs k hashes of the key where it is present, about two where it is absent, and as many cache lines.
type Independent struct {
	array
	hash   hash.Hash   // as given; the probes have seeds of their own
	probes []hash.Hash // one a probe
}

const (
	independentName    = "bloom-classic-independent"
	independentDefault = "xxh3" // the hash function where none is given
)

// NewIndependent returns an empty filter, sized as NewClassic sizes one. h must belong to a family that takes seeds of
// 32 bits at least and is registered, or be a Reseeder; nil stands for xxh3 with seed 0, if that is linked in.
// Errors wrap filter.ErrSpec, or say which hash function is not linked in.
func NewIndependent(spec filter.Spec, h hash.Hash) (*Independent, error) {
	a, err := newArray(classicParams, spec)
	if err != nil {
		return nil, err
	}
	return independentOf(a, h)
}

func independentOf(a array, h hash.Hash) (*Independent, error) {
	if h == nil {
		e, err := hash.Find(independentDefault)
		if err != nil {
			return nil, fmt.Errorf("filter %s: its own hash function is not linked in: %w", independentName, err)
		}
		if h, err = e.New(0); err != nil {
			return nil, err
		}
	}
	f := &Independent{a, h, make([]hash.Hash, a.k)}
	for i := range f.probes {
		var err error
		if f.probes[i], err = reseed(h, uint64(i)); err != nil {
			return nil, fmt.Errorf("filter %s: %w", independentName, err)
		}
	}
	return f, nil
}

// Reseeder is a hash function that gives other members of its family without being registered.
type Reseeder interface {
	Reseed(seed uint64) (hash.Hash, error)
}

// reseed returns the member of the family of h for probe i.
func reseed(h hash.Hash, i uint64) (hash.Hash, error) {
	info := h.Info()
	seed := hash.Fmix64(h.Seed() + (i+1)*0x9e3779b97f4a7c15) // splitmix64, so that neighbouring seeds share none
	switch info.Seeds {
	case hash.NoSeed, hash.SeedPerProcess:
		return nil, fmt.Errorf("hash %s takes no seed: %w", info.Name, filter.ErrSpec)
	case hash.Seed32:
		seed >>= 32
	}
	if r, ok := h.(Reseeder); ok {
		return r.Reseed(seed)
	}
	e, err := hash.Find(info.Name)
	if err != nil {
		return nil, err
	}
	return e.New(seed)
}

// Add sets the bits of key. It never refuses.
func (f *Independent) Add(key []byte) bool {
	for _, probe := range f.probes {
		at := place(probe.Bytes(key), f.m)
		f.words[at>>6] |= 1 << (at & 63)
	}
	return true
}

// AddString is Add without a copy.
func (f *Independent) AddString(key string) bool {
	for _, probe := range f.probes {
		at := place(probe.String(key), f.m)
		f.words[at>>6] |= 1 << (at & 63)
	}
	return true
}

// AddAll adds all of keys.
func (f *Independent) AddAll(keys [][]byte) int {
	for _, key := range keys {
		f.Add(key)
	}
	return len(keys)
}

// Contains reports whether all bits of key are set.
func (f *Independent) Contains(key []byte) bool {
	for _, probe := range f.probes {
		at := place(probe.Bytes(key), f.m)
		if f.words[at>>6]>>(at&63)&1 == 0 {
			return false
		}
	}
	return true
}

// ContainsString is Contains without a copy.
func (f *Independent) ContainsString(key string) bool {
	for _, probe := range f.probes {
		at := place(probe.String(key), f.m)
		if f.words[at>>6]>>(at&63)&1 == 0 {
			return false
		}
	}
	return true
}

// Count returns for how many of keys Contains is true. Where the filter is far, it makes headProbes of 64 keys without a
// branch on what they find, and then the others of the keys that are left, so that probes do not wait for each other.
func (f *Independent) Count(keys [][]byte) int {
	count := 0
	for f.away != near && len(keys) > 0 {
		n, head := min(64, len(keys)), min(f.k, headProbes)
		found := uint64(0)
		for j, key := range keys[:n] {
			found |= f.probe(key, f.probes[:head]) << j
		}
		for left := found; left != 0; left &= left - 1 {
			count += int(f.probe(keys[bits.TrailingZeros64(left)], f.probes[head:]))
		}
		keys = keys[n:]
	}
	for _, key := range keys {
		if f.Contains(key) {
			count++
		}
	}
	return count
}

// probe returns 1 where the bits of key are set for all of probes, and 0 otherwise.
func (f *Independent) probe(key []byte, probes []hash.Hash) uint64 {
	hit := uint64(1)
	for _, probe := range probes {
		at := place(probe.Bytes(key), f.m)
		hit &= f.words[at>>6] >> (at & 63)
	}
	return hit
}

// Union sets the bits of other too.
// Errors are those of filter.Unioner.
func (f *Independent) Union(other filter.KeyFilter) error {
	g, ok := other.(*Independent)
	if !ok {
		return fmt.Errorf("%w: kind = %T and %T", filter.ErrMismatch, f, other)
	}
	if err := filter.MatchHashes(f.hash, g.hash); err != nil {
		return err
	}
	return f.unite(&g.array)
}

// Copy returns an independent filter with the same bits.
func (f *Independent) Copy() filter.KeyFilter { return &Independent{f.copied(), f.hash, f.probes} }

// Registered returns the name of the filter's entry.
func (f *Independent) Registered() string { return independentName }

// Hash returns the hash function that the filter was made with.
func (f *Independent) Hash() hash.Hash { return f.hash }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   independentName,
			Doc:    "Bloom filter with k hash functions of one family, as in the textbook; a key is hashed k times",
			Source: "B. Bloom, CACM 13 (7), 1970",
			Pinned: 0x24a5710e1137a5b2,
		},
		Theory: "bloom",
		NewKeyed: func(s filter.Spec, h hash.Hash) (filter.MutableKeyFilter, error) {
			f, err := NewIndependent(s, h)
			if err != nil {
				return nil, err
			}
			return f, nil
		},
		RestoreKeyed: func(p filter.Params, r io.Reader, h hash.Hash) (filter.KeyFilter, error) {
			a, err := restoreArray(classicParams, p, r)
			if err != nil {
				return nil, err
			}
			f, err := independentOf(a, h)
			if err != nil {
				return nil, err
			}
			return f, nil
		},
	})
}
