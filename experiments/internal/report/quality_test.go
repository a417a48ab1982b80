package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/experiments/internal/record"
)

// holdSentences checks what the rows of a table give: one sentence with these parts, or none.
func holdSentences(t *testing.T, name string, got []string, parts []string) {
	t.Helper()
	if len(parts) == 0 {
		if len(got) > 0 {
			t.Errorf("%s: got %q, want no sentence", name, got)
		}
		return
	}
	text := strings.Join(got, " ")
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s: got %q, want %q in it", name, text, part)
		}
	}
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Errorf("%s: got %q", name, text)
	}
}

func TestVerdictSentences(t *testing.T) {
	sound := record.QualityVerdict{Hash: "xxh64", Excess: 0.5, Test: "buckets", Keys: "be8"}
	weak := record.QualityVerdict{Hash: "fnv1a-64", Tests: "buckets ring-share", Excess: 840.5, Test: "buckets", Keys: "be8"}
	weaker := record.QualityVerdict{Hash: "djb2-left", Tests: "collisions", Excess: 11372, Test: "collisions", Keys: "be8"}
	for _, c := range []struct {
		name             string
		rows             []record.QualityVerdict
		passing, failing []string
	}{
		{"all pass", []record.QualityVerdict{sound}, []string{"1 of 1 functions", "`xxh64`"}, nil},
		{"none passes", []record.QualityVerdict{weak}, nil, []string{"`fnv1a-64`", "`buckets` on be8", "840 times"}},
		{"the worst is named", []record.QualityVerdict{sound, weaker, weak}, []string{"1 of 3 functions"}, []string{"`djb2-left`"}},
		{"no rows", nil, nil, nil},
	} {
		holdSentences(t, c.name, passing(c.rows), c.passing)
		holdSentences(t, c.name, failing(c.rows), c.failing)
	}
}

// under is a function under a set: share of distinct hashes and rate.
func under(hash, seed, set string, keyed bool, distinct, fpr float64) record.QualityAttackRow {
	return record.QualityAttackRow{Hash: hash, HashSeed: seed, AttackSet: set, Keyed: keyed, N: 1024, DistinctShare: record.Float(distinct),
		FPR: record.Float(fpr), FPRLow: record.Float(fpr / 2), FPRTheory: 0.01, PeakToAverage: record.Float(1.2 + 8.8*(1-distinct))}
}

func TestAttackSentences(t *testing.T) {
	pair := record.QualityAttackRow{Hash: "xxh3", HashSeed: secretSeed, AttackSet: "xxh3-pair", N: 2, DistinctShare: 1, PairSeeds: 262144, PairCollisions: 169}
	calm := pair
	calm.PairCollisions = 0
	every := pair
	every.PairCollisions = every.PairSeeds
	keyedPair := calm
	keyedPair.Hash, keyedPair.Keyed, keyedPair.FPR = "siphash24", true, 1 // one key of one: a chance of the rate
	for _, c := range []struct {
		name                      string
		rows                      []record.QualityAttackRow
		seedless, standing, pairs []string
	}{
		{"a secret seed does not help", []record.QualityAttackRow{under("farm64-seeded", secretSeed, "farm-32", false, 1.0/1024, 1)},
			[]string{"`farm64-seeded` under `farm-32`", "100 %", "9.99 times"}, nil, nil},
		{"only the published seed fails", []record.QualityAttackRow{under("fnv1a-64", publishedSeed, "fnv1a-64-zero", false, 1.0/1024, 1)}, nil, nil, nil},
		{"chance collisions of 32 bits are no collapse", []record.QualityAttackRow{under("murmur3-32-mixed", secretSeed, "farm-32", false, 1023.0/1024, 0.01)}, nil, nil, nil},
		{"keyed stands", []record.QualityAttackRow{under("siphash24", secretSeed, "farm-32", true, 1, 0.014), under("siphash24", secretSeed, ordinaryKeys, true, 1, 0.0166), keyedPair},
			nil, []string{"none of 2 sets", "`siphash24`", "1.40 %", "1.66 %"}, nil},
		{"keyed collides", []record.QualityAttackRow{under("siphash24", secretSeed, "farm-32", true, 0.9, 0.014)}, nil, nil, nil},
		{"keyed, but the rate is too high", []record.QualityAttackRow{under("siphash24", secretSeed, "farm-32", true, 1, 0.3)}, nil, nil, nil},
		{"keyed with a published seed claims nothing", []record.QualityAttackRow{under("siphash24", publishedSeed, "farm-32", true, 1, 0.01)}, nil, nil, nil},
		{"pair", []record.QualityAttackRow{pair}, nil, nil, []string{"`xxh3-pair`", "169 of 262,144", "one in 1,551"}},
		{"pair that never collides", []record.QualityAttackRow{calm}, nil, nil, nil},
		{"pair that always collides", []record.QualityAttackRow{every}, nil, nil, nil},
	} {
		holdSentences(t, c.name, seedless(c.rows), c.seedless)
		holdSentences(t, c.name, standing(c.rows), c.standing)
		holdSentences(t, c.name, pairs(c.rows), c.pairs)
	}
}

