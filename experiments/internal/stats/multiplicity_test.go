package stats

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// The fifteen p-values of the example in Benjamini and Hochberg 1995, section 3.2: at 0.05 their method
// rejects the first four, a method that controls the family error the first three.
var bh1995 = []float64{
	.0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344, .0459, .3240, .4262, .5719, .6528, .7590, 1,
}

// The wanted vectors are worked out by hand from the definitions, and are those of R's p.adjust.
func TestHolmAndBH(t *testing.T) {
	tests := []struct {
		name         string
		ps, holm, bh []float64
	}{
		{"ps=one", []float64{0.03}, []float64{0.03}, []float64{0.03}},
		{"ps=evenly spaced", []float64{.01, .02, .03, .04, .05},
			[]float64{.05, .08, .09, .09, .09}, []float64{.05, .05, .05, .05, .05}},
		{"ps=unordered", []float64{.005, .04, .03, .01}, []float64{.02, .06, .06, .03}, []float64{.02, .04, .04, .02}},
		{"ps=ties", []float64{.02, .01, .02}, []float64{.04, .03, .04}, []float64{.02, .02, .02}},
		{"ps=capped at 1", []float64{.6, .7}, []float64{1, 1}, []float64{.7, .7}},
		{"ps=ends", []float64{0, 1}, []float64{0, 1}, []float64{0, 1}},
		{"ps=BH1995", bh1995,
			[]float64{.0015, .0056, .0247, .114, .2211, .278, .278, .278, .3213, 1, 1, 1, 1, 1, 1},
			[]float64{.0015, .003, .0095, .035625, .0603, .0638571, .0638571, .0645, .0765, .486, .581182, .714875, .753231, .813214, 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			given := slices.Clone(test.ps)
			for name, adjust := range map[string]struct {
				by   func([]float64) ([]float64, bool)
				want []float64
			}{"Holm": {Holm, test.holm}, "BH": {BH, test.bh}} {
				got, ok := adjust.by(given)
				if diff := cmp.Diff(adjust.want, got, cmpopts.EquateApprox(1e-5, 0)); !ok || diff != "" {
					t.Errorf("%s: ok %v, -want +got:\n%s", name, ok, diff)
				}
			}
			if !slices.Equal(given, test.ps) {
				t.Errorf("the p-values were changed to %v", given)
			}
		})
	}
}

func TestAdjustDomain(t *testing.T) {
	for _, ps := range [][]float64{nil, {math.NaN()}, {0.5, -0.1}, {0.5, 1.1}} {
		if got, ok := Holm(ps); ok || len(got) != 0 {
			t.Errorf("Holm(%v): got %v %v, want none", ps, got, ok)
		}
		if got, ok := BH(ps); ok || len(got) != 0 {
			t.Errorf("BH(%v): got %v %v, want none", ps, got, ok)
		}
	}
}

// Adjusted values keep the order of the p-values; BH's lie between p and Holm's, Holm's below Bonferroni's.
func TestAdjustOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ps := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 40).Draw(t, "ps")
		holm, ok1 := Holm(ps)
		bh, ok2 := BH(ps)
		if !ok1 || !ok2 {
			t.Fatal("no answer")
		}
		const above = 1 + 1e-12
		for i, p := range ps {
			if bonferroni := min(1, p*float64(len(ps))); p > bh[i]*above || bh[i] > holm[i]*above || holm[i] > bonferroni*above {
				t.Errorf("p %v <= BH %v <= Holm %v <= Bonferroni %v does not hold", p, bh[i], holm[i], bonferroni)
			}
			for j := range ps {
				if p < ps[j] && (holm[i] > holm[j] || bh[i] > bh[j]) {
					t.Errorf("the order of %v and %v is lost", p, ps[j])
				}
			}
		}
	})
}

func TestSimultaneousLevel(t *testing.T) {
	tests := []struct {
		family float64
		m      int
		want   float64
		ok     bool
	}{
		{0.05, 1, 0.95, true},
		{0.05, 10, 0.995, true},
		{1e-6, 1000, 1 - 1e-9, true},
		{0, 1, 0, false},
		{1, 1, 0, false},
		{math.NaN(), 1, 0, false},
		{0.05, 0, 0, false},
	}
	for _, test := range tests {
		got, ok := SimultaneousLevel(test.family, test.m)
		if ok != test.ok || !near(got, test.want, 1e-15) {
			t.Errorf("family=%v m=%d: got %v %v, want %v %v", test.family, test.m, got, ok, test.want, test.ok)
		}
	}
	// Beyond what a float64 holds apart from 1 there is no level.
	if got, ok := SimultaneousLevel(1e-10, 1e8); ok || got != 0 {
		t.Errorf("family=1e-10 m=1e8: got %v %v, want 0 false", got, ok)
	}
}
