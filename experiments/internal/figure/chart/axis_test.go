package chart

import (
	"math"
	"testing"
)

func TestLogAxis(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name   string
		values []float64
		lo, hi float64
	}{
		{"no values", nil, 0.1, 10},
		{"nothing positive", []float64{0, -1, nan, inf, -inf}, 0.1, 10},
		{"a single 1", []float64{1}, 0.5, 2},
		{"a single 3", []float64{3}, 2, 5},
		{"zero beside values", []float64{0, 0.0023, 0.0077}, 0.002, 0.01},
		{"ends on the marks", []float64{1e-4, 0.1}, 1e-4, 0.1},
		{"wide", []float64{3e-7, 6e3}, 2e-7, 1e4},
	} {
		a := LogAxis("x", c.values...)
		if math.Abs(a.Min/c.lo-1) > 1e-12 || math.Abs(a.Max/c.hi-1) > 1e-12 || !a.Log || a.Label != "x" {
			t.Errorf("case=%s: got %+v, want %v … %v", c.name, a, c.lo, c.hi)
		}
	}
}

func TestLinearAndRatioAxis(t *testing.T) {
	if a := LinearAxis("", 0, 100); a.Min != -4 || a.Max != 104 || a.Log {
		t.Errorf("got %+v, want -4 … 104", a)
	}
	if a := LinearAxis("", math.NaN()); !(a.Min < 0 && a.Max > 1) {
		t.Errorf("without values: got %+v, want around 0 … 1", a)
	}
	if a := LinearAxis("", 5); !(a.Min < 5 && a.Max > 5) {
		t.Errorf("a single 5: got %+v", a)
	}
	if a := LinearAxis("", 0); !(a.Min < 0 && a.Max > 0) {
		t.Errorf("a single 0: got %+v", a)
	}
	for _, c := range []struct {
		value float64
		log   bool
	}{{1, false}, {2.8, false}, {2.9, true}, {0.4, false}, {0.3, true}, {0, false}} {
		if a := RatioAxis("", c.value); a.Log != c.log || a.Min > 0.95 || a.Max < 1.05 {
			t.Errorf("ratio %v: got %+v, want logarithmic %v", c.value, a, c.log)
		}
	}
}

func TestArms(t *testing.T) {
	log, linear := LogAxis("", 0.1, 10), LinearAxis("", 0, 10)
	nan := math.NaN()
	for _, c := range []struct {
		name             string
		axis             Axis
		value, low, high float64
		wantLow, wantHi  float64
		ok               bool
	}{
		{"inside", log, 1, 0.5, 2, 0.5, 2, true},
		{"low end 0 on a log axis", log, 1, 0, 2, 0.1, 2, true},
		{"low end below 0 on a log axis", log, 1, -3, 2, 0.1, 2, true},
		{"low end 0 on a linear axis", linear, 1, 0, 2, 0, 2, true},
		{"value outside its interval", linear, 5, 1, 2, 1, 5, true},
		{"no interval", log, 1, nan, nan, 0, 0, false},
		{"half an interval", log, 1, 0.5, nan, 0, 0, false},
		{"reversed", log, 1, 2, 0.5, 0, 0, false},
	} {
		low, high, ok := arms(c.axis, c.value, c.low, c.high)
		if low != c.wantLow || high != c.wantHi || ok != c.ok {
			t.Errorf("case=%s: got %v, %v, %v, want %v, %v, %v", c.name, low, high, ok, c.wantLow, c.wantHi, c.ok)
		}
	}
}

// TestUnbounded: only what has no place on the axis is drawn without a cap.
func TestUnbounded(t *testing.T) {
	log, linear := LogAxis("", 0.1, 10), LinearAxis("", 0, 10)
	for _, c := range []struct {
		axis Axis
		low  float64
		want bool
	}{{log, 0, true}, {log, -3, true}, {log, 0.1, false}, {linear, 0, false}, {linear, -1, false}} {
		if got := unbounded(c.axis, c.low); got != c.want {
			t.Errorf("low end %v, log %v: got %v", c.low, c.axis.Log, got)
		}
	}
}
