package cachetier

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	_ "hashlab/impl/all"
)

// TestInProcess holds the cache to a list of its keys, the one used last in front, over random operations.
func TestInProcess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, most := rapid.IntRange(1, 20).Draw(t, "keys"), rapid.IntRange(1, 20).Draw(t, "most")
		got, err := newInProcess(most)
		if err != nil {
			t.Fatal(err)
		}
		var want []uint32
		for i, key := range rapid.SliceOf(rapid.IntRange(0, 3*n-1)).Draw(t, "operations") {
			op, key := key/n, uint32(key%n)
			at := slices.Index(want, key)
			switch {
			case op == 0:
				if in := got.holds(key); in != (at >= 0) {
					t.Fatalf("operation %d: holds %d is %v", i, key, in)
				}
				continue
			case op == 1:
				if in, err := got.lookup(key); err != nil || in != (at >= 0) {
					t.Fatalf("operation %d: looking up %d gives %v, %v", i, key, in, err)
				}
				if at < 0 {
					continue
				}
			default:
				if err := got.store(key); err != nil {
					t.Fatalf("operation %d: %v", i, err)
				}
			}
			if at >= 0 {
				want = slices.Delete(want, at, at+1)
			}
			want = slices.Insert(want, 0, key)
			want = want[:min(len(want), most)]
		}
		for key := range uint32(n) {
			if in := got.holds(key); in != slices.Contains(want, key) {
				t.Fatalf("key %d is there: %v", key, in)
			}
		}
	})
	if _, err := newInProcess(0); err == nil {
		t.Error("a cache for no key is made")
	}
}

// TestDatabase has a service time of 10 and a patience of 25: of five queries at once the fourth would wait 30.
func TestDatabase(t *testing.T) {
	d := database{service: 10, patience: 25}
	var taken []bool
	for key := range uint32(5) {
		taken = append(taken, d.ask(100, query{key: key}))
	}
	if want := []bool{true, true, true, false, false}; !slices.Equal(taken, want) {
		t.Errorf("taken: got %v, want %v", taken, want)
	}
	if got := d.queue(); got != 3 {
		t.Errorf("got a queue of %d, want 3", got)
	}
	var at []int64
	for _, now := range []int64{109, 110, 119, 130, 130, 130} {
		if q, ok := d.answered(now); ok {
			at = append(at, q.at)
		}
	}
	if want := []int64{110, 120, 130}; !slices.Equal(at, want) {
		t.Errorf("answered at %v, want %v", at, want)
	}
	if !d.ask(200, query{}) || d.free != 210 {
		t.Errorf("an idle database is free at %d, want 210", d.free)
	}
}

func TestExcess(t *testing.T) {
	for _, tt := range []struct {
		misses        []uint64
		sum, recovery float64
	}{
		{[]uint64{100, 100, 100, 900}, 0, 0},
		{[]uint64{300, 200, 100, 100, 100, 500}, 300, 2},
		{[]uint64{300, 100, 300, 105, 100, 90}, 400, 3},
		{[]uint64{300, 300, 300}, 600, math.NaN()},
		{[]uint64{300, 100, 100}, 200, math.NaN()}, // calm, but not for three seconds
	} {
		var seconds []second
		for _, m := range tt.misses {
			seconds = append(seconds, second{misses: m})
		}
		sum, recovery := excess(seconds, 100)
		if float64(sum) != tt.sum || float64(recovery) != tt.recovery && !(math.IsNaN(tt.recovery) && !recovery.Known()) {
			t.Errorf("misses=%v: got %v and %v, want %v and %v", tt.misses, sum, recovery, tt.sum, tt.recovery)
		}
	}
}

// payloads runs the points of the smoke grid that keep accepts.
func payloads(t *testing.T, keep func(f plan.Factors) bool) (all []json.RawMessage) {
	t.Helper()
	s := plan.Scope{Profile: plan.Smoke, Seed: 1}
	points, err := Experiment.Points(s, plan.Narrowing{}, func(kind, name string) string { return name }, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range points {
		if !keep(p.Factors) {
			continue
		}
		got, err := Experiment.Run(t.Context(), s, p.Key)
		if err != nil {
			t.Fatalf("%v: %v", p.Key, err)
		}
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text)
	}
	return all
}

