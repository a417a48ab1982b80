package bloom

import "math/bits"

// A sweep is the keys of a bulk look-up that are not known to be absent, a bit each. Such a look-up takes sweepKeys keys
// at a time. It first makes headProbes of every key, without a branch on what they find, which a processor would guess
// wrongly half of the time; most absent keys are gone then. The other probes are made of the keys that are left. After a
// sweep that left many keys, the next makes all probes of every key at once. Where the filter is far, probes are asked
// for before they are made.
type sweep [sweepKeys / 64]uint64

const (
	sweepKeys  = 256 // enough that the processor always has reads under way, and their state stays in the nearest cache
	headProbes = 2   // of an absent key the second is for nothing half of the time; three cost more than they save
	manyKeys   = 192 // present in a sweep: where the next is like it, hardly a key has probes to save
	aheadKeys  = 16  // how many keys before its turn the probes of a key are asked for
	ringProbes = 128 // at most asked for ahead, twice those of the largest k
)

// len returns how many keys are left.
func (s *sweep) len() int {
	n := 0
	for _, keys := range s {
		n += bits.OnesCount64(keys)
	}
	return n
}

// mark writes to dst whether each key is left.
func (s *sweep) mark(dst []bool) {
	for i := range dst {
		dst[i] = s.has(i)
	}
}

// list writes the numbers of the keys that are left to at, and returns how many there are.
func (s *sweep) list(at *[sweepKeys]uint8) (n int) {
	for w, keys := range s {
		for ; keys != 0; keys &= keys - 1 {
			at[n] = uint8(64*w + bits.TrailingZeros64(keys))
			n++
		}
	}
	return n
}

// has reports whether key i is left.
func (s *sweep) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

// put adds key i.
func (s *sweep) put(i uint8) { s[i/64] |= 1 << (i % 64) }

// drop removes key i.
func (s *sweep) drop(i uint8) { s[i/64] &^= 1 << (i % 64) }
