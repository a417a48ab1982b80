// Package fuse holds the static filters that solve equations in exclusive or: binary fuse filters, in which
// a key has three or four cells in neighbouring segments, and the xor filter, in which it has three anywhere.
//
// The guarantee: every key that the filter was built from is found. Any other is found with probability
// 2^-f, for fingerprints of f bits: the xor of its cells is a fixed value, and its fingerprint meets it by
// chance. The hash is mixed with a seed (hash.Fmix64 of their sum), because an attempt to solve the equations
// may fail and the next one needs other cells: attempts count from 0, so that the same keys always give the
// same filter. A built filter never changes, and may be used from any number of goroutines.
//
// Sources: T. M. Graf and D. Lemire, "Xor filters", ACM Journal of Experimental Algorithmics 25, 2020, and
// "Binary fuse filters", the same 27, 2022.
package fuse

import (
	"fmt"
	"math/bits"
	"slices"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// fingerprint is the type of a cell.
type fingerprint interface{ uint8 | uint16 }

// widthOf returns the bits of a fingerprint.
func widthOf[F fingerprint]() int { return bits.Len64(uint64(^F(0))) }

const (
	maxCells    = 1<<32 - 1 // cells are numbered in 32 bits
	maxAttempts = 100       // TestAttempts shows that a few suffice
)

// seedOf returns what an attempt adds to every hash.
func seedOf(attempt int) uint64 { return hash.Fmix64(uint64(attempt) + 1) }

// A key is mixed to a word, whose low byte is cleared. While equations are solved, a cell is the xor of the
// words of its keys, and its low byte counts them: in steps of one, above two bits that hold the xor of the
// numbers, 0 to 3, which the cell has among the cells of each key. So a key that is alone in a cell can be
// read off it. Two keys with the same word are one key to the filter.
const (
	tag   = 0xff
	one   = 4
	which = one - 1
)

func wordOf(h, seed uint64) uint64 { return hash.Fmix64(h+seed) &^ tag }

// fingerprintOf folds bits that the cells of a small filter leave over.
func fingerprintOf[F fingerprint](x uint64) F { return F(x>>8 ^ x>>40) }

// checkSpec returns an error that wraps filter.ErrSpec where a filter of the given probes and fingerprint
// bits does not meet s. The size follows from the keys: no m can be asked for.
func checkSpec(s filter.Spec, probes, width int) error {
	rate := 1 / float64(uint64(1)<<width)
	switch err := s.Check(); {
	case err != nil:
		return err
	case s.M != 0:
		return fmt.Errorf("%w: m = %d bits is given, but the size follows from the keys", filter.ErrSpec, s.M)
	case s.K != 0 && s.K != probes:
		return fmt.Errorf("%w: k = %d probes, but the filter has %d", filter.ErrSpec, s.K, probes)
	case s.FPR != 0 && s.FPR < rate:
		return fmt.Errorf("%w: target fpr %v is below the %g of %d-bit fingerprints", filter.ErrSpec, s.FPR, rate, width)
	}
	return nil
}

// search makes attempts until one succeeds and returns its number. The first takes the hashes as they come
// (words is nil), since nearly always none repeats and it succeeds; the others get their words sorted, each
// once.
func search(hs []uint64, try func(hs, words []uint64, attempt int) bool) (attempt int, err error) {
	if try(hs, nil, 0) {
		return 0, nil
	}
	for attempt := range maxAttempts {
		words := distinctWords(hs, seedOf(attempt))
		if attempt == 0 && len(words) == len(hs) {
			continue // nothing repeats: the seed itself failed
		}
		if try(hs, words, attempt) {
			return attempt, nil
		}
	}
	return 0, fmt.Errorf("no solution for %d keys in %d attempts", len(hs), maxAttempts)
}

func distinctWords(hs []uint64, seed uint64) []uint64 {
	words := make([]uint64, len(hs))
	for i, h := range hs {
		words[i] = wordOf(h, seed)
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// arrange returns the words of hs, ordered by their high blockBits bits: keys that are near each other in the
// filter then come one after the other, and the solver works within the cache.
func arrange(hs []uint64, seed uint64, blockBits int) []uint64 {
	words := make([]uint64, len(hs))
	next := make([]uint32, 1<<blockBits+1) // where the next word of each block goes
	shift := uint(64 - blockBits)
	for _, h := range hs {
		next[wordOf(h, seed)>>shift+1]++
	}
	for i := range next[1:] {
		next[i+1] += next[i]
	}
	for _, h := range hs {
		x := wordOf(h, seed)
		block := &next[x>>shift]
		words[*block] = x
		*block++
	}
	return words
}

// degreesAdd reports whether the counts of all cells add up to keys: otherwise one was too high for its bits.
func degreesAdd(sets []uint64, keys int) bool {
	sum := 0
	for _, s := range sets {
		sum += int(s & tag / one)
	}
	return sum == keys
}

// hit returns 1 for 0 and 0 for the rest, without a branch.
func hit[F fingerprint](miss F) int { return int((uint32(miss) - 1) >> 31) }
