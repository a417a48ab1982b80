package stats

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// The known answers were computed a second time by sums of binomial terms with 40 digits (mpmath).
func TestClopperPearson(t *testing.T) {
	tests := []struct {
		x, q             uint64
		level, low, high float64
	}{
		{0, 1e6, 0.95, 0, 3.68887265021e-6}, // 1 - .025^(1e-6)
		{100, 1e6, 0.95, 8.13647087416e-5, 1.21625478571e-4},
		{1000, 1e9, 0.95, 9.3897304659e-7, 1.063952102e-6},
		{1e4, 1e6, 0.95, 0.00980590624, 0.01019693},
		{3, 10, 0.95, 0.0667395111777, 0.65245285006},
		{10, 10, 0.95, 0.691502892, 1}, // .025^(1/10)
		{1, 1e6, 1 - 2e-7, 1.00000004999e-13, 1.91196268362e-5},
		{0, 1e6, 1 - 2e-7, 0, 1.61179657552e-5}, // gonum's Beta.Quantile(1 - 1e-7) gives 0.99999972
		{100, 1e6, 1 - 1e-9, 5.04429768666e-5, 1.74961952974e-4},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("x=%d/q=%d/level=%g", test.x, test.q, test.level), func(t *testing.T) {
			got, ok := ClopperPearson(test.x, test.q, test.level)
			if !ok || !nearInterval(got, test.low, test.high, 1e-6) || got.Level != test.level {
				t.Errorf("got %v %v, want [%v, %v]", got, ok, test.low, test.high)
			}
		})
	}
}

func TestWilson(t *testing.T) {
	tests := []struct {
		x, q      uint64
		low, high float64
	}{
		{0, 1e6, 0, 3.841444064e-6},
		{5, 10, 0.2365930905, 0.7634069095},
		{100, 1e6, 8.222785989e-5, 1.216128159e-4},
		{1e4, 1e6, 0.009806859644, 0.01019690497},
		{10, 10, 0.72246720, 1}, // 1/(1 + z²/10)
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("x=%d/q=%d", test.x, test.q), func(t *testing.T) {
			got, ok := Wilson(test.x, test.q, 0.95)
			if !ok || !nearInterval(got, test.low, test.high, 1e-7) {
				t.Errorf("got %v %v, want [%v, %v]", got, ok, test.low, test.high)
			}
		})
	}
}

func TestProportionDomain(t *testing.T) {
	tests := []struct {
		name  string
		x, q  uint64
		level float64
	}{
		{"q=0", 0, 0, 0.95},
		{"x=above q", 11, 10, 0.95},
		{"level=0", 1, 10, 0},
		{"level=1", 1, 10, 1},
		{"level=NaN", 1, 10, math.NaN()},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got, ok := Wilson(test.x, test.q, test.level); ok || !got.Empty() {
				t.Errorf("Wilson: got %v %v, want none", got, ok)
			}
			if got, ok := ClopperPearson(test.x, test.q, test.level); ok || !got.Empty() {
				t.Errorf("ClopperPearson: got %v %v, want none", got, ok)
			}
		})
	}
}

// coverage returns the exact probability that the interval of x holds p, x binomial with q trials.
func coverage(q uint64, p, level float64, interval func(x, q uint64, level float64) (Interval, bool)) float64 {
	x, covered := distuv.Binomial{N: float64(q), P: p}, 0.0
	for k := range q + 1 {
		if i, ok := interval(k, q, level); ok && i.Contains(p) {
			covered += x.Prob(float64(k))
		}
	}
	return covered
}

// Coverage is summed over all outcomes, so nothing is left to chance. Clopper-Pearson must reach the level at
// every rate; Wilson, by its definition, only on average: these rates stay away from 0, where it dips.
func TestProportionCoverage(t *testing.T) {
	sum, rates := 0.0, 0
	for p := 0.02; p < 0.981; p += 0.01 {
		if got := coverage(60, p, 0.95, ClopperPearson); got < 0.95-1e-12 {
			t.Errorf("Clopper-Pearson at p=%.2f: covers %.4f, want at least 0.95", p, got)
		}
		sum, rates = sum+coverage(60, p, 0.95, Wilson), rates+1
	}
	if got := sum / float64(rates); !near(got, 0.95, 0.005) {
		t.Errorf("Wilson covers %.4f on average, want 0.95", got)
	}
}

// Each end of a Clopper-Pearson interval is where the exact test has a p-value of (1 - level)/2.
func TestClopperPearsonInvertsTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := rapid.Uint64Range(1, 1e9).Draw(t, "q")
		x := rapid.Uint64Range(0, q).Draw(t, "x")
		tail := math.Pow(10, -rapid.Float64Range(0.5, 9).Draw(t, "digits"))
		i, ok := ClopperPearson(x, q, 1-2*tail)
		if !ok || i.Low < 0 || i.High > 1 || !i.Contains(float64(x)/float64(q)) {
			t.Fatalf("got %v %v", i, ok)
		}
		// 1 - 2·tail keeps the tail to 1e-16/tail; RegIncBeta adds its own error.
		within := 1e-3
		if p, _ := BinomialUpper(x, q, i.Low); x > 0 && !near(p, tail, within) {
			t.Errorf("low end %v: upper tail %v, want %v", i.Low, p, tail)
		}
		if p, _ := BinomialLower(x, q, i.High); x < q && !near(p, tail, within) {
			t.Errorf("high end %v: lower tail %v, want %v", i.High, p, tail)
		}
	})
}

func TestNormalQuantile(t *testing.T) {
	tests := []struct {
		level, want float64
		ok          bool
	}{
		{0.95, 1.9599639845400542, true}, // tables of the normal distribution
		{0.99, 2.5758293035489004, true},
		{1 - 2e-9, 5.9978070150076869, true},
		{0, 0, false},
		{1, 0, false},
		{math.NaN(), 0, false},
	}
	for _, test := range tests {
		// 1 - 2e-9 keeps its tail to 1e-7, which is worth 3e-9 in z.
		if got, ok := NormalQuantile(test.level); ok != test.ok || !near(got, test.want, 1e-8) {
			t.Errorf("level=%v: got %v %v, want %v %v", test.level, got, ok, test.want, test.ok)
		}
	}
}
