package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hashlab/experiments/internal/record"
)

func allClaims() []claim { return slices.Concat(filterClaims, ringClaims, errata) }

// TestClaimsAreComplete: A1 to A14, B1 to B9 and the errata, each once, with its command.
func TestClaimsAreComplete(t *testing.T) {
	var got []string
	for _, c := range allClaims() {
		got = append(got, c.id)
		if c.text == "" || c.command == "" || c.judge == nil {
			t.Errorf("%s is incomplete", c.id)
		}
	}
	want := strings.Fields("A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14 B1 B2 B3 B4 B5 B6 B7 B8 B9 E1 E2 E3 E4 E5 E6")
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestClaimsWithoutResults: what the results lack is not measured. Two errata need none.
func TestClaimsWithoutResults(t *testing.T) {
	for _, c := range allClaims() {
		want := record.NotMeasured
		if c.id == "E3" || c.id == "E4" {
			want = record.HoldsNot
		}
		if got := c.row(evidence{}); got.Verdict != want {
			t.Errorf("%s: got %q, want %q", c.id, got.Verdict, want)
		}
	}
	text := write(t, record.Store{Root: t.TempDir()}, "signup")
	if !strings.Contains(text, "## claims") || !strings.Contains(text, "27: not measured") {
		t.Errorf("the report does not say that 27 claims are not measured:\n%s", text)
	}
}

// guardRow is a row of the sign-up page.
func guardRow(story, filter string, change func(*record.SignupRow)) record.SignupRow {
	r := record.SignupRow{Story: story, Database: "sqlite", Filter: filter, N: 1000, NDesign: 1000, M: 9586, K: 7, TargetFPR: 0.01, Queries: 10_000, Absent: 10_000,
		Avoided: 9_900, AvoidedShare: 0.99, AvoidedLow: 0.98, AvoidedHigh: 0.995, AvoidedTheory: 0.99, FPR: 0.01, FPRTheory: 0.01, GuardBytes: 1200}
	if change != nil {
		change(&r)
	}
	return r
}

// asked is a guard's row at a share of taken names.
func asked(filter string, hit, avoided record.Float) record.SignupRow {
	return guardRow("lookups", filter, func(r *record.SignupRow) { r.HitShare, r.AvoidedShare, r.AvoidedTheory = hit, avoided, avoided })
}

func probesRow(k int, fpr record.Float) record.SignupRow {
	return guardRow("probes", "bloom-classic", func(r *record.SignupRow) { r.K, r.FPR, r.FPRTheory = k, fpr, fpr })
}

func timesRow(story, filter string, hit, guard, query record.Float) record.SignupTimes {
	return record.SignupTimes{Story: story, Database: "sqlite", Filter: filter, HitShare: hit, GuardNs: guard, NsPerQuery: query, HeapBytes: 50_000}
}

func tierRow(locator string, vnodes int, misses, peak record.Float) record.CachetierRow {
	return record.CachetierRow{Story: "join-die", Backend: "lru", Workload: "zipf", Locator: locator, Vnodes: vnodes, MissesBefore: 2000, MissesPeak: misses,
		PeakFactor: misses / 2000, Capacity: 3000, HitTheory: 0.16, Peak: peak, DiedPeak: peak + 0.1}
}

func remapRow(locator, change string, moved record.Float, unnecessary uint64) record.RemapRow {
	return record.RemapRow{Locator: locator, Change: change, NodesBefore: 4, NodesAfter: 5, Keys: 1000, MovedShare: moved, MovedLow: moved - 0.01, MovedHigh: moved + 0.01,
		MovedTheory: moved, Unnecessary: unnecessary}
}

// TestVerdicts gives each claim results that bear it out and results that do not.
func TestVerdicts(t *testing.T) {
	arcs := func(vnodes int, peak record.Float) record.BalanceRow {
		return record.BalanceRow{Locator: baseLocator, Hash: baseHash, Labels: baseLabels, Nodes: baseNodes, Vnodes: vnodes, PeakToAverage: peak, PeakTheory: peak}
	}
	hashRow := func(hash string, ns record.Float) record.HashingRow {
		return record.HashingRow{Hash: hash, KeyBytes: 16, Form: "bytes", NsPerKey: ns}
	}
	speeds := []record.HashingRow{hashRow("md5", 120), hashRow("sha1", 100), hashRow("xxh3", 3), hashRow("murmur3-64", 6)}
	ring := []record.CachetierRow{tierRow("modulo", 0, 7000, 1.1), tierRow("ring-vnodes", 160, 3000, 1.2), tierRow("ring-vnodes", 1, 2500, 2.4)}
	none := tierRow("none", 0, 10_000, record.Unknown)
	for _, tt := range []struct {
		id, want string
		given    evidence
	}{
		{"A1", record.HoldsNot, evidence{fpr: []record.FPRRow{fprRow("article-filter", "(own)", "random8", "fpr", 0.01, 0.01014, 1), fprRow("bloom-classic", "xxh3", "random8", "fpr", 0.01, 0.01, 1)}}},
		{"A1", record.Holds, evidence{fpr: []record.FPRRow{fprRow("article-filter", "(own)", "random8", "fpr", 0.01, 0.01, 1), fprRow("bloom-classic", "xxh3", "random8", "fpr", 0.01, 0.01, 1)}}},
		{"A2", record.HoldsIf, evidence{fpr: []record.FPRRow{fprRow("bloom-classic", "xxh3", "random8", "fpr", 0.01, 0.01, 1)}}},
		{"A2", record.HoldsNot, evidence{fpr: []record.FPRRow{{N: 10, Seeds: 1, FalseNegatives: 1}}}},
		{"A2", record.HoldsIf, evidence{
			fpr:             []record.FPRRow{fprRow("bloom-classic", "xxh3", "random8", "fpr", 0.01, 0.01, 1), {Filter: "ageing", N: 10, Seeds: 1, FalseNegatives: 1}},
			implementations: []record.ImplementationRow{{Kind: "filter", Name: "ageing", Traits: "forgets"}},
		}},
		{"A3", record.Holds, evidence{fpr: []record.FPRRow{fprRow("bloom-classic", "xxh3", "random8", "fpr", 0.01, 0.01, 1)}}},
		{"A3", record.HoldsIf, evidence{fpr: []record.FPRRow{fprRow("bloom-classic", "xxh3", "random8", "fpr", 0.01, 0.02, 1)}}},
		{"A4", record.HoldsIf, evidence{signup: []record.SignupRow{asked("bloom-classic", 0.05, 0.94), asked("bloom-classic", 0.1, 0.89)}}},
		{"A5", record.HoldsNot, evidence{signup: []record.SignupRow{asked("bloom-classic", 0.95, 0.0495)}}},
		{"A6", record.Holds, evidence{signup: []record.SignupRow{asked("bloom-classic", 0, 0.99), asked("article-filter", 0, 0.99)}}},
		{"A6", record.HoldsIf, evidence{signup: []record.SignupRow{asked("bloom-classic", 0, 0.99), asked("article-filter", 0, 0.9898)}}},
		{"A7", record.Holds, evidence{signupTimes: []record.SignupTimes{timesRow("lookups", "none", 0, 0, 9000), timesRow("lookups", "none", 1, 0, 10_000)}}},
		{"A7", record.HoldsNot, evidence{signupTimes: []record.SignupTimes{timesRow("lookups", "none", 0, 0, 4000), timesRow("lookups", "none", 1, 0, 10_000)}}},
		{"A8", record.Holds, fast(50, 9000)}, {"A8", record.HoldsIf, fast(1000, 9000)},
		{"A9", record.Holds, deleted(300, 0)}, {"A9", record.HoldsNot, deleted(0, 0)}, {"A9", record.HoldsNot, deleted(300, 1)},
		{"A10", record.Holds, evidence{signup: []record.SignupRow{guardRow("growth", "bloom-classic", func(r *record.SignupRow) { r.N, r.FPR = 10_000, 0.99 })}}},
		{"A10", record.HoldsNot, evidence{signup: []record.SignupRow{guardRow("growth", "bloom-classic", func(r *record.SignupRow) { r.N, r.FPR = 10_000, 0.02 })}}},
		{"A11", record.HoldsIf, evidence{signup: []record.SignupRow{probesRow(6, 0.0084), probesRow(7, 0.0082), probesRow(8, 0.0085)}}},
		{"A11", record.Holds, evidence{signup: []record.SignupRow{probesRow(6, 0.0184), probesRow(7, 0.0082), probesRow(8, 0.0085)}}},
		{"A12", record.HoldsIf, suffix(7e-4)}, {"A12", record.Holds, suffix(2e-6)},
		{"A13", record.HoldsNot, evidence{signup: []record.SignupRow{asked("bloom-classic", 0, 0.99)}}},
		{"A14", record.HoldsIf, evidence{signup: []record.SignupRow{guardRow("crawler", "bloom-classic", nil)}}},
		{"B1", record.Holds, evidence{remap: []record.RemapRow{remapRow("modulo", "add", 0.8, 600)}}},
		{"B1", record.HoldsNot, evidence{remap: []record.RemapRow{remapRow("modulo", "add", 0.2, 0)}}},
		{"B2", record.HoldsIf, evidence{cachetier: append(slices.Clone(ring), none)}},
		{"B2", record.Holds, evidence{cachetier: append(slices.Clone(ring), tierRow("none", 0, 5000, record.Unknown))}},
		{"B3", record.HoldsIf, evidence{remap: []record.RemapRow{remapRow("ring-vnodes", "add", 0.2, 0)}}},
		{"B3", record.HoldsNot, evidence{remap: []record.RemapRow{remapRow("ring-vnodes", "add", 0.2, 1)}}},
		{"B4", record.HoldsIf, evidence{cachetier: ring, remap: []record.RemapRow{remapRow("ring-vnodes", "remove-first", 0.25, 0)}}},
		{"B4", record.HoldsNot, evidence{cachetier: ring, remap: []record.RemapRow{remapRow("ring-vnodes", "remove-first", 0.25, 1)}}},
		{"B5", record.Holds, evidence{balance: []record.BalanceRow{arcs(1, 5), arcs(160, 1.2)}}},
		{"B5", record.HoldsNot, evidence{balance: []record.BalanceRow{arcs(1, 5), arcs(160, 4)}}},
		{"B6", record.Holds, evidence{hashing: speeds, balance: []record.BalanceRow{{Hash: "md5", WithinGate: "yes"}}}},
		{"B6", record.HoldsNot, evidence{hashing: speeds, balance: []record.BalanceRow{{Hash: "sha1", WithinGate: "no"}}}},
		{"B7", record.Holds, changed(1e5)}, {"B7", record.HoldsIf, changed(1e7)},
		{"B8", record.HoldsIf, evidence{balance: []record.BalanceRow{{Locator: baseLocator, Hash: "murmur3-32-left", Labels: baseLabels, Nodes: baseNodes, Vnodes: baseVnodes}}}},
		{"B9", record.NotMeasured, evidence{implementations: []record.ImplementationRow{{Kind: "locator", Name: "maglev"}}}},
		{"E1", record.HoldsIf, evidence{remap: []record.RemapRow{remapRow("modulo", "add", 0.8, 600)}}},
		{"E2", record.HoldsNot, evidence{signup: []record.SignupRow{asked("bloom-classic", 1, 0)}}},
		{"E5", record.HoldsNot, evidence{signup: []record.SignupRow{guardRow("stale", "bloom-classic", nil), guardRow("reloaded", "bloom-classic", nil)}}},
		{"E6", record.HoldsNot, evidence{memory: []record.MemoryRow{{Impl: "article-filter", N: baseN, TargetFPR: 0.01, ModelBytes: 100}}}},
	} {
		c, _ := pick(allClaims(), func(c claim) bool { return c.id == tt.id })
		got := c.row(tt.given)
		if got.Verdict != tt.want {
			t.Errorf("%s: got %q, want %q: %s; %s", tt.id, got.Verdict, tt.want, got.Measured, got.If)
		}
		if got.Measured == "" || strings.Contains(got.Measured+got.Theory+got.If, "NaN") || strings.Contains(got.Measured+got.Theory+got.If, "%!") {
			t.Errorf("%s: measured %q, theory %q, if %q", tt.id, got.Measured, got.Theory, got.If)
		}
	}
}

// changed has a change that takes 1 ms among 1000 nodes, and as many times ns a node to make the ring anew.
func changed(build record.Float) evidence {
	row := func(op string, nodes int, ns record.Float) record.ThroughputRow {
		return record.ThroughputRow{Impl: "ring-vnodes", Kind: "locator", Op: op, Mode: "keys", Nodes: nodes, NsPerKey: ns}
	}
	return evidence{throughput: []record.ThroughputRow{row("change", 10, 1e4), row("change", 1000, 1e7), row("build", 1000, build)}}
}

// TestBreakEven has a guard of 50 ns with no false positive: it pays for itself while it saves one miss of 1000 ns in
// twenty queries.
func TestBreakEven(t *testing.T) {
	if got := breakEven(50, 1000, 0); math.Abs(float64(got)-0.95) > 1e-12 {
		t.Errorf("got %v, want 0.95", got)
	}
	if got := breakEven(50, 1000, 0.5); math.Abs(float64(got)-0.9) > 1e-12 {
		t.Errorf("with a rate of one half: got %v, want 0.9", got)
	}
}

// TestNeighbours has results with and without the counts.
func TestNeighbours(t *testing.T) {
	of := func(r record.CachetierRow) record.Float { return r.Heirs }
	e := evidence{cachetier: []record.CachetierRow{tierRow("ring-vnodes", 1, 1, 1), tierRow("ring-vnodes", 160, 1, 1)}}
	if got := neighbours(e, "go to", of); got != "" {
		t.Errorf("got %q, want nothing", got)
	}
	e.cachetier[0].Heirs, e.cachetier[1].Heirs = 1, 4
	if got, want := neighbours(e, "go to", of), "go to 1.0 at V = 1, 4.0 at V = 160"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := distinctNeighbours(1); got != 1 {
		t.Errorf("one point has %v neighbours", got)
	}
}

func fast(guard, query record.Float) evidence {
	return evidence{signup: []record.SignupRow{guardRow("start", "bloom-classic", nil)}, signupTimes: []record.SignupTimes{
		timesRow("lookups", "bloom-classic", 0, guard, 0), timesRow("lookups", "hash-set", 0, 30, 0), timesRow("lookups", "none", 0, record.Unknown, query),
		timesRow("start", "hash-set", 0.5, 30, 0)}}
}

func deleted(naive, counting uint64) evidence {
	return evidence{signup: []record.SignupRow{guardRow("delete", "bloom-clearing", func(r *record.SignupRow) { r.Wrong = naive }),
		guardRow("delete", "bloom-counting", func(r *record.SignupRow) { r.Wrong = counting })}}
}

func suffix(fpr record.Float) evidence {
	return evidence{signup: []record.SignupRow{guardRow("suffix", "article-filter", func(r *record.SignupRow) { r.K, r.TargetFPR, r.FPR = 19, 1e-6, fpr }),
		guardRow("suffix", "bloom-classic", func(r *record.SignupRow) { r.FPR = 0 })}}
}
