package figure

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func equalOf(name string, bits, ns float64) record.EqualRow {
	return record.EqualRow{Impl: name, Op: "bulk", TargetFPR: f(1.0 / 256), BitsPerKey: f(bits), NsPerKey: f(ns)}
}

// What is larger and no faster than another lies behind the frontier; so does the slower of two of one size.
func TestFrontier(t *testing.T) {
	rows := []record.EqualRow{equalOf("fast", 13, 2), equalOf("small", 8, 30), equalOf("beaten", 12, 31), equalOf("as slow", 9, 30),
		equalOf("middle", 9, 10), equalOf("slower twin", 9, 11)}
	var got []string
	for _, r := range frontier(rows) {
		got = append(got, r.Impl)
	}
	if diff := cmp.Diff([]string{"small", "middle", "fast"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	steps := staircase(frontier(rows), chart.Axis{Max: 100})
	want := []chart.XY{{X: 8, Y: 100}, {X: 8, Y: 30}, {X: 9, Y: 30}, {X: 9, Y: 10}, {X: 13, Y: 10}, {X: 13, Y: 2}}
	if diff := cmp.Diff(want, steps); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
	if got, want := paretoTitle(rows, 1.0/256), "At fpr 1/256 no filter is both smaller and faster than small (8 bits, 30 ns), middle (9 bits, 10 ns), fast (13 bits, 2 ns)"; got != want {
		t.Errorf("title: got %q, want %q", got, want)
	}
}

func TestOneIn(t *testing.T) {
	for v, want := range map[float64]string{1.0 / 256: "1/256", 1.52588e-05: "1/65,536", 0.01: "0.01", 0.25: "0.25", 0.001: "10⁻³"} {
		if got := oneIn(v); got != want {
			t.Errorf("oneIn(%v) = %q, want %q", v, got, want)
		}
	}
}

func TestBuildTitle(t *testing.T) {
	rows := []record.HeapRow{{Impl: "a", N: 100, HeapBytes: 120, PeakBytes: 130}, {Impl: "b", N: 100, HeapBytes: 120, PeakBytes: 2400}}
	if got, want := buildTitle(rows), "While it is built b takes 20 times the memory that it keeps, 24 bytes a key; 1 of 2 filters take nearly nothing more"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHitsTitle(t *testing.T) {
	row := func(impl, op string, ns float64) record.ThroughputRow {
		return record.ThroughputRow{Impl: impl, Op: op, HitShare: 0.5, NsPerKey: f(ns), NsLow: f(ns * 0.9), NsHigh: f(ns * 1.1)}
	}
	rows := []record.ThroughputRow{row("a", "contains", 10), row("a", "bulk", 2), row("b", "contains", 8), row("b", "bulk", 9), row("d", "contains", 8), row("d", "bulk", 12), row("c", "bulk", 1)}
	for _, c := range []struct {
		rows []record.ThroughputRow
		want string
	}{
		{rows, "At hit share 0.5 looking up in bulk is faster, beyond the intervals, in 1 of 3 filters, at most 5 times (a), and slower in 1"},
		{rows[2:4], "At hit share 0.5 looking up in bulk is faster, beyond the intervals, in none of 1 filter, and slower in none"},
		{rows[6:], "Look-ups by the share of present keys"},
	} {
		if got := hitsTitle(c.rows); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
