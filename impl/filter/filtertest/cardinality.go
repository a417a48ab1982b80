package filtertest

import (
	"errors"
	"fmt"
	"math"

	"hashlab/impl/filter"
)

// cardinalityNear compares estimates with the number of distinct keys, each of which was added twice. They may be off
// by 6 standard errors and one key: where the estimate is normal, a sound filter fails with a probability of 2e-9 at
// each size. At 20,000 keys and 1 % the check finds an estimate that is off by 1.1 %. A fingerprint filter may miss as
// many keys as it has false positives.
func cardinalityNear(v variant) error {
	for _, n := range []uint64{0, 1, 1000, 20_000} {
		s, err := v.holding(2*n, span(0, n))
		if err != nil {
			return fmt.Errorf("n = %d: %w", n, err)
		}
		if err := s.fill(span(0, n)); err != nil {
			return fmt.Errorf("n = %d: %w", n, err)
		}
		got, err := filter.Cardinality(s.joint())
		if err != nil {
			return fmt.Errorf("n = %d: %w", n, err)
		}
		bound := 1.0
		if p := s.params(); n > 0 && p.FingerprintBits > 0 {
			bound += float64(n)*v.rate + 6*math.Sqrt(float64(n)*v.rate)
		} else if n > 1 {
			bound += 6 * estimateError(p, float64(n))
		}
		if !(math.Abs(got-float64(n)) <= bound) {
			return fmt.Errorf("%d distinct keys are estimated as %.2f, more than %.2f off", n, got, bound)
		}
	}
	return nil
}

// saturationIsTold fills every position of a small filter: there is no estimate then.
func saturationIsTold(v variant) error {
	s, err := v.holding(1, nil)
	if err != nil {
		return err
	}
	positions, hit := reach(s.params())
	if err := s.fill(span(0, uint64(math.Log(positions/alarm)/(0.75*hit)))); err != nil {
		return err
	}
	if s.fillRatio() != 1 {
		return nil // it has grown
	}
	if n, err := filter.Cardinality(s.joint()); !errors.Is(err, filter.ErrSaturated) {
		return fmt.Errorf("a filter with every position set estimates %v keys, %v; want ErrSaturated", n, err)
	}
	return nil
}

// estimateError returns the standard error, in keys, of the estimate from the number X of set positions, by the delta
// method: sd(X) / |dE X/dn|. Var X is exact: with the probability q that a key sets a given position, and r that it
// sets one or both of two, the sum over all ordered pairs of positions of (1-r)^n - (1-q)^(2n), and P c (1-c) with
// c = (1-q)^n for each of the P positions with itself.
func estimateError(p filter.Params, n float64) float64 {
	positions, q := reach(p)
	counter := float64(max(p.CounterBits, 1))
	block, lane, k := float64(p.BlockBits)/counter, float64(p.LaneBits)/counter, float64(p.K)
	if block == 0 {
		block = positions
	}
	blocks := positions / block
	type pairs struct{ number, either float64 }
	all := []pairs{{block - 1, -math.Expm1(k*math.Log1p(-2/block)) / blocks}}
	if lane > 0 {
		all = []pairs{{lane - 1, 2 * q}, {block - lane, (2 - 1/lane) / lane / blocks}}
	}
	all = append(all, pairs{positions - block, 2 * q})
	clear := n * math.Log1p(-q) // the logarithm of c
	variance := -math.Expm1(clear)
	for _, pair := range all { // a position of P has number partners
		variance += pair.number * math.Exp(clear) * math.Expm1(n*(math.Log1p(-pair.either)-2*math.Log1p(-q)))
	}
	variance *= positions * math.Exp(clear)
	return math.Sqrt(variance) / (-math.Log1p(-q) * positions * math.Exp(clear))
}
