package theory

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// What the laws of schemes with a table, or with uneven shares by design, have in common.

// cvOfKeys returns the root mean square of the cv of K keys over N nodes, whose shares have the root mean square cv:
// sqrt(cv^2 + (N-1-cv^2)/K), exact for any shares. keys = 0 stands for the shares themselves.
func cvOfKeys(cv float64, nodes int, keys uint64) float64 {
	if keys == 0 {
		return cv
	}
	return math.Sqrt(cv*cv + (float64(nodes-1)-cv*cv)/float64(keys))
}

// A shareClass is so many nodes of one share, as a multiple of the mean share.
type shareClass struct {
	nodes    int
	relative float64
}

// classPeak returns the mean of max/mean over nodes of known shares, counts taken as independent Poisson variates.
func classPeak(classes []shareClass, keys uint64) float64 {
	nodes, top := 0, 0.0
	for _, c := range classes {
		if c.nodes > 0 {
			nodes, top = nodes+c.nodes, max(top, c.relative)
		}
	}
	if keys == 0 || nodes == 1 {
		return top
	}
	mean := float64(keys) / float64(nodes)
	above := func(count float64) float64 {
		log := 0.0
		for _, c := range classes {
			if c.nodes > 0 {
				log += float64(c.nodes) * math.Log1p(-poissonAbove(count, mean*c.relative))
			}
		}
		return -math.Expm1(log)
	}
	return sumFalling(above, mean*top) / mean
}

// poissonAbove is the chance that a Poisson variate exceeds count, read between numbers as the regularised lower
// incomplete gamma function P(count+1, mean). From 1e5 on it is the transformation of Wilson and Hilferty (1931), good
// to 1e-4 of a standard deviation there.
func poissonAbove(count, mean float64) float64 {
	if mean == 0 {
		return 0
	}
	a := count + 1
	if mean < 1e5 || a < 1e4 {
		return mathext.GammaIncReg(a, mean)
	}
	return distuv.UnitNormal.CDF((math.Cbrt(mean/a) - (1 - 1/(9*a))) * 3 * math.Sqrt(a))
}

// sumFalling returns the sum of f(0), f(1) … for f that falls from 1 to 0, at last around top within some multiples of
// sqrt(top), and before only over lengths comparable with top. Blocks of numbers count as their middle.
func sumFalling(f func(float64) float64, top float64) float64 {
	sd := math.Sqrt(top)
	bend := math.Floor(max(0, top-12*sd))
	sum := 0.0
	for c, stride := 0.0, max(1, math.Floor(bend/400)); c < bend; c += stride {
		size := min(stride, bend-c)
		sum += size * f(c+(size-1)/2)
	}
	for c, stride := bend, max(1, math.Floor(sd/20)); ; c += stride {
		mass := f(c + (stride-1)/2)
		sum += stride * mass
		if mass < 1e-12 || c > top+40*sd+40 {
			return sum
		}
	}
}
