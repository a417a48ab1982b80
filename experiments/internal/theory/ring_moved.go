package theory

import (
	"fmt"
	"math"
)

// MovedShare returns the expected share of keys whose node changes when the number of equal nodes does:
// 1 - min/lcm for "modulo", where nodes are numbered, and the least possible, 1 - min/max, for
// "multinomial" and "dirichlet". An unknown name and counts below 1 are errors.
func MovedShare(name string, nodesBefore, nodesAfter int) (float64, error) {
	if nodesBefore < 1 || nodesAfter < 1 {
		return 0, fmt.Errorf("theory: from %d to %d nodes: both must be 1 or more", nodesBefore, nodesAfter)
	}
	fewer, more := min(nodesBefore, nodesAfter), max(nodesBefore, nodesAfter)
	switch name {
	case "modulo":
		// lcm = before after / gcd, so min/lcm = gcd/max.
		return 1 - float64(commonDivisor(fewer, more))/float64(more), nil
	case "multinomial", "dirichlet":
		return float64(more-fewer) / float64(more), nil
	}
	return 0, fmt.Errorf("theory: no law of moves %q: there are \"dirichlet\", \"modulo\" and \"multinomial\"", name)
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
// or to 1/2000 of the standard deviation where that is more. Errors are those of MovedShare, and: another
// change than by one node, or vnodes < 1, for "dirichlet"; alpha outside (0, 1).
func MovedBand(name string, before, after, vnodes int, keys uint64, alpha float64) (low, high float64, err error) {
	share, err := MovedShare(name, before, after)
	if err != nil {
		return 0, 0, err
	}
	if err := checkAlpha(alpha); err != nil {
		return 0, 0, err
	}
	if name != "dirichlet" {
		low, high = binomialBand(share, float64(keys), alpha/2)
		return low, high, nil
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
