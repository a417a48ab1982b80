package report

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"hashlab/experiments/internal/record"
)

// implementation is a row of implementations.csv.
func implementation(kind, name, capabilities string) record.ImplementationRow {
	return record.ImplementationRow{Kind: kind, Name: name, Capabilities: capabilities}
}

// size is a row of memory.csv: what a filter of 100,000 keys takes to keep a target.
func size(filter string, target, bits record.Float) record.MemoryRow {
	return record.MemoryRow{Impl: filter, Kind: "filter", N: baseN, TargetFPR: target, FPRTheory: target, BitsPerKey: bits, BoundBitsPerKey: bits / 2}
}

// lookup is a row of throughput.csv: looking keys up in a filter of a million.
func lookup(filter string, ns record.Float) record.ThroughputRow {
	return record.ThroughputRow{
		Impl: filter, Kind: "filter", Hash: "xxh3", Op: "contains", Mode: "keys", N: shownN, HitShare: 0.5, NsPerKey: ns, NsLow: ns * 0.95, NsHigh: ns * 1.05, TargetFPR: 0.01,
	}
}

// locate is a row of throughput.csv: placing keys on nodes.
func locate(locator string, nodes int, ns record.Float) record.ThroughputRow {
	return record.ThroughputRow{
		Impl: locator, Kind: "locator", Hash: "xxh3", Op: "locate", Mode: "keys", Nodes: nodes, HitShare: record.Unknown, NsPerKey: ns, NsLow: ns * 0.95, NsHigh: ns * 1.05,
	}
}

// loads is a row of balance.csv: sampled keys on 100 nodes.
func loads(locator string, peak record.Float) record.BalanceRow {
	return record.BalanceRow{Locator: locator, Hash: "xxh3", Nodes: baseNodes, Keys: 1_000_000, IDs: "made", Seeds: 10, PeakToAverage: peak, PeakLow: peak, PeakHigh: peak}
}

// chosenIn returns what a row of a decision table takes, without the link to the evidence, which it must have.
func chosenIn(t *testing.T, row []string) string {
	t.Helper()
	if !link.MatchString(row[1]) {
		t.Errorf("%s: take %s, which leads to no section", row[0], row[1])
	}
	return link.ReplaceAllString(row[1], "$1")
}

var link = regexp.MustCompile(`\[(` + "`[^`]+`" + `)\]\(#[a-z]+\)`)

func TestFilterDecisions(t *testing.T) {
	e := evidence{
		implementations: []record.ImplementationRow{
			implementation("filter", "small", "add; concurrent writers"), implementation("filter", "quick", "add"), implementation("filter", "counted", "add; delete"),
			implementation("filter", "frozen", "static"), implementation("filter", "x-best", "add; delete"), implementation("hash", "h", ""),
		},
		memory: []record.MemoryRow{
			size("small", 0.01, 9), size("quick", 0.01, 11), size("counted", 0.01, 30), size("counted", 0.001, 40), size("frozen", 0.01, 10),
			size("x-best", 0.01, 1), size("x-best", 0.001, 1),
		},
		throughput: []record.ThroughputRow{lookup("small", 20), lookup("quick", 5), lookup("counted", 30), lookup("frozen", 3), lookup("x-best", 1)},
	}
	table := filterDecisions(e).Table
	rows := map[string][]string{}
	for _, r := range table.Rows {
		if rows[r[0]] = r; len(r) != len(table.Header) {
			t.Errorf("%s: %d cells under %d heads", r[0], len(r), len(table.Header))
		}
	}
	change := slices.Index(table.Header, "or else")
	for need, want := range map[string]struct{ take, change string }{
		"the fastest look-up; all keys known at once":       {"`frozen` (static)", "`small`: 0.90 × memory, 6.67 × time"},
		"the fastest look-up; keys keep coming":             {"`quick`", "`small`: 0.82 × memory, 4.00 × time"},
		"the least memory; keys keep coming":                {"`small`", "`quick`: 0.25 × time, 1.22 × memory"},
		"many threads that add and look up, without a lock": {"`small`", "no other meets the need"},
		"to delete keys, least memory at 0.1 %":             {"`counted`", "no other meets the need"},
	} {
		r, ok := rows[need]
		if !ok {
			t.Errorf("no row for %q", need)
			continue
		}
		if chosenIn(t, r) != want.take || r[change] != want.change {
			t.Errorf("%s: take %s, change %q; want %s and %q", need, chosenIn(t, r), r[change], want.take, want.change)
		}
	}
	if _, ok := rows["an endless stream: \"seen lately?\""]; ok {
		t.Error("a need that no filter meets has a row")
	}
	if r := rows["to delete keys, least memory at 0.1 %"]; r[3] != "40.0 (50.0)" {
		t.Errorf("figures of the filter that deletes: %q, want its bits a key and the size for ten million keys", r[3])
	}
}

