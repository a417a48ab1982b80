package extern

import (
	"fmt"

	"hashlab/impl/filter"
)

// wantsTarget returns an error that wraps filter.ErrSpec unless s gives n and fpr and leaves m and k to the library.
func wantsTarget(s filter.Spec) error {
	if err := s.Check(); err != nil {
		return err
	}
	if s.N == 0 || s.FPR == 0 || s.M != 0 || s.K != 0 {
		return fmt.Errorf("%w: n and fpr are needed, and no m or k, got %+v", filter.ErrSpec, s)
	}
	return nil
}

// inRange returns an error that wraps filter.ErrSpec where the sizes that a library would choose for s are none, or
// more than most bits or filter.MaxK probes.
func inRange(s filter.Spec, m, k, most uint64) error {
	if m == 0 || m > most || k == 0 || k > filter.MaxK {
		return fmt.Errorf("%w: m = %d, k = %d from %+v is not in 1 … %d and 1 … %d", filter.ErrSpec, m, k, s, most, filter.MaxK)
	}
	return nil
}

// calm runs a library's code and turns a panic into an error.
func calm(s filter.Spec, run func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: the library panics on %+v: %v", filter.ErrSpec, s, p)
		}
	}()
	return run()
}

// mutable turns what a constructor returns into what a registration returns: without it an error would come with a
// filter that is not nil but holds none.
func mutable[F filter.Mutable](f F, err error) (filter.Mutable, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}

// keyed is mutable for a filter that owns its hashing.
func keyed[F filter.MutableKeyFilter](f F, err error) (filter.MutableKeyFilter, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}

// maxXorfilterKeys keeps the library's 32-bit sizes whole.
const maxXorfilterKeys = 3_000_000_000

// xorfilterSpec returns an error that wraps filter.ErrSpec where 8-bit fingerprints in three places do not meet s, or
// where there are too many hashes.
func xorfilterSpec(s filter.Spec, hs []uint64) error {
	switch err := s.Check(); {
	case err != nil:
		return err
	case s.M != 0 || s.K != 0 && s.K != 3:
		return fmt.Errorf("%w: m follows from the keys and k is 3, got m = %d, k = %d", filter.ErrSpec, s.M, s.K)
	case s.FPR != 0 && s.FPR < 1.0/256:
		return fmt.Errorf("%w: target fpr %v is below the %v of 8-bit fingerprints", filter.ErrSpec, s.FPR, 1.0/256)
	case len(hs) > maxXorfilterKeys:
		return fmt.Errorf("%w: n = %d keys are more than %d", filter.ErrSpec, len(hs), maxXorfilterKeys)
	}
	return nil
}
