package chart

import (
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot"
	"pgregory.net/rapid"
)

// labels returns the labels of ticks.
func labels(ticks []plot.Tick) []string {
	var all []string
	for _, t := range ticks {
		if !t.IsMinor() {
			all = append(all, t.Label)
		}
	}
	return all
}

func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		name   string
		lo, hi float64
		most   int
		want   []string
	}{
		{"within a decade", 2, 5, 5, []string{"2", "5"}},
		{"nine decades", 1e-9, 1, 10, []string{"10⁻⁹", "10⁻⁸", "10⁻⁷", "10⁻⁶", "10⁻⁵", "10⁻⁴", "10⁻³", "0.01", "0.1", "1"}},
		{"nine decades, few labels", 1e-9, 1, 4, []string{"10⁻⁹", "10⁻⁶", "10⁻³", "1"}},
		{"low end inside a decade", 0.0023, 0.5, 3, []string{"0.01", "0.1"}},
		{"one label", 0.0023, 0.0077, 5, []string{"5×10⁻³"}},
		{"one decade and two halves", 0.5, 20, 2, []string{"1", "10"}},
		{"too few decades for few labels", 0.2, 5, 2, []string{"0.2", "0.5", "1", "2", "5"}},
		{"large", 1e3, 1e5, 3, []string{"1000", "10⁴", "10⁵"}},
		{"empty", 3, 3, 5, nil},
		{"reversed", 5, 2, 5, nil},
		{"zero", 0, 1, 5, nil},
		{"negative", -1, 1, 5, nil},
		{"NaN low", math.NaN(), 1, 5, nil},
		{"NaN high", 1, math.NaN(), 5, nil},
		{"infinite", 1, math.Inf(1), 5, nil},
	} {
		t.Run("case="+c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, labels(logTicks(c.most).Ticks(c.lo, c.hi))); diff != "" {
				t.Errorf("labels of [%v, %v] (-want +got):\n%s", c.lo, c.hi, diff)
			}
		})
	}
}

// TestLogTicksDoNotDrift compares 300 decades of ticks with the values that their decimal text stands for.
func TestLogTicksDoNotDrift(t *testing.T) {
	ticks := logTicks(5).Ticks(1e-150, 1e150)
	if got, want := len(ticks), 300*9+1; got != want {
		t.Fatalf("got %d ticks, want %d", got, want)
	}
	for i, tick := range ticks {
		want, err := strconv.ParseFloat(strconv.Itoa(1+i%9)+"e"+strconv.Itoa(i/9-150), 64)
		if err != nil || tick.Value != want {
			t.Errorf("tick %d is %v, want %v", i, tick.Value, want)
		}
	}
}

func TestLinearTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		most   int
		want   []string
	}{
		{0, 10, 6, []string{"0", "2", "4", "6", "8", "10"}},
		{0, 10, 5, []string{"0", "5", "10"}},
		{0.93, 1.07, 3, []string{"0.95", "1.00", "1.05"}},
		{-3, 70, 5, []string{"0", "20", "40", "60"}},
		{4, 25, 5, []string{"5", "10", "15", "20", "25"}},
		{1e-9, 3e-9, 3, []string{"0.000000001", "0.000000002", "0.000000003"}},
		{1, 1, 5, nil},
		{2, 1, 5, nil},
		{math.NaN(), 1, 5, nil},
		{0, math.Inf(1), 5, nil},
	} {
		if diff := cmp.Diff(c.want, labels(linearTicks(c.most).Ticks(c.lo, c.hi))); diff != "" {
			t.Errorf("labels of [%v, %v], at most %d (-want +got):\n%s", c.lo, c.hi, c.most, diff)
		}
	}
}

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 1: "1", -1: "-1", 10: "10", 0.01: "0.01", 0.5: "0.5", 1.5: "1.5", 3.14159: "3.14", 99.95: "100", 1234: "1234",
		9994: "9994", 9999: "10⁴", 0.001: "10⁻³", 0.0005: "5×10⁻⁴", 1e4: "10⁴", 12345: "1.23×10⁴", 1e-12: "10⁻¹²", 1e6: "10⁶", -1e-3: "-10⁻³",
		0.0999: "0.0999", 0.00999: "9.99×10⁻³", 100: "100",
	} {
		if got := Number(v); got != want {
			t.Errorf("Number(%v) = %q, want %q", v, got, want)
		}
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got := Number(v); got == "" {
			t.Errorf("Number(%v) is empty", v)
		}
	}
}

// TestLogAxisOfOneValueNearADecade: rounding must not put the ends of the axis the wrong way round.
func TestLogAxisOfOneValueNearADecade(t *testing.T) {
	for _, exponent := range []float64{4.9999999999990905, 5, 5.0000000000009095} {
		v := math.Pow(10, exponent)
		if a := LogAxis("", v); !(a.Min <= v*(1+1e-9) && v <= a.Max*(1+1e-9) && a.Min < a.Max) || len(labels(logTicks(5).Ticks(a.Min, a.Max))) < 2 {
			t.Errorf("the axis of %v runs from %v to %v", v, a.Min, a.Max)
		}
	}
}

// TestAxesHoldTheirValues draws any values from 1e-12 to 1e12: each axis holds them all, and at least two of
// its ticks are labelled.
func TestAxesHoldTheirValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		exponents := rapid.SliceOfN(rapid.Float64Range(-12, 12), 1, 20).Draw(t, "exponents")
		var values []float64
		for _, e := range exponents {
			values = append(values, math.Pow(10, e))
		}
		for name, a := range map[string]Axis{"log": LogAxis("", values...), "linear": LinearAxis("", values...), "ratio": RatioAxis("", values...)} {
			for _, v := range values {
				if !(a.Min <= v*(1+1e-9) && v <= a.Max*(1+1e-9)) {
					t.Errorf("%s axis %v … %v misses %v", name, a.Min, a.Max, v)
				}
			}
			ticks := plot.Ticker(linearTicks(5))
			if a.Log {
				ticks = logTicks(5)
			}
			if n := len(labels(ticks.Ticks(a.Min, a.Max))); n < 2 {
				t.Errorf("%s axis %v … %v has %d labels", name, a.Min, a.Max, n)
			}
		}
	})
}