func rowsOf(t *testing.T, got plan.Tables) []record.CachetierRow {
	t.Helper()
	rows, err := record.Decode[record.CachetierRow](got.Files["cachetier.csv"])
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestSmoke runs the whole smoke grid and holds it to the experiment's own checks.
func TestSmoke(t *testing.T) {
	got, err := tables(record.Store{}, payloads(t, func(plan.Factors) bool { return true }))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Checks) != 3 {
		t.Errorf("got %d checks, want 3", len(got.Checks))
	}
	for _, c := range got.Checks {
		if !c.Holds || c.Tests == 0 {
			t.Errorf("%s: %d comparisons, holds %v: %s", c.Check, c.Tests, c.Holds, c.Detail)
		}
	}
	series, err := record.Decode[record.CachetierStep](got.Files["cachetier_series.csv"])
	if err != nil {
		t.Fatal(err)
	}
	rows := rowsOf(t, got)
	if want := len(rows) * virtualPhases.end; len(series) != want {
		t.Errorf("got %d seconds, want %d: %d a row", len(series), want, virtualPhases.end)
	}
	for _, r := range rows {
		if r.Locator == none && (r.HitBefore != 0 || r.PeakFactor != 1) {
			t.Errorf("without caches the hit ratio is %v and the peak %v times the mean", r.HitBefore, r.PeakFactor)
		}
	}
}

// TestReplicasSaveTheDead holds that a second copy of every key at least halves what the death of a node costs.
func TestReplicasSaveTheDead(t *testing.T) {
	got, err := tables(record.Store{}, payloads(t, func(f plan.Factors) bool {
		return f["locator"] == "ring-vnodes" && f["vnodes"] == "160" && f["story"] != storySteps
	}))
	if err != nil {
		t.Fatal(err)
	}
	excesses := map[string]record.Float{}
	for _, r := range rowsOf(t, got) {
		excesses[r.Story] = r.DiedExcess
	}
	if one, two := excesses[storyJoin], excesses[storyReplicas]; !(two < one/2) {
		t.Errorf("when a node dies the excess of misses is %v with one copy and %v with two, want less than half", one, two)
	}
}

func TestSameAgain(t *testing.T) {
	only := func(f plan.Factors) bool { return f["locator"] == "modulo" || f["story"] == storySteps }
	first, err := tables(record.Store{}, payloads(t, only))
	if err != nil {
		t.Fatal(err)
	}
	again, err := tables(record.Store{}, payloads(t, only))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range first.Files {
		if string(text) != string(again.Files[name]) {
			t.Errorf("%s differs when it is made again", name)
		}
	}
}

