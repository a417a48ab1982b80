package theory

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Rings whose nodes have different numbers of independent uniform points, V_1 … V_N, S in all. The shares are jointly
// Dirichlet(V_1, …, V_N): share i is Beta(V_i, S - V_i), with mean V_i/S. A load is "relative" here where it is divided
// by its own mean.

func checkPoints(points []int) (total float64, err error) {
	if len(points) == 0 {
		return 0, fmt.Errorf("theory: no nodes")
	}
	for at, v := range points {
		if v < 1 {
			return 0, fmt.Errorf("theory: %d points of node number %d is not 1 or more", v, at)
		}
		total += float64(v)
	}
	return total, nil
}

// WeightedCV returns the root mean square, over nodes and over many rings, of the relative loads' distance from 1,
// where node i has points[i] points. keys = 0 stands for exact shares of the hash space. The mean square of node i is
// (S - V_i) / (V_i (S+1)), times (S + K)/K for K keys, both exact. No nodes and counts below 1 are errors.
func WeightedCV(points []int, keys uint64) (float64, error) {
	total, err := checkPoints(points)
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for _, v := range points {
		sum += (total - float64(v)) / (float64(v) * (total + 1))
	}
	if keys > 0 {
		sum *= (total + float64(keys)) / float64(keys)
	}
	return math.Sqrt(sum / float64(len(points))), nil
}

// WeightedPeak returns the mean, over many rings, of the greatest relative share of the hash space, where node i has
// points[i] points: the integral over x > 0 of 1 minus the product of P(V_i, V_i x), P the regularised lower
// incomplete gamma function. It is exact: the shares are Gamma(V_i, 1) variates over their sum, which is independent of
// them and has the mean S. Errors are those of WeightedCV.
func WeightedPeak(points []int) (float64, error) {
	if _, err := checkPoints(points); err != nil {
		return 0, err
	}
	of := map[int]float64{} // how many nodes have so many points
	least := points[0]
	for _, v := range points {
		of[v]++
		least = min(least, v)
	}
	above := func(x float64) float64 {
		log := 0.0
		for v, nodes := range of {
			log += nodes * math.Log1p(-mathext.GammaIncRegComp(float64(v), float64(v)*x))
		}
		return -math.Expm1(log)
	}
	return integrateFall(above, 1, 1/math.Sqrt(float64(least))), nil
}

// WeightedBand returns a band that holds, with probability 1 - alpha, the share of one node that has own of all total
// points: of the hash space where keys = 0, else of keys, rounded outwards as MovedBand's. Errors: own < 1,
// total < own, or alpha outside (0, 1).
func WeightedBand(own, total int, keys uint64, alpha float64) (low, high float64, err error) {
	if own < 1 || total < own {
		return 0, 0, fmt.Errorf("theory: %d of %d points: want 1 or more, and no more than there are", own, total)
	}
	if err := checkAlpha(alpha); err != nil {
		return 0, 0, err
	}
	a, b := float64(own), float64(total-own)
	switch {
	case own == total:
		return 1, 1, nil
	case keys == 0:
		return betaQuantile(a, b, alpha/2), 1 - betaQuantile(b, a, alpha/2), nil
	}
	low, high = betaBinomialBand(a, b, float64(keys), alpha/2)
	return low, high, nil
}
