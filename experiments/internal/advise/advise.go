// Package advise chooses a filter, a locator or a hash function for a wish, by exact theory and by what was timed on
// this machine: in results/ where this machine measured them, otherwise in a calibration of some seconds.
//
// A promise is kept or not given: sizes are those of the thing itself, built; rates are those of its theory; what is
// timed says where and how. A wish that nothing meets gets the nearest that is possible, and why.
package advise

import (
	"fmt"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// A Source says where timings come from.
type Source string

const (
	Auto        Source = "auto"        // results where this machine measured them, otherwise a calibration
	Results     Source = "results"     // results alone
	Calibration Source = "calibration" // measured now
)

// Sources lists them.
func Sources() []Source { return []Source{Auto, Results, Calibration} }

// An Adviser knows the results, and which machine this is.
type Adviser struct {
	Store   record.Store
	Machine string // id of this machine
	From    Source

	Progress func(what string) // told what is being timed; nil for nobody
}

// measured reports whether the experiment's results are of this machine.
func (a Adviser) measured(experiment string) (bool, error) {
	run, err := a.Store.ReadRun()
	if err != nil {
		return false, err
	}
	m, ok := run.Experiments[experiment]
	return ok && m.Machine == a.Machine && a.Machine != "", nil
}

// fromResults reports whether the experiment's results are to be used. Where only they may be and they are not of
// this machine, that is an error.
func (a Adviser) fromResults(experiment string) (bool, error) {
	if a.From == Calibration {
		return false, nil
	}
	ok, err := a.measured(experiment)
	if err == nil && !ok && a.From == Results {
		err = fmt.Errorf("%s holds no timings of this machine (%s) by %s: run `hashlab run %s`, or calibrate", a.Store.Result(""), a.Machine, experiment, experiment)
	}
	return ok, err
}

// A Timing is ns a key with a 95 % interval, which is unknown where too little was timed.
type Timing struct {
	Ns, Low, High record.Float
	Note          string // what it was read off from; "" where it was timed just so
	Far           bool   // whether the structure is more than twice as large as the largest that was timed
}

func timed(t plan.Timed, note string) Timing {
	return Timing{Ns: t.Ns, Low: t.Low, High: t.High, Note: note}
}

// String writes the time with its interval.
func (t Timing) String() string {
	if !t.Low.Known() || !t.High.Known() {
		return fmt.Sprintf("%s ns", digits(float64(t.Ns)))
	}
	return fmt.Sprintf("%s ns (95 %%: %s … %s)", digits(float64(t.Ns)), digits(float64(t.Low)), digits(float64(t.High)))
}

// digits writes a number to three digits, without an exponent where it is neither large nor small.
func digits(x float64) string {
	text := fmt.Sprintf("%.3g", x)
	if strings.Contains(text, "e+") {
		return fmt.Sprintf("%.0f", x)
	}
	return text
}

// size writes bytes in the unit that fits.
func size(bytes int64) string {
	switch b := float64(bytes); {
	case bytes < 10_000:
		return fmt.Sprintf("%d bytes", bytes)
	case bytes < 1<<20:
		return fmt.Sprintf("%.1f KiB", b/(1<<10))
	case bytes < 10<<30:
		return fmt.Sprintf("%.2f MiB", b/(1<<20))
	default:
		return fmt.Sprintf("%.2f GiB", b/(1<<30))
	}
}

// cost writes nanoseconds in the unit that fits.
func cost(ns float64) string {
	switch {
	case ns < 1e3:
		return digits(ns) + " ns"
	case ns < 1e6:
		return digits(ns/1e3) + " µs"
	case ns < 1e9:
		return digits(ns/1e6) + " ms"
	default:
		return digits(ns/1e9) + " s"
	}
}