func TestPollutionSentences(t *testing.T) {
	row := func(hash, seed, insertion string, keyed bool, fpr float64) record.QualityPollutionRow {
		return record.QualityPollutionRow{Hash: hash, HashSeed: seed, Insertion: insertion, Keyed: keyed, N: 10_000, M: 100_000,
			FPR: record.Float(fpr), FPRLow: record.Float(fpr * 0.98), FPRHigh: record.Float(fpr * 1.02)}
	}
	for _, c := range []struct {
		name string
		rows []record.QualityPollutionRow
		want []string
	}{
		{"chosen keys harm", []record.QualityPollutionRow{row("sha256", publishedSeed, "honest", false, 0.0082), row("sha256", publishedSeed, chosenKeys, false, 0.082)},
			[]string{"10,000 keys", "8.20 %", "10.0 times", "`sha256`"}},
		{"they do not", []record.QualityPollutionRow{row("sha256", publishedSeed, "honest", false, 0.0082), row("sha256", publishedSeed, chosenKeys, false, 0.0083)}, nil},
		{"without the honest ones", []record.QualityPollutionRow{row("sha256", publishedSeed, chosenKeys, false, 0.082)}, nil},
		{"a secret seed helps", []record.QualityPollutionRow{row("siphash24", secretSeed, "honest", true, 0.0082), row("siphash24", secretSeed, chosenKeys, true, 0.0083)},
			[]string{"do nothing to `siphash24`", "0.830 %"}},
		{"it does not", []record.QualityPollutionRow{row("siphash24", secretSeed, "honest", true, 0.0082), row("siphash24", secretSeed, chosenKeys, true, 0.082)}, nil},
		{"nothing is promised of what is not keyed", []record.QualityPollutionRow{row("xxh3", secretSeed, "honest", false, 0.0082), row("xxh3", secretSeed, chosenKeys, false, 0.0083)}, nil},
	} {
		holdSentences(t, c.name, pollutionFindings(c.rows), c.want)
	}
}

