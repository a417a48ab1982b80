package theory

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

// Tables of M entries of which each belongs to the node that ranks it earliest, where a node ranks entries by a walk
// of random start and step.
//
// A node wins the entry of its rank u M with chance (1-u)^(N-1). Walks of a prime length are pairwise independent as
// random permutations are, so the variance is that of those: the terms of single ranks give M (N-1) / (N (2N-1)), those
// of pairs of ranks take a part 1/N of it away. So cv^2 = (N-1)^2 / (M (2N-1)), averaged over walks, with an error of a
// part of about N/M. For few nodes single tables scatter widely, since some pairs of steps fit each other badly.
func init() {
	shareTheories["maglev-slot"] = shareTheory{
		cv: func(nodes, _ int, keys uint64) float64 { return cvOfKeys(slotCV(maglevEntries, nodes), nodes, keys) },
		// The loads are taken as normal variates.
		peak: func(nodes, _ int, keys uint64) float64 {
			return 1 + normalMax(nodes)*cvOfKeys(slotCV(maglevEntries, nodes), nodes, keys)/spreadOf(nodes)
		},
	}
	moveTheories["maglev-slot"] = leastMoves
	movedSDs["maglev-slot"] = func(before, after int) float64 {
		return oneNodeSD(before, after, slotCV(maglevEntries, max(before, after)))
	}
}

func slotCV(m, nodes int) float64 {
	n := float64(nodes)
	return (n - 1) / math.Sqrt(float64(m)*(2*n-1))
}

// spreadOf is the expected cv of N independent normal variates about their own mean, in standard deviations of one:
// sqrt((N-1)/N). It is 1 for a single node, which has no spread.
func spreadOf(nodes int) float64 {
	if nodes == 1 {
		return 1
	}
	return math.Sqrt(float64(nodes-1) / float64(nodes))
}

// normalMax is the mean of the greatest of N standard normal variates.
func normalMax(nodes int) float64 {
	n := float64(nodes)
	rising := func(x float64) float64 { return math.Exp(n * math.Log(distuv.UnitNormal.CDF(x))) }
	falls := quad.Fixed(func(x float64) float64 { return 1 - rising(x) }, 0, 10, 200, quad.Legendre{}, 0)
	return falls - quad.Fixed(rising, -10, 0, 200, quad.Legendre{}, 0)
}
