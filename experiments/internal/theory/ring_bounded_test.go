package theory

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

// simulateSteps gives so many requests to nodes of the shares, within the bound, by jumps; it returns the mean number of
// nodes that the last quarter of them asked, when the start, with its bounds of few requests, is over.
func simulateSteps(r *rand.Rand, shares []float64, requests int, slack float64) float64 {
	ends := slices.Clone(shares)
	for i := 1; i < len(ends); i++ {
		ends[i] += ends[i-1]
	}
	loads, asked, n := make([]float64, len(shares)), 0, float64(len(shares))
	start := requests * 3 / 4
	for k := 1; k <= requests; k++ {
		bound := math.Ceil((1 + slack) * float64(k) / n)
		for {
			if k > start {
				asked++
			}
			at, _ := slices.BinarySearch(ends, r.Float64()*ends[len(ends)-1])
			if loads[at] < bound {
				loads[at]++
				break
			}
		}
	}
	return float64(asked) / float64(requests-start)
}

// gammaShares returns n shares at the middles of n equal parts of Gamma(V, 1), so that no luck of a draw enters.
func gammaShares(n, vnodes int) []float64 {
	v, shares := float64(vnodes), make([]float64, n)
	for i := range shares {
		below := (float64(i) + 0.5) / float64(n)
		shares[i] = solveRising(func(x float64) float64 { return mathext.GammaIncReg(v, x) }, 0, 20*v+20, below)
	}
	return shares
}

// TestBoundedStepsBySimulation finds an excess over one step that is off by 5 %. Shares differ much, since the limit is
// near only where few nodes lie so close to their bound that the noise of 3000 requests a node decides.
func TestBoundedStepsBySimulation(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	for _, test := range []struct {
		vnodes int
		slack  float64
	}{{4, 0.25}, {2, 0.5}, {1, 0.25}, {1, 1}} {
		steps, err := BoundedSteps(test.vnodes, test.slack)
		want := number(t, steps, err) - 1
		got := simulateSteps(r, gammaShares(500, test.vnodes), 1_500_000, test.slack) - 1
		wantNear(t, fmt.Sprintf("excess of steps at V=%d slack=%v", test.vnodes, test.slack), got, want, 0.05*want)
	}
}

// TestBoundedLimits: equal shares ask one node a request, and of a slack that vanishes all nodes are full.
func TestBoundedLimits(t *testing.T) {
	steps, err := BoundedSteps(1_000_000, 0.25)
	wantNear(t, "steps of equal shares", number(t, steps, err), 1, 1e-9)
	full, err := BoundedFull(1e-9)
	wantNear(t, "full nodes without slack", number(t, full, err), 1, 1e-8)
	full, err = BoundedFull(0.25)
	wantNear(t, "full nodes at a slack of 1/4", number(t, full, err), 0.8, 1e-15)
	for _, slack := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := BoundedFull(slack); err == nil {
			t.Errorf("BoundedFull(%v): no error", slack)
		}
		if _, err := BoundedSteps(3, slack); err == nil {
			t.Errorf("BoundedSteps(3, %v): no error", slack)
		}
	}
	if _, err := BoundedSteps(0, 1); err == nil {
		t.Error("BoundedSteps(0, 1): no error")
	}
}
