// Package ribbon holds the ribbon filter: a static filter of one byte a row, in which the bytes of 128 rows, those
// that the hash of a key picks from a place on, add up by exclusive or to the key's fingerprint.
//
// The guarantee: every key that the filter was built from is found. Any other is found with probability 2^-8. The
// rows are the solution of a system of equations near the diagonal, found by Gaussian elimination; 1.01 to 1.07
// rows a key are needed, growing with the logarithm of their number, which is less than other filters take. The
// hash is mixed with a seed, because an attempt may fail: attempts count from 0, so that the same keys always give
// the same filter. A built filter never changes, and may be used from any number of goroutines.
//
// Source: P. Dillinger and S. Walzer, "Ribbon filter: practically smaller than Bloom and Xor", arXiv:2103.02515,
// 2021. The standard filter with ribbons of 128 bits; rows lie one after the other, not in columns of bits, and
// eight are masked at a time.
package ribbon

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

const (
	ribbon      = 128                // rows that a key's equation may have
	width       = 8                  // bits of a row
	maxRows     = 1<<32 - 1          // rows are numbered in 32 bits while the system is solved
	maxAttempts = 100                // TestAttempts shows that a few suffice
	mixer       = 0x9e3779b97f4a7c15 // 2^64 / golden ratio
)

// Filter is a ribbon filter.
//
// A look-up reads 128 rows of a byte, two or three cache lines side by side, eight rows at a time.
type Filter struct {
	rows    []byte
	seed    uint64
	starts  uint64 // rows that can be the first of a ribbon
	attempt int
	params  filter.Params
}

func seedOf(attempt int) uint64 { return hash.Fmix64(uint64(attempt) + 1) }

// masks holds for each byte a word whose bytes are 0xff where the byte's bits are 1.
var masks = func() (m [256]uint64) {
	for b := range m {
		for bit := range 8 {
			if b>>bit&1 != 0 {
				m[b] |= 0xff << (8 * bit)
			}
		}
	}
	return m
}()

// An equation says that the rows which the bits of low and then high pick, from row start on, add up to sum.
type equation struct {
	start     uint64
	low, high uint64
	sum       byte
}

// equationOf returns the equation of a mixed hash. The place comes from its high bits, and the rest from products
// that depend on all of them. The first row is always picked.
func equationOf(x, starts uint64) equation {
	start, _ := bits.Mul64(x, starts)
	low := x * mixer
	high := (low ^ low>>32) * mixer
	sum := (high ^ high>>32) * mixer
	return equation{start, low | 1, high, byte(sum >> 56)}
}

// add returns the exclusive or of the rows that low and high pick, among other bytes in the word's first one.
func add(rows *[ribbon]byte, low, high uint64) byte {
	x := half((*[64]byte)(rows[:64]), low) ^ half((*[64]byte)(rows[64:]), high)
	x ^= x >> 32
	x ^= x >> 16
	return byte(x ^ x>>8)
}

func half(rows *[64]byte, pick uint64) uint64 {
	x := binary.LittleEndian.Uint64(rows[0:]) & masks[byte(pick)]
	x ^= binary.LittleEndian.Uint64(rows[8:]) & masks[byte(pick>>8)]
	x ^= binary.LittleEndian.Uint64(rows[16:]) & masks[byte(pick>>16)]
	x ^= binary.LittleEndian.Uint64(rows[24:]) & masks[byte(pick>>24)]
	x ^= binary.LittleEndian.Uint64(rows[32:]) & masks[byte(pick>>32)]
	x ^= binary.LittleEndian.Uint64(rows[40:]) & masks[byte(pick>>40)]
	x ^= binary.LittleEndian.Uint64(rows[48:]) & masks[byte(pick>>48)]
	return x ^ binary.LittleEndian.Uint64(rows[56:])&masks[byte(pick>>56)]
}

func (f *Filter) equation(h uint64) equation { return equationOf(hash.Fmix64(h+f.seed), f.starts) }

// miss returns 0 where e holds.
func (f *Filter) miss(e equation) byte {
	return e.sum ^ add((*[ribbon]byte)(f.rows[e.start:]), e.low, e.high)
}

// Contains reports whether the equation of h holds.
func (f *Filter) Contains(h uint64) bool { return f.miss(f.equation(h)) == 0 }

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Filter) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	if filter.WorthAsking(f.Bytes()) {
		f.containsAsked(dst, hs)
		return
	}
	for i, h := range hs {
		dst[i] = f.miss(f.equation(h)) == 0
	}
}

// Count returns for how many of hs Contains is true.
func (f *Filter) Count(hs []uint64) int {
	if filter.WorthAsking(f.Bytes()) {
		return f.countAsked(hs)
	}
	count := 0
	for _, h := range hs {
		count += hit(f.miss(f.equation(h)))
	}
	return count
}

// hit returns 1 for 0 and 0 for the rest, without a branch.
func hit(miss byte) int { return int((uint32(miss) - 1) >> 31) }

// Params returns n, m, k = 1 and the bits of a row.
func (f *Filter) Params() filter.Params { return f.params }

// Bytes returns the size of the rows.
func (f *Filter) Bytes() int64 { return int64(f.params.M / width) }

// checkSpec returns an error that wraps filter.ErrSpec where the filter does not meet s.
func checkSpec(s filter.Spec) error {
	const rate = 1.0 / (1 << width)
	switch err := s.Check(); {
	case err != nil:
		return err
	case s.M != 0:
		return fmt.Errorf("%w: m = %d bits is given, but the size follows from the keys", filter.ErrSpec, s.M)
	case s.K > 1:
		return fmt.Errorf("%w: k = %d probes, but a key has one ribbon", filter.ErrSpec, s.K)
	case s.FPR != 0 && s.FPR < rate:
		return fmt.Errorf("%w: target fpr %v is below the %g of %d-bit rows", filter.ErrSpec, s.FPR, rate, width)
	}
	return nil
}
