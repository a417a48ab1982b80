package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// The known answers equal the exact finite sums (mpmath, 40 digits).
func TestChiSquareUpper(t *testing.T) {
	tests := []struct {
		x2   float64
		df   int
		want float64
	}{
		{150, 99, 7.20445395717e-4},
		{400, 100, 1.69279799589e-37},
		{0, 5, 1},
		{2, 2, math.Exp(-1)},
	}
	for _, test := range tests {
		if got, ok := ChiSquareUpper(test.x2, test.df); !ok || !near(got, test.want, 1e-9) {
			t.Errorf("x2=%v df=%d: got %v %v, want %v", test.x2, test.df, got, ok, test.want)
		}
	}
	for _, x2 := range []float64{-1, math.NaN(), math.Inf(1)} {
		if got, ok := ChiSquareUpper(x2, 5); ok || got != 0 {
			t.Errorf("x2=%v: got %v %v, want 0 false", x2, got, ok)
		}
	}
	if got, ok := ChiSquareUpper(1, 0); ok {
		t.Errorf("df=0: got %v, want none", got)
	}
}

func TestOverdispersionByHand(t *testing.T) {
	// p̄ = 0.1, q·p̄(1-p̄) = 9, deviations ±3: X² = 18/9 = 2 with 1 degree of freedom.
	d, ok := Overdispersion([]uint64{7, 13}, 100, 0)
	upper, _ := ChiSquareUpper(2, 1)
	if !ok || !near(d.ChiSquare, 2, 1e-12) || d.DF != 1 || !near(d.Inflation, 2, 1e-12) || d.Expected != 1 ||
		!near(d.Upper, upper, 1e-12) || !near(d.Lower, 1-upper, 1e-12) {
		t.Errorf("got %+v %v", d, ok)
	}
	// 1 + q·(0.3·p̄)²/(p̄(1-p̄)) = 1 + 100·0.0009/0.09 = 2, so that X² counts as 1.
	d, ok = Overdispersion([]uint64{7, 13}, 100, 0.3)
	upper, _ = ChiSquareUpper(1, 1)
	if !ok || !near(d.Expected, 2, 1e-12) || !near(d.Upper, upper, 1e-12) || !near(d.Inflation, 2, 1e-12) {
		t.Errorf("relative sd 0.3: got %+v %v", d, ok)
	}
}

func TestOverdispersionDomain(t *testing.T) {
	tests := []struct {
		name string
		x    []uint64
		q    uint64
		sd   float64
	}{
		{"x=none", nil, 10, 0},
		{"x=one filter", []uint64{1}, 10, 0},
		{"x=all 0", []uint64{0, 0}, 10, 0},
		{"x=all q", []uint64{10, 10}, 10, 0},
		{"x=above q", []uint64{11, 1}, 10, 0},
		{"q=0", []uint64{0, 0}, 0, 0},
		{"sd=negative", []uint64{1, 2}, 10, -1},
		{"sd=NaN", []uint64{1, 2}, 10, math.NaN()},
		{"sd=infinite", []uint64{1, 2}, 10, math.Inf(1)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got, ok := Overdispersion(test.x, test.q, test.sd); ok || got != (Dispersion{}) {
				t.Errorf("got %+v %v, want none", got, ok)
			}
		})
	}
}

// 200 filters of 1e5 queries at a rate of 1e-2, whose rates scatter by the given relative sd, s: the inflation
// is 1 + 1010·s². A false alarm has probability 1e-9, at 1.72 times the expected inflation; one of 2.20 times is
// found with 99 % power.
func TestOverdispersionFinds(t *testing.T) {
	const alarm = 1e-9
	tests := []struct {
		scatter, allowed float64
		wantUpper        bool // more scatter than allowed
	}{
		{0, 0, false},
		{0.03, 0.03, false},
		{0.05, 0, true},
		{0.05, 0.01, true},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("scatter=%g/allowed=%g", test.scatter, test.allowed), func(t *testing.T) {
			d, ok := Overdispersion(drawCounts(200, 1e5, 1e-2, test.scatter), 1e5, test.allowed)
			if !ok || (d.Upper < alarm) != test.wantUpper || d.Lower < alarm {
				t.Errorf("got %+v %v, want more scatter than allowed: %v", d, ok, test.wantUpper)
			}
		})
	}
	same := make([]uint64, 200) // one filter rebuilt 200 times
	for i := range same {
		same[i] = 1000 + uint64(i%2)
	}
	if d, ok := Overdispersion(same, 1e5, 0); !ok || d.Lower >= alarm {
		t.Errorf("equal filters: got %+v %v, want too little scatter", d, ok)
	}
}

func drawCounts(filters int, q uint64, rate, scatter float64) []uint64 {
	source := rand.NewPCG(1, 2)
	random, counts := rand.New(source), make([]uint64, filters)
	for i := range counts {
		p := rate * (1 + scatter*random.NormFloat64())
		counts[i] = uint64(distuv.Binomial{N: float64(q), P: p, Src: source}.Rand())
	}
	return counts
}

func TestGoodnessOfFit(t *testing.T) {
	// Expectations scale to 10, 20, 30: X² = 4/10 + 0 + 4/30 with 2 degrees of freedom.
	x2, p, ok := GoodnessOfFit([]uint64{12, 20, 28}, []float64{1, 2, 3})
	if want := 0.4 + 4.0/30; !ok || !near(x2, want, 1e-12) || !near(p, math.Exp(-want/2), 1e-12) {
		t.Errorf("got %v %v %v, want %v %v", x2, p, ok, want, math.Exp(-want/2))
	}
	tests := []struct {
		name     string
		observed []uint64
		expected []float64
	}{
		{"cells=none", nil, nil},
		{"cells=one", []uint64{1}, []float64{1}},
		{"cells=unequal", []uint64{1, 2}, []float64{1, 2, 3}},
		{"observed=none", []uint64{0, 0}, []float64{1, 2}},
		{"expected=0", []uint64{1, 2}, []float64{1, 0}},
		{"expected=NaN", []uint64{1, 2}, []float64{1, math.NaN()}},
		{"expected=infinite", []uint64{1, 2}, []float64{1, math.Inf(1)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if x2, p, ok := GoodnessOfFit(test.observed, test.expected); ok || x2 != 0 || p != 0 {
				t.Errorf("got %v %v %v, want 0 0 false", x2, p, ok)
			}
		})
	}
}
