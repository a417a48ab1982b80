package theory

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

func TestMovedShare(t *testing.T) {
	for _, test := range []struct {
		name          string
		before, after int
		want          float64
	}{
		{"modulo", 10, 11, 10.0 / 11},
		{"modulo", 4, 5, 0.8},
		{"modulo", 12, 8, 2.0 / 3},
		{"modulo", 7, 14, 0.5},
		{"modulo", 9, 9, 0},
		{"multinomial", 10, 11, 1.0 / 11},
		{"multinomial", 12, 8, 1.0 / 3},
		{"dirichlet", 3, 4, 0.25},
		{"dirichlet", 4, 3, 0.25},
		{"dirichlet", 5, 5, 0},
	} {
		got, err := MovedShare(test.name, test.before, test.after)
		wantNear(t, fmt.Sprintf("%s %d -> %d", test.name, test.before, test.after), number(t, got, err), test.want, 1e-15)
	}
	// By enumeration of residues: the kept share over one period.
	for before := 1; before <= 12; before++ {
		for after := 1; after <= 12; after++ {
			moved, period := 0, before*after
			for h := range period {
				if h%before != h%after {
					moved++
				}
			}
			got, err := MovedShare("modulo", before, after)
			wantNear(t, fmt.Sprintf("modulo %d -> %d", before, after), number(t, got, err), float64(moved)/float64(period), 1e-15)
		}
	}
}

// TestBinomialBand holds the ends against the distribution function of gonum, which sums nothing.
func TestBinomialBand(t *testing.T) {
	for _, test := range []struct{ p, k, tail float64 }{
		{0.5, 10, 0.01}, {0.1, 1000, 1e-6}, {10.0 / 11, 100_000, 0.5e-6}, {0.01, 100_000, 0.025}, {0.999, 10, 0.01},
	} {
		low, high := binomialBand(test.p, test.k, test.tail)
		counts := distuv.Binomial{N: test.k, P: test.p}
		low, high = math.Round(low*test.k), math.Round(high*test.k)
		what := fmt.Sprintf("p=%v k=%v tail=%v", test.p, test.k, test.tail)
		below := func(x float64) float64 { return counts.CDF(x - 1) }
		above := func(x float64) float64 { return 1 - counts.CDF(x) }
		if below(low) > test.tail*1.0001 || low < test.k && below(low+1) <= test.tail*0.9999 {
			t.Errorf("%s: low end %v has %v below it, and the next %v", what, low, below(low), below(low+1))
		}
		if above(high) > test.tail*1.0001 || high > 0 && above(high-1) <= test.tail*0.9999 {
			t.Errorf("%s: high end %v has %v above it, and the next %v", what, high, above(high), above(high-1))
		}
	}
	low, high := binomialBand(0.25, 1e8, 0.5e-6) // in blocks: normal quantile 4.89 standard deviations
	sd := math.Sqrt(0.25 * 0.75 / 1e8)
	wantNear(t, "low of 1e8", (low-0.25)/sd, -4.8916, 2e-3)
	wantNear(t, "high of 1e8", (high-0.25)/sd, 4.8916, 2e-3)
}

// TestMovedBandOfRing holds the band of one node more or less against draws of its share and its keys.
func TestMovedBandOfRing(t *testing.T) {
	const alpha, draws = 0.02, 20_000
	for _, test := range []struct {
		before, after, vnodes int
		keys                  uint64
	}{
		{1, 2, 1, 1000}, {10, 11, 1, 0}, {10, 9, 160, 100_000}, {10, 9, 160, 0}, {100, 101, 3, 5000}, {3, 4, 40, 2_000_000},
	} {
		what := fmt.Sprintf("%d -> %d V=%d K=%d", test.before, test.after, test.vnodes, test.keys)
		low, high, err := MovedBand("dirichlet", test.before, test.after, test.vnodes, test.keys, alpha)
		if err != nil {
			t.Fatal(err)
		}
		v, src := float64(test.vnodes), rand.NewPCG(1, 4)
		share := distuv.Beta{Alpha: v, Beta: v * float64(max(test.before, test.after)-1), Src: src}
		below, above := 0, 0
		for range draws {
			moved := share.Rand()
			if test.keys > 0 {
				k := float64(test.keys)
				moved = distuv.Binomial{N: k, P: moved, Src: src}.Rand() / k
			}
			if moved < low {
				below++
			}
			if moved > high {
				above++
			}
		}
		wantMisses(t, what+" below", below, draws, 0.7*alpha/2, alpha/2)
		wantMisses(t, what+" above", above, draws, 0.7*alpha/2, alpha/2)
	}
}

// TestMovedBandLimits holds the beta-binomial band of very many keys against the beta band, and the ideal
// one of no keys.
func TestMovedBandLimits(t *testing.T) {
	arcLow, arcHigh, err := MovedBand("dirichlet", 99, 100, 160, 0, 1e-6)
	if err != nil {
		t.Fatal(err)
	}
	low, high, err := MovedBand("dirichlet", 99, 100, 160, 1e11, 1e-6)
	if err != nil {
		t.Fatal(err)
	}
	wantNear(t, "low of many keys over that of arcs", low/arcLow, 1, 1e-4)
	wantNear(t, "high of many keys over that of arcs", high/arcHigh, 1, 1e-4)
	low, high, err = MovedBand("multinomial", 10, 13, 0, 0, 0.01)
	wantNear(t, "low of no keys", number(t, low, err), 3.0/13, 1e-15)
	wantNear(t, "high of no keys", number(t, high, err), 3.0/13, 1e-15)
	low, high, err = MovedBand("modulo", 10, 10, 0, 500, 0.01)
	wantNear(t, "low of no change", number(t, low, err), 0, 0)
	wantNear(t, "high of no change", number(t, high, err), 0, 0)
}

func TestMovedErrors(t *testing.T) {
	for _, test := range []struct {
		name                  string
		before, after, vnodes int
		alpha                 float64
	}{
		{"no-such-law", 1, 2, 1, 0.1}, {"modulo", 0, 1, 1, 0.1}, {"multinomial", 1, -1, 1, 0.1}, {"modulo", 1, 2, 1, 0},
		{"dirichlet", 1, 3, 1, 0.1}, {"dirichlet", 2, 2, 1, 0.1}, {"dirichlet", 1, 2, 0, 0.1}, {"dirichlet", 1, 2, 1, math.NaN()},
	} {
		if _, _, err := MovedBand(test.name, test.before, test.after, test.vnodes, 10, test.alpha); err == nil {
			t.Errorf("MovedBand(%+v): no error", test)
		}
	}
}
