// Package hash is the contract that every hash function meets, and their registry.
//
// A hash maps a key, a byte string, to 64 bits. It is immutable, safe for concurrent use and allocates
// nothing. []byte, string and integer forms of the same bytes give the same value. Filters and locators
// take that value as it comes: what needs mixing is mixed in a wrapper with a name of its own.
package hash

import "hashlab/impl/registry"

// A Hash is one member of a family of hash functions, picked by its seed.
type Hash interface {
	// Bytes returns the hash of key. It does not keep or change key.
	Bytes(key []byte) uint64
	// String returns Bytes([]byte(key)) without a copy.
	String(key string) uint64
	// Uint64 returns Bytes of the 8 little-endian bytes of key.
	Uint64(key uint64) uint64
	// Sum sets dst[i] to Bytes(keys[i]): a loop over the concrete function, which costs no dispatch a key.
	// dst must be at least as long as keys; a shorter one panics.
	Sum(dst []uint64, keys [][]byte)
	// SumStrings is Sum for string keys.
	SumStrings(dst []uint64, keys []string)
	// Info describes the function.
	Info() Info
	// Seed returns the seed that New was given.
	Seed() uint64
}

// Seeds says what picks one member of a family.
type Seeds string

const (
	NoSeed         Seeds = "none"        // one fixed function: only seed 0 is taken
	Seed32         Seeds = "32-bit"      // seeds from 0 to 2^32-1
	Seed64         Seeds = "64-bit"      // any seed
	SeedKey128     Seeds = "128-bit key" // any seed, as the low half of the key; the high half is 0
	SeedPerProcess Seeds = "per process" // drawn when the process starts: only seed 0 is taken
)

// Info describes a registered hash function.
type Info struct {
	registry.Meta
	Bits   int    // width of the function itself, 32 or 64; the hash is always 64 bits
	Seeds  Seeds  // what picks a member of the family
	Stable bool   // the same value in every process and on every machine
	Keyed  bool   // a secret seed keeps an adversary from finding collisions
	Floor  bool   // a control that is there to be timed: it does the least that reading a key takes, and its values are not judged
	Code   uint32 // SMHasher verification code of the function at its own width, digests little-endian
}

// Base holds what every implementation answers alike; families embed it.
type Base struct {
	info *Info
	seed uint64
}

// NewBase returns the Base of a hash that was made from seed.
func NewBase(info *Info, seed uint64) Base { return Base{info, seed} }

// Info describes the function.
func (b Base) Info() Info { return *b.info }

// Seed returns the seed that the hash was made from.
func (b Base) Seed() uint64 { return b.seed }

// Direct is what a hash has besides that adapts a library: the plainest loops over the library's own function,
// without a seed, as a program writes them that does not use this contract. They are there to be timed beside
// Sum and SumStrings, and give the same values where the seed is 0.
type Direct interface {
	// DirectSum is Sum by the library alone, with seed 0.
	DirectSum(dst []uint64, keys [][]byte)
	// DirectSumStrings is SumStrings by the library alone, with seed 0.
	DirectSumStrings(dst []uint64, keys []string)
}
