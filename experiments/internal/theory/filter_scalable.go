package theory

import (
	"fmt"
	"math"
)

// The growth of stages and the tightening of their rates that filters of the theory bloom-scalable have.
const (
	stageGrowth     = 2
	stageTightening = 0.85
)

func init() {
	filterTheories["bloom-scalable"] = filterTheory{fits: needsDesign, fpr: func(f Filter) (float64, error) {
		return scalable(float64(f.N), float64(f.Design), f.Target), nil
	}, scatter: func(f Filter) float64 { return scalableScatter(float64(f.N), float64(f.Design), f.Target) }}
}

// needsDesign refuses the shape of a filter that sizes itself where it does not say what for.
func needsDesign(f Filter) error {
	if f.Design == 0 || !(f.Target > 0 && f.Target < 1) {
		return fmt.Errorf("design n = %d, target fpr = %v: both are needed", f.Design, f.Target)
	}
	return nil
}

// scalable returns the rate of a scalable filter, whose first stage is meant for design keys, after n distinct ones:
//
//	fpr = 1 - prod_i (1 - eps_i)
//
// over the full stages, of eps_i = target (1 - r) r^i, and the last one, whose rate follows from what it holds. A stage
// is full when its share of set bits reaches the one of the rate eps_i. A key that is found in an earlier stage is not
// added, so of the keys that come only the share that is not reaches a later one; what the stage itself finds sets no
// bit, and counts as added. Stages are taken as large, with the best bits per key of a large filter: the relative error
// is near k^2/m for a first stage of m bits.
//
// Source: P. Almeida et al., "Scalable Bloom filters", Information Processing Letters 101 (6), 2007.
func scalable(n, design, target float64) float64 {
	missed := 1.0 // probability that no full stage finds a query
	for eps, capacity := target*(1-stageTightening), design; ; eps, capacity = eps*stageTightening, capacity*stageGrowth {
		reach := n * missed // of the keys that are left, those that come to this stage
		if reach < capacity {
			perKey, k := BloomBitsPerKey(eps)
			return 1 - missed*(1-FiniteM(perKey*capacity, reach, float64(k)))
		}
		n -= capacity / missed
		missed *= 1 - eps
	}
}

// scalableScatter returns the standard deviation of the rate of a scalable filter between sets of n keys, relative to its
// mean, by the delta method. A full stage has as many set bits as it may have, so its rate is the same in every filter;
// what differs is the last one's, by its own set bits, and by how many keys the full stages took before they were full.
// Near a border, where some filters have begun another stage and others have not, the stage before counts as if it were
// not full yet: that bounds the scatter from above.
func scalableScatter(n, design, target float64) float64 {
	missed, taken, before := 1.0, 0.0, 0.0 // taken is the variance of the keys in full stages, before that of the rate of the last of them
	left := n
	for eps, capacity := target*(1-stageTightening), design; ; eps, capacity = eps*stageTightening, capacity*stageGrowth {
		perKey, whole := BloomBitsPerKey(eps)
		m, k := perKey*capacity, float64(whole)
		if reach := left * missed; reach < capacity {
			variance := lastStageVariance(m, reach, k, missed*math.Sqrt(taken))
			if reach < 6*missed*math.Sqrt(taken) {
				variance += before
			}
			return missed * math.Sqrt(variance) / scalable(n, design, target)
		}
		sd := fillSD(m, capacity, k) / (k * (1 - ExpectedFill(m, capacity, k))) // in keys that reach the stage
		taken += math.Pow(sd/missed, 2)
		before = math.Pow(eps*RelativeSD(m, capacity, k), 2)
		left -= capacity / missed
		missed *= 1 - eps
	}
}

// lastStageVariance returns the variance of the rate of a stage of m bits that a number of keys reached which has the
// mean reach and the standard deviation sd.
func lastStageVariance(m, reach, k, sd float64) float64 {
	if reach < 1 {
		return 0
	}
	fill := ExpectedFill(m, reach, k)
	slope := k * k / m * (1 - fill) / fill // of the logarithm of the rate, by reach
	return math.Pow(FiniteM(m, reach, k)*math.Hypot(RelativeSD(m, reach, k), slope*sd), 2)
}

// ScalableCompound returns 1 - prod_i (1 - first r^i) over the given number of full stages, whose rates begin with first
// and fall by the factor r. It stays below first / (1 - r).
func ScalableCompound(first, r float64, stages int) float64 {
	logMissed := 0.0
	for range stages {
		logMissed += math.Log1p(-first)
		first *= r
	}
	return -math.Expm1(logMissed)
}
