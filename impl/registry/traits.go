package registry

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Traits say how an implementation may differ from what a conformance suite demands. A suite holds an
// implementation to its traits both ways: a check that a trait exempts must fail, or the trait is stale.
type Traits struct {
	Fails   []string // a control: the names of the suite's checks that it exists to fail
	Faults  []Fault  // third-party code: checks that it is known to fail
	Random  bool     // differs from process to process: no pinned answer, measured files only
	Forgets bool     // an ageing filter: a key may leave by itself
}

// A Fault is a check that a version of third-party code is known to fail.
type Fault struct {
	Check   string // the suite's name of the check
	Version string // the version it was seen in
	Note    string // what happens, in a sentence
}

// String returns the traits as `hashlab list` prints them, "" where there are none.
func (t Traits) String() string {
	var s []string
	for _, check := range t.Fails {
		s = append(s, "control("+check+")")
	}
	for _, f := range t.Faults {
		s = append(s, fmt.Sprintf("known-fault(%s, %s)", f.Check, f.Version))
	}
	if t.Random {
		s = append(s, "random")
	}
	if t.Forgets {
		s = append(s, "forgets")
	}
	return strings.Join(s, " ")
}

// foreseen returns the names of the checks that the traits say fail.
func (t Traits) foreseen() []string {
	names := slices.Clone(t.Fails)
	for _, f := range t.Faults {
		names = append(names, f.Check)
	}
	return names
}

// A Check is one demand of a conformance suite: Run returns nil where it is met.
type Check struct {
	Name string       // how traits name it
	Run  func() error // returns what is not met
}

// Hold runs the checks of a suite against one implementation and returns what its traits do not account
// for: every failure that is not foreseen, and every foreseen failure that did not come. A panic in a
// check is a failure of that check. The error joins them all; nil says that the implementation is as its traits say.
func Hold(m Meta, checks []Check) error {
	var errs []error
	for _, c := range checks {
		err := attempt(c)
		switch foreseen := slices.Contains(m.Traits.foreseen(), c.Name); {
		case err != nil && !foreseen:
			errs = append(errs, fmt.Errorf("%s: %s: %w", m.Name, c.Name, err))
		case err == nil && foreseen:
			errs = append(errs, fmt.Errorf("%s: %s: passes, but its traits say that it fails", m.Name, c.Name))
		}
	}
	for _, name := range m.Traits.foreseen() {
		if !slices.ContainsFunc(checks, func(c Check) bool { return c.Name == name }) {
			errs = append(errs, fmt.Errorf("%s: traits name the unknown check %q", m.Name, name))
		}
	}
	return errors.Join(errs...)
}

func attempt(c Check) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return c.Run()
}
