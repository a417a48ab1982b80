package registry

import (
	"errors"
	"strings"
	"testing"
)

var (
	errPlanted = errors.New("planted")
	passes     = func() error { return nil }
	fails      = func() error { return errPlanted }
	panics     = func() error { panic("out of the blue") }
)

// TestHold: a failure must be foreseen, and what is foreseen must fail.
func TestHold(t *testing.T) {
	for name, tc := range map[string]struct {
		traits Traits
		run    func() error
		want   string // "" where all is well
	}{
		"passes":                      {Traits{}, passes, ""},
		"fails":                       {Traits{}, fails, "x: spread: planted"},
		"panics":                      {Traits{}, panics, "x: spread: panic: out of the blue"},
		"control fails":               {Traits{Fails: []string{"spread"}}, fails, ""},
		"control panics":              {Traits{Fails: []string{"spread"}}, panics, ""},
		"control passes":              {Traits{Fails: []string{"spread"}}, passes, "x: spread: passes, but its traits say that it fails"},
		"known fault fails":           {Traits{Faults: []Fault{{Check: "spread"}}}, fails, ""},
		"known fault passes":          {Traits{Faults: []Fault{{Check: "spread"}}}, passes, "x: spread: passes, but its traits say that it fails"},
		"foreseen is another check":   {Traits{Faults: []Fault{{Check: "seed"}}}, fails, "x: spread: planted\nx: traits name the unknown check \"seed\""},
		"fault of an unknown check":   {Traits{Faults: []Fault{{Check: "sprawl"}}}, passes, `x: traits name the unknown check "sprawl"`},
		"control of an unknown check": {Traits{Fails: []string{"sprawl"}}, passes, `x: traits name the unknown check "sprawl"`},
		"random is no excuse":         {Traits{Random: true}, fails, "x: spread: planted"},
	} {
		t.Run(name, func(t *testing.T) {
			err := Hold(Meta{Name: "x", Traits: tc.traits}, []Check{{"spread", tc.run}})
			switch {
			case tc.want == "" && err != nil:
				t.Errorf("got %v, want nil", err)
			case tc.want != "" && (err == nil || err.Error() != tc.want):
				t.Errorf("got %v, want %s", err, tc.want)
			}
		})
	}
}

// TestHoldRunsAll: one failure does not hide the next, and the causes stay in reach.
func TestHoldRunsAll(t *testing.T) {
	err := Hold(Meta{Name: "x"}, []Check{{"first", panics}, {"second", passes}, {"third", fails}})
	if err == nil || !strings.Contains(err.Error(), "first") || !strings.Contains(err.Error(), "third") {
		t.Errorf("got %v, want both failures", err)
	}
	if !errors.Is(err, errPlanted) {
		t.Errorf("got %v, want an error that wraps %v", err, errPlanted)
	}
}

func TestTraitsString(t *testing.T) {
	for _, tc := range []struct {
		traits Traits
		want   string
	}{
		{Traits{}, ""},
		{Traits{Fails: []string{"spread", "seed"}}, "control(spread) control(seed)"},
		{Traits{Faults: []Fault{{"forms-agree", "v1.1.0", "reads past"}}}, "known-fault(forms-agree, v1.1.0)"},
		{Traits{Random: true, Forgets: true}, "random forgets"},
		{Traits{Fails: []string{"spread"}, Random: true}, "control(spread) random"},
	} {
		if got := tc.traits.String(); got != tc.want {
			t.Errorf("%+v: got %q, want %q", tc.traits, got, tc.want)
		}
	}
}
