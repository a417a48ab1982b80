package signup

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	_ "hashlab/impl/all"
)

// payloads runs every point of the smoke grid whose story keep accepts.
func payloads(t *testing.T, keep func(story string) bool) (all []json.RawMessage) {
	t.Helper()
	s := plan.Scope{Profile: plan.Smoke, Seed: 1}
	points, err := Experiment.Points(s, plan.Narrowing{}, func(kind, name string) string { return name }, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range points {
		if !keep(p.Factors["story"]) {
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

// TestSmoke runs the whole smoke grid and holds it to the experiment's own checks, and the temporary folder to
// being empty in the end.
func TestSmoke(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	all := payloads(t, func(string) bool { return true })
	got, err := tables(record.Store{}, all)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"signup.csv", "signup_noise.csv", "signup_points.csv", "signup_times.csv"}; !slices.Equal(slices.Sorted(keysOf(got.Files)), want) {
		t.Errorf("files: got %v, want %v", slices.Sorted(keysOf(got.Files)), want)
	}
	for _, c := range got.Checks {
		if !c.Holds || c.Tests == 0 {
			t.Errorf("%s: %d comparisons, holds %v: %s", c.Check, c.Tests, c.Holds, c.Detail)
		}
	}
	left, err := os.ReadDir(temp)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
	rows, err := record.Decode[record.SignupRow](got.Files["signup.csv"])
	if err != nil {
		t.Fatal(err)
	}
	for _, st := range stories {
		if len(st.variants(plan.Smoke)) > 0 && !slices.ContainsFunc(rows, func(r record.SignupRow) bool { return r.Story == st.name && r.Queries > 0 }) {
			t.Errorf("story %s has no row", st.name)
		}
	}
}

func keysOf(files record.Files) func(func(string) bool) {
	return func(yield func(string) bool) {
		for name := range files {
			if !yield(name) {
				return
			}
		}
	}
}

// TestSameAgain runs a story twice: what is not measured must have the same bytes.
func TestSameAgain(t *testing.T) {
	only := func(story string) bool { return story == "delete" || story == "crawler" || story == "penetration" }
	first, err := tables(record.Store{}, payloads(t, only))
	if err != nil {
		t.Fatal(err)
	}
	again, err := tables(record.Store{}, payloads(t, only))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"signup.csv", "signup_points.csv"} {
		if string(first.Files[name]) != string(again.Files[name]) {
			t.Errorf("%s differs when it is made again", name)
		}
	}
}

// endless are the factors of a point that would take minutes.
func endless() plan.Factors {
	return plan.NewFactors("story", "lookups", "database", databaseSQLite, "cache", cacheWarm, "filter", none, "hash", "", "key_class", "usernames",
		"n", 5_000, "hit_share", 0.5, "target_fpr", 0.01, "queries", 3_000_000)
}

// TestInterrupted cancels a point after a while: it fails, and leaves no file behind.
func TestInterrupted(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := Experiment.Run(ctx, plan.Scope{Profile: plan.Smoke, Seed: 1}, record.Key{Factors: endless(), Seed: 1}); err == nil {
		t.Error("a cancelled point ended without an error")
	}
	left, err := os.ReadDir(temp)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}

func TestCheckRefuses(t *testing.T) {
	good := plan.NewFactors("story", "lookups", "database", databaseSQLite, "cache", cacheWarm, "filter", "bloom-classic", "hash", "xxh3",
		"key_class", "usernames", "n", 1000, "hit_share", 0.5, "target_fpr", 0.01, "queries", 100)
	s := plan.Scope{Profile: plan.Smoke}
	if err := check(s, good); err != nil {
		t.Fatal(err)
	}
	t.Setenv(postgresEnv, "")
	for _, tt := range []struct{ factor, level, want string }{
		{"story", "fable", `unknown story "fable"`}, {"database", "oracle", `database "oracle"`}, {"database", "postgres", "names no server"},
		{"cache", "cold", `cache "cold"`}, {"filter", "bloom-clasic", `"bloom-clasic"`}, {"hash", "", "name a hash"},
		{"key_class", "numbers", `"numbers"`}, {"n", "9", "n = 9"}, {"queries", "0", "queries = 0"}, {"hit_share", "1.5", "hit_share = 1.5"},
		{"load", "-1", "load = -1"}, {"target_fpr", "2", "target fpr 2"},
	} {
		if err := check(s, good.With(tt.factor, tt.level)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s=%s: got %v, want an error with %q", tt.factor, tt.level, err, tt.want)
		}
	}
}

// TestChecksSee breaks rows one way each: the check that is about it must not hold.
func TestChecksSee(t *testing.T) {
	row := func(change func(*record.SignupRow)) []record.SignupRow {
		r := record.SignupRow{Story: "lookups", Database: databaseSQLite, Filter: "bloom-classic", Hash: "xxh3", HitShare: 0.5, Queries: 100_000,
			Absent: 50_000, Avoided: 49_500, AvoidedTheory: 0.495, GateLow: record.Unknown, GateHigh: record.Unknown}
		change(&r)
		rows := []record.SignupRow{r}
		gate(rows)
		return rows
	}
	for _, tt := range []struct {
		name   string
		change func(*record.SignupRow)
		fails  []string
	}{
		{"sound", func(*record.SignupRow) {}, nil},
		{"a wrong answer", func(r *record.SignupRow) { r.Wrong = 1 }, []string{"no wrong answer behind an honest guard"}},
		{"a tenth too few avoided", func(r *record.SignupRow) { r.Avoided = 44_550 }, []string{"the share of avoided queries agrees with theory"}},
		{"none avoided where all could be", func(r *record.SignupRow) { r.Avoided = 0 }, []string{"the share of avoided queries agrees with theory"}},
		{"one avoided where none can be", func(r *record.SignupRow) { r.AvoidedTheory, r.Avoided = 0, 1 }, []string{"the share of avoided queries agrees with theory"}},
		{"a stale guard that is right", func(r *record.SignupRow) { r.Story = "stale" }, []string{"a stale guard gives wrong answers"}},
		{"naive deletion that is right", func(r *record.SignupRow) { r.Story, r.Filter = "delete", clearing },
			[]string{"deleting by clearing bits gives wrong answers"}},
	} {
		t.Run("fault="+tt.name, func(t *testing.T) {
			var fails []string
			for _, c := range checks(row(tt.change), nil) {
				if !c.Holds {
					fails = append(fails, c.Check)
				}
			}
			if !slices.Equal(fails, tt.fails) {
				t.Errorf("got %q, want %q", fails, tt.fails)
			}
		})
	}
}

// TestSaves has a guard that takes 10 ns before a look-up that takes 1000, and one that is too slow.
func TestSaves(t *testing.T) {
	times := func(guard float64) (all []record.SignupTimes) {
		for block := range uint64(10) {
			none := record.SignupTimes{Story: "lookups", Database: databaseSQLite, Filter: none, N: 100, Block: block, NsPerQuery: 1000, GuardNs: record.Unknown}
			filter := none
			filter.Filter, filter.Hash, filter.NsPerQuery, filter.GuardNs = "bloom-classic", "xxh3", record.Unknown, record.Float(guard)
			all = append(all, none, filter)
		}
		return all
	}
	for guard, holds := range map[float64]bool{9.9: true, 10.1: false} {
		c, ok := saves(times(guard))
		if !ok || c.Holds != holds || c.Tests != 10 {
			t.Errorf("guard=%v: holds %v after %d comparisons, %v", guard, c.Holds, c.Tests, ok)
		}
	}
	if _, ok := saves(times(9.9)[:1]); ok {
		t.Error("a ratio without a guard")
	}
}

// TestDistinctQueries holds that no workload but the hammered one asks for an absent key twice because it runs out.
func TestDistinctQueries(t *testing.T) {
	for _, w := range []workload{{class: "malware-hosts", hit: 0.5}, {class: "malware-hosts", hit: 0}, {class: "usernames", hit: 0.9}} {
		got := w.distinctQueries(1_400)
		class, err := keys.Find(w.class)
		if err != nil {
			t.Fatal(err)
		}
		if absent := float64(got) * (1 - w.hit); got < 1_000 || absent > float64(class.Size-1_400) {
			t.Errorf("class=%s hit=%v: %d queries, of which %.0f are for absent keys", w.class, w.hit, got, absent)
		}
	}
	if got := (workload{class: "no such"}).distinctQueries(10); got != 0 {
		t.Errorf("an unknown class: %d", got)
	}
}
