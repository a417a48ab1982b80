package filtertest

import (
	"fmt"
	"math"

	"hashlab/impl/filter"
)

// alarm is the probability that a sound filter fails one of the two checks of positionsCover.
const alarm = 1e-9

// coversBits reports whether positionsCover applies: the filter knows its fill ratio, and keys are bits.
func coversBits(s subject) bool {
	_, ok := s.any().(filter.Filler)
	return ok && s.params().FingerprintBits == 0
}

// positionsCover demands that keys reach all positions, and no fewer or more of them than they should.
//
// With 20,000 keys the fill ratio lies near its expectation. One key changes at most k positions, so by
// McDiarmid's inequality the number X of set positions obeys P(|X - E X| >= t) <= 2 exp(-2 t^2 / (n k^2))
// whatever the positions of one key have to do with each other. The bound finds a fill ratio that is off
// by t/positions: 0.017 at 10 bits per key.
//
// A small filter that holds far too many keys has every position set. After n keys one is clear with a
// probability of at most positions (1 - hit)^n, where a key hits a given position with probability hit,
// taken a quarter lower since the probes of one key may coincide by the scheme. The check finds a single
// position that is never set. A filter that grows as it fills is left out of it.
func positionsCover(v variant) error {
	const n = 20_000
	s, err := v.holding(n, span(0, n))
	if err != nil {
		return err
	}
	positions, hit := reach(s.params())
	want := -math.Expm1(n * math.Log1p(-hit))
	bound := float64(s.params().K) * math.Sqrt(n*math.Log(2/alarm)/2) / positions
	if got := s.fillRatio(); !(math.Abs(got-want) <= bound) {
		return fmt.Errorf("n = %d: the fill ratio is %.5f, expected is %.5f and at most %.5f off", n, got, want, bound)
	}
	if s, err = v.holding(50, nil); err != nil {
		return err
	}
	before := s.params()
	positions, hit = reach(before)
	many := uint64(math.Log(positions/alarm) / (0.75 * hit))
	if err := s.fill(span(0, many)); err != nil {
		return err
	}
	if got := s.fillRatio(); got != 1 && s.params() == before {
		return fmt.Errorf("%d keys in %v positions leave the fill ratio at %v", many, positions, got)
	}
	return nil
}

// reach returns the number of positions, and the probability that a key sets a given one.
func reach(p filter.Params) (positions, hit float64) {
	positions = float64(p.M)
	if p.CounterBits > 0 {
		positions /= float64(p.CounterBits)
	}
	k := float64(p.K)
	switch {
	case p.LaneBits > 0: // one probe in each lane of a block
		return positions, k / positions
	case p.BlockBits > 0: // all probes in one block
		block := float64(p.BlockBits) / float64(max(p.CounterBits, 1))
		return positions, -math.Expm1(k*math.Log1p(-1/block)) * block / positions
	}
	return positions, -math.Expm1(k * math.Log1p(-1/positions))
}
