package theory

import (
	"math"
	"math/big"
)

func init() {
	filterTheories["bloom"] = filterTheory{
		fpr: func(f Filter) (float64, error) {
			return bloomExact(f.positions(), f.N, f.K), nil
		},
		fill: func(fillRatio float64, k int) float64 { return math.Pow(fillRatio, float64(k)) },
		scatter: func(f Filter) float64 {
			return RelativeSD(float64(f.positions()), float64(f.N), float64(f.K))
		},
	}
}

// positions returns how many bits, or counters, probes fall on.
func (f Filter) positions() uint64 { return f.M / uint64(max(f.CounterBits, 1)) }

// bloomExact returns the rate of m positions that hold n keys, k probes each with replacement, for a query
// of k probes with replacement:
//
//	fpr = sum_{d=1..k} S2(k,d) (m)_d / m^k  *  sum_{r=0..d} (-1)^r C(d,r) (1 - r/m)^(kn)
//
// The first factor is the probability that the query touches d distinct positions, S2 the Stirling numbers
// of the second kind, and the second that all of those are set, by inclusion and exclusion. The same value
// is given by P. Bose et al., "On the false-positive rate of Bloom filters", Information Processing
// Letters 108 (4), 2008. The result is rounded once: the alternating sum cancels, and the working precision
// of 64 + k + log2(1/fpr) + log2(kn) bits makes up for it.
func bloomExact(m, n uint64, k int) float64 { return bloomMoment(m, uint64(k)*n, k) }

// bloomMoment returns E (X/m)^probes for the number X of set positions of m after the given number of throws, at
// least 1 of each: the rate for a query of that many probes.
func bloomMoment(m, throws uint64, probes int) float64 {
	fill := ExpectedFill(float64(m), float64(throws), 1)
	prec := uint(64 + float64(probes) + math.Log2(float64(throws)) - float64(probes)*math.Log2(fill))
	most := int(min(uint64(probes), m)) // distinct positions that there can be
	set := allSet(m, throws, most, prec)
	stirling := stirlingRow(probes)
	touched := newFloat(prec).SetInt64(1) // (m)_d / m^d
	whole := newFloat(prec).SetUint64(m)
	sum := newFloat(prec)
	for d := 1; d <= most; d++ {
		step := newFloat(prec).SetUint64(m - uint64(d) + 1)
		touched.Mul(touched, step.Quo(step, whole))
		term := newFloat(prec).SetInt(stirling[d])
		term.Mul(term, touched)
		term.Quo(term, bigPow(whole, uint64(probes-d)))
		sum.Add(sum, term.Mul(term, set[d]))
	}
	fpr, _ := sum.Float64()
	return fpr
}

// allSet returns for each d up to most the probability that d given positions of m are all set after the
// given number of throws: the d-th difference of the powers (1 - r/m)^throws.
func allSet(m, throws uint64, most int, prec uint) []*big.Float {
	powers := make([]*big.Float, most+1)
	for r := range powers {
		base := newFloat(prec).SetUint64(m - uint64(r))
		powers[r] = bigPow(base.Quo(base, newFloat(prec).SetUint64(m)), throws)
	}
	set := make([]*big.Float, most+1)
	for d := range set {
		sum := newFloat(prec)
		for r := range d + 1 {
			term := newFloat(prec).SetInt(new(big.Int).Binomial(int64(d), int64(r)))
			term.Mul(term, powers[r])
			if r%2 == 1 {
				term.Neg(term)
			}
			sum.Add(sum, term)
		}
		set[d] = sum
	}
	return set
}

// stirlingRow returns the Stirling numbers of the second kind S2(k,0) … S2(k,k).
func stirlingRow(k int) []*big.Int {
	row := make([]*big.Int, k+1)
	for d := range row {
		row[d] = new(big.Int)
	}
	row[0].SetInt64(1)
	for range k { // S2(i+1,d) = d S2(i,d) + S2(i,d-1)
		for d := k; d > 0; d-- {
			row[d].Mul(row[d], big.NewInt(int64(d)))
			row[d].Add(row[d], row[d-1])
		}
		row[0].SetInt64(0)
	}
	return row
}

func newFloat(prec uint) *big.Float { return new(big.Float).SetPrec(prec) }

// bigPow returns x^n at the precision of x.
func bigPow(x *big.Float, n uint64) *big.Float {
	result := newFloat(x.Prec()).SetInt64(1)
	for square := newFloat(x.Prec()).Set(x); n > 0; n >>= 1 {
		if n&1 == 1 {
			result.Mul(result, square)
		}
		square.Mul(square, square)
	}
	return result
}
