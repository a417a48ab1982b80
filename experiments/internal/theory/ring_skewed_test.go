package theory

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// zipfPeaks simulates the fullest of nodes whose keys are asked for by Zipf's law, divided by the mean.
func zipfPeaks(r *rand.Rand, nodes, vnodes, rounds int, z ZipfKeys) []float64 {
	rates, sum, peaks := make([]float64, z.Keys), 0.0, make([]float64, rounds)
	for i := range rates {
		rates[i] = math.Pow(float64(i+1), -z.Exponent)
		sum += rates[i]
	}
	for round := range peaks {
		loads, shares := make([]float64, nodes), sharesOf(r, nodes, vnodes)
		for _, rate := range rates {
			node := r.IntN(nodes)
			if vnodes > 0 {
				node = pick(r, shares)
			}
			loads[node] += rate / sum * float64(nodes)
		}
		for _, l := range loads {
			peaks[round] = max(peaks[round], l)
		}
	}
	return peaks
}

var zipfCases = []struct {
	law           string
	nodes, vnodes int
	z             ZipfKeys
}{
	{"multinomial", 20, 0, ZipfKeys{500, 0.83}},
	{"multinomial", 20, 0, ZipfKeys{500, 1.2}},
	{"dirichlet", 20, 40, ZipfKeys{300, 0.99}},
}

// agrees holds a law that is meant to be off by a share of the mean at most against simulated values of what it is of;
// their mean is allowed six standard errors besides.
func agrees(t *testing.T, of any, law, share float64, values []float64) {
	t.Helper()
	mean, sd := stat.MeanStdDev(values, nil)
	se := stat.StdErr(sd, float64(len(values)))
	if math.Abs(law-mean) > share*mean+sixErrors*se {
		t.Errorf("%+v: simulated %.5g ± %.2g, theory %.5g", of, mean, se, law)
	}
}

// The mean is an approximation that is meant to be off by 1 % at most; the simulation adds six standard errors.
func TestSkewedPeak(t *testing.T) {
	for _, c := range zipfCases {
		const rounds = 4000
		got, err := SkewedPeak(c.law, c.nodes, c.vnodes, c.z)
		got = number(t, got, err)
		agrees(t, c, got, 0.01, zipfPeaks(rand.New(rand.NewPCG(1, 2)), c.nodes, c.vnodes, rounds, c.z))
	}
}

// The values of the base of the grid: 3,000 sets of nodes each, simulated apart from this package, and their standard errors.
func TestSkewedPeakGolden(t *testing.T) {
	for _, c := range []struct {
		law            string
		vnodes         int
		exponent       float64
		simulated, err float64
	}{
		{"multinomial", 0, 0.83, 3.7328, 0.0055},
		{"multinomial", 0, 0.99, 8.742, 0.011},
		{"multinomial", 0, 1.2, 20.417, 0.021},
		{"dirichlet", 160, 0.83, 3.7260, 0.0054},
	} {
		got, err := SkewedPeak(c.law, 100, c.vnodes, ZipfKeys{100_000, c.exponent})
		if got = number(t, got, err); math.Abs(got-c.simulated) > 0.01*c.simulated+sixErrors*c.err {
			t.Errorf("%+v: theory %.5g", c, got)
		}
	}
}

// TestSkewedPeakBand: no more peaks leave the band than it says; and a scheme that gives every node but one half the keys
// leaves it always. The values beside it are Chernoff's bounds summed over single keys on a fine grid of t, by a
// program of its own.
func TestSkewedPeakBand(t *testing.T) {
	const alpha, rounds = 0.02, 4000
	for _, c := range zipfCases {
		low, high, err := SkewedPeakBand(c.law, c.nodes, c.vnodes, c.z, alpha)
		if err != nil {
			t.Fatal(err)
		}
		out := 0
		for _, p := range zipfPeaks(rand.New(rand.NewPCG(3, 4)), c.nodes, c.vnodes, rounds, c.z) {
			if p < low || p > high {
				out++
			}
		}
		// Binomial(4000, 0.02) has a standard deviation of 8.9.
		if most := alpha*rounds + sixErrors*9; float64(out) > most {
			t.Errorf("%+v: %d of %d peaks outside %.4g to %.4g, want %v at most", c, out, rounds, low, high, most)
		}
		if hottest := float64(c.nodes) * mustShares(t, c.z)[0]; low < hottest || low < 1 || high < low {
			t.Errorf("%+v: band %.4g to %.4g; the hottest key alone makes %.4g", c, low, high, hottest)
		}
	}
	for _, c := range []struct {
		nodes     int
		z         ZipfKeys
		alpha     float64
		low, high float64
	}{
		{20, ZipfKeys{300, 0.99}, 1e-6, 3.104216, 8.732036},
		{20, ZipfKeys{300, 0.83}, 1e-3, 2.051759, 5.544678},
	} {
		low, high, err := SkewedPeakBand("multinomial", c.nodes, 0, c.z, c.alpha)
		if err != nil {
			t.Fatal(err)
		}
		wantNear(t, fmt.Sprintf("%+v: low", c), low, c.low, 2e-5)
		wantNear(t, fmt.Sprintf("%+v: high", c), high, c.high, 2e-5)
	}
}

// TestSkewedRanges: ranges bound the moment from above, and closely.
func TestSkewedRanges(t *testing.T) {
	shares := mustShares(t, ZipfKeys{50_000, 0.99})
	single := make([]rankRange, len(shares))
	for i, c := range shares {
		single[i] = rankRange{1, c, c}
	}
	count := 0.0
	for _, r := range ranges(shares) {
		count += r.count
	}
	if int(count) != len(shares) {
		t.Fatalf("ranges hold %v of %d keys", count, len(shares))
	}
	law := []shareOf{{0.01, 1}}
	for _, at := range []float64{-200, -10, 10, 200} {
		got, want := logMoment(law, ranges(shares), at), logMoment(law, single, at)
		if got < want || got > want+0.01*math.Abs(want) {
			t.Errorf("t=%v: in ranges %.8g, key by key %.8g", at, got, want)
		}
	}
}

func mustShares(t *testing.T, z ZipfKeys) []float64 {
	t.Helper()
	shares, err := z.shares()
	if err != nil {
		t.Fatal(err)
	}
	return shares
}

func TestSkewedPeakErrors(t *testing.T) {
	for name, c := range map[string]struct {
		law           string
		nodes, vnodes int
		z             ZipfKeys
		alpha         float64
	}{
		"no keys":     {"multinomial", 10, 0, ZipfKeys{0, 1}, 0.1},
		"exponent":    {"multinomial", 10, 0, ZipfKeys{5, -1}, 0.1},
		"one node":    {"multinomial", 1, 0, ZipfKeys{5, 1}, 0.1},
		"no vnodes":   {"dirichlet", 10, 0, ZipfKeys{5, 1}, 0.1},
		"other law":   {"maglev", 10, 0, ZipfKeys{5, 1}, 0.1},
		"unknown law": {"none", 10, 0, ZipfKeys{5, 1}, 0.1},
	} {
		if _, err := SkewedPeak(c.law, c.nodes, c.vnodes, c.z); err == nil {
			t.Errorf("%s: the mean has no error", name)
		}
		if _, _, err := SkewedPeakBand(c.law, c.nodes, c.vnodes, c.z, c.alpha); err == nil {
			t.Errorf("%s: the band has no error", name)
		}
	}
	if _, _, err := SkewedPeakBand("multinomial", 10, 0, ZipfKeys{5, 1}, 1); err == nil {
		t.Error("alpha 1: got no error")
	}
}
