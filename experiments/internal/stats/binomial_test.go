package stats

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// The known answers come from a continued fraction of the incomplete beta function with 40 digits (mpmath).
func TestBinomialUpper(t *testing.T) {
	tests := []struct {
		x, q             uint64
		p0, want, within float64
	}{
		{1300, 1e6, 1e-3, 6.5814969779587715e-20, 1e-7}, // distuv.Binomial.Survival gives 1.11e-16
		{101000, 1e7, 1e-2, 7.5717037632305658e-4, 1e-7},
		{102000, 1e7, 1e-2, 1.1901356563380853e-10, 1e-7},
		{99000, 1e7, 1e-2, 0.99927510003919444, 1e-7},
		{5003000, 1e7, 0.5, 0.028910642657918774, 1e-7},
		{100, 1e7, 1e-6, 5.3964253846080757e-63, 1e-7},
		{1000200, 1e8, 1e-2, 0.42048120447355312, 1e-4},
		{10002000, 1e9, 1e-2, 0.26254669672080974, 1e-4},
		{15100, 1e10, 1.5e-6, 0.20814390492469649, 1e-4},
		{100020000, 1e10, 1e-2, 0.022216892209516425, 1e-4},
		{100060000, 1e10, 1e-2, 8.2184884157625159e-10, 1e-4},
		{3, 3, 0.5, 0.125, 1e-14},
		{0, 10, 0.3, 1, 0},
		{1, 10, 0, 0, 0},
		{10, 10, 1, 1, 0},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("x=%d/q=%d/p0=%g", test.x, test.q, test.p0), func(t *testing.T) {
			if got, ok := BinomialUpper(test.x, test.q, test.p0); !ok || !near(got, test.want, test.within) {
				t.Errorf("got %v %v, want %v", got, ok, test.want)
			}
		})
	}
}

// Small cases are compared with plain sums of binomial terms, at every x.
func TestBinomialTailsAreSums(t *testing.T) {
	const q, p0 = 37, 0.2
	lower := 0.0
	for x := range uint64(q + 1) {
		upper := 1 - lower
		lower += distuv.Binomial{N: q, P: p0}.Prob(float64(x))
		if got, ok := BinomialUpper(x, q, p0); !ok || math.Abs(got-upper) > 1e-13 {
			t.Errorf("x=%d: upper tail %v %v, want %v", x, got, ok, upper)
		}
		if got, ok := BinomialLower(x, q, p0); !ok || math.Abs(got-lower) > 1e-13 {
			t.Errorf("x=%d: lower tail %v %v, want %v", x, got, ok, lower)
		}
		want := min(1, 2*min(upper, lower))
		if got, ok := BinomialTwoSided(x, q, p0); !ok || math.Abs(got-want) > 1e-13 {
			t.Errorf("x=%d: two-sided %v %v, want %v", x, got, ok, want)
		}
	}
}

func TestBinomialDomain(t *testing.T) {
	tests := []struct {
		name string
		x, q uint64
		p0   float64
	}{
		{"q=0", 0, 0, 0.5},
		{"x=above q", 11, 10, 0.5},
		{"p0=negative", 1, 10, -0.1},
		{"p0=above 1", 1, 10, 1.1},
		{"p0=NaN", 1, 10, math.NaN()},
	}
	for _, test := range tests {
		for name, tail := range map[string]func(x, q uint64, p0 float64) (float64, bool){
			"upper": BinomialUpper, "lower": BinomialLower, "two-sided": BinomialTwoSided,
		} {
			if p, ok := tail(test.x, test.q, test.p0); ok || p != 0 {
				t.Errorf("%s, %s: got %v %v, want 0 false", test.name, name, p, ok)
			}
		}
	}
}
