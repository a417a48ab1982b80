package bloom

import (
	"fmt"
	"math/bits"

	"hashlab/impl/filter"
)

// maxHalves is the most bits that probes which start at a 32-bit half of the hash can cover.
const maxHalves = 1 << 32

// halvesParams sizes a filter whose first probe is the high half of the hash modulo m.
func halvesParams(spec filter.Spec) (filter.Params, error) {
	p, err := classicParams(spec)
	if err == nil && p.M > maxHalves {
		err = fmt.Errorf("%w: m = %d bits is more than the 2^32 that half a hash can reach", filter.ErrSpec, p.M)
	}
	return p, err
}

// halves returns the two halves of h, both reduced modulo m. Their sums, reduced one by one, equal those of the
// whole halves reduced at the end, without a division a probe.
func (a *array) halves(h uint64) (high, low uint64) {
	return h >> 32 % a.m, h & (1<<32 - 1) % a.m
}

// sum returns (x + y) mod m for x, y < m, without the branch that no processor could foresee.
func (a *array) sum(x, y uint64) uint64 {
	sum, below := bits.Sub64(x+y, a.m, 0)
	return sum + a.m&-below
}
