package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestMeanInterval(t *testing.T) {
	// 1 … 20: mean 10.5, variance 35, and the Student quantile .975 with 19 degrees of freedom is 2.09302.
	values := make([]float64, 20)
	for i := range values {
		values[i] = float64(i + 1)
	}
	half := 2.09302405 * math.Sqrt(35.0/20)
	if got, ok := MeanInterval(values, 0.95); !ok || !nearInterval(got, 10.5-half, 10.5+half, 1e-8) {
		t.Errorf("got %v %v, want 10.5 ± %v", got, ok, half)
	}
	if got, ok := MeanInterval([]float64{3, 3}, 0.95); !ok || got.Low != 3 || got.High != 3 {
		t.Errorf("equal values: got %v %v, want [3, 3]", got, ok)
	}
}

// The orders and confidences are those of the binomial(n, 1/2): for n = 10, P(2 <= X <= 8) = 1 - 22/1024.
func TestMedianInterval(t *testing.T) {
	tests := []struct {
		n                int
		low, high, level float64
	}{
		{6, 1, 6, 1 - 2.0/64},
		{7, 1, 7, 1 - 2.0/128},
		{10, 2, 9, 1 - 22.0/1024},
		{20, 6, 15, 1 - 2*21700.0/1048576},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("n=%d", test.n), func(t *testing.T) {
			values := make([]float64, test.n)
			for i := range values {
				values[i] = float64(test.n - i)
			}
			given := slices.Clone(values)
			got, ok := MedianInterval(values, 0.95)
			if !ok || got.Low != test.low || got.High != test.high || !near(got.Level, test.level, 1e-12) {
				t.Errorf("got %v %v, want [%v, %v] at %v", got, ok, test.low, test.high, test.level)
			}
			if !slices.Equal(values, given) {
				t.Error("the values were reordered")
			}
		})
	}
	for n := range 6 {
		if got, ok := MedianInterval(make([]float64, n), 0.95); ok || !got.Empty() {
			t.Errorf("n=%d: got %v %v, want none", n, got, ok)
		}
	}
}

func TestMedianAndRMS(t *testing.T) {
	tests := []struct {
		name        string
		values      []float64
		median, rms float64
		ok          bool
	}{
		{"values=one", []float64{-4}, -4, 4, true},
		{"values=odd", []float64{3, 1, 2}, 2, math.Sqrt(14.0 / 3), true},
		{"values=even", []float64{4, 1, 3, 2}, 2.5, math.Sqrt(7.5), true},
		{"values=zeros", []float64{0, 0}, 0, 0, true},
		{"values=huge", []float64{1e200, 1e200}, 1e200, 1e200, true},
		{"values=none", nil, 0, 0, false},
		{"values=NaN", []float64{1, math.NaN()}, 0, 0, false},
		{"values=infinite", []float64{1, math.Inf(1)}, 0, 0, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got, ok := Median(test.values); ok != test.ok || !near(got, test.median, 1e-14) {
				t.Errorf("Median: got %v %v, want %v %v", got, ok, test.median, test.ok)
			}
			if got, ok := RMS(test.values); ok != test.ok || !near(got, test.rms, 1e-14) {
				t.Errorf("RMS: got %v %v, want %v %v", got, ok, test.rms, test.ok)
			}
		})
	}
}

func TestCentreDomain(t *testing.T) {
	six := []float64{1, 2, 3, 4, 5, 6}
	tests := []struct {
		name   string
		values []float64
		level  float64
	}{
		{"values=none", nil, 0.95},
		{"values=one", []float64{1}, 0.95},
		{"values=NaN", append([]float64{math.NaN()}, six...), 0.95},
		{"values=infinite", append([]float64{math.Inf(-1)}, six...), 0.95},
		{"level=0", six, 0},
		{"level=1", six, 1},
		{"level=NaN", six, math.NaN()},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for name, interval := range map[string]func([]float64, float64) (Interval, bool){
				"mean": MeanInterval, "median": MedianInterval,
				"ratio": func(values []float64, level float64) (Interval, bool) {
					_, i, ok := RatioInterval(values, level)
					return i, ok
				},
				"bootstrap": func(values []float64, level float64) (Interval, bool) {
					return Bootstrap(values, mean, 1000, level, 1)
				},
			} {
				if got, ok := interval(test.values, test.level); ok || !got.Empty() {
					t.Errorf("%s: got %v %v, want none", name, got, ok)
				}
			}
		})
	}
	if got, ok := MeanInterval([]float64{math.MaxFloat64, -math.MaxFloat64}, 0.95); ok || !got.Empty() {
		t.Errorf("overflow: got %v %v, want none", got, ok)
	}
}

