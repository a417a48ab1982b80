package theory

import (
	"fmt"
	"math"
)

// Stuck returns the expected share of the counters of a counting filter that meet at least limit probes of its
// N keys: those that stick at a maximum of limit, and stay above 0 when every key is removed. Probes fall on
// the counters, of the whole filter or of one block, alike and with replacement:
//
//	P(Binom(kn, 1/m) >= limit),   in blocks   sum_j Binom(j; n, 1/z) P(Binom(kj, 1/b) >= limit)
func Stuck(f Filter, limit int) (share float64, err error) {
	switch {
	case f.CounterBits == 0:
		return 0, fmt.Errorf("a filter of %d bits without counters: none can stick", f.M)
	case limit < 1:
		return 0, fmt.Errorf("a maximum of %d probes: want at least 1", limit)
	case f.BlockBits == 0:
		return binomialTail(uint64(f.K)*f.N, f.positions(), limit), nil
	}
	b := f.blockPositions()
	return overLoads(f.M/f.BlockBits, f.N, func(j uint64) float64 { return binomialTail(uint64(f.K)*j, b, limit) }), nil
}

// binomialTail returns P(Binom(throws, 1/positions) >= limit), by summing the smaller side: terms below limit
// where the mean lies above it, else those from limit on.
func binomialTail(throws, positions uint64, limit int) float64 {
	n, p := float64(throws), 1/float64(positions)
	if n < float64(limit) {
		return 0
	}
	logTerm := func(i float64) float64 {
		a, _ := math.Lgamma(n + 1)
		b, _ := math.Lgamma(i + 1)
		c, _ := math.Lgamma(n - i + 1)
		return a - b - c + i*math.Log(p) + (n-i)*math.Log1p(-p)
	}
	sum := 0.0
	if n*p > float64(limit) {
		for i := range limit {
			sum += math.Exp(logTerm(float64(i)))
		}
		return 1 - sum
	}
	for i := float64(limit); i <= n; i++ {
		term := math.Exp(logTerm(i))
		sum += term
		if term < sum*1e-17 {
			break
		}
	}
	return sum
}
