package theory

import (
	"fmt"
	"math"
	"sync"
)

func init() {
	filterTheories["bloom-blocked"] = filterTheory{
		fits: func(f Filter) error {
			if f.BlockBits == 0 || f.M%f.BlockBits != 0 || f.BlockBits%uint64(max(f.CounterBits, 1)) != 0 {
				return fmt.Errorf("m = %d bits and counters of %d do not fit blocks of %d bits", f.M, f.CounterBits, f.BlockBits)
			}
			return nil
		},
		fpr: func(f Filter) (float64, error) {
			return blockedExact(f.M/f.BlockBits, f.N, f.blockPositions(), f.K), nil
		},
		scatter: func(f Filter) float64 {
			return BlockedRelativeSD(f.M/f.BlockBits, f.N, f.blockPositions(), f.K)
		},
	}
}

// blockPositions returns how many bits, or counters, a block has.
func (f Filter) blockPositions() uint64 { return f.BlockBits / uint64(max(f.CounterBits, 1)) }

// blockedExact returns the rate of z blocks of b positions each that hold n keys whose k probes fall into one block,
// uniform and with replacement, as do those of a query:
//
//	fpr = sum_j Binom(j; n, 1/z) f(j)
//
// where f(j) is the exact rate of a Bloom filter of b positions and j keys. Source: F. Putze, P. Sanders, J. Singler,
// "Cache-, hash- and space-efficient Bloom filters", WEA 2007, with the exact inner rate in place of its
// approximation, which is 1 to 4 % low at b = 512 and 5 to 12 % at b = 64.
func blockedExact(z, n, b uint64, k int) float64 {
	if float64(k)*(float64(n)/float64(z)-loadSpread(n, z)) > fullThrows(b) {
		return 1
	}
	return overLoads(z, n, func(j uint64) float64 { return blockMoment(b, j, k, k) })
}

// fullThrows returns after how many throws b positions are all set but for a probability below e^-40.
func fullThrows(b uint64) float64 { return float64(b) * (math.Log(float64(b)) + 40) }

// BlockedPoisson returns the rate of a blocked filter with many blocks of b positions as a function of its positions
// per key: the load of a block is taken as Poisson.
func BlockedPoisson(perKey float64, b uint64, k int) float64 {
	mean := float64(b) / perKey
	sum, logWeight := 0.0, -mean
	for j := uint64(0); float64(j) < mean+12*math.Sqrt(mean)+20; j++ {
		sum += math.Exp(logWeight) * blockMoment(b, j, k, k)
		logWeight += math.Log(mean / float64(j+1))
	}
	return sum
}

// BlockedRelativeSD returns the standard deviation of the rate between blocked filters with many blocks, relative to
// their mean rate: see loadsRelativeSD. The rate of a block with X of its b positions set is (X/b)^k, whose square has
// the mean of a query of 2k probes.
func BlockedRelativeSD(z, n, b uint64, k int) float64 {
	return loadsRelativeSD(z, n,
		func(j uint64) float64 { return blockMoment(b, j, k, k) },
		func(j uint64) float64 { return blockMoment(b, j, k, 2*k) })
}

type blockShape struct {
	positions, load  uint64
	probes, exponent int
}

var blockMoments = struct {
	sync.Mutex
	known map[blockShape]float64
}{known: map[blockShape]float64{}}

// blockMoment returns E (X/b)^exponent for the X set positions of a block of b that holds j keys of k probes. What was
// computed once is kept.
func blockMoment(b, j uint64, k, exponent int) float64 {
	switch {
	case j == 0:
		return 0
	case float64(k)*float64(j) > fullThrows(b):
		return 1
	}
	shape := blockShape{b, j, k, exponent}
	blockMoments.Lock()
	defer blockMoments.Unlock()
	if moment, ok := blockMoments.known[shape]; ok {
		return moment
	}
	moment := bloomMoment(b, uint64(k)*j, exponent)
	blockMoments.known[shape] = moment
	return moment
}
