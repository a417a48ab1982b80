package figure

import (
	"testing"

	"hashlab/experiments/internal/record"
)

const unknown = -1 // of a gate: there is none

// rate is a row of the fpr figures with what their titles need.
func rate(filter string, ratio, gateLow, gateHigh float64) record.FPRRow {
	r := record.FPRRow{Filter: filter, TargetFPR: 0.01, Ratio: f(ratio), GateLow: f(gateLow), GateHigh: f(gateHigh)}
	if gateLow == unknown {
		r.GateLow, r.GateHigh = record.Unknown, record.Unknown
	}
	return r
}

func TestRatioTitle(t *testing.T) {
	for _, c := range []struct {
		rows []record.FPRRow
		want string
	}{
		{[]record.FPRRow{rate("a", 1.01, 0.9, 1.1), rate("b", 3, unknown, unknown)},
			"Measured false-positive rates agree with exact theory in the one gated test"},
		{[]record.FPRRow{rate("a", 1.2, 1.1, 1.3), rate("b", 0.5, 0.4, 0.6), rate("c", 1, 0.9, 1.1)},
			"Exact theory is contradicted in 2 of 3 gated tests; farthest is b, ÷2 at target 0.01"},
		{[]record.FPRRow{rate("a", 0, 0, 0.5)}, "Exact theory is contradicted in 1 of 1 gated test; farthest is a, ×0 at target 0.01"},
		{[]record.FPRRow{rate("a", 1.05, 1, 1.1)}, "Measured false-positive rates agree with exact theory in the one gated test"},
		{[]record.FPRRow{rate("a", 1.04, unknown, unknown), rate("b", 1.06, unknown, unknown)},
			"Exact theory is met within 5 % by 1 of 2 measured rates"},
	} {
		if got := ratioTitle(c.rows); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

func TestKeysTitle(t *testing.T) {
	row := func(filter string, n uint64, fpr, low float64) record.FPRRow {
		return record.FPRRow{Filter: filter, N: n, FPR: f(fpr), FPRLow: f(low)}
	}
	for _, c := range []struct {
		rows []record.FPRRow
		want string
	}{
		{[]record.FPRRow{row("a", 100, 0.0101, 0.0099), row("a", 1000, 0.01, 0.009)},
			"None of 1 filter is seen to miss its target at any n from 100 to 1,000"},
		{[]record.FPRRow{row("a", 100, 0.012, 0.0101), row("a", 1000, 0.011, 0.0101), row("b", 100, 0.05, 0.009)},
			"The target is missed at some n by 1 of 2 filters; farthest off is a, ×1.2 at n = 100"},
	} {
		if got := keysTitle(c.rows); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

// TestSpaceTitle has 8 bits at 2^-8, the bound itself, and 12 bits at 2^-8.
func TestSpaceTitle(t *testing.T) {
	row := func(filter string, bits, theory, fpr float64) record.FPRRow {
		r := record.FPRRow{Filter: filter, TargetFPR: 0.01, BitsPerKey: f(bits), FPRTheory: f(theory), FPR: f(fpr)}
		if theory == 0 {
			r.FPRTheory = record.Unknown
		}
		return r
	}
	for _, c := range []struct {
		rows []record.FPRRow
		want string
	}{
		{[]record.FPRRow{row("a", 12, 1.0/256, 0.5), row("b", 8, 0, 1.0/256)},
			"At target 0.01 b takes 1 times the information bound (8 bits per key), a 1.5 times"},
		{[]record.FPRRow{row("a", 12, 1.0/256, 0)}, "At target 0.01 a takes 1.5 times the information bound (12 bits per key)"},
		{[]record.FPRRow{row("a", 12, 0, 0)}, "No false positive was seen at target 0.01"},
	} {
		if got := spaceTitle(c.rows); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

func TestHashesTitle(t *testing.T) {
	row := func(hash string, ratio float64) record.FPRRow {
		return record.FPRRow{Filter: "bloom-classic", Hash: hash, KeyClass: "dec", Ratio: f(ratio)}
	}
	for _, c := range []struct {
		rows []record.FPRRow
		want string
	}{
		{[]record.FPRRow{row("a", 1.1), row("b", 0.9)},
			"The rate stays within 10 % of theory on every key class for all 2 hash functions"},
		{[]record.FPRRow{row("a", 1), row("b", 1.5), row("c", 0.2), row("c", 0)},
			"The rate stays within 10 % of theory on every key class for 1 of 3 hash functions; farthest off: c on dec in bloom-classic, ÷5"},
		{[]record.FPRRow{row("a", 0)}, "The rate stays within 10 % of theory on every key class for 0 of 1 hash function"},
	} {
		if got := hashesTitle(c.rows); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

func TestTimingTitle(t *testing.T) {
	row := func(impl string, ns float64) record.ThroughputRow {
		return record.ThroughputRow{Impl: impl, NsPerKey: f(ns)}
	}
	for _, c := range []struct {
		rows []record.ThroughputRow
		want string
	}{
		{[]record.ThroughputRow{row(control, 0.5), row("a", 3.14159), row("b", 20)}, "S: a takes least, 3.14 ns a key; b takes most, 20 ns"},
		{[]record.ThroughputRow{row(control, 99), row("a", 3)}, "S: a takes 3 ns a key"},
		{[]record.ThroughputRow{row(control, 1)}, "S: only the control was timed"},
	} {
		if got := timingTitle(c.rows, "S"); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

func TestBytesTitle(t *testing.T) {
	row := func(impl string, nodes int, bytes int64) record.MemoryRow {
		return record.MemoryRow{Impl: impl, Nodes: nodes, ModelBytes: bytes}
	}
	rows := []record.MemoryRow{row("a", 10, 0), row("b", 10, 999), row("a", 100, 1), row("b", 100, 2_560_000), row("b", 1000, 7)}
	if got, want := bytesTitle(rows), "For 100 nodes a takes 1 byte, b 2.56 MB"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := bytesTitle(rows[:2]), "For 10 nodes a takes 0 bytes, b 999 bytes"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	rows = []record.MemoryRow{row("d", 10, 5), row("b", 10, 5), row("c", 10, 5), row("a", 10, 5)}
	if got, want := bytesTitle(rows), "For 10 nodes a, b and 2 others take 5 bytes"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMemoryTitle(t *testing.T) {
	row := func(impl string, bytes int64) record.MemoryRow {
		return record.MemoryRow{Impl: impl, N: 8, ModelBytes: bytes, BoundBitsPerKey: 10, FPRTheory: 0.001}
	}
	for _, c := range []struct {
		rows []record.MemoryRow
		want string
	}{
		{[]record.MemoryRow{row("a", 15), row("b", 40), row("b", 12)},
			"At best b takes 1.2 times the information bound; b takes up to 4 times"},
		{[]record.MemoryRow{row("a", 11), row("b", 40)},
			"At best a takes 1.1 times the information bound; b takes up to 4 times"},
		{[]record.MemoryRow{row("a", 15)}, "At best a takes 1.5 times the information bound"},
		{[]record.MemoryRow{row("a", 1000), row("b", 1009), row("c", 1000), row("d", 1000)},
			"At best a, b and 2 others take 100 times the information bound"},
	} {
		if got := memoryTitle(c.rows); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

func TestBalanceTitles(t *testing.T) {
	ring := func(hash string, nodes, vnodes int, peak float64) record.BalanceRow {
		return record.BalanceRow{Hash: hash, Nodes: nodes, Vnodes: vnodes, PeakToAverage: f(peak)}
	}
	rows := []record.BalanceRow{ring("md5", 100, 1, 9), ring("xxh3", 10, 1, 8), ring("xxh3", 100, 1, 5), ring("xxh3", 100, 160, 1.2),
		ring("xxh3", 100, 1024, 1.08)}
	if got, want := vnodesTitle(rows), "The fullest of 100 nodes holds 5 times the mean with 1 vnode, 1.2 with 160, 1.08 with 1,024 (xxh3)"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	shape := func(hash, labels, in string, cv float64) record.BalanceRow {
		return record.BalanceRow{Hash: hash, Labels: labels, WithinGate: in, CV: f(cv), CVTheory: 0.1}
	}
	for _, c := range []struct {
		rows []record.BalanceRow
		want string
	}{
		{[]record.BalanceRow{shape("a", "id:i", "yes", 0.1), shape("b", "id-i", "yes", 0.1)},
			"Balance is as theory says with every shape of labels for all 2 hash functions"},
		{[]record.BalanceRow{shape("a", "id:i", "no", 8), shape("a", "id-i", "no", 0.2), shape("b", "id-i", "yes", 0.1), shape("c", "x", "", 99)},
			"The gate band is left with some shape of labels by 1 of 2 hash functions; farthest: a with id:i, cv ×80"},
	} {
		if got := labelsTitle(c.rows); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

func TestWeightsTitle(t *testing.T) {
	row := func(locator string, lightest, heaviest record.Float) record.BalanceRow {
		return record.BalanceRow{Locator: locator, Weights: "1 2", LightestAsked: lightest, HeaviestAsked: heaviest, Quantisation: 0.9}
	}
	for want, rows := range map[string][]record.BalanceRow{
		"Loads follow the weights of nodes": {row("even", 1, 1), row("unknown", record.Unknown, record.Unknown)},
		"Loads follow weights as far as whole numbers of points do: at worst the lightest nodes get 7 % too little, in a (weights 1 2)": {row("a", 0.93, 1.01), row("b", 1, 1.05)},
		"Loads follow weights as far as whole numbers of points do: at worst the heaviest nodes get 5 % too much, in b (weights 1 2)":   {row("b", 1, 1.05)},
	} {
		if got := weightsTitle(rows); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestRemapTitle(t *testing.T) {
	row := func(locator string, before int, moved, unnecessary float64) record.RemapRow {
		return record.RemapRow{Locator: locator, NodesBefore: before, Keys: 1000, MovedShare: f(moved), Moved: uint64(1000 * moved),
			Unnecessary: uint64(1000 * unnecessary), UnnecessaryShare: f(unnecessary)}
	}
	rows := []record.RemapRow{row("modulo", 4, 0.8, 0.6), row("jump", 10, 0.09, 0), row("modulo", 10, 0.91, 0.82)}
	if got, want := remapTitle(rows), "When node 11 joins, no key moves without need in 1 of 2 locators; modulo moves 91 % of all keys, 82 % without need"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestHashingTitle(t *testing.T) {
	row := func(hash string, length int, ns float64) record.HashingRow {
		return record.HashingRow{Hash: hash, KeyBytes: length, NsPerKey: f(ns)}
	}
	rows := []record.HashingRow{row("a", 8, 2), row("b", 8, 3), row("a", 4096, 400), row("b", 4096, 100)}
	if got, want := hashingTitle(rows), "a takes least for keys of 8 bytes, 2 ns; b for 4,096 bytes, 41 GB/s"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestAmong(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e"}
	for n, want := range map[int]string{1: "a takes", 2: "a and b take", 3: "a, b and c take", 4: "a, b and 2 others take", 5: "a, b and 3 others take"} {
		if got := among(names[:n]); got != want {
			t.Errorf("among %d: got %q, want %q", n, got, want)
		}
	}
}

func TestMedians(t *testing.T) {
	if got, want := medians([]int{6, 8}, true), "Medians over 6 to 8 timing blocks with 95 % intervals"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := medians([]int{2}, false), "Medians over 2 timing blocks, too few for intervals"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
