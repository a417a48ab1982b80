package theory

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
)

// BoundedFull returns the greatest share of equal nodes that can be full where none bears more than 1 + slack times the
// mean, 1 / (1 + slack): together they would bear all there is. So a jump to a random node finds room with a chance of
// slack / (1 + slack) at least, where nodes are hit alike. Slack that is not positive is an error.
func BoundedFull(slack float64) (float64, error) {
	if !(slack > 0) || math.IsInf(slack, 1) {
		return 0, fmt.Errorf("theory: slack %v is not a positive number", slack)
	}
	return 1 / (1 + slack), nil
}

// BoundedSteps returns how many nodes a request asks on average, the one that takes it included, on a ring of many nodes
// with vnodes points each, none of which bears more than c = 1 + slack times the mean, where a request that finds no
// room jumps to a random point. It is the limit for many requests a node, all of different hashes.
//
// It is the balance of flows. A node owns the share X of the hashes in units of the mean, a Gamma(V, 1)/V variate. It is
// asked m X times for every request that a mean node gets, m = Steps, and takes min(m X, c), since its load keeps to
// the rising bound where it is asked more often; the mean of what is taken is 1:
//
//	m P(V+1, V c/m) + c Q(V, V c/m) = 1
//
// vnodes < 1, and slack that is not positive, are errors.
func BoundedSteps(vnodes int, slack float64) (float64, error) {
	if vnodes < 1 {
		return 0, fmt.Errorf("theory: %d vnodes a node is not 1 or more", vnodes)
	}
	if _, err := BoundedFull(slack); err != nil {
		return 0, err
	}
	v, c := float64(vnodes), 1+slack
	taken := func(m float64) float64 {
		return m*mathext.GammaIncReg(v+1, v*c/m) + c*mathext.GammaIncRegComp(v, v*c/m)
	}
	most := 2.0
	for taken(most) < 1 {
		most *= 2
	}
	return solveRising(taken, 1, most, 1), nil
}
