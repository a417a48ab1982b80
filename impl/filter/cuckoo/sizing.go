package cuckoo

import (
	"fmt"
	"math"

	"hashlab/impl/filter"
)

// shape returns the number of buckets that s asks for.
func shape(width int, s filter.Spec) (buckets uint64, err error) {
	pair := uint64(2 * slots * width)
	switch err := s.Check(); {
	case err != nil:
		return 0, err
	case s.K != 0 && s.K != 2:
		return 0, fmt.Errorf("%w: k = %d probes, but a key has 2 buckets", filter.ErrSpec, s.K)
	case s.N == 0 && s.M == 0:
		return 0, fmt.Errorf("%w: n or m is needed", filter.ErrSpec)
	case s.N == 0 && s.FPR != 0:
		return 0, fmt.Errorf("%w: m alone gives no rate, got fpr = %v without n", filter.ErrSpec, s.FPR)
	case s.M%pair != 0:
		return 0, fmt.Errorf("%w: m = %d bits is not a multiple of the %d of two buckets", filter.ErrSpec, s.M, pair)
	}
	if buckets = 2 * (s.M / pair); buckets == 0 {
		buckets = bucketsFor(s.N)
	}
	switch m := buckets / 2 * pair; {
	case m > filter.MaxM:
		return 0, fmt.Errorf("%w: n = %d keys need m = %d bits, more than 2^40", filter.ErrSpec, s.N, m)
	case buckets < bucketsFor(s.N):
		return 0, fmt.Errorf("%w: n = %d keys do not fit m = %d bits: they need %d buckets", filter.ErrSpec, s.N, m, bucketsFor(s.N))
	case s.FPR != 0 && rate(width, buckets, s.N) > s.FPR:
		return 0, fmt.Errorf("%w: fingerprints of %d bits have fpr %.6g with n = %d keys, above the target %v",
			filter.ErrSpec, width, rate(width, buckets, s.N), s.N, s.FPR)
	}
	return buckets, nil
}

// The load that many keys reach with hardly a refusal, and what small filters, whose keys crowd more by chance,
// have in addition: TestNoRefusal shows how rare refusals are.
const (
	loadLimit  = 0.95
	spareSlots = 24
)

// bucketsFor returns the buckets, an even number, that n keys fill without a refusal. Up to seven keys need two
// buckets, which every one of them can use.
func bucketsFor(n uint64) uint64 {
	need := float64(n) / loadLimit
	if n > 2*slots {
		need += spareSlots
	}
	return 2 * max(1, uint64(math.Ceil(need/(2*slots))))
}

// rate returns the false-positive rate with n keys: a fingerprint divides the buckets into pairs, and a query is
// found where one of the keys falls on its fingerprint and its pair. It is near 8/2^f times the load factor.
func rate(width int, buckets, n uint64) float64 {
	kinds := float64(buckets/2) * float64(uint64(1)<<width-1)
	return -math.Expm1(float64(n) * math.Log1p(-1/kinds))
}
