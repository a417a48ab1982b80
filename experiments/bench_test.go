package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hashlab/experiments/bars"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/record"
)

// side returns a side whose kernel sleeps so long.
func side(text string, sleep time.Duration) bars.Side {
	return bars.Side{Text: text, Open: func(*bars.Shelf) (measure.Kernel, error) {
		return measure.Kernel{Keys: 1, Run: func() uint64 { time.Sleep(sleep); return 1 }}, nil
	}}
}

// plantedBars are contests of which the first has one bar that holds and one whose side was planted as slow.
func plantedBars(more ...bars.Contest) []bars.Contest {
	slow, fast := side("slow", 20*time.Millisecond), side("fast", 0)
	return append([]bars.Contest{{Name: "planted", Bars: []bars.Bar{
		{Name: "jump-10", What: "it holds", Relation: bars.AtLeast, Wanted: 2, Over: slow, Under: fast, Unit: "key"},
		{Name: "jump-100", What: "it is short", Relation: bars.AtMost, Wanted: 1.05, Over: slow, Under: fast, Unit: "key"},
	}}}, more...)
}

func runBench(t *testing.T, ctx context.Context, root string, contests []bars.Contest) (code int, out, log string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	b := bench{contests, bars.Settings{Rounds: bars.LeastRounds, Seed: 1}, false, record.Store{Root: root}, &stdout, &stderr}
	return codeOf(b.run(ctx)), stdout.String(), stderr.String()
}

// TestBenchEndsWithItsVerdict: 0 where all bars hold, 1 where one is short, 3 where one cannot be measured; all
// that were measured are printed and kept.
func TestBenchEndsWithItsVerdict(t *testing.T) {
	broken := bars.Contest{Name: "broken", Bars: []bars.Bar{{Name: "jump-1000", Over: bars.Side{Text: "over",
		Open: func(*bars.Shelf) (measure.Kernel, error) { return measure.Kernel{}, errors.New("no such thing") }}, Under: side("fast", 0)}}}
	holding := plantedBars()
	holding[0].Bars = holding[0].Bars[:1]
	for _, tt := range []struct {
		name     string
		contests []bars.Contest
		code     int
		verdicts string
		said     string
	}{
		{"holds", holding, 0, "jump-10 holds", "1 bars, 0 short"},
		{"short", plantedBars(), codeCheckFailed, "jump-10 holds, jump-100 short", "2 bars, 1 short"},
		{"failed", plantedBars(broken), codePointsFailed, "jump-10 holds, jump-100 short", "failed: bar jump-1000: over: no such thing"},
	} {
		root := t.TempDir()
		code, out, log := runBench(t, t.Context(), root, tt.contests)
		if code != tt.code || !strings.Contains(log, tt.said) {
			t.Errorf("%s: got exit code %d and %q, want %d and %q", tt.name, code, log, tt.code, tt.said)
		}
		rows, err := record.Read[record.BarRow](record.Store{Root: root}, record.BarsFile)
		if err != nil {
			t.Fatal(err)
		}
		var verdicts []string
		for i, r := range rows {
			verdicts = append(verdicts, r.Name+" "+r.Verdict)
			if line := strings.Split(out, "\n")[i]; !strings.HasPrefix(line, "bar "+r.Name+" ") || !strings.HasSuffix(line, " "+r.Verdict) {
				t.Errorf("%s: got the line %q for %s", tt.name, line, r.Name)
			}
		}
		if got := strings.Join(verdicts, ", "); got != tt.verdicts {
			t.Errorf("%s: kept %s, want %s", tt.name, got, tt.verdicts)
		}
		run, err := record.Store{Root: root}.ReadRun()
		if err != nil || run.Experiments["bars"].Points != len(rows) || run.Experiments["bars"].Machine == "" {
			t.Errorf("%s: the run says %+v, %v", tt.name, run.Experiments["bars"], err)
		}
	}
}

// TestBenchInterrupted: what was measured before is kept.
func TestBenchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stopping := bars.Contest{Name: "stopping", Bars: []bars.Bar{{Name: "jump-1000", Over: bars.Side{Text: "over",
		Open: func(*bars.Shelf) (measure.Kernel, error) {
			return measure.Kernel{Keys: 1, Run: func() uint64 { cancel(); return 1 }}, nil
		}}, Under: side("fast", 0)}}}
	root := t.TempDir()
	code, out, _ := runBench(t, ctx, root, plantedBars(stopping))
	rows, err := record.Read[record.BarRow](record.Store{Root: root}, record.BarsFile)
	if code != codeInterrupted || len(rows) != 2 || strings.Count(out, "\n") != 2 || err != nil {
		t.Errorf("got exit code %d, %d rows, %v and the lines\n%s", code, len(rows), err, out)
	}
}

// TestJoinRows: a new row takes the place of the old one, bars that were not measured keep theirs, and those
// that are no more go.
func TestJoinRows(t *testing.T) {
	row := func(name string, ratio record.Float) record.BarRow { return record.BarRow{Name: name, Ratio: ratio} }
	old := []record.BarRow{row("gone", 1), row("a", 1), row("b", 1)}
	got := joinRows([]string{"a", "b", "c", "d"}, old, []record.BarRow{row("c", 2), row("b", 2)})
	if diff := cmp.Diff([]record.BarRow{row("a", 1), row("b", 2), row("c", 2)}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
