package bloom

import (
	"fmt"

	"hashlab/impl/filter"
)

// shape returns the positions and probes that s asks for, where s.M counts positions:
//
//	n, fpr       the fewest positions over every k
//	n, fpr, k    the fewest positions at that k
//	n, m         the k of the lowest rate
//	m, k         as given, with or without n
//
// Where all that is needed for a rate is given, a target fpr beside it is a condition. What does not
// suffice, or contradicts itself, is an error that wraps filter.ErrSpec.
func shape(s filter.Spec) (m uint64, k int, err error) {
	if err := s.Check(); err != nil {
		return 0, 0, err
	}
	switch {
	case s.M == 0 && (s.N == 0 || s.FPR == 0):
		return 0, 0, fmt.Errorf("%w: without m both n and fpr are needed, got n = %d, fpr = %v", filter.ErrSpec, s.N, s.FPR)
	case s.M == 0:
		return fewestBits(s.N, s.FPR, s.K)
	case s.N == 0 && (s.K == 0 || s.FPR != 0):
		return 0, 0, fmt.Errorf("%w: without n both m and k are needed, and no fpr, got m = %d, k = %d, fpr = %v",
			filter.ErrSpec, s.M, s.K, s.FPR)
	}
	m, k = s.M, s.K
	if k == 0 {
		k = bestProbes(m, s.N)
	}
	if s.FPR != 0 && rate(m, s.N, k) > s.FPR {
		return 0, 0, fmt.Errorf("%w: m = %d, k = %d with n = %d keys has fpr %.6g, above the target %v",
			filter.ErrSpec, m, k, s.N, rate(m, s.N, k), s.FPR)
	}
	return m, k, nil
}

// classicParams sizes a filter whose probes may fall on any of its bits.
func classicParams(spec filter.Spec) (filter.Params, error) {
	m, k, err := shape(spec)
	return filter.Params{N: spec.N, M: m, K: k}, err
}
