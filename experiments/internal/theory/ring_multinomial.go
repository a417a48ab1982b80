package theory

import "math"

// Schemes that give each key to each node with chance 1/N: counts are Multinomial(K, 1/N).
func init() {
	shareTheories["multinomial"] = shareTheory{
		cv: multinomialCV, peak: multinomialPeak, trough: func(int, int) float64 { return 1 },
	}
}

// multinomialCV is sqrt((N-1)/K), exactly; the hash space itself is shared evenly.
func multinomialCV(nodes, _ int, keys uint64) float64 {
	if keys == 0 {
		return 0
	}
	return math.Sqrt(float64(nodes-1) / float64(keys))
}

// multinomialPeak takes the counts as independent Poisson variates with mean K/N.
func multinomialPeak(nodes, _ int, keys uint64) float64 {
	if keys == 0 || nodes == 1 {
		return 1
	}
	mean := float64(keys) / float64(nodes)
	poisson := lattice{
		mean: mean, sd: math.Sqrt(mean), most: math.Inf(1),
		logMass: func(c float64) float64 { return c*math.Log(mean) - mean - lgammaOf(c+1) },
	}
	return poisson.tabulate(500).meanOfMax(nodes) / mean
}

func lgammaOf(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}
