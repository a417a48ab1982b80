// Package control holds filters that exist to fail: a check or a measurement that lets them through does
// not check or measure anything.
package control

import (
	"fmt"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Null keeps nothing and answers with the lowest bit of the hash: it loses half of the keys that are added
// and finds half of those that are not. Its cost is that of the loop around a filter.
type Null struct{ params filter.Params }

// NewNull returns a filter that keeps nothing. spec needs n or m and is otherwise only checked.
// Errors wrap filter.ErrSpec.
func NewNull(spec filter.Spec) (*Null, error) {
	if err := spec.Check(); err != nil {
		return nil, err
	}
	if spec.N == 0 && spec.M == 0 {
		return nil, fmt.Errorf("%w: neither n nor m is given", filter.ErrSpec)
	}
	return &Null{filter.Params{N: spec.N}}, nil
}

// Add does nothing and says that it took h.
func (*Null) Add(h uint64) bool { return true }

// AddAll does nothing and says that it took all of hs.
func (*Null) AddAll(hs []uint64) int { return len(hs) }

// Contains returns the lowest bit of h.
func (*Null) Contains(h uint64) bool { return h&1 == 1 }

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Null) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = f.Contains(h)
	}
}

// Count returns for how many of hs Contains is true.
func (f *Null) Count(hs []uint64) int {
	count := 0
	for _, h := range hs {
		count += int(h & 1)
	}
	return count
}

// Params returns n alone: there are no bits and no probes.
func (f *Null) Params() filter.Params { return f.params }

// Bytes returns 0.
func (*Null) Bytes() int64 { return 0 }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "null",
			Doc:    "control: keeps nothing and answers with the lowest bit of the hash; the cost of the loop around a filter",
			Source: "our own",
			Traits: registry.Traits{Fails: []string{
				"no-false-negatives", "empty-says-no", "add-twice", "refusal-loses-nothing", "params-honest",
				"refuses-bad-spec", // it has room for any number of keys
			}},
			Pinned: 0xdb82e528b245ae18,
		},
		New: func(s filter.Spec) (filter.Mutable, error) {
			f, err := NewNull(s)
			if err != nil {
				return nil, err
			}
			return f, nil
		},
	})
}
