// Package quotient holds the quotient filter: a hash table with linear probing that keeps of every key a
// fingerprint, whose high part, the quotient, is where it belongs, and whose low part, the remainder, is what is
// stored. Keys can be removed, filters of one shape united, and a filter of twice the slots be made without the
// keys.
//
// The guarantee: a key that was added is found until it is removed; one that was never added is found where its
// fingerprint equals another's, with probability 1 - (1 - 1/(s 2^r))^n for n keys in s slots of r-bit remainders,
// given hashes that are uniform on 64 bits. The fingerprint is h s 2^r / 2^64, so that any number of slots will do.
// An Add is refused where one slot alone is free. Each Add of a key needs a Remove of its own. Look-ups may run
// side by side; an Add or Remove must not run beside anything else.
//
// Source: M. Bender et al., "Don't thrash: how to cache your hash on flash", PVLDB 5 (11), 2012. Its three bits
// of each slot lie in words of their own, so that a run is found by counting bits of words, not slot by slot.
package quotient

import (
	"math/bits"

	"hashlab/impl/filter"
)

// Slots come in blocks of 64. A block is three words of metadata, a bit a slot, and r words of remainders.
const (
	blockSlots = 64
	metaBits   = 3

	occupied     = 0 // the slot's number is the quotient of a stored fingerprint
	continuation = 1 // the remainder is not the first of its run, the remainders of one quotient
	shifted      = 2 // the remainder lies right of the slot where it belongs
)

// Filter is a quotient filter. Slots are a circle: after the last comes the first.
//
// A look-up walks one cluster of used slots, which is short while the table is up to 90 % full; so do Add and Remove, which
// shift the rest of it.
type Filter struct {
	words     []uint64
	slots     uint64
	remainder uint // bits
	stride    uint64
	used      uint64
	params    filter.Params
}

// New returns an empty filter with slots that n keys fill to 90 % at most and the fewest bits of a remainder that
// meet the fpr. Both are needed, and no m or k can be asked for.
// Errors wrap filter.ErrSpec.
func New(spec filter.Spec) (*Filter, error) {
	slots, remainder, err := shape(spec)
	if err != nil {
		return nil, err
	}
	return empty(slots, remainder, spec.N), nil
}

func empty(slots uint64, remainder int, n uint64) *Filter {
	stride := uint64(metaBits + remainder)
	return &Filter{
		words: filter.MakeArray[uint64](slots / blockSlots * stride), slots: slots, remainder: uint(remainder), stride: stride,
		params: filter.Params{N: n, M: slots * stride, K: 1, FingerprintBits: remainder},
	}
}

// meta returns the metadata of the given kind of the 64 slots around s, and the place of s in it.
func (f *Filter) meta(s uint64, kind int) *uint64 {
	return &f.words[s/blockSlots*f.stride+uint64(kind)]
}

func (f *Filter) is(s uint64, kind int) bool { return *f.meta(s, kind)>>(s%blockSlots)&1 != 0 }

func (f *Filter) mark(s uint64, kind int, on bool) {
	word, bit := f.meta(s, kind), uint64(1)<<(s%blockSlots)
	*word &^= bit
	if on {
		*word |= bit
	}
}

// inUse returns a bit for each of the 64 slots around s that holds a remainder.
func (f *Filter) inUse(s uint64) uint64 {
	at := s / blockSlots * f.stride
	return f.words[at+occupied] | f.words[at+continuation] | f.words[at+shifted]
}

func (f *Filter) holds(s uint64) bool { return f.inUse(s)>>(s%blockSlots)&1 != 0 }

func (f *Filter) next(s uint64) uint64 {
	if s++; s == f.slots {
		return 0
	}
	return s
}

// get returns the remainder in slot s.
func (f *Filter) get(s uint64) uint64 {
	bit := s % blockSlots * uint64(f.remainder)
	at := s/blockSlots*f.stride + metaBits + bit/64
	x := f.words[at] >> (bit % 64)
	if bit%64+uint64(f.remainder) > 64 {
		x |= f.words[at+1] << (64 - bit%64)
	}
	return x & (1<<f.remainder - 1)
}

