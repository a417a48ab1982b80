package report

import (
	"strings"
	"testing"

	"hashlab/experiments/internal/record"
)

// TestBlockMedian has six blocks, whose least and greatest are the ends of the interval; five, which have none; and a
// column that the results lack.
func TestBlockMedian(t *testing.T) {
	var times []record.SignupTimes
	for _, ns := range []record.Float{3, 1, 2, 6, 5, 4} {
		times = append(times, record.SignupTimes{GuardNs: ns})
	}
	for _, tt := range []struct {
		name  string
		times []record.SignupTimes
		want  string
	}{{"six", times, "3.50 (1.00 to 6.00)"}, {"five", times[:5], "3.00"}, {"none", nil, unknown}} {
		if got := blockMedian(tt.times, guardNs); got != tt.want {
			t.Errorf("blocks=%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := blockMedian(times, func(r record.SignupTimes) record.Float { return r.NullNs }); got != unknown {
		t.Errorf("a column that the results lack: got %q", got)
	}
}

// TestSignupNoise: the floor stands beside the guard that was timed twice, and nowhere else; without one the section says so.
func TestSignupNoise(t *testing.T) {
	noise := []record.SignupNoiseRow{{Story: "lookups", Database: "sqlite", Filter: "bloom-classic", Figure: "guard_ns_per_key", Blocks: 6, Ratio: 1.01, Low: 0.97, High: 1.06}}
	at := noiseAt{"lookups", "sqlite", "bloom-classic", 0}
	if got, want := at.floor(noise, "guard_ns_per_key"), "×1.01 (0.970 to 1.06)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, other := range []noiseAt{{"lookups", "sqlite", "bloom-classic", 0.5}, {"lookups", "sqlite", "none", 0}, {"start", "sqlite", "bloom-classic", 0}} {
		if got := other.floor(noise, "guard_ns_per_key"); got != unknown {
			t.Errorf("%+v: got %q", other, got)
		}
	}
	if got := signupFloor(noise); len(got) != 1 || !strings.Contains(got[0], "the guard alone behind `bloom-classic` ×1.01 (0.970 to 1.06)") {
		t.Errorf("got %q", got)
	}
	if got := signupFloor(nil); len(got) != 1 || !strings.Contains(got[0], "not measured") {
		t.Errorf("got %q", got)
	}
	times := []record.SignupTimes{
		{Story: "lookups", Database: "sqlite", Filter: "bloom-classic", GuardNs: 20, P50: 60}, {Story: "lookups", Database: "sqlite", Filter: "load", GuardNs: 5, P50: record.Unknown},
	}
	rows := []record.SignupRow{{Story: "lookups", Database: "sqlite", Filter: "bloom-classic"}}
	var text strings.Builder
	for _, row := range guardsTable(rows, times, noise).Rows {
		text.WriteString(strings.Join(row, "|") + "\n")
	}
	for _, want := range []string{"load (control)|–|–|–|–|–|5.00|–", "bloom-classic over itself||||||×1.01 (0.970 to 1.06)|–"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, text.String())
		}
	}
}
