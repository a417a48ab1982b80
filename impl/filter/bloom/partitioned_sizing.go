package bloom

import (
	"fmt"
	"math"

	"hashlab/impl/filter"
)

// partitionedRate returns the false-positive rate of k slices, each of slice >= 1 bits, that hold n keys:
//
//	(1 - (1 - 1/slice)^n)^k
//
// It is exact; the relative error is below 1e-13.
func partitionedRate(slice, n uint64, k int) float64 {
	return math.Pow(-math.Expm1(float64(n)*math.Log1p(-1/float64(slice))), float64(k))
}

// fewestSlice returns the least slice of which k meet the rate fpr with n keys: the inverse of partitionedRate,
// then a step of one bit until it is the least.
func fewestSlice(n uint64, fpr float64, k int) uint64 {
	share := math.Pow(fpr, 1/float64(k))
	bits := -1 / math.Expm1(math.Log1p(-share)/float64(n))
	if bits > filter.MaxM {
		return filter.MaxM + 1
	}
	slice := max(1, uint64(bits))
	for slice > 1 && partitionedRate(slice-1, n, k) <= fpr {
		slice--
	}
	for partitionedRate(slice, n, k) > fpr {
		slice++
	}
	return slice
}

// partitionedParams sizes a filter of slices: by the fewest bits over every k, or at the k given; or, for m and n, by
// the k of the lowest rate that divides m.
func partitionedParams(s filter.Spec) (filter.Params, error) {
	if err := s.Check(); err != nil {
		return filter.Params{}, err
	}
	switch {
	case s.M == 0 && (s.N == 0 || s.FPR == 0):
		return filter.Params{}, fmt.Errorf("%w: without m both n and fpr are needed, got n = %d, fpr = %v", filter.ErrSpec, s.N, s.FPR)
	case s.N == 0 && (s.K == 0 || s.FPR != 0):
		return filter.Params{}, fmt.Errorf("%w: without n both m and k are needed, and no fpr, got m = %d, k = %d, fpr = %v",
			filter.ErrSpec, s.M, s.K, s.FPR)
	case s.K != 0 && s.M%uint64(s.K) != 0:
		below := s.M - s.M%uint64(s.K)
		return filter.Params{}, fmt.Errorf("%w: m = %d bits is not a multiple of k = %d: nearest are %d and %d",
			filter.ErrSpec, s.M, s.K, below, below+uint64(s.K))
	}
	slice, k := partition(s)
	m := slice * uint64(k)
	switch {
	case m > filter.MaxM:
		return filter.Params{}, fmt.Errorf("%w: n = %d keys at fpr %v need more than 2^40 bits", filter.ErrSpec, s.N, s.FPR)
	case s.FPR != 0 && partitionedRate(slice, s.N, k) > s.FPR:
		return filter.Params{}, fmt.Errorf("%w: m = %d, k = %d with n = %d keys has fpr %.6g, above the target %v",
			filter.ErrSpec, m, k, s.N, partitionedRate(slice, s.N, k), s.FPR)
	}
	return filter.Params{N: s.N, M: m, K: k, LaneBits: slice}, nil
}

// partition returns the slice and the k for s, which suffices.
func partition(s filter.Spec) (slice uint64, k int) {
	first, last := 1, filter.MaxK
	if s.K != 0 {
		first, last = s.K, s.K
	}
	lowest := math.Inf(1)
	for i := first; i <= last; i++ {
		if s.M == 0 {
			if bits := fewestSlice(s.N, s.FPR, i); k == 0 || bits*uint64(i) < slice*uint64(k) {
				slice, k = bits, i
			}
			continue
		}
		if s.M%uint64(i) != 0 {
			continue
		}
		if s.N == 0 {
			return s.M / uint64(i), i
		}
		if rate := partitionedRate(s.M/uint64(i), s.N, i); rate < lowest {
			lowest, slice, k = rate, s.M/uint64(i), i
		}
	}
	return slice, k
}
