package filter

import (
	"errors"
	"fmt"
)

// Spec asks for a filter. A zero field is not given: the constructor chooses it from the others, and
// returns an error where they do not suffice or cannot be met.
type Spec struct {
	N   uint64  // distinct keys
	FPR float64 // target false-positive rate with N keys, in (0, 1)
	M   uint64  // payload bits
	K   int     // probes a key, 1 … MaxK
}

// The bounds of what a Spec may ask for; beyond them New returns an error that wraps ErrSpec.
const (
	MaxK   = 64      // more probes cost time and lower the rate no further at any sensible size
	MaxM   = 1 << 40 // 128 GiB; positions stay exact in 64-bit arithmetic
	MinFPR = 1e-15
)

// ErrSpec is wrapped by every error about parameters that no filter can be built from.
var ErrSpec = errors.New("bad filter parameters")

// Check returns an error that wraps ErrSpec and names the first field that is out of its domain. NaN is
// out of every domain.
func (s Spec) Check() error {
	switch {
	case s.FPR != 0 && !(s.FPR >= MinFPR && s.FPR < 1):
		return fmt.Errorf("%w: target fpr %v is not in [%g, 1)", ErrSpec, s.FPR, MinFPR)
	case s.K < 0 || s.K > MaxK:
		return fmt.Errorf("%w: k = %d probes is not in 1 … %d", ErrSpec, s.K, MaxK)
	case s.M > MaxM:
		return fmt.Errorf("%w: m = %d bits is more than 2^40", ErrSpec, s.M)
	case s.N > MaxM:
		return fmt.Errorf("%w: n = %d keys is more than 2^40", ErrSpec, s.N)
	case s == Spec{}:
		return fmt.Errorf("%w: nothing is given; give n and fpr, or m and k", ErrSpec)
	}
	return nil
}
