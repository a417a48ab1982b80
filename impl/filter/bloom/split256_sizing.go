package bloom

import (
	"fmt"
	"math"

	"hashlab/impl/filter"
)

// maxBlocks is the most blocks that the high half of a hash can reach.
const maxBlocks = 1 << 32

// splitRate returns the false-positive rate of z >= 1 blocks that hold n keys: the mean over the binomial
// number j of keys in a block of
//
//	1 - (1 - (1 - (31/32)^j)^8) (1 - 2^-32)^j
//
// whose last factor is the chance that no key of the block shares the 32 bits that pick the query's bits.
// The weights are those of Binomial(n, 1/z) up to a factor, from the mode outwards, until what is left
// out lies below 1e-17 of the rate. The relative error is below 1e-12.
func splitRate(z, n uint64) float64 {
	odds := 1 / float64(z-1) // q/(1-q) for q = 1/z
	if z == 1 {
		return blockRate(n)
	}
	mode := (n + 1) / z
	var total, hits float64
	for j, w := mode, 1.0; ; j-- {
		total += w
		hits += w * blockRate(j)
		if j == 0 || w < total*1e-20 {
			break
		}
		w *= float64(j) / (float64(n-j+1) * odds)
	}
	for j, w := mode, 1.0; j < n; j++ {
		w *= float64(n-j) * odds / float64(j+1)
		total += w
		hits += w * blockRate(j+1)
		if w < hits*1e-20 {
			break
		}
	}
	return hits / total
}

// blockRate returns the false-positive rate of a query that meets a block of j keys.
func blockRate(j uint64) float64 {
	keys := float64(j)
	lane := -math.Expm1(keys * math.Log1p(-1.0/laneBits))
	mask := math.Pow(lane, lanes)
	same := -math.Expm1(keys * math.Log1p(-1.0/(1<<32)))
	return mask + same - mask*same
}

// fewestBlocks returns the least z at which n keys have at most the rate fpr.
func fewestBlocks(n uint64, fpr float64) (uint64, error) {
	good := max(1, n/2048) // a block of 2048 keys is full: its rate is 1 to the last digit
	for splitRate(good, n) > fpr {
		if good >= maxBlocks {
			return 0, fmt.Errorf("%w: n = %d keys at fpr %v need more than 2^32 blocks", filter.ErrSpec, n, fpr)
		}
		good *= 2
	}
	bad := good / 2
	for good-bad > 1 {
		if middle := bad + (good-bad)/2; splitRate(middle, n) <= fpr {
			good = middle
		} else {
			bad = middle
		}
	}
	return good, nil
}
