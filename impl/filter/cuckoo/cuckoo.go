// Package cuckoo holds the cuckoo filter: buckets of four fingerprints, of which a key has one in either of two
// buckets. Keys can be removed.
//
// The guarantee: a key that was added is found until it is removed. One that was never added is found where a
// stored one has its fingerprint and its pair of buckets, with probability 1 - (1 - 2/(z (2^f-1)))^n for n keys in
// z buckets of f-bit fingerprints, given hashes that are uniform on 64 bits: buckets come from the high bits,
// fingerprints from the low 32.
// An Add that finds no way to free a slot is refused and changes nothing. A key fits at most eight times, and
// each Add of it needs a Remove of its own. Look-ups may run side by side; an Add or Remove must not run beside
// anything else.
//
// Source: B. Fan, D. Andersen, M. Kaminsky, M. Mitzenmacher, "Cuckoo filter: practically better than Bloom",
// CoNEXT 2014. The paper's other bucket is i xor hash(fingerprint), which needs a power of two of buckets; here
// it is hash(fingerprint) - i modulo their number, which is its own inverse too, for any even number. The hash
// is odd there: a key's buckets are an even and an odd one, and never the same.
package cuckoo

import (
	"encoding/binary"
	"math/bits"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

const (
	slots     = 4   // of a bucket
	maxKicks  = 500 // as in the paper: fingerprints that an Add moves at most
	wordBytes = 8   // a bucket is read as one word: as much lies behind the last one
)

// Filter is a cuckoo filter. Its buckets are packed: 4, 6 or 8 bytes for fingerprints of 8, 12 or 16 bits.
//
// A look-up or Remove reads two buckets, each in one cache line or two; an Add moves up to a fixed number of fingerprints
// once the table is nearly full.
type Filter struct {
	data    []byte
	buckets uint64
	size    uint64 // bytes of a bucket
	layout
	used   uint64 // slots
	params filter.Params
}

// layout is how the four fingerprints of a bucket lie in its word.
type layout struct {
	width uint64 // bits of a fingerprint
	mask  uint64 // the bits of a bucket
	low   uint64 // the lowest bit of each fingerprint
	high  uint64 // the highest bit of each fingerprint
}

func layoutOf(width int) layout {
	w := uint64(width)
	low := 1 | 1<<w | 1<<(2*w) | uint64(1)<<(3*w)
	return layout{width: w, mask: low * (1<<w - 1), low: low, high: low << (w - 1)}
}

// first returns the number of the lowest fingerprint that is 0, or slots or more where none is. It finds the
// lowest bit of the classic test for a zero byte, which above that bit may be wrong.
func (l *layout) first(bucket uint64) uint64 {
	return uint64(bits.TrailingZeros64((bucket-l.low)&^bucket&l.high)) / l.width
}

// holds returns a word that is not 0 where a fingerprint of the bucket is fp.
func (l *layout) holds(bucket, fp uint64) uint64 {
	x := bucket ^ fp*l.low
	return (x - l.low) &^ x & l.high
}

// New returns an empty filter of fingerprints of 8, 12 or 16 bits. For n keys it has slots that they fill to 95 %
// at most, or m bits where given, a multiple of two buckets. An fpr below the rate with n keys is an error.
func New(width int, spec filter.Spec) (*Filter, error) {
	buckets, err := shape(width, spec)
	if err != nil {
		return nil, err
	}
	return empty(width, buckets, spec.N), nil
}

func empty(width int, buckets, n uint64) *Filter {
	size := uint64(slots * width / 8)
	return &Filter{
		data: filter.MakeArray[byte](buckets*size + wordBytes), buckets: buckets, size: size, layout: layoutOf(width),
		params: filter.Params{N: n, M: buckets * size * 8, K: 2, FingerprintBits: width, BucketSlots: slots},
	}
}

func (f *Filter) bucket(i uint64) uint64 { return f.at(i * f.size) }

// at returns the bucket that starts at a byte.
func (f *Filter) at(start uint64) uint64 { return binary.LittleEndian.Uint64(f.data[start:]) & f.mask }

func (f *Filter) set(i, slot, fp uint64) {
	at := f.data[i*f.size:]
	shift := slot * f.width
	word := binary.LittleEndian.Uint64(at)
	word = word&^((1<<f.width-1)<<shift) | fp<<shift
	binary.LittleEndian.PutUint64(at, word)
}

// place returns the fingerprint of h, never 0, and its first bucket.
func (f *Filter) place(h uint64) (fp, i uint64) {
	i, _ = bits.Mul64(h, f.buckets)
	return 1 + h&(1<<32-1)*(1<<f.width-1)>>32, i
}

// other returns the bucket that fp may lie in beside i.
func (f *Filter) other(fp, i uint64) uint64 {
	odd, _ := bits.Mul64(hash.Fmix64(fp), f.buckets/2)
	j := 2*odd + 1 - i
	return j + uint64(int64(j)>>63)&f.buckets
}

// Add adds h. It is refused where no chain of 500 kicks frees a slot.
func (f *Filter) Add(h uint64) bool {
	fp, i := f.place(h)
	if f.put(fp, i) || f.put(fp, f.other(fp, i)) || f.kick(fp, i, h) {
		f.used++
		return true
	}
	return false
}

// put sets a free slot of bucket i to fp.
func (f *Filter) put(fp, i uint64) bool {
	slot := f.first(f.bucket(i))
	if slot >= slots {
		return false
	}
	f.set(i, slot, fp)
	return true
}

// kick puts fp in the place of a fingerprint of bucket i, that one in the place of one of its other bucket, and
// so on until one finds a free slot. The slots come from h, so that a chain that finds none can be walked back:
// each fingerprint leads to the bucket that it came from.
func (f *Filter) kick(fp, i, h uint64) bool {
	for step := range uint64(maxKicks) {
		fp = f.swap(fp, i, slotAt(h, step))
		i = f.other(fp, i)
		if f.put(fp, i) {
			return true
		}
	}
	for step := uint64(maxKicks); step > 0; step-- {
		i = f.other(fp, i)
		fp = f.swap(fp, i, slotAt(h, step-1))
	}
	return false
}

// slotAt returns the slot that a chain which starts with h takes in the given step.
func slotAt(h, step uint64) uint64 { return hash.Fmix64(h+step) >> 62 }

// swap puts fp into a slot and returns what was there.
func (f *Filter) swap(fp, i, slot uint64) uint64 {
	old := f.bucket(i) >> (slot * f.width) & (1<<f.width - 1)
	f.set(i, slot, fp)
	return old
}

// AddAll adds hs in order, stops at the first refusal and returns how many were added.
func (f *Filter) AddAll(hs []uint64) int {
	for i, h := range hs {
		if !f.Add(h) {
			return i
		}
	}
	return len(hs)
}

// Remove takes one fingerprint of h out and reports whether there was one. An absent hash that meets another's
// fingerprint is not told apart, and its removal loses that other one.
func (f *Filter) Remove(h uint64) bool {
	fp, i := f.place(h)
	return f.take(fp, i) || f.take(fp, f.other(fp, i))
}

func (f *Filter) take(fp, i uint64) bool {
	slot := f.first(f.bucket(i) ^ fp*f.low)
	if slot >= slots {
		return false
	}
	f.set(i, slot, 0)
	f.used--
	return true
}

// hit returns a word that is not 0 where a bucket of h holds its fingerprint.
func (f *Filter) hit(h uint64) uint64 {
	fp, i := f.place(h)
	return f.holds(f.bucket(i), fp) | f.holds(f.bucket(f.other(fp, i)), fp)
}

// Contains reports whether a bucket of h holds its fingerprint.
func (f *Filter) Contains(h uint64) bool { return f.hit(h) != 0 }

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Filter) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	if filter.WorthAsking(f.Bytes()) {
		f.containsAsked(dst, hs)
		return
	}
	for i, h := range hs {
		dst[i] = f.hit(h) != 0
	}
}

// Count returns for how many of hs Contains is true.
func (f *Filter) Count(hs []uint64) int {
	if filter.WorthAsking(f.Bytes()) {
		return f.countAsked(hs)
	}
	count := 0
	for _, h := range hs {
		count += one(f.hit(h))
	}
	return count
}

// one returns 0 for 0 and 1 for the rest, without a branch.
func one(x uint64) int { return int((x | -x) >> 63) }

// Params returns n, m, k, the bits of a fingerprint and the slots of a bucket.
func (f *Filter) Params() filter.Params { return f.params }

// Bytes returns the size of the buckets.
func (f *Filter) Bytes() int64 { return int64(len(f.data)) }

// FillRatio returns the load factor, the share of slots that are used.
func (f *Filter) FillRatio() float64 { return float64(f.used) / float64(f.buckets*slots) }

// Copy returns an independent filter with the same fingerprints.
func (f *Filter) Copy() filter.Filter {
	c := *f
	c.data = filter.CloneArray(f.data)
	return &c
}

// Clear empties the filter.
func (f *Filter) Clear() {
	clear(f.data)
	f.used = 0
}
