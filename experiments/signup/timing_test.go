package signup

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// TestTimedCells holds the standard grid to what makes times comparable: every series that is timed has blocks enough for
// an interval, each story that is timed has a series with a twin, and the look-ups have the controls beside them.
func TestTimedCells(t *testing.T) {
	twins, beside := map[string]int{}, map[string]int{}
	for _, c := range grid(plan.Scope{Profile: plan.Standard, Seed: 1}) {
		st, err := findStory(c.Factors["story"])
		if err != nil {
			t.Fatal(err)
		}
		d, err := read(plan.Scope{Profile: plan.Standard}, c.Factors)
		if err != nil {
			t.Fatal(err)
		}
		if d.timed() && c.Seeds < 6 {
			t.Errorf("%v: %d blocks, want at least 6", c.Factors, c.Seeds)
		}
		if d.twin {
			twins[st.name]++
		}
		if isControl(d.guard) {
			beside[d.guard+" "+c.Factors["hit_share"]]++
		}
	}
	for _, st := range stories {
		if (twins[st.name] > 0) != st.timed {
			t.Errorf("story %s: timed %v, and %d twins", st.name, st.timed, twins[st.name])
		}
	}
	for _, control := range controls {
		for _, hit := range timedHits {
			if at := control + " " + strconv.FormatFloat(hit, 'g', -1, 64); beside[at] != 1 {
				t.Errorf("control at share %s: %d series, want 1", at, beside[at])
			}
		}
	}
}

// twice are the times of a series and of its twin, which takes so many times as long.
func twice(ratio float64, blocks int) (times []record.SignupTimes) {
	for block := range blocks {
		first := record.SignupTimes{Story: "lookups", Database: databaseSQLite, Filter: "bloom-classic", Block: uint64(block), GuardNs: record.Float(10 + block),
			LookupsPerSec: record.Unknown, P50: record.Unknown, P99: record.Unknown, NsPerQuery: record.Unknown, ReadSeconds: record.Unknown,
			BuildSeconds: record.Unknown, RestoreSec: record.Unknown, WritesPerSec: record.Unknown}
		again := first
		again.Twin, again.GuardNs = true, first.GuardNs*record.Float(ratio)
		times = append(times, first, again)
	}
	slices.SortStableFunc(times, func(a, b record.SignupTimes) int { return timesOrder.Cell(a, b) })
	return times
}

func TestNoise(t *testing.T) {
	rows := noise(twice(1.1, 6))
	if len(rows) != 1 || rows[0].Figure != "guard_ns_per_key" || rows[0].Blocks != 6 || math.Abs(float64(rows[0].Ratio)-1.1) > 1e-9 {
		t.Errorf("got %+v, want one ratio of 1.1 over 6 blocks", rows)
	}
	alone := slices.DeleteFunc(twice(1.1, 6), func(r record.SignupTimes) bool { return !r.Twin })
	if rows := noise(alone); rows != nil {
		t.Errorf("twins without their series: got %+v", rows)
	}
	other := twice(1.1, 6)
	for i := range other {
		if other[i].Twin {
			other[i].Filter = "fuse-8"
		}
	}
	if rows := noise(other); rows != nil {
		t.Errorf("a twin of another guard: got %+v", rows)
	}
}

// TestTwinCountsNothing runs a series, its twin and a control: all are timed, and the first alone counts.
func TestTwinCountsNothing(t *testing.T) {
	f := endless().With("filter", "bloom-classic").With("hash", "xxh3").With("queries", "500")
	for _, tt := range []struct {
		name   string
		f      plan.Factors
		counts uint64
		null   bool
	}{{"series", f, 500, true}, {"twin", f.With("twin", "1"), 0, true}, {"control", f.With("filter", "load"), 0, false}} {
		got, err := run(t.Context(), plan.Scope{Profile: plan.Smoke, Seed: 1}, record.Key{Experiment: "signup", Factors: tt.f, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		p := got.(record.SignupPayload)
		if p.Point.Queries != tt.counts || p.Times.Queries != 500 || !(p.Times.GuardNs > 0) || (p.Times.NullNs > 0) != tt.null {
			t.Errorf("%s: %d counted, %d timed, guard %v ns, null %v ns", tt.name, p.Point.Queries, p.Times.Queries, p.Times.GuardNs, p.Times.NullNs)
		}
	}
}
