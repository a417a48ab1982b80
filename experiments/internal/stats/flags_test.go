package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func TestOutliers(t *testing.T) {
	for _, tt := range []struct {
		values    []float64
		mild, far int
		ok        bool
	}{
		{[]float64{1, 2, 3}, 0, 0, false},
		{[]float64{1, 2, 3, math.NaN()}, 0, 0, false},
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8}, 0, 0, true},
		{[]float64{1, 2, 3, 4, 5, 6, 7, 15}, 1, 0, true},   // quartiles 2 and 6
		{[]float64{1, 2, 3, 4, 5, 6, 7, 99}, 1, 1, true},   //
		{[]float64{-99, 2, 3, 4, 5, 6, 7, 99}, 2, 2, true}, // quartiles 2 and 6
		{[]float64{4, 4, 4, 4, 4, 4, 4, 5}, 1, 1, true},    // no range at all
	} {
		mild, ok1 := Outliers(tt.values, 1.5)
		far, ok2 := Outliers(tt.values, 3)
		if mild != tt.mild || far != tt.far || ok1 != tt.ok || ok2 != tt.ok {
			t.Errorf("%v: got %d, of which %d far, %t; want %d, %d, %t", tt.values, mild, far, ok1, tt.mild, tt.far, tt.ok)
		}
	}
}

// The exact p-values of Kendall's τ for few values, from counting orders by hand: 1 of 6 orders of three values has
// no inversion, 1 of 720 of six and 5 of 720 one.
func TestTrend(t *testing.T) {
	for _, tt := range []struct {
		values []float64
		tau, p float64
	}{
		{[]float64{1, 2, 3}, 1, 2.0 / 6},
		{[]float64{3, 2, 1}, -1, 2.0 / 6},
		{[]float64{1, 3, 2}, 1.0 / 3, 1},
		{[]float64{1, 2, 3, 4, 5, 6}, 1, 2.0 / 720},
		{[]float64{2, 1, 3, 4, 5, 6}, 13.0 / 15, 2 * 6.0 / 720},
		{[]float64{7, 7, 7, 7}, 0, 1},
	} {
		tau, p, ok := Trend(tt.values)
		if !ok || math.Abs(tau-tt.tau) > 1e-12 || math.Abs(p-tt.p) > 1e-12 {
			t.Errorf("%v: got τ %v with p %v, %t; want %v with %v", tt.values, tau, p, ok, tt.tau, tt.p)
		}
	}
	for _, values := range [][]float64{nil, {1, 2}, {1, 2, math.Inf(1)}, make([]float64, 101)} {
		if _, _, ok := Trend(values); ok {
			t.Errorf("%d values: got an answer", len(values))
		}
	}
}

// Without a trend p is at most 0.05 in at most one case of twenty: of 20 000 cases a rate of 0.06 would be seen. With six
// values the exact levels are coarse: the one below 0.05 is 12/720.
func TestTrendLevel(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{6, 10} {
		t.Run(fmt.Sprintf("n=%d", n), func(t *testing.T) {
			const trials = 20000
			called, values := uint64(0), make([]float64, n)
			for range trials {
				for i := range values {
					values[i] = r.Float64()
				}
				if _, p, ok := Trend(values); ok && p <= 0.05 {
					called++
				}
			}
			if p, ok := BinomialUpper(called, trials, 0.05); !ok || p < 1e-9 {
				t.Errorf("%d of %d are called a trend at 5 %%", called, trials)
			}
			if called < trials/100 {
				t.Errorf("%d of %d are called a trend at 5 %%: the test is much too careful", called, trials)
			}
		})
	}
}
