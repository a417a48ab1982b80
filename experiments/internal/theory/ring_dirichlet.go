package theory

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mathext"
)

// Rings with V independent uniform points a node. The N V arcs are Dirichlet(1, …, 1), so the shares of the
// nodes are jointly Dirichlet(V, …, V), and the counts of K keys Dirichlet-multinomial.
func init() {
	shareTheories["dirichlet"] = shareTheory{vnodes: true, cv: dirichletCV, peak: dirichletPeak, trough: dirichletTrough}
}

// dirichletCV is sqrt((N-1)/(NV+1)) for arcs and sqrt((N-1)/K (1 + (K-1)/(NV+1))) for keys, both exact.
func dirichletCV(nodes, vnodes int, keys uint64) float64 {
	n, points := float64(nodes), float64(nodes)*float64(vnodes)
	if keys == 0 {
		return math.Sqrt((n - 1) / (points + 1))
	}
	k := float64(keys)
	return math.Sqrt((n - 1) / k * (1 + (k-1)/(points+1)))
}

func dirichletPeak(nodes, vnodes int, keys uint64) float64 {
	if nodes == 1 {
		return 1
	}
	n, v := float64(nodes), float64(vnodes)
	if keys == 0 {
		return arcPeak(n, v)
	}
	return gammaPoissonPeak(nodes, v, float64(keys)/n)
}

func dirichletTrough(nodes, vnodes int) float64 { return arcTrough(float64(nodes), float64(vnodes)) }

// arcPeak is N E[max share] = (1/V) times the integral over x > 0 of 1 - P(V, x)^N, where P is the
// regularised lower incomplete gamma function. It is exact: a Dirichlet vector is Gamma(V, 1) variates over
// their sum, which is independent of it.
func arcPeak(n, v float64) float64 {
	above := func(x float64) float64 {
		return -math.Expm1(n * math.Log1p(-mathext.GammaIncRegComp(v, x)))
	}
	return integrateFall(above, v, math.Sqrt(v)) / v
}

// arcTrough is N E[min share] = (1/V) times the integral over x > 0 of Q(V, x)^N, Q = 1 - P, for the same reason.
func arcTrough(n, v float64) float64 {
	return integrateFall(func(x float64) float64 {
		return math.Exp(n * math.Log(mathext.GammaIncRegComp(v, x)))
	}, 0, math.Sqrt(v)/max(1, math.Pow(n, 1/v))) / v
}

// integrateFall returns the integral over x > 0 of f, which falls from 1 to 0 over some multiple of width around or
// after start.
func integrateFall(f func(float64) float64, start, width float64) float64 {
	end := start
	for f(end) > 1e-15 {
		end += width
	}
	// Panels of one width resolve the fall.
	panels := int(math.Ceil(end / width))
	width, sum := end/float64(panels), 0.0
	for i := range panels {
		from := float64(i) * width
		sum += quad.Fixed(f, from, from+width, 16, quad.Legendre{}, 0)
	}
	return sum
}

// gammaPoissonPeak is the mean of the greatest of N independent counts, each Poisson with a mean that is
// Gamma distributed with shape V and mean mu, divided by mu. Such a count is negative binomial, with
// variance mu + mu^2/V.
func gammaPoissonPeak(nodes int, v, mu float64) float64 {
	logP, logQ := -math.Log1p(mu/v), -math.Log1p(v/mu) // of V/(V+mu) and mu/(V+mu)
	counts := lattice{
		mean: mu, sd: math.Sqrt(mu + mu*mu/v), most: math.Inf(1),
		logMass: func(c float64) float64 {
			return lgammaOf(c+v) - lgammaOf(v) - lgammaOf(c+1) + v*logP + c*logQ
		},
	}
	return counts.tabulate(500).meanOfMax(nodes) / mu
}
