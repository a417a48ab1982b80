// Package bloom holds the Bloom filters: arrays of bits, or of small counters, in which a key sets k
// positions and a look-up asks whether all of them are set.
//
// The guarantee: a key that was added is always found; one that was not is found with the false-positive
// rate of the theory named at the registration, given hashes that are uniform on 64 bits. A filter that
// holds more keys than it was sized for goes on working at a higher rate. Look-ups may run side by side;
// an Add or Remove must not run beside anything else. Concurrent and Stable say what differs for them.
//
// Sizes follow the exact rate, not the textbook rounding, which misses its own target: see sizing.go and
// blocks.go.
// Source: B. Bloom, "Space/time trade-offs in hash coding with allowable errors", CACM 13 (7), 1970.
package bloom

import (
	"fmt"
	"math/bits"

	"hashlab/impl/filter"
)

// multiplier is the constant of a multiplicative congruential generator modulo 2^64 with good spectra in
// every dimension to 8: G. Steele and S. Vigna, "Computationally easy, spectrally good multipliers for
// congruential pseudorandom number generators", Software: Practice and Experience 52 (2), 2022.
const multiplier = 0xf1357aea2e62a9c5

// place maps a hash to one of n positions: the high word of h times n, uniform but for a share n/2^64. It takes
// the high bits of h, and is exact for every n.
func place(h, n uint64) uint64 {
	at, _ := bits.Mul64(h, n)
	return at
}

// bitset is an array of bits, 64 to a word.
type bitset []uint64

func newBitset(m uint64) bitset { return filter.MakeArray[uint64]((m + 63) / 64) }

// ones counts the set bits.
func (b bitset) ones() uint64 {
	ones := 0
	for _, w := range b {
		ones += bits.OnesCount64(w)
	}
	return uint64(ones)
}

// mutable turns what a constructor returns into what a registration returns: without it an error would
// come with a filter that is not nil but holds none.
func mutable[F filter.Mutable](f F, err error) (filter.Mutable, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}

// alike returns other as a filter of the type of f, or an error that wraps filter.ErrMismatch.
func alike[F filter.Filter](f F, other filter.Filter) (F, error) {
	g, ok := other.(F)
	if !ok {
		return g, fmt.Errorf("%w: kind = %T and %T", filter.ErrMismatch, f, other)
	}
	return g, nil
}
