package quality

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/quality"
	"hashlab/experiments/internal/record"
	_ "hashlab/impl/all"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

func digestNothing(string, string) string { return "x" }

// pointsOf returns the points of a profile.
func pointsOf(t *testing.T, p plan.Profile) []plan.Point {
	t.Helper()
	points, err := Experiment.Points(plan.Scope{Profile: p, Seed: 1}, plan.Narrowing{}, digestNothing, "code")
	if err != nil {
		t.Fatal(err)
	}
	return points
}

// runPoint measures a point of these factors.
func runPoint(t *testing.T, seed uint64, pairs ...any) (payload, json.RawMessage) {
	t.Helper()
	out, err := run(context.Background(), plan.Scope{Profile: plan.Smoke, Seed: 1}, record.Key{Experiment: "quality", Factors: plan.NewFactors(pairs...), Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	return out.(payload), text
}

// A function that somebody registers stands in every arm, of the smoke profile too.
func TestGridTakesNewFunctions(t *testing.T) {
	base, err := hash.Find("xxh3")
	if err != nil {
		t.Fatal(err)
	}
	info := base.Info
	info.Name = "my-own-hash"
	hash.Register(info, func(seed uint64) (hash.Hash, error) { return base.New(seed) })
	for _, profile := range []plan.Profile{plan.Smoke, plan.Standard} {
		arms := map[string]int{}
		for _, p := range pointsOf(t, profile) {
			if p.Factors["hash"] == info.Name {
				arms[p.Factors["arm"]]++
			}
		}
		if arms[battery] != 1 || arms[attack] < 2*len(attackSets()) || arms[pollution] < 4 {
			t.Errorf("profile=%s: got points by arm %v, want all three", profile, arms)
		}
	}
}

// The grid asks nobody for a seed that there is not, and lets nobody choose keys on a function that differs from
// process to process.
func TestGrid(t *testing.T) {
	drawn := map[string]int{}
	for _, p := range pointsOf(t, plan.Standard) {
		e, err := hash.Find(p.Factors["hash"])
		if err != nil {
			t.Fatal(err)
		}
		if p.Factors["hash_seed"] == secret && e.Seeds == hash.NoSeed || p.Factors["hash_seed"] == published && e.Seeds == hash.SeedPerProcess {
			t.Errorf("%v: the function has no such seed", p.Key)
		}
		if !e.Stable {
			drawn[p.Factors["arm"]]++
		}
	}
	if drawn[battery] != 1 || drawn[attack] != 2*len(attackSets()) || drawn[pollution] != 0 {
		t.Errorf("maphash: got points by arm %v", drawn)
	}
}

// What is found of a function that differs from process to process stands in files of its own.
func TestRandomFunctionStandsApart(t *testing.T) {
	p, attackText := runPoint(t, 1, "arm", attack, "hash", "maphash", "hash_seed", secret, "attack_set", "farm-32", "pairs", 0)
	if p.Point.Distinct != attackKeys {
		t.Errorf("maphash under farm-32: %d hashes of %d keys", p.Point.Distinct, attackKeys)
	}
	_, batteryText := runPoint(t, 1, "arm", battery, "hash", "maphash", "size", "quick")
	made, err := tables(record.Store{}, []json.RawMessage{attackText, batteryText})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range made.Files {
		rows, err := record.CheckSchema(name, text)
		if err != nil || (rows > 0) != strings.HasPrefix(name, "quality_random") {
			t.Errorf("%s: %d rows, %v", name, rows, err)
		}
	}
	if len(made.Files) != 10 {
		t.Errorf("got %d files, want 10", len(made.Files))
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct {
		want  string
		pairs []any
	}{
		{`unknown hash "xxh4"`, []any{"arm", battery, "hash", "xxh4"}},
		{"process to process", []any{"arm", pollution, "hash", "maphash", "hash_seed", secret, "insertion", chosen}},
		{`hash_seed "published" of maphash`, []any{"arm", attack, "hash", "maphash", "hash_seed", published, "attack_set", ordinary}},
		{`size "half"`, []any{"arm", battery, "hash", "xxh3", "size", "half"}},
		{`hash_seed "secret" of identity`, []any{"arm", attack, "hash", "identity", "hash_seed", secret, "attack_set", ordinary}},
		{`hash_seed "known"`, []any{"arm", attack, "hash", "xxh3", "hash_seed", "known", "attack_set", ordinary}},
		{`attack_set "farm"`, []any{"arm", attack, "hash", "xxh3", "hash_seed", secret, "attack_set", "farm"}},
		{`insertion "lucky"`, []any{"arm", pollution, "hash", "xxh3", "hash_seed", secret, "insertion", "lucky"}},
		{`arm "leg"`, []any{"arm", "leg", "hash", "xxh3", "hash_seed", secret}},
		{"pairs", []any{"arm", attack, "hash", "xxh3", "pairs", "many"}},
	} {
		if err := check(plan.Scope{}, plan.NewFactors(c.pairs...)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: got %v, want an error with %s", c.pairs, err, c.want)
		}
	}
}

// Keys that are built for a function collide under it with a secret seed, and under a keyed one they do not. 512
// ordinary queries expect 5 false positives; more than 25 have a probability below 1e-9.
func TestAttackPoints(t *testing.T) {
	for _, c := range []struct {
		hash, seed, set string
		collapse        bool
	}{
		{"farm64-seeded", secret, "farm-32", true}, {"murmur3-64", secret, "murmur3-128", true}, {"crc32c-mixed", secret, "crc32c-affine", true},
		{"fnv1a-64", published, "fnv1a-64-zero", true}, {"fnv1a-64-mixed", secret, "fnv1a-64-zero", false},
		{"siphash24", secret, "farm-32", false}, {"siphash24", secret, "murmur3-128", false}, {"xxh64", published, ordinary, false},
	} {
		p, _ := runPoint(t, 1, "arm", attack, "hash", c.hash, "hash_seed", c.seed, "attack_set", c.set, "pairs", 0)
		got := p.Point
		switch {
		case got.N != attackKeys || got.Queries != attackKeys/2:
			t.Errorf("%v: %d keys and %d queries", c, got.N, got.Queries)
		case c.collapse && (got.Distinct != 1 || got.FalsePositives != got.Queries || got.PeakToAverage != ringNodes):
			t.Errorf("%v: got %+v, want one hash", c, got)
		case !c.collapse && (got.Distinct != attackKeys || got.FalsePositives > 25 || got.PeakToAverage > 2):
			t.Errorf("%v: got %+v, want as many hashes as keys", c, got)
		}
	}
}

// Of 2^18 seeds 181 are expected to let the pair collide; beyond 100 … 280 lies less than 1e-8.
func TestPairPoint(t *testing.T) {
	p, _ := runPoint(t, 1, "arm", attack, "hash", "xxh3", "hash_seed", secret, "attack_set", pairSet, "pairs", 1<<18)
	if got := p.Point; got.N != 2 || got.PairSeeds != 1<<18 || got.PairCollisions < 100 || got.PairCollisions > 280 {
		t.Errorf("got %+v", got)
	}
}

// Chosen keys set exactly kn bits of a filter on the published function, SHA-256 too; a secret key undoes the choice: a
// fill of 0.5034 with a standard deviation of 0.0008.
func TestPollutionPoints(t *testing.T) {
	for _, c := range []struct {
		hash, seed, insertion string
		low, high             record.Float
	}{
		{"xxh3", published, chosen, 0.7, 0.7}, {"sha256", published, chosen, 0.7, 0.7}, {"siphash24", secret, chosen, 0.497, 0.51}, {"xxh3", published, honest, 0.497, 0.51},
	} {
		p, _ := runPoint(t, 1, "arm", pollution, "hash", c.hash, "hash_seed", c.seed, "insertion", c.insertion)
		if got := p.Point; got.FillRatio < c.low || got.FillRatio > c.high || got.N != pollutedN || got.M != pollutedM || got.Candidates < pollutedN {
			t.Errorf("%v: got %+v, want a fill from %g to %g", c, got, c.low, c.high)
		}
		if len(p.Steps) != pollutedSteps-firstStep+1 || p.Steps[6].N != pollutedN || p.Steps[6].FillRatio != p.Point.FillRatio {
			t.Errorf("%v: got the steps %+v", c, p.Steps)
		}
		for i, s := range p.Steps { // chosen keys set k bits each, at every step
			if want := record.Float(s.N*pollutedK) / pollutedM; s.Queries != stepQueries || c.low == c.high && s.FillRatio != want {
				t.Errorf("%v: step %d: got %+v, want a fill of %g", c, i, s, want)
			}
		}
	}
}

// claim takes a hash only where all its bits are unset and different.
func TestClaim(t *testing.T) {
	own := make([]uint64, (pollutedM+63)/64)
	if claim(own, 0) {
		t.Error("the hash 0, whose probes are one bit, is taken")
	}
	if !claim(own, 12345) || claim(own, 12345) {
		t.Error("a hash must be taken once")
	}
}

// Too few candidates are an error that says how far it came.
func TestChooseGivesUp(t *testing.T) {
	class, err := keys.Find(plan.BaseClass)
	if err != nil {
		t.Fatal(err)
	}
	stream, _, err := class.Split(1024, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	h, err := plan.OpenHash(plan.BaseHash)
	if err != nil {
		t.Fatal(err)
	}
	e, err := filter.Find(plan.BaseFilter)
	if err != nil {
		t.Fatal(err)
	}
	f, err := e.Keyed(filter.Spec{M: pollutedM, K: pollutedK}, h)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := choose(t.Context(), stream, h, f, func(uint64) error { return nil }); err == nil || !strings.Contains(err.Error(), "of 10000 keys could be chosen among 1024") {
		t.Errorf("got %v, want an error with the counts", err)
	}
}

// The battery's point sums up the results that come with it, and its rows are sorted and complete.
func TestBatteryPoint(t *testing.T) {
	p, text := runPoint(t, 1, "arm", battery, "hash", "fnv1a-64", "size", "quick")
	failed := 0
	for _, r := range p.Results {
		if !r.Pass {
			failed++
		}
	}
	if p.Point.Results != len(p.Results) || p.Point.Failed != failed || failed == 0 || !(p.Point.Excess > 10) {
		t.Errorf("got %+v of %d results, %d of them failed", p.Point, len(p.Results), failed)
	}
	made, err := tables(record.Store{}, []json.RawMessage{text})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range made.Files {
		if _, err := record.CheckSchema(name, text); err != nil {
			t.Error(err)
		}
	}
	if len(made.Checks) != 1 || !made.Checks[0].Holds {
		t.Errorf("got the checks %+v, want the one on verdicts, which holds", made.Checks)
	}
	rows, err := record.Decode[record.QualityRow](made.Files[rowsFile])
	if err != nil || len(rows) != len(p.Results) || rows[0].Test != string(quality.Avalanche) || rows[len(rows)-1].Test != string(quality.Attack) {
		t.Errorf("got %d rows, %v", len(rows), err)
	}
}

// A run beside a base keeps the base's other functions, and replaces a whole verdict.
func TestTablesBesideABase(t *testing.T) {
	point := func(hash string, results ...record.QualityRow) json.RawMessage {
		text, err := json.Marshal(payload{Results: results, Point: record.QualityPoint{Arm: battery, Hash: hash, Seed: 1, Results: len(results),
			Excess: 0.5, FillRatio: record.Unknown, PeakToAverage: record.Unknown}})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	row := func(hash, test, keys string) record.QualityRow {
		return record.QualityRow{Hash: hash, Size: "quick", Test: test, Keys: keys, Excess: 0.5, Pass: true}
	}
	base := record.Store{Root: t.TempDir()}
	first, err := tables(record.Store{}, []json.RawMessage{point("b", row("b", "buckets", "old"), row("b", "avalanche", "old")), point("a", row("a", "buckets", "kept"))})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range first.Files {
		if err := record.WriteFile(base.Result(name), text); err != nil {
			t.Fatal(err)
		}
	}
	second, err := tables(base, []json.RawMessage{point("b", row("b", "buckets", "new"))})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := record.Decode[record.QualityRow](second.Files[rowsFile])
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range rows {
		got = append(got, r.Hash+" "+r.Test+" "+r.Keys)
	}
	if diff := cmp.Diff([]string{"a buckets kept", "b buckets new"}, got); diff != "" {
		t.Errorf("want (-) got (+):\n%s", diff)
	}
	if points, err := record.Decode[record.QualityPoint](second.Files[pointsFile]); err != nil || len(points) != 2 || points[1].Results != 1 {
		t.Errorf("got the points %+v, %v", points, err)
	}
	if _, err := tables(record.Store{}, []json.RawMessage{[]byte("{")}); err == nil {
		t.Error("a broken payload is no error")
	}
}

func TestVerdict(t *testing.T) {
	rows := []record.QualityRow{
		{Hash: "h", Size: "quick", Test: "buckets", Keys: "dec", Excess: 0.9, Pass: true},
		{Hash: "h", Size: "quick", Test: "bloom-fpr", Keys: "be8", Excess: 0.8}, // fails, just, inside its limits
		{Hash: "h", Size: "quick", Test: "bloom-fpr", Keys: "url", Excess: 0.3, Pass: true},
		{Hash: "h", Size: "quick", Test: "attack", Keys: "farm-32", N: 64, Statistic: 1, Excess: 1},
		{Hash: "h", Size: "quick", Test: "attack", Keys: "murmur3-128", N: 64, Statistic: 63, Excess: 63},
	}
	want := record.QualityVerdict{Hash: "h", Size: "quick", Results: 5, Failed: 3, Tests: "bloom-fpr", Excess: 0.8, Test: "bloom-fpr", Keys: "be8",
		AttackSet: "murmur3-128", Shared: 63, Attacked: 64}
	if diff := cmp.Diff(want, verdict(rows)); diff != "" {
		t.Errorf("want (-) got (+):\n%s", diff)
	}
	if got := verdicts(slices.Concat(rows, []record.QualityRow{{Hash: "i", Test: "buckets", Pass: true}})); len(got) != 2 || got[1].Hash != "i" || got[1].Tests != "" {
		t.Errorf("got %+v, want two verdicts", got)
	}
}