// qualityStore writes rows as result files of a new store.
func qualityStore(t *testing.T, files map[string]func() ([]byte, error)) record.Store {
	t.Helper()
	s := record.Store{Root: t.TempDir()}
	for name, encode := range files {
		text, err := encode()
		if err != nil {
			t.Fatal(err)
		}
		if err := record.WriteFile(s.Result(name), text); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func rowsOf[T any](rows ...T) func() ([]byte, error) {
	return func() ([]byte, error) { return record.Encode(rows) }
}

// A section needs results, and each table the rows of its own.
func TestQualitySection(t *testing.T) {
	if _, ok, err := qualitySection(record.Store{Root: t.TempDir()}); ok || err != nil {
		t.Errorf("without results: got %v, %v, want no section", ok, err)
	}
	s := qualityStore(t, map[string]func() ([]byte, error){
		"quality_verdicts.csv": rowsOf(record.QualityVerdict{Hash: "xxh64", Size: "quick", Results: 79, Excess: 0.5, Test: "buckets", Keys: "be8", Detail: "low 12 bits"}),
		"quality_attack.csv":   rowsOf(under("mine", publishedSeed, "farm-32", false, 1, 0.01), under("mine", secretSeed, "farm-32", false, 1, 0.02)),
	})
	sec, ok, err := qualitySection(s)
	if err != nil || !ok || len(sec.Tables) != 2 {
		t.Fatalf("got %d tables, %v, %v, want verdicts and attacks", len(sec.Tables), ok, err)
	}
	want := [][][]string{
		{{"xxh64", "quick", "0 of 79", "none", "0.50", "buckets on be8 (low 12 bits)", "none"}},
		{{"mine", "no", "0.010, 0.020"}},
	}
	for i, rows := range want {
		if diff := cmp.Diff(rows, sec.Tables[i].Rows); diff != "" {
			t.Errorf("table %d, want (-) got (+):\n%s", i, diff)
		}
	}
	bad := qualityStore(t, map[string]func() ([]byte, error){"quality_attack.csv": func() ([]byte, error) { return []byte("n\nx\n"), nil }})
	if _, _, err := qualitySection(bad); err == nil {
		t.Error("a damaged file is no error")
	}
}

// The use follows from bits, key, stability and verdict.
func TestHashUse(t *testing.T) {
	judged := func(name, bits string, stable, keyed bool, tests, set string) hashFacts {
		return hashFacts{name: name, bits: bits, seeds: "64-bit", listed: true, stable: stable, keyed: keyed,
			verdict: &record.QualityVerdict{Hash: name, Tests: tests, AttackSet: set, Excess: 0.5, Test: "buckets", Keys: "be8"}}
	}
	for _, c := range []struct {
		facts hashFacts
		want  string
	}{
		{judged("a", "64", true, false, "", ""), "filters and rings; keys that nobody picks to do harm"},
		{judged("a", "64", true, true, "", ""), "filters and rings; any keys, while the seed is secret"},
		{judged("a", "64", true, true, "", "farm-32"), "filters and rings; keys that nobody picks to do harm: colliding ones are known"},
		{judged("a", "64", true, false, "avalanche", ""), "filters and rings; keys that nobody picks to do harm"},
		{judged("a", "64", true, false, "k-from-small-seeds", ""), "filters and rings, with random seeds only; keys that nobody picks to do harm"},
		{judged("a", "64", true, false, "avalanche ring-share", ""), "none: it fails on ordinary keys"},
		{judged("a-left", "32", true, false, "", ""), "rings, by its high half; keys that nobody picks to do harm"},
		{judged("a-mixed", "32", true, false, "", ""), "small filters and rings (32 bits); keys that nobody picks to do harm"},
		{hashFacts{name: "a", listed: true, keyed: true}, "inside one process only: its values cannot be stored or shared"},
		{hashFacts{name: "a", listed: true, stable: true}, unknown},
		{unlisted("a"), unknown},
	} {
		if got := c.facts.use(); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.facts, got, c.want)
		}
	}
}

func TestListedFacts(t *testing.T) {
	got := listedFacts(record.ImplementationRow{Name: "siphash24", Kind: "hash", Capabilities: "64 bits; seed: 128-bit key; stable; keyed"})
	if got.bits != "64" || got.seeds != "128-bit key" || !got.stable || !got.keyed || !got.listed {
		t.Errorf("got %+v", got)
	}
	got = listedFacts(record.ImplementationRow{Name: "maphash", Kind: "hash", Capabilities: "64 bits; seed: per process; keyed"})
	if got.stable || !got.keyed || got.seeds != "per process" {
		t.Errorf("got %+v", got)
	}
}

