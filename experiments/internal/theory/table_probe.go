package theory

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// Rings with one uniform point a node, on which a key tries k places and the least distance to the next point wins
// (Appleton and O'Reilly, 2015).
//
// Let S(t) be the part of the ring from which the next point is farther than t. Node i, with the gap g_i before its
// point, has the share k times the integral of S^(k-1) from 0 to g_i, exactly. So the fullest node has the integral up
// to the end, and, integrating by parts, the squares of all shares add up to 2k times the integral of S^(2k-1): what the
// fullest node would have with 2k places. The mean of the integral over rings, by Siegel's moments of the vacancy of
// random arcs (1978), makes these exact:
//
//	E[max share] N = k/(k-1) (1 - 1/C(N+k-1, N))
//	E[min share] N = k/(N+k-1)
//	E[cv^2] + 1    = 2k/(2k-1) (1 - 1/C(N+2k-1, N))
//
// For the emptiest node S(t) = 1 - N t up to its gap g, and 1 - N g is less than x with chance x^(N-1).
func init() {
	shareTheories["multi-probe"] = shareTheory{
		cv: func(nodes, _ int, keys uint64) float64 { return cvOfKeys(probeCV(nodes, probesPerKey), nodes, keys) },
		peak: func(nodes, _ int, keys uint64) float64 {
			if keys == 0 || nodes == 1 {
				return probePeak(nodes, probesPerKey)
			}
			return probePeakOfKeys(nodes, probesPerKey, float64(keys)/float64(nodes))
		},
		trough: func(nodes, _ int) float64 { return probeTrough(nodes, probesPerKey) },
	}
	moveTheories["multi-probe"] = leastMoves
	movedSDs["multi-probe"] = func(before, after int) float64 {
		return oneNodeSD(before, after, probeCV(max(before, after), probesPerKey))
	}
}

// probesPerKey is k of the scheme that is registered, the paper's for a peak of 1.05.
const probesPerKey = 21

func probePeak(nodes, k int) float64 {
	n, p := float64(nodes), float64(k)
	logChoose := lgammaOf(n+p) - lgammaOf(n+1) - lgammaOf(p)
	return p / (p - 1) * -math.Expm1(-logChoose)
}

func probeTrough(nodes, k int) float64 { return float64(k) / float64(nodes+k-1) }

func probeCV(nodes, k int) float64 { return math.Sqrt(max(0, probePeak(nodes, 2*k)-1)) }

// probePeakOfKeys takes the shares of nodes as independent, each k/(k-1) (1 - v^(k-1)) of the mean with v uniform, which
// is their law in a large ring, and counts as Poisson. Without keys that has the exact mean of the peak for every N.
func probePeakOfKeys(nodes, k int, mean float64) float64 {
	p := float64(k)
	top := p / (p - 1)
	above := func(count float64) float64 {
		const panels, order = 24, 8
		chance := 0.0
		for i := range panels {
			chance += quad.Fixed(func(v float64) float64 {
				return poissonAbove(count, mean*top*(1-math.Pow(v, p-1)))
			}, float64(i)/panels, float64(i+1)/panels, order, quad.Legendre{}, 0)
		}
		return -math.Expm1(float64(nodes) * math.Log1p(-min(1, chance)))
	}
	return sumFalling(above, mean*top) / mean
}
