package theory_test

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"hashlab/experiments/internal/theory"
)

// For a prime m every stride but 0 is like 1, so the rate is that of the query 0, 1, … k-1 and that of a query of one bit: by
// inclusion and exclusion over the sets of bits that no key may touch, and by counting the keys that touch each.
func TestDoubleHashingAgainstEnumeration(t *testing.T) {
	for _, c := range []struct {
		m, n, k  int
		relative float64 // bound of what is left out, of the rate
	}{{211, 20, 5, 0.001}, {211, 40, 4, 0.001}, {307, 20, 7, 0.012}, {499, 40, 8, 0.006}, {101, 200, 3, 1e-4}, {499, 50, 2, 1e-4}} {
		want := enumerated(c.m, c.n, c.k)
		got := theory.DoubleHashing(uint64(c.m), uint64(c.n), c.k)
		if math.Abs(got/want-1) > c.relative {
			t.Errorf("m=%d n=%d k=%d: got %.6g, want %.6g within %v", c.m, c.n, c.k, got, want, c.relative)
		}
	}
}

// enumerated returns the exact rate for a prime m.
func enumerated(m, n, k int) float64 {
	touch := make([]float64, 1<<k) // touch[s] is the number of keys (a, b) whose probes that fall on 0 … k-1 are the set s
	for a := range m {
		for b := range m {
			set := 0
			for i, at := 0, a; i < k; i, at = i+1, (at+b)%m {
				if at < k {
					set |= 1 << at
				}
			}
			touch[set]++
		}
	}
	all := float64(m) * float64(m)
	passes := func(query int) (p float64) {
		for none := range 1 << k { // the bits that no key touches
			if none&^query != 0 {
				continue
			}
			avoiding := 0.0
			for set, keys := range touch {
				if set&none == 0 {
					avoiding += keys
				}
			}
			term := math.Pow(avoiding/all, float64(n))
			if bits.OnesCount(uint(none))%2 == 1 {
				term = -term
			}
			p += term
		}
		return p
	}
	return passes(1)/float64(m) + passes(1<<k-1)*float64(m-1)/float64(m)
}

// Filters simulated bit by bit: even and odd m, degenerate strides of every small order. The bound is six standard errors of
// the simulation and what the first order leaves out; the excess over independent probes must be far beyond it.
func TestDoubleHashingAgainstSimulation(t *testing.T) {
	for _, c := range []struct {
		m, n             uint64
		k                int
		filters, queries int
		left             float64 // out by the first order, of the rate
		excess           bool    // stands out from the noise of the simulation
	}{
		{512, 51, 7, 4000, 400, 0.01, true},
		{512, 32, 9, 4000, 400, 0.03, true},
		{1921, 100, 13, 1500, 4000, 0.03, true},
		{4096, 409, 7, 1000, 1500, 0.01, false},
		{5040, 400, 9, 1500, 12000, 0.01, true}, // every order below k divides m
	} {
		t.Run(fmt.Sprintf("m=%d n=%d k=%d", c.m, c.n, c.k), func(t *testing.T) {
			mean, se := simulateDouble(c.m, c.n, c.k, c.filters, c.queries)
			got := theory.DoubleHashing(c.m, c.n, c.k)
			bound := 6*se + c.left*got
			if math.Abs(got-mean) > bound {
				t.Errorf("got %.5g, simulated %.5g +- %.2g", got, mean, se)
			}
			independent, err := theory.FPR("bloom", theory.Filter{M: c.m, N: c.n, K: c.k})
			if err != nil || got <= independent || c.excess && got < independent+2*bound {
				t.Errorf("got %.5g, independent probes %.5g, %v: the excess is not beyond the bound of %.2g", got, independent, err, bound)
			}
		})
	}
}

// simulateDouble returns the mean rate over filters and its standard error.
func simulateDouble(m, n uint64, k, filters, queries int) (mean, se float64) {
	state, sum, squares := uint64(1), 0.0, 0.0
	set := make([]bool, m)
	probe := func(visit func(at uint64) bool) {
		at, stride := splitMix(&state)%m, splitMix(&state)%m
		for range k {
			if !visit(at) {
				return
			}
			at = (at + stride) % m
		}
	}
	for range filters {
		clear(set)
		for range n {
			probe(func(at uint64) bool { set[at] = true; return true })
		}
		passed := 0
		for range queries {
			missing := false
			probe(func(at uint64) bool { missing = !set[at]; return !missing })
			if !missing {
				passed++
			}
		}
		rate := float64(passed) / float64(queries)
		sum, squares = sum+rate, squares+rate*rate
	}
	mean = sum / float64(filters)
	return mean, math.Sqrt((squares/float64(filters) - mean*mean) / float64(filters))
}
