package quotient

import (
	"fmt"
	"math"
	"math/bits"

	"hashlab/impl/filter"
)

// loadLimit is the share of slots that the keys asked for fill: beyond it runs lie ever further from their place.
const loadLimit = 0.9

// maxRemainder keeps a slot within a word.
const maxRemainder = 64 - metaBits

// shape returns the slots and the bits of a remainder for the n and the fpr of s.
func shape(s filter.Spec) (slots uint64, remainder int, err error) {
	switch err := s.Check(); {
	case err != nil:
		return 0, 0, err
	case s.N == 0 || s.FPR == 0:
		return 0, 0, fmt.Errorf("%w: n and fpr are needed, got n = %d, fpr = %v", filter.ErrSpec, s.N, s.FPR)
	case s.M != 0:
		return 0, 0, fmt.Errorf("%w: m = %d bits is given, but it follows from n and fpr", filter.ErrSpec, s.M)
	case s.K > 1:
		return 0, 0, fmt.Errorf("%w: k = %d probes, but a key has one place", filter.ErrSpec, s.K)
	}
	slots = blockSlots * uint64(math.Ceil((float64(s.N)/loadLimit+1)/blockSlots))
	for remainder = 1; rate(slots, remainder, s.N) > s.FPR; remainder++ {
		if remainder == maxRemainder || bits.Len64(slots)+remainder == 64 {
			return 0, 0, fmt.Errorf("%w: n = %d keys at fpr %v need fingerprints of more than 64 bits", filter.ErrSpec, s.N, s.FPR)
		}
	}
	if m := slots * uint64(metaBits+remainder); m > filter.MaxM {
		return 0, 0, fmt.Errorf("%w: n = %d keys at fpr %v need m = %d bits, more than 2^40", filter.ErrSpec, s.N, s.FPR, m)
	}
	return slots, remainder, nil
}

// rate returns the false-positive rate with n keys: the chance that one of their fingerprints, uniform on the
// slots times 2^remainder, is that of a query.
func rate(slots uint64, remainder int, n uint64) float64 {
	return -math.Expm1(float64(n) * math.Log1p(-1/math.Ldexp(float64(slots), remainder)))
}
