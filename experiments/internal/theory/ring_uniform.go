package theory

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// UniformBand returns a band that holds, with probability 1 - alpha, the root mean square of the cv of so many sets of K
// keys ("seeds") on N equal nodes of a scheme that is uniform by design. K cv^2 is Pearson's statistic of the counts
// against equal ones, so the sum over seeds is chi-square with seeds (N-1) degrees of freedom, as long as K/N is 5 or
// more. Too even counts leave the band as well as too uneven ones. Errors: nodes < 2, seeds < 1, K < 5 N, or alpha outside
// (0, 1).
func UniformBand(nodes int, keys uint64, seeds int, alpha float64) (low, high float64, err error) {
	if nodes < 2 || seeds < 1 || float64(keys) < 5*float64(nodes) {
		return 0, 0, fmt.Errorf("theory: %d seeds of %d keys on %d nodes: want 1 or more, 5 keys a node or more, and 2 nodes or more", seeds, keys, nodes)
	}
	if err := checkAlpha(alpha); err != nil {
		return 0, 0, err
	}
	freedom := float64(nodes-1) * float64(seeds)
	scale := float64(keys) * float64(seeds)
	x0, x1 := gammaQuantiles(freedom/2, alpha/2) // chi-square is twice a gamma variate of half the shape
	return math.Sqrt(2 * x0 / scale), math.Sqrt(2 * x1 / scale), nil
}

// DetectableCV returns the least cv of the shares of nodes that UniformBand's upper end finds with the given power. With
// such shares the sum over seeds is noncentral chi-square with noncentrality seeds K cv^2, here taken as normal with its
// mean and variance. Errors are those of UniformBand, and power outside (0, 1).
func DetectableCV(nodes int, keys uint64, seeds int, alpha, power float64) (float64, error) {
	_, high, err := UniformBand(nodes, keys, seeds, alpha)
	if err != nil {
		return 0, err
	}
	if err := checkAlpha(power); err != nil {
		return 0, err
	}
	freedom, scale := float64(nodes-1)*float64(seeds), float64(keys)*float64(seeds)
	z, limit := distuv.UnitNormal.Quantile(power), high*high*scale
	reached := func(noncentral float64) float64 {
		return freedom + noncentral - z*math.Sqrt(2*(freedom+2*noncentral))
	}
	most := limit
	for reached(most) < limit {
		most *= 2
	}
	return math.Sqrt(solveRising(reached, 0, most, limit) / scale), nil
}