// put sets the remainder in slot s.
func (f *Filter) put(s, remainder uint64) {
	bit := s % blockSlots * uint64(f.remainder)
	at := s/blockSlots*f.stride + metaBits + bit/64
	mask := uint64(1)<<f.remainder - 1
	f.words[at] = f.words[at]&^(mask<<(bit%64)) | remainder<<(bit%64)
	if over := bit%64 + uint64(f.remainder); over > 64 {
		f.words[at+1] = f.words[at+1]&^(mask>>(64-bit%64)) | remainder>>(64-bit%64)
	}
}

// split returns the quotient and the remainder of h.
func (f *Filter) split(h uint64) (quotient, remainder uint64) {
	quotient, rest := bits.Mul64(h, f.slots)
	return quotient, rest >> (64 - f.remainder)
}

// run returns the slot where the run of quotient q starts, or would start. Slot q must be in use.
func (f *Filter) run(q uint64) uint64 {
	start, runs := f.cluster(q)
	return f.skip(start, runs)
}

// cluster returns the last slot up to q that is not shifted, and how many runs start after that slot's own, up to
// and with that of q.
func (f *Filter) cluster(q uint64) (start, runs uint64) {
	upTo := ^uint64(0) >> (blockSlots - 1 - q%blockSlots)
	for at := q; ; {
		here := *f.meta(at, occupied) & upTo
		if straight := ^*f.meta(at, shifted) & upTo; straight != 0 {
			place := uint64(63 - bits.LeadingZeros64(straight))
			above := here &^ (1<<place | (1<<place - 1))
			return at - at%blockSlots + place, runs + uint64(bits.OnesCount64(above))
		}
		runs += uint64(bits.OnesCount64(here))
		if at -= at % blockSlots; at == 0 {
			at = f.slots
		}
		at--
		upTo = ^uint64(0)
	}
}

// skip returns the slot after s, in which a run starts, where the given number of further runs have started, or
// where the cluster ends.
func (f *Filter) skip(s, runs uint64) uint64 {
	if runs == 0 {
		return s
	}
	after := ^uint64(0) << (s % blockSlots) << 1
	for {
		heads := ^*f.meta(s, continuation) & after
		if n := uint64(bits.OnesCount64(heads)); n >= runs {
			for ; runs > 1; runs-- {
				heads &= heads - 1
			}
			return s - s%blockSlots + uint64(bits.TrailingZeros64(heads))
		} else {
			runs -= n
		}
		if s += blockSlots - s%blockSlots; s == f.slots {
			s = 0
		}
		after = ^uint64(0)
	}
}

// find returns the slot that holds the remainder in the run of quotient q.
func (f *Filter) find(q, remainder uint64) (start, at uint64, found bool) {
	if !f.is(q, occupied) {
		return 0, 0, false
	}
	start = f.run(q)
	for at = start; ; {
		switch x := f.get(at); {
		case x == remainder:
			return start, at, true
		case x > remainder:
			return 0, 0, false
		}
		if at = f.next(at); !f.is(at, continuation) {
			return 0, 0, false
		}
	}
}

// Contains reports whether a fingerprint equals that of h.
func (f *Filter) Contains(h uint64) bool {
	_, _, found := f.find(f.split(h))
	return found
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Filter) ContainsAll(dst []bool, hs []uint64) {
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
func (f *Filter) Count(hs []uint64) int {
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

// Params returns n, m, k = 1 and the bits of a remainder, beside which a slot has three of metadata.
func (f *Filter) Params() filter.Params { return f.params }

// Bytes returns the size of the slots.
func (f *Filter) Bytes() int64 { return int64(len(f.words)) * 8 }

// FillRatio returns the load factor, the share of slots that are used.
func (f *Filter) FillRatio() float64 { return float64(f.used) / float64(f.slots) }
