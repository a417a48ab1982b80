package report

import (
	"reflect"
	"runtime"
	"strings"
	"testing"

	"hashlab/experiments/internal/record"
)

// labelled is a row of arc shares of the base ring whose labels a hash function places.
func labelled(hash string, cv record.Float, within string) record.BalanceRow {
	r := arcs(baseVnodes, 1.2)
	r.Hash, r.CV, r.WithinGate = hash, cv, within
	return r
}

// small is a filter of ten keys.
func small(filter string, ratio record.Float) record.FPRRow {
	r := fprRow(filter, "xxh3", "random8", "fpr", 0.01, 0.01*ratio, ratio)
	r.N, r.NDesign = 10, 10
	return r
}

func attack(hash string, fpr record.Float) record.QualityAttackRow {
	return record.QualityAttackRow{Hash: hash, HashSeed: secretSeed, N: 1024, FPR: fpr, FPRTheory: 0.01}
}

func resized(locator string, vnodes int, excess, moved record.Float) record.CachetierRow {
	return record.CachetierRow{
		Story: "join-die", Workload: "zipf", Locator: locator, Vnodes: vnodes, Replicas: 1, NodesBefore: 4, NodesAfter: 5, Excess: excess, ExcessLow: excess * 0.9, ExcessHigh: excess * 1.1, MovedShare: moved,
	}
}

func guarded(guard, query record.Float) []record.SignupTimes {
	return []record.SignupTimes{
		{Story: "lookups", Database: "sqlite", Filter: "none", GuardNs: record.Unknown, NsPerQuery: query},
		{Story: "lookups", Database: "sqlite", Filter: "bloom-classic", GuardNs: guard, NsPerQuery: record.Unknown},
	}
}

// grown is a row of remap.csv: node 101 joins.
func grown(locator string, ideal, unnecessary record.Float) record.RemapRow {
	r := moved(locator, ideal+unnecessary, unnecessary)
	r.NodesBefore, r.NodesAfter, r.MovedIdeal = 100, 101, ideal
	return r
}

func judged(name, tests string) hashFacts {
	return hashFacts{name: name, bits: "64", seeds: "64-bit", listed: true, stable: true, verdict: &record.QualityVerdict{Hash: name, Tests: tests}}
}

func hashed(hash string, ns record.Float) record.HashingRow {
	return record.HashingRow{Hash: hash, KeyBytes: shortKey, Form: "bytes", NsPerKey: ns}
}

