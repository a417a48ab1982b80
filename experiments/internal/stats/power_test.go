package stats

import (
	"fmt"
	"math"
	"testing"
)

// The table of queries that find an excess of 5 % with 99 % power, to the two or three digits it is printed
// with: at each entry the detectable excess must round to 5.0 %, and the exact binomial test must have that
// power. Rounding the number of queries by 1 % moves the power by 0.0005.
func TestDetectableExcessTable(t *testing.T) {
	rates := []float64{1e-2, 1e-3, 1e-4, 1e-6}
	tests := []struct {
		alpha   float64
		queries [4]uint64 // by rate
	}{
		{0.05, [4]uint64{6.4e5, 6.5e6, 6.5e7, 6.5e9}},
		{0.025, [4]uint64{7.5e5, 7.5e6, 7.5e7, 7.6e9}},
		{0.01, [4]uint64{8.8e5, 8.9e6, 8.9e7, 8.9e9}},
		{5e-4, [4]uint64{1.28e6, 1.29e7, 1.29e8, 1.29e10}},
		{5e-5, [4]uint64{1.57e6, 1.58e7, 1.58e8, 1.58e10}},
	}
	for _, test := range tests {
		for i, p0 := range rates {
			t.Run(fmt.Sprintf("alpha=%g/p0=%g", test.alpha, p0), func(t *testing.T) {
				q := test.queries[i]
				got, ok := DetectableExcess(float64(q)*p0, test.alpha, 0.99)
				if !ok || math.Abs(got-0.05) > 5e-4 {
					t.Errorf("excess: got %v %v, want 0.050", got, ok)
				}
				if got := exactPower(q, p0, 1.05*p0, test.alpha); math.Abs(got-0.99) > 1e-3 {
					t.Errorf("power of the exact test: got %.5f, want 0.990", got)
				}
			})
		}
	}
}

// exactPower returns the chance that the exact one-sided test of p0 at level alpha rejects when the rate is p1.
func exactPower(q uint64, p0, p1, alpha float64) float64 {
	low, high := uint64(0), q // the critical count lies in (low, high]
	for high-low > 1 {
		middle := low + (high-low)/2
		if p, _ := BinomialUpper(middle, q, p0); p <= alpha {
			high = middle
		} else {
			low = middle
		}
	}
	power, _ := BinomialUpper(high, q, p1)
	return power
}

// The rows of expected false positives, printed to three digits.
func TestDetectableExcess(t *testing.T) {
	alphas := []float64{0.05, 0.025, 0.01, 5e-4, 5e-5}
	tests := []struct {
		excess   float64
		expected [5]float64 // by alpha
	}{
		{0.05, [5]float64{6500, 7550, 8900, 12900, 15800}},
		{0.10, [5]float64{1670, 1940, 2280, 3310, 4040}},
		{0.02, [5]float64{39900, 46400, 54700, 79600, 97500}},
	}
	for _, test := range tests {
		for i, alpha := range alphas {
			got, ok := DetectableExcess(test.expected[i], alpha, 0.99)
			// The excess goes with 1/√E, so half a unit in the third digit of E is 0.25 % at most.
			if !ok || !near(got, test.excess, 0.005) {
				t.Errorf("E=%v alpha=%v: got %v %v, want %v", test.expected[i], alpha, got, ok, test.excess)
			}
		}
	}
	for _, bad := range [][3]float64{
		{0, 0.05, 0.99}, {-1, 0.05, 0.99}, {math.NaN(), 0.05, 0.99}, {math.Inf(1), 0.05, 0.99},
		{100, 0, 0.99}, {100, 0.6, 0.99}, {100, math.NaN(), 0.99},
		{100, 0.05, 0.4}, {100, 0.05, 1}, {100, 0.05, math.NaN()},
	} {
		if got, ok := DetectableExcess(bad[0], bad[1], bad[2]); ok || got != 0 {
			t.Errorf("E=%v alpha=%v power=%v: got %v %v, want 0 false", bad[0], bad[1], bad[2], got, ok)
		}
	}
}
