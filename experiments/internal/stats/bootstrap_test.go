package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestBootstrapIsSeeded(t *testing.T) {
	values := []float64{3.1, 1.4, 4.1, 1.5, 5.9, 9.2, 2.6, 6.5}
	given := slices.Clone(values)
	first, ok := Bootstrap(values, mean, 1000, 0.9, 7)
	again, _ := Bootstrap(values, mean, 1000, 0.9, 7)
	other, _ := Bootstrap(values, mean, 1000, 0.9, 8)
	if !ok || first != again {
		t.Errorf("equal seeds: got %v and %v", first, again)
	}
	if first == other {
		t.Errorf("seeds 7 and 8 both give %v", first)
	}
	if !slices.Equal(values, given) {
		t.Error("the values were changed")
	}
}

// The resampled maximum of two values is the smaller with probability 1/4: with 1000 resamples that is 11
// standard errors or more from the shares that the levels cut off, 0.05 and 0.4, so the ends are known.
func TestBootstrapEnds(t *testing.T) {
	got, ok := Bootstrap([]float64{1, 2}, slices.Max[[]float64], 1000, 0.9, 1)
	if want := (Interval{1, 2, 0.9}); !ok || got != want { // P(1) = 1/4 lies above the 0.05 that is cut off
		t.Errorf("max, level 0.9: got %v %v, want %v", got, ok, want)
	}
	got, ok = Bootstrap([]float64{1, 2}, slices.Max[[]float64], 1000, 0.2, 1)
	if want := (Interval{2, 2, 0.2}); !ok || got != want { // and below the 0.4
		t.Errorf("max, level 0.2: got %v %v, want %v", got, ok, want)
	}
}

func TestBootstrapDomain(t *testing.T) {
	values := []float64{1, 2, 3}
	if got, ok := Bootstrap(values, mean, 40, 0.95, 1); !ok {
		t.Errorf("40 resamples: got %v, want an interval: one lies beyond each end", got)
	}
	for _, resamples := range []int{-1, 0, 1, 39} {
		if got, ok := Bootstrap(values, mean, resamples, 0.95, 1); ok || !got.Empty() {
			t.Errorf("%d resamples: got %v %v, want none", resamples, got, ok)
		}
	}
	nan := func([]float64) float64 { return math.NaN() }
	if got, ok := Bootstrap(values, nan, 100, 0.95, 1); ok || !got.Empty() {
		t.Errorf("statistic NaN: got %v %v, want none", got, ok)
	}
}

// The percentile interval of a mean of normal values covers about P(|T| <= 1.96·√((n-1)/n)), T Student with
// n-1 degrees of freedom: 0.866 for n = 6 and 0.936 for n = 30. The tails of resampled means are lighter than
// normal, which takes another 0.01 at n = 6. A false alarm has probability 1e-9 where the coverage lies between
// low and high; 4000 trials find one that lies 0.05 beyond them with 99 % power.
func TestBootstrapCoverage(t *testing.T) {
	const trials, alarm = 4000, 1e-9
	normal := func(r *rand.Rand) float64 { return 5 + r.NormFloat64() }
	plain := func(v []float64) (Interval, bool) { return Bootstrap(v, mean, 1000, 0.95, 1) }
	for _, test := range []struct {
		n         int
		low, high float64
	}{{6, 0.85, 0.87}, {30, 0.93, 0.94}} {
		covered := covers(trials, test.n, 5, normal, plain)
		tooFew, ok1 := BinomialLower(covered, trials, test.low)
		tooMany, ok2 := BinomialUpper(covered, trials, test.high)
		if !ok1 || !ok2 || tooFew < alarm || tooMany < alarm {
			t.Errorf("n=%d: covers %.4f, want %v … %v", test.n, float64(covered)/trials, test.low, test.high)
		}
	}
}

// The percentile interval of the median of 11 values goes from the third to the ninth of them, since the resampled median is
// at most the r-th with probability P(Bin(11, r/11) >= 6), 0.0072 and 0.0512 for r = 2 and 3. It holds the true median of
// any distribution with probability P(3 <= Bin(11, 1/2) <= 8) = 1914/2048 = 0.9346. A false alarm has probability 1e-6; 4000
// trials find a coverage of 0.91 or 0.955 with more than 99 % power.
func TestBootstrapCoversMedians(t *testing.T) {
	const trials, blocks = 4000, 11
	random := rand.New(rand.NewPCG(5, 11))
	held := uint64(0)
	values := make([]float64, blocks)
	for range trials {
		for i := range values {
			values[i] = math.Exp(random.NormFloat64()) // skewed, as times are; its median is 1
		}
		i, ok := Bootstrap(values, MiddleInPlace, 1000, 0.95, random.Uint64())
		if !ok {
			t.Fatalf("no interval of %v", values)
		}
		if i.Contains(1) {
			held++
		}
	}
	if p, ok := BinomialTwoSided(held, trials, 1914.0/2048); !ok || p < 1e-6 {
		t.Errorf("%d of %d intervals hold the median (p = %.2g), want 93.5 %%", held, trials, p)
	}
}
