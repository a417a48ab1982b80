// Package filter is the contract that every approximate-membership filter meets, and their registry.
//
// A filter answers whether a key was added: "no" is always true, "yes" is wrong with a small probability,
// the false-positive rate (fpr, a fraction). It works on 64-bit hashes, so that hashing and probing are
// measured apart; Join puts a hash function before it and gives a KeyFilter. A filter is not safe for
// concurrent use while a key is added, unless its Entry says that it is Concurrent; concurrent look-ups are safe.
package filter

// A Filter answers for the hashes that it holds. Look-ups check nothing, allocate nothing and never panic.
type Filter interface {
	// Contains reports whether the hash may have been added. False is certain.
	Contains(h uint64) bool
	// ContainsAll sets dst[i] to Contains(hs[i]). dst must be at least as long as hs; a shorter one panics.
	ContainsAll(dst []bool, hs []uint64)
	// Count returns for how many of hs Contains is true: the timed kernel, a loop over the concrete method.
	Count(hs []uint64) int
	// Params returns the parameters that the filter was built with.
	Params() Params
	// Bytes returns the size in memory of what the filter keeps, in bytes.
	Bytes() int64
}

// Mutable is a filter that takes keys one by one.
type Mutable interface {
	Filter
	// Add adds a hash. False means refused: the filter is full, and nothing that it holds is lost.
	Add(h uint64) bool
	// AddAll adds hs in order, stops at the first refusal and returns how many were added.
	AddAll(hs []uint64) int
}

// Deletable is a filter that gives keys back.
type Deletable interface {
	Mutable
	// Remove takes a hash out that was added before, and reports whether it was there. Removing one that was
	// never added is refused where the filter can tell, and may otherwise lose other keys.
	Remove(h uint64) bool
}

// Filler is a filter that knows its share of set bits, or of used slots.
type Filler interface{ FillRatio() float64 }

// Params are what the theory of a filter needs. A field that does not apply is 0.
type Params struct {
	N               uint64  // distinct keys it was designed for; 0 = not given
	M               uint64  // payload bits
	K               int     // probes a key
	BlockBits       uint64  // bits of the block that holds all probes of a key
	LaneBits        uint64  // bits of the lane that holds one probe of a key
	CounterBits     int     // bits of one counter; M counts all of them
	FingerprintBits int     // bits of one fingerprint
	BucketSlots     int     // slots of one bucket
	FPR             float64 // target rate, of a filter that goes on sizing itself while it is used
}

// BitsPerKey returns M/N, or 0 where N is not given.
func (p Params) BitsPerKey() float64 {
	if p.N == 0 {
		return 0
	}
	return float64(p.M) / float64(p.N)
}