// covers counts in how many of trials the interval of n values from draw holds truth.
func covers(trials, n int, truth float64, draw func(*rand.Rand) float64, interval func([]float64) (Interval, bool)) uint64 {
	random, values, covered := rand.New(rand.NewPCG(3, 4)), make([]float64, n), uint64(0)
	for range trials {
		for i := range values {
			values[i] = draw(random)
		}
		if i, ok := interval(values); ok && i.Contains(truth) {
			covered++
		}
	}
	return covered
}

// checkCoverage fails where the count is not that of the wanted coverage: a false alarm has probability 1e-9,
// and a coverage that is off by more than 8.5 standard errors is found with 99 % power.
func checkCoverage(t *testing.T, covered uint64, trials int, want float64) {
	t.Helper()
	if p, ok := BinomialTwoSided(covered, uint64(trials), want); !ok || p < 1e-9 {
		t.Errorf("covers %.4f, want %.4f (p = %.2g)", float64(covered)/float64(trials), want, p)
	}
}

// With 20 000 trials a coverage of 0.95 that is off by 0.014 is found.
func TestCoverage(t *testing.T) {
	const trials = 20000
	normal := func(r *rand.Rand) float64 { return 5 + r.NormFloat64() }
	skewed := func(r *rand.Rand) float64 { return math.Exp(2 * r.NormFloat64()) } // median 1
	mean95 := func(v []float64) (Interval, bool) { return MeanInterval(v, 0.95) }
	median95 := func(v []float64) (Interval, bool) { return MedianInterval(v, 0.95) }
	for _, n := range []int{2, 6, 20} {
		t.Run(fmt.Sprintf("mean/n=%d", n), func(t *testing.T) {
			checkCoverage(t, covers(trials, n, 5, normal, mean95), trials, 0.95)
		})
	}
	for n, want := range map[int]float64{6: 1 - 2.0/64, 10: 1 - 22.0/1024} {
		t.Run(fmt.Sprintf("median/n=%d", n), func(t *testing.T) {
			checkCoverage(t, covers(trials, n, 1, skewed, median95), trials, want)
		})
	}
}

func TestMiddleInPlaceIsTheMedian(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 3))
	for n := 1; n < 30; n++ {
		values := make([]float64, n)
		for i := range values {
			values[i] = random.NormFloat64()
		}
		want, ok := Median(values)
		if got := MiddleInPlace(values); !ok || !near(got, want, 1e-12) {
			t.Errorf("%d values: got %v, want %v", n, got, want)
		}
	}
}

// The quantile .975 of Student's t with 19 degrees of freedom is 2.09302405, so a mean so far off has p = 0.05. Far out the
// density of 5 degrees of freedom goes as 8/(3π√5) 125 t^-6, so both tails beyond t hold 400/(3π√5) t^-5.
func TestMeanP(t *testing.T) {
	values := make([]float64, 20)
	for i := range values {
		values[i] = float64(i + 1)
	}
	half := 2.09302405 * math.Sqrt(35.0/20)
	for _, mean := range []float64{10.5 - half, 10.5 + half} {
		if p, ok := MeanP(values, mean); !ok || !near(p, 0.05, 1e-8) {
			t.Errorf("mean=%v: got %v %v, want 0.05", mean, p, ok)
		}
	}
	six := []float64{-1, 1, -1, 1, -1, 1} // sd √(6/5)
	far := 1000 * math.Sqrt(6.0/5/6)
	want := 400 / (3 * math.Pi * math.Sqrt(5)) * 1e-15
	if p, ok := MeanP(six, far); !ok || math.Abs(p/want-1) > 1e-4 {
		t.Errorf("far out: got %v %v, want %v", p, ok, want)
	}
	for name, test := range map[string]struct {
		values []float64
		mean   float64
		p      float64
		ok     bool
	}{
		"the mean itself":  {[]float64{1, 2, 3}, 2, 1, true},
		"equal and that":   {[]float64{3, 3}, 3, 1, true},
		"equal and other":  {[]float64{3, 3}, 2, 0, true},
		"one value":        {[]float64{3}, 3, 0, false},
		"no number":        {[]float64{3, math.NaN()}, 3, 0, false},
		"an infinite mean": {[]float64{3, 4}, math.Inf(1), 0, false},
	} {
		if p, ok := MeanP(test.values, test.mean); p != test.p || ok != test.ok {
			t.Errorf("%s: got %v %v, want %v %v", name, p, ok, test.p, test.ok)
		}
	}
}

// The interval leaves out just the means whose p-value is below its error level.
func TestMeanPIsThatOfTheInterval(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		values := make([]float64, 2+random.IntN(20))
		for i := range values {
			values[i] = random.NormFloat64()
		}
		level := 0.5 + random.Float64()/2
		i, ok := MeanInterval(values, level)
		if !ok {
			t.Fatalf("%v at %v: no interval", values, level)
		}
		if p, ok := MeanP(values, i.High); !ok || math.Abs(p-(1-level)) > 1e-6 {
			t.Errorf("%d values at %v: got p %v %v at the end, want %v", len(values), level, p, ok, 1-level)
		}
	}
}