// TestSurprisesStandOnlyWhereTheyHold: each sentence is there with results that bear it out, and gone with
// results that do not.
func TestSurprisesStandOnlyWhereTheyHold(t *testing.T) {
	capable := func(name, can string) record.ImplementationRow { return implementation("locator", name, can) }
	cases := []struct {
		says         func(evidence) string
		holds, fails evidence
		words        string
	}{
		{doubleHashingInSmall, evidence{fpr: []record.FPRRow{small("bloom-classic-double", 2.4)}}, evidence{fpr: []record.FPRRow{small("bloom-classic-double", 1.05)}}, "2.40 times"},
		{
			splitCosts,
			evidence{memory: []record.MemoryRow{size("bloom-classic", 0.01, 10), size("bloom-split-256", 0.01, 11), size("bloom-classic", 0.0001, 20), size("bloom-split-256", 0.0001, 28)}},
			evidence{memory: []record.MemoryRow{size("bloom-classic", 0.01, 10), size("bloom-split-256", 0.01, 11), size("bloom-classic", 0.0001, 20), size("bloom-split-256", 0.0001, 22)}},
			"10 % more bits than `bloom-classic`, at 0.01 % 40 %",
		},
		{
			deletingWithoutCounters, evidence{memory: []record.MemoryRow{size("bloom-counting", 0.001, 57), size("cuckoo-16", 0.001, 17)}},
			evidence{memory: []record.MemoryRow{size("bloom-counting", 0.001, 20), size("cuckoo-16", 0.001, 17)}}, "17.0 bits a key, where `bloom-counting` takes 57.0",
		},
		{
			staticBeatsBloom,
			evidence{memory: []record.MemoryRow{size("bloom-classic", 0.01, 9.6), size("fuse-8", 0.01, 9.1)}, throughput: []record.ThroughputRow{lookup("bloom-classic", 30), lookup("fuse-8", 12)}},
			evidence{memory: []record.MemoryRow{size("bloom-classic", 0.01, 9.6), size("fuse-8", 0.01, 9.1)}, throughput: []record.ThroughputRow{lookup("bloom-classic", 12), lookup("fuse-8", 12)}},
			"0.40 times the time",
		},
		{missedByLibraries, evidence{fpr: []record.FPRRow{small("x-some", 3), small("x-other", 1.5)}}, evidence{fpr: []record.FPRRow{small("x-some", 1), small("ours", 3)}}, "**2 third-party filters"},
		{
			speedWithoutMemory,
			evidence{memory: []record.MemoryRow{size("bloom-classic", 0.01, 10), size("bloom-blocked-512", 0.01, 10.3)}, throughput: []record.ThroughputRow{lookup("bloom-classic", 30), lookup("bloom-blocked-512", 15)}},
			evidence{memory: []record.MemoryRow{size("bloom-classic", 0.01, 10), size("bloom-blocked-512", 0.01, 12)}, throughput: []record.ThroughputRow{lookup("bloom-classic", 30), lookup("bloom-blocked-512", 15)}},
			"3.0 % more bits",
		},
		{
			remixingHides, evidence{fpr: []record.FPRRow{fprRow("bloom-classic-double", "fnv1a-64", "ipv4", "m,k", record.Unknown, 0.03, 3.9), fprRow("bloom-classic", "fnv1a-64", "ipv4", "m,k", record.Unknown, 0.008, 1)}},
			evidence{fpr: []record.FPRRow{fprRow("bloom-classic-double", "fnv1a-64", "ipv4", "m,k", record.Unknown, 0.03, 3.9), fprRow("bloom-classic", "fnv1a-64", "ipv4", "m,k", record.Unknown, 0.03, 3.9)}}, "On `ipv4` keys it gives 3.90 times",
		},
		{
			seedsDoNotHelp, evidence{attacks: []record.QualityAttackRow{attack("weak", 0.9)}, hashes: map[string]hashFacts{"weak": judged("weak", "")}},
			evidence{attacks: []record.QualityAttackRow{attack("weak", 0.02)}, hashes: map[string]hashFacts{"weak": judged("weak", "")}}, "90.0 % of the absent",
		},
		{
			cryptographicCost, evidence{hashing: []record.HashingRow{hashed(baseHash, 4), hashed("sha256", 100)}, hashes: map[string]hashFacts{baseHash: judged(baseHash, ""), "sha256": judged("sha256", "")}},
			evidence{hashing: []record.HashingRow{hashed(baseHash, 4), hashed("sha256", 100)}, hashes: map[string]hashFacts{baseHash: judged(baseHash, "buckets"), "sha256": judged("sha256", "")}}, "25 times as long",
		},
		{
			fnvLabels, evidence{balance: []record.BalanceRow{labelled("fnv1a-64", 0.55, "no"), labelled("fnv1a-64-mixed", 0.08, "yes")}},
			evidence{balance: []record.BalanceRow{labelled("fnv1a-64", 0.08, "yes"), labelled("fnv1a-64-mixed", 0.08, "yes")}}, "cv of 0.550",
		},
		{crcTooEven, evidence{balance: []record.BalanceRow{labelled("crc32c-left", 0.22, "no")}}, evidence{balance: []record.BalanceRow{labelled("crc32c-left", 0.08, "yes")}}, "cv of 0.220"},
		{usualVnodes, evidence{balance: []record.BalanceRow{arcs(160, 1.22), arcs(1000, 1.08)}}, evidence{balance: []record.BalanceRow{arcs(160, 1.05), arcs(1000, 1.02)}}, "carries 1.22 times the mean, with"},
		{fixedTotalMoves, evidence{remap: []record.RemapRow{moved("ring-fixed-total", 0.3, 0.1)}}, evidence{remap: []record.RemapRow{moved("ring-fixed-total", 0.2, 0)}}, "moves 30.0 %"},
		{
			maglevMoves, evidence{remap: []record.RemapRow{moved("maglev", 0.2, 0.001), grown("maglev", 0.0099, 0.006)}},
			evidence{remap: []record.RemapRow{moved("maglev", 0.2, 0.001), grown("maglev", 0.0099, 0.001)}}, "0.10 % of the keys move between two old nodes, where 20 % have to move; when node 101 does, 0.60 %, where 0.99 %",
		},
		{
			evenAndFast,
			evidence{
				implementations: []record.ImplementationRow{capable(baseLocator, "any node may leave; monotone"), capable("even", "any node may leave; monotone")},
				balance:         []record.BalanceRow{loads(baseLocator, 1.2), loads("even", 1.01)}, throughput: []record.ThroughputRow{locate(baseLocator, 100, 20), locate("even", 100, 10)},
			},
			evidence{
				implementations: []record.ImplementationRow{capable(baseLocator, "any node may leave; monotone"), capable("even", "any node may leave; monotone")},
				balance:         []record.BalanceRow{loads(baseLocator, 1.2), loads("even", 1.01)}, throughput: []record.ThroughputRow{locate(baseLocator, 100, 20), locate("even", 100, 100)},
			},
			"0.50 times the time",
		},
		{
			resizeExcess, evidence{cachetier: []record.CachetierRow{resized("modulo", 0, 40_000, 0.8), resized(baseLocator, baseVnodes, 5000, 0.2)}},
			evidence{cachetier: []record.CachetierRow{resized("modulo", 0, 6000, 0.8), resized(baseLocator, baseVnodes, 5000, 0.2)}}, "8.0 times as many",
		},
		{guardAgainstQuery, evidence{signupTimes: guarded(20, 8000)}, evidence{signupTimes: guarded(2000, 8000)}, "400 times as long"},
	}
	tested := map[string]bool{}
	for _, tc := range cases {
		name := nameOf(tc.says)
		tested[name] = true
		t.Run(name, func(t *testing.T) {
			if text := tc.says(tc.holds); !strings.Contains(text, tc.words) {
				t.Errorf("got %q, want it to say %q", text, tc.words)
			}
			if text := tc.says(tc.fails); text != "" {
				t.Errorf("says %q where it does not hold", text)
			}
			if text := tc.says(evidence{}); text != "" {
				t.Errorf("says %q where nothing was measured", text)
			}
		})
	}
	for _, s := range surprises {
		if name := nameOf(s.says); !tested[name] {
			t.Errorf("%s has no case", name)
		}
	}
}

func nameOf(f func(evidence) string) string {
	name := runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()
	return name[strings.LastIndex(name, ".")+1:]
}
