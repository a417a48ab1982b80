package bloom

import (
	"io"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// CountingBlocked is Counting with all k counters of a key in one block of 512 bits, a cache line of 128 counters.
// Counters stick at 15 as there. Blocks fill unevenly, so that the rate is higher at equal size, and a counter of a
// full block overflows more often, if still hardly ever.
//
// Source: L. Fan, P. Cao, J. Almeida, A. Broder, "Summary cache", IEEE/ACM Transactions on Networking 8 (3), 2000, in
// the blocks of F. Putze, P. Sanders, J. Singler, WEA 2007.
type CountingBlocked struct{ counters }

var countingBlocked = blockShape{bits: 512, counterBits: counterBits}

// NewCountingBlocked returns an empty filter. M counts all bits of the counters, four to a position, in blocks of 512;
// a target rate is met by the fewest blocks for which the exact rate does not exceed it, over every k.
// Errors wrap filter.ErrSpec.
func NewCountingBlocked(spec filter.Spec) (*CountingBlocked, error) {
	c, err := newCounters(countingBlocked.params, spec)
	if err != nil {
		return nil, err
	}
	return &CountingBlocked{c}, nil
}

// block returns where the words of the block of h start, and the remixed h from which its probes go on.
func (f *CountingBlocked) block(h uint64) (start, next uint64) {
	h *= multiplier
	at := place(h, f.params.M>>9)
	return at << 3, h
}

// next steps the hash and returns the word and the shift of its next counter: its top 3 and the following 4 bits.
func (f *CountingBlocked) next(start, h uint64) (next, word, shift uint64) {
	h *= multiplier
	return h, start + h>>61, h >> 57 & 15 * counterBits
}

// Add raises the counters of h, one step for every probe that meets them. It never refuses.
func (f *CountingBlocked) Add(h uint64) bool {
	start, h := f.block(h)
	f.raise(start, h, f.k)
	return true
}

// raise raises the counters of the first probes of h in the block at start.
func (f *CountingBlocked) raise(start, h uint64, probes int) {
	var word, shift uint64
	for range probes {
		h, word, shift = f.next(start, h)
		f.up(word, shift)
	}
}

// AddAll adds all of hs.
func (f *CountingBlocked) AddAll(hs []uint64) int {
	for _, h := range hs {
		f.Add(h)
	}
	return len(hs)
}

// Remove lowers the counters of h and reports whether h was there. Where a counter is too low for the
// probes that meet it, h was never added, and nothing changes. An absent hash whose counters all allow it
// is not told apart, and its removal loses other keys.
func (f *CountingBlocked) Remove(h uint64) bool {
	start, h := f.block(h)
	x := h
	var word, shift uint64
	for probe := range f.k {
		x, word, shift = f.next(start, x)
		if !f.down(word, shift) {
			f.raise(start, h, probe) // takes back what was lowered; no counter that sticks was, so none is raised to it
			return false
		}
	}
	return true
}

// Contains reports whether all counters of h are above 0.
func (f *CountingBlocked) Contains(h uint64) bool {
	start, h := f.block(h)
	var word, shift uint64
	for range f.k {
		h, word, shift = f.next(start, h)
		if f.words[word]>>shift&counterMax == 0 {
			return false
		}
	}
	return true
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *CountingBlocked) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	if filter.WorthAsking(f.Bytes()) {
		f.containsAsked(dst, hs)
		return
	}
	for i, h := range hs {
		dst[i] = f.Contains(h)
	}
}

// Count returns for how many of hs Contains is true.
func (f *CountingBlocked) Count(hs []uint64) int {
	if filter.WorthAsking(f.Bytes()) {
		return f.countAsked(hs)
	}
	count := 0
	for _, h := range hs {
		if f.Contains(h) {
			count++
		}
	}
	return count
}

// containsAsked is ContainsAll with the blocks of some keys asked for before they are read.
func (f *CountingBlocked) containsAsked(dst []bool, hs []uint64) {
	var blocks [filter.AskedKeys]uint64
	for len(hs) > 0 {
		n := f.ask(&blocks, hs)
		for i, h := range hs[:n] {
			dst[i] = f.Contains(h)
		}
		dst, hs = dst[n:], hs[n:]
	}
}

func (f *CountingBlocked) countAsked(hs []uint64) int {
	var blocks [filter.AskedKeys]uint64
	count := 0
	for len(hs) > 0 {
		n := f.ask(&blocks, hs)
		for _, h := range hs[:n] {
			if f.Contains(h) {
				count++
			}
		}
		hs = hs[n:]
	}
	return count
}

// ask asks for the blocks of the first of hs, and returns how many hashes they are of.
func (f *CountingBlocked) ask(blocks *[filter.AskedKeys]uint64, hs []uint64) int {
	n := min(filter.AskedKeys, len(hs))
	for i, h := range hs[:n] {
		blocks[i], _ = f.block(h)
	}
	filter.Ask(f.words, blocks[:n])
	return n
}

// Union adds the counters of other, up to the 15 at which they stick: as adding all keys of both.
// Errors are those of filter.Unioner.
func (f *CountingBlocked) Union(other filter.Filter) error {
	g, err := alike(f, other)
	if err != nil {
		return err
	}
	return f.unite(&g.counters)
}

// Copy returns an independent filter with the same counters.
func (f *CountingBlocked) Copy() filter.Filter { return &CountingBlocked{f.copied()} }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-counting-blocked",
			Doc:    "counting Bloom filter of 4-bit counters that stick at 15, all probes of a key in one cache line of 128 of them",
			Source: "L. Fan et al., IEEE/ACM Transactions on Networking 8 (3), 2000; F. Putze, P. Sanders, J. Singler, WEA 2007",
			Pinned: 0x493024e57a1c882f,
		},
		Theory: "bloom-blocked",
		New:    func(s filter.Spec) (filter.Mutable, error) { return mutable(NewCountingBlocked(s)) },
		Restore: func(p filter.Params, r io.Reader) (filter.Filter, error) {
			c, err := restoreCounters(countingBlocked.params, p, r)
			if err != nil {
				return nil, err
			}
			return &CountingBlocked{c}, nil
		},
	})
}