// TestBeside runs one locator beside the results of a run of another: both must be there afterwards.
func TestBeside(t *testing.T) {
	base := record.Store{Root: t.TempDir()}
	of := func(locator string) []json.RawMessage {
		return payloads(t, func(f plan.Factors) bool { return f["locator"] == locator })
	}
	first, err := tables(record.Store{}, of("modulo"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range first.Files {
		if err := record.WriteFile(base.Result(name), text); err != nil {
			t.Fatal(err)
		}
	}
	both, err := tables(base, append(of("jump"), of("modulo")...))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range rowsOf(t, both) {
		names = append(names, fmt.Sprint(r.Locator, r.Seeds))
	}
	if want := []string{"jump2", "modulo2"}; !slices.Equal(names, want) {
		t.Errorf("rows: got %v, want %v", names, want)
	}
	series, err := record.Decode[record.CachetierStep](both.Files["cachetier_series.csv"])
	if err != nil || len(series) != 2*virtualPhases.end {
		t.Errorf("got %d seconds, want %d (%v)", len(series), 2*virtualPhases.end, err)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := plan.Scope{Profile: plan.Smoke, Seed: 1}
	if _, err := Experiment.Run(ctx, s, record.Key{Factors: good(), Seed: 1}); err == nil {
		t.Error("a cancelled point ended without an error")
	}
}

func good() plan.Factors {
	return plan.NewFactors("story", storyJoin, "backend", backendLRU, "locator", "ring-vnodes", "hash", "xxh3", "vnodes", 160, "replicas", 1,
		"workload", zipf, "key_class", "user-profile", "objects", 1000, "rate", 100)
}

func TestCheckRefuses(t *testing.T) {
	s := plan.Scope{Profile: plan.Smoke}
	if err := check(s, good()); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ factor, level, want string }{
		{"story", "fable", `story "fable"`}, {"backend", "mongo", `backend "mongo"`}, {"locator", "rings", `"rings"`}, {"hash", "", "name a hash"},
		{"vnodes", "99999999", "99999999 vnodes"}, {"replicas", "3", "replicas = 3"}, {"workload", "trace-1", `workload "trace-1"`},
		{"key_class", "numbers", `"numbers"`}, {"objects", "99", "objects = 99"}, {"rate", "5", "rate = 5"},
	} {
		if err := check(s, good().With(tt.factor, tt.level)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s=%s: got %v, want an error with %q", tt.factor, tt.level, err, tt.want)
		}
	}
	steps := good().With("story", storySteps).With("locator", "modulo").With("vnodes", "0")
	if err := check(s, steps); err == nil || !strings.Contains(err.Error(), "needs weights") {
		t.Errorf("steps of modulo: got %v, want an error about weights", err)
	}
}

// TestTrace runs a trace in which no key comes twice, which misses always, and one with a single key, which hits
// always.
func TestTrace(t *testing.T) {
	defer func() { trace = nil }()
	for _, tt := range []struct {
		name     string
		distinct int
		hit      record.Float
	}{{"no key twice", 20_000, 0}, {"one key", 1, 1}} {
		tr := keys.Trace{Name: "trace-1"}
		for i := range tt.distinct {
			tr.Keys = append(tr.Keys, fmt.Appendf(nil, "key %d", i))
		}
		for i := range 20_000 {
			tr.Order = append(tr.Order, uint32(i%tt.distinct))
		}
		UseTrace(tr)
		all := payloads(t, func(f plan.Factors) bool { return f["locator"] == "modulo" })
		got, err := tables(record.Store{}, all)
		if err != nil {
			t.Fatal(err)
		}
		if r := rowsOf(t, got)[0]; r.HitBefore != tt.hit || r.Workload != "trace-1" {
			t.Errorf("trace=%s: got hit ratio %v of %s, want %v", tt.name, r.HitBefore, r.Workload, tt.hit)
		}
	}
	UseTrace(keys.Trace{Name: "trace-2", Keys: [][]byte{{1}}, Order: []uint32{0}})
	s := plan.Scope{Profile: plan.Smoke, Seed: 1}
	f := good().With("workload", "trace-2")
	if _, err := Experiment.Run(t.Context(), s, record.Key{Factors: f, Seed: 1}); err == nil || !strings.Contains(err.Error(), "too few") {
		t.Errorf("a trace of one request: got %v, want an error", err)
	}
}

// TestChecksSee breaks rows one way each: the check that is about it must not hold.
func TestChecksSee(t *testing.T) {
	row := func(locator string, vnodes int, excess record.Float) record.CachetierRow {
		return record.CachetierRow{Story: storyJoin, Backend: backendLRU, Workload: zipf, Locator: locator, Vnodes: vnodes, Excess: excess}
	}
	for _, tt := range []struct {
		modulo, ring record.Float
		holds        bool
	}{{300, 100, true}, {299, 100, false}, {100, 300, false}} {
		c, ok := storm([]record.CachetierRow{row("modulo", 0, tt.modulo), row("ring-vnodes", 160, tt.ring), row("ring-vnodes", 1, 1e6)})
		if !ok || c.Holds != tt.holds {
			t.Errorf("modulo=%v ring=%v: holds %v, %v", tt.modulo, tt.ring, c.Holds, ok)
		}
	}
	real := []record.CachetierRow{row("modulo", 0, 101), row("ring-vnodes", 160, 100)}
	for i := range real {
		real[i].Backend = backendRedis
	}
	if c, ok := storm(real); !ok || !c.Holds {
		t.Errorf("a little more on real servers: holds %v, %v", c.Holds, ok)
	}
	real[0].Excess = 99
	if c, _ := storm(real); c.Holds {
		t.Error("less on real servers holds")
	}
	for peak, holds := range map[record.Float]bool{1.25: true, 1.27: false} {
		r := record.CachetierRow{Backend: backendLRU, Locator: "ring-bounded", NodesAfter: 5, Seeds: 1, Requests: 180 * 500, Peak: peak}
		if c, ok := bounded([]record.CachetierRow{r}); !ok || c.Holds != holds {
			t.Errorf("bounded, peak=%v: holds %v, %v", peak, c.Holds, ok)
		}
	}
	if _, ok := storm([]record.CachetierRow{row("modulo", 0, 1)}); ok {
		t.Error("a storm without a ring to compare with")
	}
	point := record.CachetierPoint{Locator: "modulo", Keys: 1000, Moved: 800, BandLow: 0.75, BandHigh: 0.85}
	for moved, holds := range map[uint64]bool{800: true, 700: false, 900: false} {
		point.Moved = moved
		if c := movedAgrees([]record.CachetierPoint{point}); c.Holds != holds || c.Tests != 1 {
			t.Errorf("moved=%d: holds %v after %d comparisons", moved, c.Holds, c.Tests)
		}
	}
}
