package theory

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// wantMisses fails t where misses of draws contradict a chance of at most most, or of at least least: where a
// binomial count as extreme has a chance below 1e-9.
func wantMisses(t *testing.T, what string, misses, draws int, least, most float64) {
	t.Helper()
	n, x := float64(draws), float64(misses)
	if over := 1 - (distuv.Binomial{N: n, P: most}).CDF(x-1); misses > 0 && over < 1e-9 {
		t.Errorf("%s: %d of %d miss, want a chance of at most %v", what, misses, draws, most)
	}
	if least > 0 && (distuv.Binomial{N: n, P: least}).CDF(x) < 1e-9 {
		t.Errorf("%s: %d of %d miss, want a chance of at least %v", what, misses, draws, least)
	}
}

// TestCVBandBySimulation counts how often the cv of drawn shares leaves the band, on either side.
func TestCVBandBySimulation(t *testing.T) {
	const alpha = 0.01
	for _, test := range []struct{ nodes, vnodes, seeds, draws int }{
		{2, 1, 1, 50_000}, {2, 160, 1, 50_000}, {3, 1, 1, 50_000}, {10, 1, 1, 50_000}, {10, 3, 20, 5000},
		{10, 100, 1, 50_000}, {100, 10, 1, 10_000}, {100, 160, 1, 10_000}, {10, 40, 20, 5000},
	} {
		what := fmt.Sprintf("N=%d V=%d seeds=%d", test.nodes, test.vnodes, test.seeds)
		low, high, err := CVBand(test.nodes, test.vnodes, test.seeds, alpha)
		if err != nil {
			t.Fatal(err)
		}
		src, below, above := rand.NewPCG(3, 5), 0, 0
		for range test.draws {
			mean := 0.0
			for range test.seeds {
				mean += squaredCV(drawShares(src, test.nodes, test.vnodes)) / float64(test.seeds)
			}
			if mean < low*low {
				below++
			}
			if mean > high*high {
				above++
			}
		}
		// Where there are many points the band must not be too wide either.
		least := 0.0
		if test.vnodes >= 100 && test.nodes > 2 {
			least = alpha / 2 / 2
		}
		wantMisses(t, what+" below", below, test.draws, least, 2*alpha/2)
		wantMisses(t, what+" above", above, test.draws, least, 2*alpha/2)
	}
}

func squaredCV(shares []float64) float64 {
	sum := 0.0
	for _, s := range shares {
		d := s*float64(len(shares)) - 1
		sum += d * d
	}
	return sum / float64(len(shares))
}

// TestCVBandValues holds figures of the project's reference: 95 % of rings of 10 nodes of 100 points have a
// cv of 0.052 to 0.139.
func TestCVBandValues(t *testing.T) {
	low, high, err := CVBand(10, 100, 1, 0.05)
	wantNear(t, "low", number(t, low, err), 0.052, 1.5e-3)
	wantNear(t, "high", number(t, high, err), 0.139, 1.5e-3)
	// For very many seeds the band closes on the root mean square.
	low, high, err = CVBand(100, 160, 1_000_000, 1e-6)
	want, _ := ShareCV("dirichlet", 100, 160, 0)
	wantNear(t, "low of many seeds", number(t, low, err), want, 5e-4*want)
	wantNear(t, "high of many seeds", number(t, high, err), want, 5e-4*want)
}

// TestSquaredCVMoments holds the mean and the variance against their closed forms, (N-1)/(S+1) and
// 2 N^2 V (V+1) (N-1) / ((S+1)^2 (S+2) (S+3)) with S = N V, and the third moment of two nodes with one point
// each against that of a squared uniform variate.
func TestSquaredCVMoments(t *testing.T) {
	for _, test := range [][2]int64{{2, 1}, {10, 100}, {1000, 1000}, {10_000, 1_000_000}} {
		mean, variance, _ := squaredCVMoments(test[0], test[1])
		n, v := float64(test[0]), float64(test[1])
		s := n * v
		what := fmt.Sprintf("N=%v V=%v: ", n, v)
		wantNear(t, what+"mean over its closed form", mean*(s+1)/(n-1), 1, 1e-12)
		closed := 2 * n * n * v * (v + 1) * (n - 1) / ((s + 1) * (s + 1) * (s + 2) * (s + 3))
		wantNear(t, what+"variance over its closed form", variance/closed, 1, 1e-12)
	}
	_, _, third := squaredCVMoments(2, 1)
	wantNear(t, "third moment", third, 1.0/7-3*(1.0/3)*(1.0/5)+2.0/27, 1e-15)
}

