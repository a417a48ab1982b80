package theory

import "math"

// BinomialHash (Coluzzi et al., 2024): of N nodes, E the smallest power of two that is not less, those in the lower half
// of E take what others of theirs missed. With q = (E-N)/E a node in the upper half has 1 - e of the mean, e =
// q^(omega+1), and one of the B = E/2 in the lower half 1 + e (N-B)/B. So cv^2 = e^2 (N-B)/B.
func init() {
	shareTheories["binomial"] = shareTheory{
		cv: func(nodes, _ int, keys uint64) float64 {
			missed, lower := binomialMissed(nodes)
			return cvOfKeys(missed*math.Sqrt(float64(nodes-lower)/float64(lower)), nodes, keys)
		},
		peak:   func(nodes, _ int, keys uint64) float64 { return classPeak(binomialClasses(nodes), keys) },
		trough: func(nodes, _ int) float64 { missed, _ := binomialMissed(nodes); return 1 - missed },
	}
	moveTheories["binomial"] = binomialMoves
	movedSDs["binomial"] = func(int, int) float64 { return 0 }
}

// binomialRedraws is omega of the scheme that is registered, that of the SUPSI code.
const binomialRedraws = 4

// binomialMissed returns e and B; a single node misses nothing and counts as lower.
func binomialMissed(nodes int) (missed float64, lower int) {
	e := 1
	for e < nodes {
		e *= 2
	}
	return math.Pow(float64(e-nodes)/float64(e), binomialRedraws+1), max(1, e/2)
}

func binomialClasses(nodes int) []shareClass {
	missed, lower := binomialMissed(nodes)
	upper := nodes - lower
	return []shareClass{
		{nodes: upper, relative: 1 - missed},
		{nodes: lower, relative: 1 + missed*float64(upper)/float64(lower)},
	}
}

// binomialMoves is what the nodes from the fewer on have among the more.
func binomialMoves(c Change) (moved, unnecessary float64, err error) {
	fewer, more := c.ordered()
	classes := binomialClasses(more)
	upper, lower := classes[0], classes[1]
	fromUpper := more - max(fewer, lower.nodes)
	fromLower := max(0, lower.nodes-fewer)
	return (float64(fromUpper)*upper.relative + float64(fromLower)*lower.relative) / float64(more), 0, nil
}