// The first table of hashing has a row for what was timed or judged, with what is known of it.
func TestChoiceTable(t *testing.T) {
	s := qualityStore(t, map[string]func() ([]byte, error){
		"hashing.csv": rowsOf(
			record.HashingRow{Hash: "xxh3", KeyBytes: 16, Form: "bytes", NsPerKey: 3.2, NsLow: record.Unknown, NsHigh: record.Unknown},
			record.HashingRow{Hash: "xxh3", KeyBytes: 16, Form: "string", NsPerKey: 9, NsLow: record.Unknown, NsHigh: record.Unknown},
			record.HashingRow{Hash: "mine", KeyBytes: 8, Form: "bytes", NsPerKey: 2, NsLow: 1.9, NsHigh: 2.1}),
		"implementations.csv": rowsOf(
			record.ImplementationRow{Name: "xxh3", Kind: "hash", Capabilities: "64 bits; seed: 64-bit; stable"},
			record.ImplementationRow{Name: "judged", Kind: "hash", Capabilities: "64 bits; seed: none; stable; keyed"},
			record.ImplementationRow{Name: "neither", Kind: "hash", Capabilities: "64 bits; seed: none; stable"},
			record.ImplementationRow{Name: "bloom-classic", Kind: "filter", Capabilities: "add"}),
		"quality_verdicts.csv": rowsOf(
			record.QualityVerdict{Hash: "judged", Excess: 0.5, Test: "buckets", Keys: "be8"},
			record.QualityVerdict{Hash: "xxh3", Tests: "buckets", Excess: 12, Test: "buckets", Keys: "be8", AttackSet: "xxh3-pair"}),
	})
	sec, ok, err := hashingSection(s)
	if err != nil || !ok {
		t.Fatalf("got %v, %v", ok, err)
	}
	want := [][]string{
		{"judged", "64", unknown, unknown, unknown, unknown, "passes; nearest to its limit: buckets on be8, 0.50 of it", "none", "yes", "yes",
			"filters and rings; any keys, while the seed is secret"},
		{"mine", unknown, "2.00", unknown, unknown, unknown, "not judged", unknown, unknown, unknown, unknown},
		{"xxh3", "64", unknown, "3.20", unknown, unknown, "**fails** buckets; worst: buckets on be8, 12 times the limit; chosen keys collide: xxh3-pair",
			"64-bit", "no", "yes", "none: it fails on ordinary keys"},
	}
	if diff := cmp.Diff(want, sec.Tables[0].Rows); diff != "" {
		t.Errorf("want (-) got (+):\n%s", diff)
	}
	for _, row := range sec.Tables[0].Rows {
		if len(row) != len(sec.Tables[0].Header) {
			t.Errorf("%d cells under %d heads: %q", len(row), len(sec.Tables[0].Header), row)
		}
	}
}

// The fastest function is named only where it was judged, has 64 bits and passes.
func TestFastestPassing(t *testing.T) {
	times := hashTimes{}
	for i, name := range []string{"bad", "narrow", "unjudged", "keyed", "plain"} {
		times[name] = map[int]record.HashingRow{16: {Hash: name, NsPerKey: record.Float(i + 1), NsLow: record.Unknown, NsHigh: record.Unknown}}
	}
	facts := map[string]hashFacts{
		"bad":      {bits: "64", verdict: &record.QualityVerdict{Tests: "buckets"}},
		"narrow":   {bits: "32", verdict: &record.QualityVerdict{}},
		"unjudged": {bits: "64"},
		"keyed":    {bits: "64", listed: true, stable: true, keyed: true, verdict: &record.QualityVerdict{}},
		"plain":    {bits: "64", verdict: &record.QualityVerdict{}},
	}
	got := fastestPassing(times, facts)
	if len(got) != 2 || !strings.Contains(got[0], "`keyed` at 16 bytes (4.00 ns)") || !strings.Contains(got[1], "`keyed` at 16 bytes") {
		t.Errorf("got %q, want the keyed one twice", got)
	}
	facts["unjudged"] = hashFacts{bits: "64", listed: true, keyed: true, verdict: &record.QualityVerdict{}} // in one process only
	if got := fastestPassing(times, facts); len(got) != 3 || !strings.Contains(got[0], "`keyed` at 16") || !strings.Contains(got[2], "`unjudged` at 16") {
		t.Errorf("got %q, want the one of a process apart", got)
	}
	facts["unjudged"] = hashFacts{bits: "64"}
	facts["keyed"] = hashFacts{bits: "64", listed: true, stable: true, keyed: true, verdict: &record.QualityVerdict{AttackSet: "farm-32"}}
	if got := fastestPassing(times, facts); len(got) != 1 {
		t.Errorf("got %q, want no sentence on keyed functions", got)
	}
	if got := fastestPassing(times, nil); len(got) != 0 {
		t.Errorf("without verdicts: got %q, want none", got)
	}
}

// A time relative to the base is unknown where the base was not timed.
func TestSpeedTableWithoutBase(t *testing.T) {
	rows := speedTable(hashTimes{"mine": {8: {Hash: "mine", NsPerKey: 2, NsLow: record.Unknown, NsHigh: record.Unknown}}}, nil).Rows
	if len(rows) != 1 || !slices.Contains(rows[0], "2.00") || slices.ContainsFunc(rows[0], func(c string) bool { return strings.Contains(c, "NaN") || strings.Contains(c, "Inf") }) {
		t.Errorf("got %q", rows)
	}
}