// TestMeanBits: what a filter that grows takes is the mean over seeds, not where in a step one of them stands.
func TestMeanBits(t *testing.T) {
	grown := fprRow("grower", "xxh3", "random8", "fpr", 0.01, 0.001, 1)
	grown.BitsPerKey = 28
	twice := grown
	twice.N = 2 * twice.NDesign
	e := evidence{
		implementations: []record.ImplementationRow{implementation("filter", "grower", "add")},
		memory:          []record.MemoryRow{size("grower", 0.01, 13)},
		fpr:             []record.FPRRow{grown, twice},
	}
	if got := filterChoices(e)[0].bitsAt(0.01); got != 28 {
		t.Errorf("got %v bits a key, want the mean of 28", got)
	}
	e.fpr = e.fpr[:1]
	if got := filterChoices(e)[0].bitsAt(0.01); got != 13 {
		t.Errorf("a filter that was not seen to grow: got %v bits a key, want 13", got)
	}
}

// TestChoiceWithinATenth: what is nearly as cheap is decided by the other measure.
func TestChoiceWithinATenth(t *testing.T) {
	for name, tc := range map[string]struct {
		rivalNs record.Float
		want    string
	}{
		"more than a tenth": {6, "quick"},
		"within a tenth":    {5.2, "small"},
	} {
		t.Run(name, func(t *testing.T) {
			all := []filterChoice{
				{name: "quick", bits: map[record.Float]record.Float{0.01: 12}, lookup: lookup("quick", 5)},
				{name: "small", bits: map[record.Float]record.Float{0.01: 9}, lookup: lookup("small", tc.rivalNs)},
			}
			got, ok := filterNeeds[0].best(all)
			if !ok || got.name != tc.want {
				t.Errorf("got %q, %t; want %q", got.name, ok, tc.want)
			}
		})
	}
}

// onMost returns a row of loads on 10,000 nodes in place of 100.
func onMost(r record.BalanceRow) record.BalanceRow {
	r.Nodes = 10_000
	return r
}

// TestRingDecisions: on very many nodes the fastest is not taken where its fullest node has much more than another's.
func TestRingDecisions(t *testing.T) {
	free := "any node may leave; monotone; weights; replicas; vnodes"
	e := evidence{
		implementations: []record.ImplementationRow{
			implementation("locator", "ring", free), implementation("locator", "slots", free), implementation("locator", "even", free), implementation("locator", "numbered", "only the last node may leave; monotone"),
			implementation("locator", "bounded", "any node may leave; bounded load; depends on history"),
		},
		balance:    []record.BalanceRow{onMost(loads("slots", 2.2)), loads("ring", 1.3), loads("even", 1.02), loads("numbered", 1.02), loads("bounded", 1.25), onMost(loads("ring", 1.5)), onMost(loads("even", 1.6))},
		throughput: []record.ThroughputRow{locate("ring", 100, 10), locate("even", 100, 500), locate("ring", 10_000, 20), locate("even", 10_000, 5000), locate("slots", 10_000, 2), locate("numbered", 100, 8), locate("bounded", 100, 12)},
	}
	if got := ringDecisions(e).Table.Caption; !strings.Contains(got, "with 100 keys a node part of it is chance (a dash") {
		t.Errorf("the caption says nothing of a million keys on 10,000 nodes: %s", got)
	}
	take := map[string]string{}
	for _, r := range ringDecisions(e).Table.Rows {
		take[r[0]] = chosenIn(t, r)
	}
	for need, want := range map[string]string{
		"any node may leave; the set of nodes alone decides": "`ring`",
		"the same, as even as can be":                        "`even`",
		"the same, 10,000 nodes":                             "`ring`",
		"numbered shards: only the last one leaves":          "`numbered`",
		"no node above a bound, whatever the keys":           "`bounded`",
	} {
		if take[need] != want {
			t.Errorf("%s: take %s, want %s", need, take[need], want)
		}
	}
	if got, ok := take["any node may leave; one process keeps the history"]; ok {
		t.Errorf("a need that none meets has a row: %s", got)
	}
}

