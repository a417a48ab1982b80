package bloom

import (
	"math"

	"hashlab/impl/filter"
)

// estimate returns the number of distinct keys whose expected number of set positions is set:
//
//	ln(1 - set/positions) / ln(1 - hit)
//
// where a key sets a given position with probability hit. It is the estimate of Swamidass and Baldi, J. Chem.
// Inf. Model. 47 (3), 2007, and holds for blocks too: they change its standard error, not its mean. A full
// filter tells nothing: ok is false.
func estimate(p filter.Params, set uint64) (n float64, ok bool) {
	positions := p.M / uint64(max(p.CounterBits, 1))
	switch {
	case set >= positions:
		return 0, false
	case set == 0:
		return 0, true
	}
	return math.Log1p(-float64(set)/float64(positions)) / math.Log1p(-hit(p, float64(positions))), true
}

// hit returns the probability that a key sets a given one of the positions.
func hit(p filter.Params, positions float64) float64 {
	k := float64(p.K)
	switch {
	case p.LaneBits > 0: // one probe in each lane of a block, or in each slice of the filter
		return k / positions
	case p.BlockBits > 0: // all probes in one block
		block := float64(p.BlockBits) / float64(max(p.CounterBits, 1))
		return -math.Expm1(k*math.Log1p(-1/block)) * block / positions
	}
	return -math.Expm1(k * math.Log1p(-1/positions))
}