// TestPeakBandBySimulation counts misses of the peak of drawn shares. The union bound is nearly exact above, so
// misses there must come too.
func TestPeakBandBySimulation(t *testing.T) {
	const alpha, draws = 0.02, 20_000
	for _, test := range []struct{ nodes, vnodes int }{{2, 1}, {2, 160}, {10, 1}, {10, 160}, {100, 10}} {
		what := fmt.Sprintf("N=%d V=%d", test.nodes, test.vnodes)
		low, high, err := PeakBand(test.nodes, test.vnodes, alpha)
		if err != nil {
			t.Fatal(err)
		}
		src, below, above := rand.NewPCG(9, 5), 0, 0
		for range draws {
			peak := slices.Max(drawShares(src, test.nodes, test.vnodes)) * float64(test.nodes)
			if peak < low {
				below++
			}
			if peak > high {
				above++
			}
		}
		wantMisses(t, what+" below", below, draws, 0, alpha/2)
		wantMisses(t, what+" above", above, draws, 0.9*alpha/2, alpha/2)
	}
}

// TestBetaQuantile holds the exact 99 % ranges of N share at V=100 that the project's reference gives, and the
// quantile's own definition far out in the tails.
func TestBetaQuantile(t *testing.T) {
	for nodes, want := range map[float64][2]float64{10: {0.771, 1.259}, 100: {0.762, 1.275}} {
		a, b := 100.0, 100*(nodes-1)
		wantNear(t, fmt.Sprintf("low at N=%v", nodes), nodes*betaQuantile(a, b, 0.005), want[0], 5.1e-4)
		wantNear(t, fmt.Sprintf("high at N=%v", nodes), nodes*betaQuantile(a, b, 0.995), want[1], 5.1e-4)
	}
	// Beta(1, b) has the quantile 1 - (1-p)^(1/b).
	for _, p := range []float64{1e-12, 1e-3, 0.5} {
		want := -math.Expm1(math.Log1p(-p) / 1e6)
		wantNear(t, fmt.Sprintf("Beta(1, 1e6) at %v", p), betaQuantile(1, 1e6, p)/want, 1, 1e-9)
	}
}

// TestGammaQuantiles holds large shapes against the transformation of Wilson and Hilferty (1931), which is
// good to 1e-4 of a standard deviation there.
func TestGammaQuantiles(t *testing.T) {
	for _, k := range []float64{1e3, 1e5, 1e7} {
		for _, tail := range []float64{0.5e-9, 0.005} {
			z := distuv.UnitNormal.Quantile(tail)
			x0, x1 := gammaQuantiles(k, tail)
			for sign, x := range map[float64]float64{1: x0, -1: x1} {
				want := k * math.Pow(1-1/(9*k)+sign*z/(3*math.Sqrt(k)), 3)
				what := fmt.Sprintf("k=%v tail=%v: quantile in standard deviations", k, tail)
				wantNear(t, what, (x-k)/math.Sqrt(k), (want-k)/math.Sqrt(k), 0.02)
			}
		}
	}
	// Gamma(1) is exponential.
	x0, x1 := gammaQuantiles(1, 1e-12)
	wantNear(t, "low of k=1", x0/1e-12, 1, 1e-9)
	wantNear(t, "high of k=1", x1, 12*math.Ln10, 1e-9)
}

func TestBandErrors(t *testing.T) {
	for _, test := range []struct {
		nodes, vnodes, seeds int
		alpha                float64
	}{
		{1, 1, 1, 0.1}, {2, 0, 1, 0.1}, {2, 1, 1, 0}, {2, 1, 1, 1}, {2, 1, 1, math.NaN()},
	} {
		if _, _, err := CVBand(test.nodes, test.vnodes, test.seeds, test.alpha); err == nil {
			t.Errorf("CVBand(%v): no error", test)
		}
		if _, _, err := PeakBand(test.nodes, test.vnodes, test.alpha); err == nil {
			t.Errorf("PeakBand(%v): no error", test)
		}
	}
	if _, _, err := CVBand(2, 1, 0, 0.1); err == nil {
		t.Error("CVBand of no seeds: no error")
	}
}
