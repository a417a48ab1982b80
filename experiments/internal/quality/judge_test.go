package quality

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// Wilson and Hilferty's z-scores give the tails of chi-square, out to the limits that runs use: for the degrees
// of freedom of rings and buckets the upper tail is taken for up to the stated factor longer, and neither tail
// for shorter by more than a tenth.
func TestChiSquareZ(t *testing.T) {
	for _, tc := range []struct{ d, factor float64 }{{9, 3}, {38, 1.5}, {61.8, 1.3}, {498, 1.1}, {4095, 1.1}} {
		chi := distuv.ChiSquared{K: tc.d}
		for _, z := range []float64{-5.7, -3, 3, 5.7} {
			x := chiSquareOf(z, tc.d)
			if got := chiSquareZ(x, tc.d); math.Abs(got-z) > 1e-9 {
				t.Errorf("d=%v: the z-score of %v is %v, want %v", tc.d, x, got, z)
			}
			taken, exact := twoSided(z)/2, chi.CDF(x)
			if z > 0 {
				exact = chi.Survival(x)
			}
			if taken < exact*0.9 || z > 0 && taken > exact*tc.factor {
				t.Errorf("d=%v, z=%v: a tail of %g is taken for %g", tc.d, z, exact, taken)
			}
		}
	}
}

func TestNormalLimit(t *testing.T) {
	for _, alpha := range []float64{0.05, 1e-6, 1e-9, 1e-12} {
		if got := twoSided(normalLimit(alpha)); math.Abs(got/alpha-1) > 1e-9 {
			t.Errorf("the two tails beyond the limit for %g are %g", alpha, got)
		}
	}
}

// Poisson tails are sums of its terms.
func TestPoissonTwoSided(t *testing.T) {
	for _, mean := range []float64{0.001, 0.5, 8, 18} {
		poisson := distuv.Poisson{Lambda: mean}
		for count := range 60 {
			lower, upper := 0.0, 0.0
			for i := range 200 {
				if i <= count {
					lower += poisson.Prob(float64(i))
				}
				if i >= count {
					upper += poisson.Prob(float64(i))
				}
			}
			want := min(1, 2*min(lower, upper))
			if got := poissonTwoSided(float64(count), mean); math.Abs(got-want) > 1e-9*want+1e-300 {
				t.Errorf("mean %v, count %d: got %g, want %g", mean, count, got, want)
			}
		}
	}
}

// The limits of a count are the first ones that fail.
func TestCountLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		expected := rapid.Float64Range(0, 300).Draw(t, "expected")
		most := math.Ceil(expected) + float64(rapid.IntRange(0, 1000).Draw(t, "room"))
		alpha := math.Pow(10, -rapid.Float64Range(3, 15).Draw(t, "digits"))
		p := func(count float64) float64 { return poissonTwoSided(count, expected) }
		low, high := countLimits(expected, most, alpha, p)
		if low < -1 || low > expected || high < expected || high > most+1 {
			t.Fatalf("limits %v … %v", low, high)
		}
		if low >= 0 && p(low) > alpha || p(low+1) <= alpha {
			t.Errorf("low %v: p is %g there and %g above", low, p(max(low, 0)), p(low+1))
		}
		if high <= most && p(high) > alpha || p(high-1) <= alpha {
			t.Errorf("high %v: p is %g there and %g below", high, p(high), p(high-1))
		}
	})
}

func TestDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOf(rapid.Uint64Range(0, 50)).Draw(t, "values")
		seen := map[uint64]bool{}
		for _, v := range values {
			seen[v] = true
		}
		if got := distinct(values); got != len(seen) {
			t.Errorf("got %d distinct values of %v, want %d", got, values, len(seen))
		}
	})
}

// A bitCounter counts what a counter a bit counts.
func TestBitCounter(t *testing.T) {
	var c bitCounter
	var want [64]uint32
	for i := range uint64(3 * bytesFull) {
		word := splitMix(i + 1)
		c.add(word)
		for bit := range want {
			want[bit] += uint32(word >> bit & 1)
		}
		if i%bytesFull == bytesFull-1 {
			c.carry()
		}
	}
	if c.total != want {
		t.Errorf("got %v, want %v", c.total, want)
	}
	for range bytesFull { // as many as a byte holds
		c.add(^uint64(0))
	}
	c.carry()
	for bit := range want {
		if got := c.total[bit] - want[bit]; got != bytesFull {
			t.Errorf("bit %d: got %d more, want %d", bit, got, bytesFull)
		}
	}
}

// The first outputs of SplitMix64 from seed 0, of the reference code by Vigna.
func TestSplitMix(t *testing.T) {
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		if got := splitMix(uint64(i + 1)); got != want {
			t.Errorf("word %d: got %#x, want %#x", i, got, want)
		}
	}
}

// judge decides by Holm's adjustment and picks the worst of either kind by how far it is past its limit.
func TestJudge(t *testing.T) {
	limits := func(float64) (low, high float64) { return -1, 10 }
	all := []finding{
		{Result{Test: Buckets, Statistic: 20, P: 1e-9}, limits},
		{Result{Test: BloomFPR, Statistic: 30, P: 1e-8}, limits},
		{Result{Test: Attack, Statistic: 99, P: 0}, limits},
		{Result{Test: Collisions, Statistic: 9, P: 6e-7}, limits}, // 2 x 6e-7 is more than the family's level
		{Result{Test: RingShare, Statistic: 9, P: 0.5}, limits},
	}
	v := judge("some", Quick, all)
	var pass []bool
	for _, r := range v.Results {
		pass = append(pass, r.Pass)
	}
	if want := []bool{false, false, false, true, true}; !slices.Equal(pass, want) {
		t.Errorf("got passes %v, want %v", pass, want)
	}
	if v.Worst == nil || v.Worst.Test != BloomFPR || v.WorstAttack == nil || v.WorstAttack.Test != Attack {
		t.Errorf("worst: got %v and %v, want bloom-fpr and attack", v.Worst, v.WorstAttack)
	}
	if got := v.Results[3].Adjusted; math.Abs(got-1.2e-6) > 1e-12 {
		t.Errorf("the fourth p-value is adjusted to %g, want 1.2e-6", got)
	}
	// What is no probability must not pass.
	v = judge("some", Quick, []finding{{Result{Test: Buckets, P: math.NaN()}, limits}})
	if v.Results[0].Pass {
		t.Error("a p-value of NaN passes")
	}
}

// Every quick class, and every class with k functions, is there.
func TestNamedClassesExist(t *testing.T) {
	for size, a := range amounts {
		if got := len(named(a.kClasses)); got != len(a.kClasses) {
			t.Errorf("%s: %d of %d classes of the tests with k functions exist", size, got, len(a.kClasses))
		}
	}
	if got := len(named(quickClasses)); got != len(quickClasses) {
		t.Errorf("%d of %d quick classes exist", got, len(quickClasses))
	}
	for name := range classSeeds {
		if len(named([]string{name})) != 1 {
			t.Errorf("there is a seed for class %q, which does not exist", name)
		}
	}
}

func ExampleResult_String() {
	fmt.Println(Result{Test: Collisions, Keys: "dec", Detail: "32 bits", N: 262144, Statistic: 37, Low: -1, High: 30})
	// Output: fails collisions on dec (32 bits, n = 262144): 37, limits -1 … 30
}
