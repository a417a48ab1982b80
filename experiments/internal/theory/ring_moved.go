package theory

import (
	"fmt"
	"math"
)

// MovedShare is Moves without Vnodes: the expected share of keys whose node changes when the number of equal nodes
// does. It is NaN for "modulo-shift", which moves less where a node in the middle goes, and for "fixed-total", whose
// law needs more than the numbers of nodes; what is no law of Moves and counts below 1 are errors.
func MovedShare(name string, nodesBefore, nodesAfter int) (float64, error) {
	moved, _, err := Moves(name, Change{Before: nodesBefore, After: nodesAfter, Vnodes: 1})
	if name == "modulo-shift" || name == "fixed-total" {
		moved = math.NaN()
	}
	return moved, err
}

func commonDivisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// MovedBand returns a band that holds, with probability 1 - alpha or more, the share of keys that move in
// one change of the number of equal nodes. keys = 0 stands for the exact share of the hash space.
//
// For "modulo" and "multinomial" the count is Binomial(keys, MovedShare), and the band of keys = 0 is a
// single value. For "dirichlet" one node comes or goes: its share is Beta(V, V(N-1)) with N the greater
// number of nodes, and the count beta-binomial. The ends are quantiles of alpha/2, rounded outwards to a key,
// or to 1/2000 of the standard deviation where that is more. Errors are those of MovedShare, and: any other law; another
// change than by one node, or vnodes < 1, for "dirichlet"; alpha outside (0, 1).
func MovedBand(name string, before, after, vnodes int, keys uint64, alpha float64) (low, high float64, err error) {
	share, err := MovedShare(name, before, after)
	if err != nil {
		return 0, 0, err
	}
	if err := checkAlpha(alpha); err != nil {
		return 0, 0, err
	}
	switch name {
	case "modulo", "multinomial":
		low, high = binomialBand(share, float64(keys), alpha/2)
		return low, high, nil
	case "dirichlet":
	default:
		return 0, 0, fmt.Errorf("theory: %s: no band of moves", name)
	}
	if before-after != 1 && after-before != 1 {
		return 0, 0, fmt.Errorf("theory: dirichlet: no law of moves from %d to %d nodes, only for one node more or less", before, after)
	}
	if vnodes < 1 {
		return 0, 0, fmt.Errorf("theory: dirichlet: %d vnodes a node is not 1 or more", vnodes)
	}
	a, b := float64(vnodes), float64(vnodes)*float64(min(before, after))
	if keys == 0 {
		return betaQuantile(a, b, alpha/2), 1 - betaQuantile(b, a, alpha/2), nil
	}
	low, high = betaBinomialBand(a, b, float64(keys), alpha/2)
	return low, high, nil
}

// bandResolution is how many blocks of a table make up a standard deviation.
const bandResolution = 2000

// binomialBand returns the band of a share of k draws with chance p that leaves at most tail on each side.
func binomialBand(p, k, tail float64) (low, high float64) {
	if k == 0 || p == 0 {
		return p, p
	}
	counts := lattice{
		mean: k * p, sd: math.Sqrt(k * p * (1 - p)), most: k,
		logMass: func(c float64) float64 {
			return c*math.Log(p) + (k-c)*math.Log1p(-p) - lgammaOf(c+1) - lgammaOf(k-c+1)
		},
	}
	low, high = counts.tabulate(bandResolution).band(tail)
	return low / k, min(high, k) / k
}

// betaBinomialBand is binomialBand for a chance that is itself Beta(a, b).
func betaBinomialBand(a, b, k, tail float64) (low, high float64) {
	s := a + b
	counts := lattice{
		mean: k * a / s, sd: math.Sqrt(k * a * b / (s * s) * (s + k) / (s + 1)), most: k,
		logMass: func(c float64) float64 {
			return lgammaOf(c+a) - lgammaOf(c+1) + lgammaOf(k-c+b) - lgammaOf(k-c+1)
		},
	}
	low, high = counts.tabulate(bandResolution).band(tail)
	return low / k, min(high, k) / k
}
