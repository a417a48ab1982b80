package stats

import (
	"math"
	"slices"
)

// Loads are the loads of nodes, each divided by its own expectation: 1 is a perfect share.
type Loads []float64

// NewLoads returns the relative loads of nodes from their counts of keys, or their arc shares, and their
// weights; nil means equal weights. Node i expects the sum of all loads times its share of the weights. It
// needs at least 1 node, as many weights as nodes, finite loads >= 0 that are not all 0, and finite weights
// above 0.
func NewLoads[T uint64 | int64 | int | float64](loads []T, weights []float64) (relative Loads, ok bool) {
	if len(loads) == 0 || weights != nil && len(weights) != len(loads) {
		return nil, false
	}
	relative, shares := make(Loads, len(loads)), make([]float64, len(loads))
	total, whole := 0.0, 0.0
	for i, load := range loads {
		relative[i], shares[i] = float64(load), 1
		if weights != nil {
			shares[i] = weights[i]
		}
		if !(relative[i] >= 0) || !(shares[i] > 0) {
			return nil, false
		}
		total, whole = total+relative[i], whole+shares[i]
	}
	if !(total > 0) || !finite([]float64{total, whole}) {
		return nil, false
	}
	for i := range relative {
		relative[i] /= total * (shares[i] / whole)
	}
	if !finite(relative) {
		return nil, false
	}
	return relative, true
}

// PeakToAverage returns the load of the fullest node over its expectation; 0 for no nodes.
func (l Loads) PeakToAverage() float64 {
	if len(l) == 0 {
		return 0
	}
	return slices.Max(l)
}

// TroughToAverage returns the load of the emptiest node over its expectation; 0 for no nodes.
func (l Loads) TroughToAverage() float64 {
	if len(l) == 0 {
		return 0
	}
	return slices.Min(l)
}

// CV returns the population coefficient of variation, √((1/N)·Σ (l_i - 1)²): the divisor is N, and with
// weights deviations are from each node's own expectation. 0 for no nodes.
func (l Loads) CV() float64 {
	if len(l) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range l {
		sum += (v - 1) * (v - 1)
	}
	return math.Sqrt(sum / float64(len(l)))
}

// Gini returns the Gini coefficient of the relative loads: 0 where all are equal, 1 - 1/N where one node has
// everything; 0 for no nodes. (2·Σ j·l_(j))/(N·Σ l) - (N+1)/N over ascending l_(j), j from 1.
func (l Loads) Gini() float64 {
	if len(l) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(l))
	n, ranked, sum := float64(len(l)), 0.0, 0.0
	for j, v := range sorted {
		ranked += float64(j+1) * v
		sum += v
	}
	return max(0, 2*ranked/(n*sum)-(n+1)/n)
}
