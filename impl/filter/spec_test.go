package filter

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestSpecCheck(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		want string // part of the error; "" = accepted
	}{
		{Spec{}, "nothing is given"},
		{Spec{N: 1}, ""},
		{Spec{N: MaxM, FPR: MinFPR, M: MaxM, K: MaxK}, ""},
		{Spec{FPR: math.Nextafter(1, 0)}, ""},
		{Spec{FPR: 1}, "fpr 1 "},
		{Spec{FPR: 1.5}, "fpr 1.5"},
		{Spec{FPR: -0.5}, "fpr -0.5"},
		{Spec{FPR: math.NaN()}, "fpr NaN"},
		{Spec{FPR: math.Inf(1)}, "fpr +Inf"},
		{Spec{FPR: math.Inf(-1)}, "fpr -Inf"},
		{Spec{FPR: math.Nextafter(MinFPR, 0)}, "1e-15"},
		{Spec{K: -1}, "k = -1"},
		{Spec{K: MaxK + 1}, "k = 65"},
		{Spec{M: MaxM + 1}, "m = 1099511627777"},
		{Spec{N: math.MaxUint64}, "n = 18446744073709551615"},
	} {
		t.Run(fmt.Sprintf("%+v", c.spec), func(t *testing.T) {
			err := c.spec.Check()
			if c.want == "" && err != nil {
				t.Errorf("got %v, want none", err)
			}
			if c.want != "" && (!errors.Is(err, ErrSpec) || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want one that wraps ErrSpec and says %q", err, c.want)
			}
		})
	}
}

func TestBitsPerKey(t *testing.T) {
	for _, c := range []struct {
		params Params
		want   float64
	}{
		{Params{N: 4, M: 10}, 2.5},
		{Params{M: 10}, 0},
	} {
		if got := c.params.BitsPerKey(); got != c.want {
			t.Errorf("%+v: got %v, want %v", c.params, got, c.want)
		}
	}
}
