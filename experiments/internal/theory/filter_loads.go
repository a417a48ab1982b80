package theory

import "math"

// What filters of blocks have in common: keys fall into z blocks alike, and what a block does depends on its load,
// the number j of keys that it holds.

// loadSpread returns how far from its mean n/z the load of a block reaches where it counts: what lies farther off has
// a probability below 1e-25.
func loadSpread(n, z uint64) float64 { return 12*math.Sqrt(float64(n)/float64(z)) + 20 }

// overLoads returns sum_j Binom(j; n, 1/z) value(j). The weights are kept as logarithms, from j = 0 on; the relative
// error stays below 1e-10 for values that do not fall with j.
func overLoads(z, n uint64, value func(j uint64) float64) float64 {
	if z == 1 {
		return value(n)
	}
	last := float64(n)/float64(z) + loadSpread(n, z)
	sum, logWeight := 0.0, float64(n)*math.Log1p(-1/float64(z))
	for j := uint64(0); j <= n && float64(j) < last; j++ {
		if logWeight > -500 {
			sum += math.Exp(logWeight) * value(j)
		}
		logWeight += math.Log(float64(n-j) / (float64(j+1) * float64(z-1)))
	}
	return sum
}

// loadsRelativeSD returns the standard deviation of the rate between filters of many blocks, relative to their mean
// rate, where a block of load j has a rate Y with E Y = mean(j) and E Y^2 = square(j). Blocks are taken as independent
// given their loads, and loads as Poisson with their sum fixed, so that the part of Y which the load J explains
// linearly drops out:
//
//	z Var(fpr) = Var(Y) - Cov(Y,J)^2 / Var(J)
func loadsRelativeSD(z, n uint64, mean, square func(j uint64) float64) float64 {
	load := float64(n) / float64(z)
	var y, yy, yj float64 // E Y, E Y^2, E Y (J - load)
	logWeight := -load
	for j := uint64(0); float64(j) < load+loadSpread(n, z); j++ {
		if p := math.Exp(logWeight); p > 0 {
			rate := mean(j)
			y += p * rate
			yy += p * square(j)
			yj += p * rate * (float64(j) - load)
		}
		logWeight += math.Log(load / float64(j+1))
	}
	return math.Sqrt(max(yy-y*y-yj*yj/load, 0)/float64(z)) / y
}
