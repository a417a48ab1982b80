package theory

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// A BoundedLoad says how requests fare on a ring with bounded loads.
type BoundedLoad struct {
	Steps    float64 // nodes that a request asks on average, the one that takes it included
	Overflow float64 // share of requests that do not go to the owner of their hash
	Full     float64 // share of nodes that bear their bound
}

// BoundedLoads returns how requests of all different hashes fare on a ring of many nodes with vnodes points each, none of
// which bears more than c = 1 + slack times the mean, once each has many. A request that finds no room jumps to a random
// point, or goes clockwise to the next.
//
// It is the balance of flows. A node owns the share X of the hashes, in units of the mean: a Gamma(V, 1)/V variate.
// With jumps it is asked in proportion to X by the m requests and jumps for every request, and takes min(m X, c); the
// mean of that is 1, so m = Steps follows. Clockwise, the next point is of any node, so each node is asked r times for
// every request beside its own, and takes min(X + r, c); this holds for many points only, since with few it matters
// which nodes are neighbours. vnodes < 1, and slack that is not positive, are errors.
func BoundedLoads(vnodes int, slack float64, jump bool) (BoundedLoad, error) {
	if vnodes < 1 {
		return BoundedLoad{}, fmt.Errorf("theory: %d vnodes a node is not 1 or more", vnodes)
	}
	if !(slack > 0) || math.IsInf(slack, 1) {
		return BoundedLoad{}, fmt.Errorf("theory: slack %v is not a positive number", slack)
	}
	v, c := float64(vnodes), 1+slack
	if jump {
		return jumpLoad(v, c), nil
	}
	return clockwiseLoad(v, c), nil
}

func jumpLoad(v, c float64) BoundedLoad {
	taken := func(m float64) float64 {
		return m*mathext.GammaIncReg(v+1, v*c/m) + c*mathext.GammaIncRegComp(v, v*c/m)
	}
	most := 2.0
	for taken(most) < 1 {
		most *= 2
	}
	m := solveRising(taken, 1, most, 1)
	return BoundedLoad{Steps: m, Overflow: 1 - 1/m, Full: mathext.GammaIncRegComp(v, v*c/m)}
}

func clockwiseLoad(v, c float64) BoundedLoad {
	taken := func(r float64) float64 {
		x := v * (c - r)
		return mathext.GammaIncReg(v+1, x) + r*mathext.GammaIncReg(v, x) + c*mathext.GammaIncRegComp(v, x)
	}
	r := solveRising(taken, 0, c, 1)
	share := distuv.Gamma{Alpha: v, Beta: v}
	refused := func(x float64) float64 { return x * (1 - c/(x+r)) * share.Prob(x) }
	overflow, from, width := 0.0, c-r, 1/math.Sqrt(v)
	for range 200 { // up to 200 standard deviations of a share, far beyond the last digit
		overflow += quad.Fixed(refused, from, from+width, 16, quad.Legendre{}, 0)
		from += width
	}
	return BoundedLoad{Steps: 1 + r, Overflow: overflow, Full: mathext.GammaIncRegComp(v, v*(c-r))}
}
