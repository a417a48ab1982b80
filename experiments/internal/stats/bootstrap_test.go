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
