package theory

import (
	"math"
	"testing"
)

func TestBloomBitsPerKeyGolden(t *testing.T) {
	for _, c := range []struct {
		fpr, want float64
		k         int
	}{
		{0.4, 1.95762, 1}, {0.3, 2.52061, 2}, {0.2, 3.37391, 2}, {0.1, 4.80833, 3}, {0.05, 6.24698, 4},
		{0.03, 7.29875, 5}, {0.02, 8.15155, 6}, {0.01, 9.59295, 7}, {0.005, 11.03468, 8}, {0.001, 14.37764, 10},
		{1e-4, 19.17295, 13}, {1e-5, 23.96659, 17}, {1e-6, 28.75528, 20},
	} {
		if got, k := BloomBitsPerKey(c.fpr); k != c.k || math.Abs(got-c.want) > 5.001e-6 {
			t.Errorf("fpr=%v: got %.5f, k=%d; want %.5f, k=%d", c.fpr, got, k, c.want, c.k)
		}
	}
}

// The textbook rule, m/n = log2(1/p) / ln 2 and k rounded up, to the nearest and down, misses the target p
// by these factors.
func TestTextbookSizingMisses(t *testing.T) {
	for _, c := range []struct{ fpr, up, nearest, down float64 }{
		{0.4, 1.05496, 1.02014, 1.02014}, {0.3, 1.00768, 1.00768, 1.09682}, {0.2, 1.03540, 1.01054, 1.01054},
		{0.1, 1.02603, 1.00713, 1.00713}, {0.05, 1.02057, 1.00539, 1.00539}, {0.03, 1.03343, 1.00015, 1.00015},
		{0.02, 1.00459, 1.00459, 1.01709}, {0.01, 1.00392, 1.00392, 1.01432}, {0.005, 1.00342, 1.00342, 1.01232},
		{0.001, 1.00002, 1.00002, 1.02155}, {1e-4, 1.00786, 1.00135, 1.00135}, {1e-5, 1.00192, 1.00192, 1.00489},
		{1e-6, 1.00005, 1.00005, 1.00961},
	} {
		bitsPerKey := InformationBound(c.fpr) / math.Ln2
		for _, r := range []struct{ k, want float64 }{
			{math.Ceil(InformationBound(c.fpr)), c.up},
			{math.Round(InformationBound(c.fpr)), c.nearest},
			{math.Floor(InformationBound(c.fpr)), c.down},
		} {
			if got := EForm(bitsPerKey, 1, r.k) / c.fpr; math.Abs(got-r.want) > 5.001e-6 {
				t.Errorf("fpr=%v,k=%v: got a ratio of %.5f, want %.5f", c.fpr, r.k, got, r.want)
			}
		}
	}
}

func TestHashFloorGolden(t *testing.T) {
	for _, c := range []struct{ n, want float64 }{
		{1e6, 0.00023280}, {4.3e6, 0.0010007}, {1e7, 0.0023256}, {4e7, 0.0092700}, {1e8, 0.023014}, {1e9, 0.20771},
	} {
		if got := HashFloor(c.n, 32); !nearDigits(got, c.want, 5) {
			t.Errorf("n=%v: got %.6g, want %.6g", c.n, got, c.want)
		}
	}
	if got, want := HashFloor(1e9, 64), 1e9/math.Exp2(64); !nearDigits(got, want, 10) {
		t.Errorf("64 bits: got %v, want %v", got, want)
	}
}

// The spread of estimates and of rates at 9.585 bits per key and k = 7.
func TestEstimateGolden(t *testing.T) {
	for _, c := range []struct{ n, estimate, rate float64 }{
		{1e3, 0.0082199, 0.0391}, {1e4, 0.0025994, 0.0124}, {1e5, 0.00082199, 0.00391}, {1e6, 0.00025994, 0.0012},
	} {
		m := 9.585 * c.n
		if got := EstimateSE(m, c.n, 7) / c.n; !nearDigits(got, c.estimate, 5) {
			t.Errorf("n=%v: standard error: got %.6g, want %.6g", c.n, got, c.estimate)
		}
		digits := 3
		if c.n == 1e6 {
			digits = 2
		}
		if got := RelativeSD(m, c.n, 7); !nearDigits(got, c.rate, digits) {
			t.Errorf("n=%v: relative sd: got %.6g, want %.6g", c.n, got, c.rate)
		}
	}
}

func TestEstimateKeys(t *testing.T) {
	const m, n, k = 9586, 1000, 7
	set := uint64(math.Round(m * ExpectedFill(m, n, k)))
	if got, ok := EstimateKeys(m, set, k); !ok || math.Abs(got-n) > 0.3 { // half a bit is 0.14 keys
		t.Errorf("expected fill: got %v, %t; want %v", got, ok, n)
	}
	if got, ok := EstimateKeys(m, 0, k); !ok || got != 0 {
		t.Errorf("no bits: got %v, %t; want 0", got, ok)
	}
	for _, c := range []struct {
		m, set uint64
		k      int
	}{{64, 64, 3}, {64, 65, 3}, {1, 0, 3}, {0, 0, 3}, {64, 1, 0}} {
		if got, ok := EstimateKeys(c.m, c.set, c.k); ok {
			t.Errorf("%+v: got %v, want no estimate", c, got)
		}
	}
}

// A counter meets ln 2 probes on average at the optimal load.
func TestCounterOverflowGolden(t *testing.T) {
	for _, c := range []struct {
		bits int
		want float64
	}{{1, 0.153426}, {2, 0.0055611}, {3, 7.15428e-7}, {4, 7.07283e-17}} {
		if got := CounterOverflow(math.Ln2, 1<<c.bits); math.Abs(got/c.want-1) > 1e-5 {
			t.Errorf("bits=%d: got %.6g, want %.6g", c.bits, got, c.want)
		}
	}
}

func TestQueriesForPrecisionGolden(t *testing.T) {
	for _, c := range []struct{ fpr, want float64 }{
		{0.1, 1.38e4}, {0.01, 1.52e5}, {1e-3, 1.54e6}, {1e-4, 1.54e7}, {1e-6, 1.54e9},
	} {
		if got := QueriesForPrecision(c.fpr, 0.05); !nearDigits(got, c.want, 3) {
			t.Errorf("fpr=%v: got %.4g, want %.3g", c.fpr, got, c.want)
		}
	}
}

// Blocks of a single lane are a filter with k = 1 whose keys fall on all positions alike: there the two
// formulas of the spread meet.
func TestRelativeSDTiesToSplit(t *testing.T) {
	const z, n, w = 1 << 12, 1 << 17, 64
	classic, split := RelativeSD(z*w, n, 1), SplitRelativeSD(z, n, 1, w)
	if math.Abs(split/classic-1) > 1e-3 {
		t.Errorf("one lane of %d bits: got %v, want %v as without blocks", w, split, classic)
	}
}
