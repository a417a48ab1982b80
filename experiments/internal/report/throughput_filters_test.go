package report

import (
	"strings"
	"testing"

	"hashlab/experiments/internal/record"
)

func TestFilterTables(t *testing.T) {
	s := record.Store{Root: t.TempDir()}
	look := func(op string, hit, ns record.Float) record.ThroughputRow {
		return record.ThroughputRow{Impl: "bloom-classic", Kind: "filter", Op: op, Mode: "prehashed", N: 1_000_000, HitShare: hit, NsPerKey: ns}
	}
	rows := []record.ThroughputRow{look("contains", 0.5, 12), look("bulk", 0.5, 3), look("contains", 0, 9)}
	if tables, err := filterTables(s, rows[:1]); err != nil || len(tables) != 0 {
		t.Errorf("nothing was looked up in bulk: got %d tables, %v", len(tables), err)
	}
	equal := func(impl, op string, bits, ns record.Float) record.EqualRow {
		return record.EqualRow{Impl: impl, Op: op, TargetFPR: 0.00390625, FPR: 0.0039, FPRLow: 0.0037, FPRHigh: 0.0041, BitsPerKey: bits, NsPerKey: ns, NsLow: ns, NsHigh: ns}
	}
	put(t, s, "throughput_equal.csv", equal("fuse-8", "bulk", 9.1, 5), equal("fuse-8", "contains", 9.1, 7), equal("bloom-classic", "bulk", 11.5, 20), equal("bloom-split-256", "bulk", 12.8, 2))
	share := func(threads int, ns record.Float) record.ConcurrencyRow {
		return record.ConcurrencyRow{Impl: "bloom-classic", Guard: "rwmutex", Op: "mixed", Threads: threads, NsPerKey: ns, NsLow: ns, NsHigh: ns}
	}
	put(t, s, "throughput_concurrency.csv", share(1, 20), share(2, 80))
	tables, err := filterTables(s, rows)
	if err != nil || len(tables) != 3 {
		t.Fatalf("got %d tables, %v", len(tables), err)
	}
	for i, want := range [][]string{
		{"| `bloom-classic` | 9.00 | – | 12.0 | – | – | – | 3.00 | – | 4.00 |"},
		{"| `fuse-8` | 0.00390 (0.00370 to 0.00410) | 9.100 | 7.00 (7.00 to 7.00) | 5.00 (5.00 to 5.00) | none |", "20.0 (20.0 to 20.0) | `fuse-8` |", "| `bloom-split-256` |"},
		{"| `bloom-classic` | rwmutex | adds and look-ups by turns | 20.0 (20.0 to 20.0) | 2 | 80.0 (80.0 to 80.0) | 0.250 |"},
	} {
		for _, line := range want {
			if got := tables[i].String(); !strings.Contains(got, line) {
				t.Errorf("table %d: got\n%s\nwant %s", i, got, line)
			}
		}
	}
}

func TestMemoryTables(t *testing.T) {
	row := func(impl string, fpr, bits record.Float) record.MemoryRow {
		return record.MemoryRow{Impl: impl, Kind: "filter", N: baseN, TargetFPR: 0.00390625, FPR: fpr, FPRLow: fpr * 0.9, FPRHigh: fpr * 1.1, BitsPerKey: bits}
	}
	got, ok := equalTable([]record.MemoryRow{row("bloom-classic", 0.00390625, 11.54), row("cuckoo-12", 1.0/512, 12.6), row("fuse-8", 0.00390625, 9.1), {Impl: "old", Kind: "filter", N: baseN, TargetFPR: 0.00390625}})
	text := got.String()
	fuse, cuckoo, classic := strings.Index(text, "`fuse-8`"), strings.Index(text, "| 12.60 | 9.00 | 1.40 |"), strings.Index(text, "`bloom-classic`")
	if !ok || fuse < 0 || cuckoo < fuse || classic < cuckoo || strings.Contains(text, "old") {
		t.Errorf("got\n%s\nwant fuse-8, cuckoo-12 at the rate that it has, bloom-classic", text)
	}
	build, ok := buildTable([]record.HeapRow{
		{Impl: "bloom-classic", Kind: "filter", N: 1_000_000, HeapBytes: 1_200_000, PeakBytes: 1_200_000}, {Impl: "fuse-8", Kind: "filter", N: 1_000_000, HeapBytes: 1_200_000, PeakBytes: 24_000_000},
		{Impl: "fuse-8", Kind: "filter", N: 1000, HeapBytes: 1200, PeakBytes: record.Unknown}, {Impl: "older", Kind: "filter", N: 1_000_000, HeapBytes: 1}})
	if want := "| `fuse-8` | 1,000,000 | 24.0 | 1.20 | 20.0 |\n| `bloom-classic` | 1,000,000 | 1.20 | 1.20 | 1.00 |\n"; !ok || !strings.Contains(build.String(), want) || strings.Contains(build.String(), "older") {
		t.Errorf("got\n%s\nwant %s", build, want)
	}
	if _, ok := equalTable(nil); ok {
		t.Error("nothing was measured: got a table")
	}
}

// TestThroughputSentences: of our own, who gains by many look-ups in one call, and whose time grows.
func TestThroughputSentences(t *testing.T) {
	look := func(filter, op string, ns record.Float) record.ThroughputRow {
		return record.ThroughputRow{Impl: filter, Kind: "filter", Op: op, Mode: "prehashed", N: shownN, HitShare: 0.5, NsPerKey: ns, NsLow: ns * 0.9, NsHigh: ns * 1.1}
	}
	place := func(locator, mode string, nodes int, ns record.Float) record.ThroughputRow {
		return record.ThroughputRow{Impl: locator, Kind: "locator", Op: "locate", Mode: mode, Nodes: nodes, NsPerKey: ns}
	}
	rows := []record.ThroughputRow{
		look("quick", "contains", 8), look("quick", "bulk", 2), look("slow", "contains", 20), look("slow", "bulk", 40), look("even", "contains", 10), look("even", "bulk", 11), look("x-best", "contains", 100), look("x-best", "bulk", 1),
		look("null", "contains", 100), look("null", "bulk", 1), place("flat", "prehashed", 100, 10), place("flat", "prehashed", 1000, 12), place("walk", "prehashed", 100, 10),
		place("walk", "prehashed", 1000, 80), place("walk", "keys", 1000, 90), place("x-walk", "prehashed", 100, 1), place("x-walk", "prehashed", 1000, 100),
	}
	for want, got := range map[string][]string{
		"faster, beyond the intervals, in 1 of 3 filters of ours, most in `quick`, which takes 1/4.00 of the time, and slower in 1": bulkGains(rows),
		"at most 1.5 times as long in 1 of 2 locators of ours, and 8.00 times in `walk`":                                            growth(rows),
	} {
		if len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
	if got := append(bulkGains(rows[:2]), growth(rows[10:12])...); len(got) > 0 {
		t.Errorf("of one filter and one locator: got %q, want nothing", got)
	}
}
