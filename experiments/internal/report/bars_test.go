package report

import (
	"strings"
	"testing"

	"hashlab/experiments/internal/record"
)

// TestBarsSection: every bar has its line, one that is short is named, and without a measurement the report
// says how to make one.
func TestBarsSection(t *testing.T) {
	s := record.Store{Root: t.TempDir()}
	if text := write(t, s); !strings.Contains(text, "## bars\n") || !strings.Contains(text, "Not measured: `make bench` does.") {
		t.Error("without the sheet the report does not say that bars were not measured")
	}
	u := record.Unknown
	put(t, s, record.BarsFile,
		record.BarRow{Name: "a-1e6", What: "this against that", Ratio: 2.5, Low: 2.25, High: 2.75, Relation: ">=", Wanted: 2, Verdict: record.BarHolds, Rounds: 21,
			Over: "that", Under: "this", OverNs: 5, UnderNs: 2, Unit: "key"},
		record.BarRow{Name: "b-10", What: "these against those", Ratio: 1.5, Low: 1.4, High: 1.6, Relation: "<=", Wanted: 1.25, Verdict: record.BarShort, Rounds: 21,
			Over: "these", Under: "those", OverNs: 5, UnderNs: 2, Unit: "run"},
		record.BarRow{Name: "c-all", What: "objects allocated", Relation: "<=", Verdict: record.BarHolds, Detail: "7 operations", OverNs: u, UnderNs: u, Over: "objects"},
	)
	run, err := s.ReadRun()
	if err != nil {
		t.Fatal(err)
	}
	run.MachineID = "m-one"
	run.Experiments["bars"] = record.Measurement{Profile: "bench", Points: 3, Machine: "m-two"}
	if err := s.WriteRun(run); err != nil {
		t.Fatal(err)
	}
	text := write(t, s)
	for _, want := range []string{
		"2 of 3 bars hold; short: `b-10`.",
		"another machine than the rest: `m-two`",
		"| a-1e6 | this against that | 2.50 (2.25 to 2.75) | >= 2.00 | holds | that, 5.00 ns a key | this, 2.00 ns a key |", "All tables: [results/bars.md](results/bars.md)",
		"| b-10 | these against those | 1.50 (1.40 to 1.60) | <= 1.25 | **short** |",
		"| c-all | objects allocated | 0: 7 operations | <= 0 | holds | objects | – |",
		"Regenerate: `make bench` (bench profile, 3 points).",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	run.MachineID = "m-two"
	if err := s.WriteRun(run); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(write(t, s), "another machine") {
		t.Error("on the same machine the report speaks of another one")
	}
}
