package advise

import (
	"strings"
	"testing"
)

// TestCalibrate: without results of this machine the candidates are timed now, and say so.
func TestCalibrate(t *testing.T) {
	a := planted(t, even)
	a.From, a.Machine = Auto, "m-other"
	w := FilterWish{N: 1000, FPR: 0.01, HitShare: 0.5, MissCost: 100, Threads: 2}
	advice, err := a.Filter(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(advice.Basis, "a calibration just now") {
		t.Errorf("timings are from %s", advice.Basis)
	}
	for i, c := range advice.Ranked {
		if !(c.Timing.Low > 0 && c.Timing.Low <= c.Timing.Ns && c.Timing.Ns <= c.Timing.High) {
			t.Errorf("%s: %+v is no interval around a time", c.Entry.Name, c.Timing)
		}
		if i > 0 && c.Total(w) < advice.Ranked[i-1].Total(w) {
			t.Errorf("%s comes after %s, and costs less", c.Entry.Name, advice.Ranked[i-1].Entry.Name)
		}
	}
}
