package bloom

import (
	"fmt"
	"math"

	"hashlab/impl/filter"
)

// lanes is the number of words of a split block, and so its k.
const lanes = 8

// splitShape is the form of a split block filter: one probe in each lane of one block.
type splitShape struct {
	lanes, laneBits uint64
	most            uint64  // blocks that the hash can reach, or that MaxM allows
	maskBits        float64 // bits of the hash that pick the bits within a block
}

func (s splitShape) blockBits() uint64 { return s.lanes * s.laneBits }

// rate returns the false-positive rate of z >= 1 blocks that hold n keys: the mixture of
//
//	1 - (1 - (1 - (1-1/w)^j)^lanes) (1 - 2^-maskBits)^j
//
// whose last factor is the chance that no key of the block shares the bits of the hash that pick the query's.
func (s splitShape) rate(z, n uint64) float64 { return mixture(z, n, s.blockRate) }

// blockRate returns the false-positive rate of a query that meets a block of j keys.
func (s splitShape) blockRate(j uint64) float64 {
	keys := float64(j)
	lane := -math.Expm1(keys * math.Log1p(-1/float64(s.laneBits)))
	mask := math.Pow(lane, float64(s.lanes))
	same := -math.Expm1(keys * math.Log1p(-math.Exp2(-s.maskBits)))
	return mask + same - mask*same
}

// fewestBlocks returns the least z at which n keys have at most the rate fpr.
func (s splitShape) fewestBlocks(n uint64, fpr float64) (uint64, error) {
	good := max(1, n/(64*s.laneBits)) // a block of 64 keys a bit of its lanes is full: its rate is 1 to the last digit
	for s.rate(good, n) > fpr {
		if good >= s.most {
			return 0, fmt.Errorf("%w: n = %d keys at fpr %v need more than the %d blocks that there can be", filter.ErrSpec, n, fpr, s.most)
		}
		good = min(2*good, s.most)
	}
	return leastBlocks(good, fpr, func(z uint64) float64 { return s.rate(z, n) }), nil
}

// params sizes a filter: by the fewest blocks, or by m, a multiple of a block.
func (s splitShape) params(spec filter.Spec) (filter.Params, error) {
	z, err := s.blocks(spec)
	if err != nil {
		return filter.Params{}, err
	}
	return filter.Params{N: spec.N, M: z * s.blockBits(), K: int(s.lanes), BlockBits: s.blockBits(), LaneBits: s.laneBits}, nil
}

// blocks returns the number of blocks that spec asks for.
func (s splitShape) blocks(spec filter.Spec) (uint64, error) {
	if err := spec.Check(); err != nil {
		return 0, err
	}
	b := s.blockBits()
	z := spec.M / b
	switch {
	case spec.K != 0 && uint64(spec.K) != s.lanes:
		return 0, fmt.Errorf("%w: k = %d, but a split block has k = %d", filter.ErrSpec, spec.K, s.lanes)
	case spec.M%b != 0:
		return 0, fmt.Errorf("%w: m = %d bits is not a multiple of %d: nearest are %d and %d", filter.ErrSpec, spec.M, b, z*b, (z+1)*b)
	case z > s.most:
		return 0, fmt.Errorf("%w: m = %d bits is more than the %d blocks that there can be", filter.ErrSpec, spec.M, s.most)
	case spec.FPR != 0 && spec.N == 0, spec.FPR == 0 && spec.M == 0:
		return 0, fmt.Errorf("%w: m alone, or n and fpr are needed, got n = %d, fpr = %v, m = %d", filter.ErrSpec, spec.N, spec.FPR, spec.M)
	case spec.M == 0:
		return s.fewestBlocks(spec.N, spec.FPR)
	case spec.FPR != 0 && s.rate(z, spec.N) > spec.FPR:
		return 0, fmt.Errorf("%w: m = %d with n = %d keys has fpr %.6g, above the target %v",
			filter.ErrSpec, spec.M, spec.N, s.rate(z, spec.N), spec.FPR)
	}
	return z, nil
}
