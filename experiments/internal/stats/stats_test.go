package stats

import (
	"math"
	"testing"
)

// near reports whether got is want to a relative error of within; a want of 0 must be met exactly.
func near(got, want, within float64) bool { return math.Abs(got-want) <= within*math.Abs(want) }

// nearInterval is near for both ends.
func nearInterval(got Interval, low, high, within float64) bool {
	return near(got.Low, low, within) && near(got.High, high, within)
}

func TestInterval(t *testing.T) {
	nan := math.NaN()
	tests := []struct {
		name  string
		i     Interval
		v     float64
		empty bool
		in    bool
	}{
		{"value=inside", Interval{1, 2, 0.95}, 1.5, false, true},
		{"value=low end", Interval{1, 2, 0.95}, 1, false, true},
		{"value=high end", Interval{1, 2, 0.95}, 2, false, true},
		{"value=below", Interval{1, 2, 0.95}, 0.999, false, false},
		{"value=above", Interval{1, 2, 0.95}, 2.001, false, false},
		{"value=NaN", Interval{1, 2, 0.95}, nan, false, false},
		{"interval=point", Interval{1, 1, 0.95}, 1, false, true},
		{"interval=zero value", Interval{}, 0, true, false},
		{"interval=NaN end", Interval{nan, 2, 0.95}, 1, true, false},
		{"interval=reversed", Interval{2, 1, 0.95}, 1.5, true, false},
		{"interval=NaN level", Interval{1, 2, nan}, 1.5, true, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.i.Empty(); got != test.empty {
				t.Errorf("Empty: got %v, want %v", got, test.empty)
			}
			if got := test.i.Contains(test.v); got != test.in {
				t.Errorf("Contains(%v): got %v, want %v", test.v, got, test.in)
			}
		})
	}
}

func TestEquivalent(t *testing.T) {
	tests := []struct {
		name string
		i    Interval
		want bool
	}{
		{"interval=within", Interval{0.97, 1.02, 0.95}, true},
		{"interval=the bounds", Interval{0.95, 1.05, 0.95}, true},
		{"interval=too low", Interval{0.949, 1.02, 0.95}, false},
		{"interval=too high", Interval{0.97, 1.051, 0.95}, false},
		{"interval=empty", Interval{}, false},
		{"interval=NaN", Interval{math.NaN(), math.NaN(), 0.95}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Equivalent(test.i, 0.95, 1.05); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
	if Equivalent(Interval{0, 0, 0.95}, math.NaN(), 1) {
		t.Error("a NaN bound is met, want not")
	}
}