func TestHashDecisions(t *testing.T) {
	verdict := func(tests, attack string) *record.QualityVerdict {
		return &record.QualityVerdict{Tests: tests, AttackSet: attack, Results: 79}
	}
	speed := func(hash string, length int, ns record.Float) record.HashingRow {
		return record.HashingRow{Hash: hash, KeyBytes: length, Form: "bytes", NsPerKey: ns, NsLow: ns, NsHigh: ns}
	}
	e := evidence{
		hashes: map[string]hashFacts{
			"quick":  {name: "quick", bits: "64", listed: true, stable: true, verdict: verdict("", "attack-set")},
			"broken": {name: "broken", bits: "64", listed: true, stable: true, verdict: verdict("avalanche", "")},
			"secret": {name: "secret", bits: "64", listed: true, stable: true, keyed: true, verdict: verdict("", "")},
		},
		hashing: []record.HashingRow{
			speed("quick", 16, 4), speed("quick", 1024, 50), speed("broken", 16, 1), speed("broken", 1024, 1), speed("secret", 16, 20), speed("secret", 1024, 500),
		},
	}
	if got := hashDecisions(e).Table.Caption; strings.Contains(got, "intervals") {
		t.Errorf("intervals of no width are told: %s", got)
	}
	e.hashing[0].NsLow, e.hashing[0].NsHigh = 3, 5
	if got := hashDecisions(e).Table.Caption; !strings.Contains(got, "between 0.750 and 1.25 times") {
		t.Errorf("intervals from 3 to 5 round 4: %s", got)
	}
	take := map[string]string{}
	for _, r := range hashDecisions(e).Table.Rows {
		take[r[0]] = chosenIn(t, r)
	}
	for need, want := range map[string]string{
		"short keys (names, ids)":                "`quick`",
		"long keys (documents, URLs)":            "`quick`",
		"keys that somebody may pick to do harm": "`secret`",
	} {
		if take[need] != want {
			t.Errorf("%s: take %s, want %s", need, take[need], want)
		}
	}
}

// TestSpaceAlternative: a rival that takes half the space or less is named beside the choice, at its price.
func TestSpaceAlternative(t *testing.T) {
	bytesOf := func(locator string, bytes int64) record.MemoryRow {
		return record.MemoryRow{Impl: locator, Kind: "locator", Nodes: baseNodes, ModelBytes: bytes}
	}
	numbered := "only the last node may leave; monotone"
	e := evidence{
		implementations: []record.ImplementationRow{implementation("locator", "large", numbered), implementation("locator", "lean", numbered), implementation("locator", "leaner", numbered)},
		balance:         []record.BalanceRow{loads("large", 1.04), loads("lean", 1.04), loads("leaner", 1.04)},
		throughput:      []record.ThroughputRow{locate("large", 100, 10), locate("lean", 100, 13), locate("leaner", 100, 40)},
		memory:          []record.MemoryRow{bytesOf("large", 1_000_000), bytesOf("lean", 5000), bytesOf("leaner", 100)},
	}
	rows := ringDecisions(e).Table.Rows
	if len(rows) != 1 || chosenIn(t, rows[0]) != "`large`" || !slices.Contains(rows[0], "`lean`: 0.0050 × memory, 1.30 × time") {
		t.Errorf("got %q, want the large one with the quickest lean one beside it", rows)
	}
}
