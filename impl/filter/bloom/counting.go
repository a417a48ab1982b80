package bloom

import (
	"fmt"
	"io"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Counting is the classic filter with a 4-bit counter in place of each bit, so that keys can be removed.
// A counter that reached 15 sticks: it is never lowered again, since it no longer knows its keys. A key
// that is added 16 times, or 16 keys that share a position, thus leave it set for good. Each Add of a key
// needs a Remove of its own. Counters overflow at the optimal load with a probability near 7e-17 each.
//
// Source: L. Fan, P. Cao, J. Almeida, A. Broder, "Summary cache", IEEE/ACM Transactions on Networking
// 8 (3), 2000.
//
// A look-up costs as many cache lines as that of Classic, in four times the memory.
type Counting struct{ counters }

// NewCounting returns an empty filter. M counts all bits of the counters, four to a position; positions
// are sized as the bits of NewClassic.
// Errors wrap filter.ErrSpec.
func NewCounting(spec filter.Spec) (*Counting, error) {
	c, err := newCounters(countingParams, spec)
	if err != nil {
		return nil, err
	}
	return &Counting{c}, nil
}

func countingParams(spec filter.Spec) (filter.Params, error) {
	if err := spec.Check(); err != nil {
		return filter.Params{}, err
	}
	if spec.M%counterBits != 0 {
		return filter.Params{}, fmt.Errorf("%w: m = %d bits is not a multiple of the %d of a counter", filter.ErrSpec, spec.M, counterBits)
	}
	spec.M /= counterBits
	positions, k, err := shape(spec)
	m := positions * counterBits
	if err == nil && m > filter.MaxM {
		err = fmt.Errorf("%w: m = %d bits is more than 2^40", filter.ErrSpec, m)
	}
	return filter.Params{N: spec.N, M: m, K: k, CounterBits: counterBits}, err
}

// next steps the hash and returns the word and the shift of its next counter.
func (f *Counting) next(h uint64) (next, word, shift uint64) {
	h *= multiplier
	at := place(h, f.positions)
	return h, at >> 4, at & 15 * counterBits
}

// Add raises the counters of h, one step for every probe that meets them. It never refuses.
func (f *Counting) Add(h uint64) bool {
	f.raise(h, f.k)
	return true
}

// raise raises the counters of the first probes of h.
func (f *Counting) raise(h uint64, probes int) {
	var word, shift uint64
	for range probes {
		h, word, shift = f.next(h)
		f.up(word, shift)
	}
}

// AddAll adds all of hs.
func (f *Counting) AddAll(hs []uint64) int {
	for _, h := range hs {
		f.Add(h)
	}
	return len(hs)
}

// Remove lowers the counters of h and reports whether h was there. Where a counter is too low for the
// probes that meet it, h was never added, and nothing changes. An absent hash whose counters all allow it
// is not told apart, and its removal loses other keys.
func (f *Counting) Remove(h uint64) bool {
	x := h
	var word, shift uint64
	for probe := range f.k {
		x, word, shift = f.next(x)
		if !f.down(word, shift) {
			f.raise(h, probe) // takes back what was lowered; no counter that sticks was, so none is raised to it
			return false
		}
	}
	return true
}

// Contains reports whether all counters of h are above 0.
func (f *Counting) Contains(h uint64) bool {
	var word, shift uint64
	for range f.k {
		h, word, shift = f.next(h)
		if f.words[word]>>shift&counterMax == 0 {
			return false
		}
	}
	return true
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Counting) ContainsAll(dst []bool, hs []uint64) {
	if r, ok := f.remix(); ok {
		r.containsAll(dst, hs)
		return
	}
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = f.Contains(h)
	}
}

// Count returns for how many of hs Contains is true.
func (f *Counting) Count(hs []uint64) int {
	if r, ok := f.remix(); ok {
		return r.count(hs)
	}
	count := 0
	for _, h := range hs {
		if f.Contains(h) {
			count++
		}
	}
	return count
}

// remix returns what looks up many keys where that is done in assembly.
func (f *Counting) remix() (r remix, ok bool) {
	return remix{words: f.words, m: f.positions, shift: counterShift, k: f.k, away: distanceOf(f.positions << counterShift), ahead: true}, canAsk()
}

// Union adds the counters of other, up to the 15 at which they stick: as adding all keys of both.
// Errors are those of filter.Unioner.
func (f *Counting) Union(other filter.Filter) error {
	g, err := alike(f, other)
	if err != nil {
		return err
	}
	return f.unite(&g.counters)
}

// Copy returns an independent filter with the same counters.
func (f *Counting) Copy() filter.Filter { return &Counting{f.copied()} }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-counting",
			Doc:    "counting Bloom filter of 4-bit counters that stick at 15; keys can be removed, for 4 times the memory",
			Source: "L. Fan et al., IEEE/ACM Transactions on Networking 8 (3), 2000",
			Pinned: 0xabd1f783dc5ede3e,
		},
		Theory: "bloom",
		New:    func(s filter.Spec) (filter.Mutable, error) { return mutable(NewCounting(s)) },
		Restore: func(p filter.Params, r io.Reader) (filter.Filter, error) {
			c, err := restoreCounters(countingParams, p, r)
			if err != nil {
				return nil, err
			}
			return &Counting{c}, nil
		},
	})
}
