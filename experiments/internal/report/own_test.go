package report

import (
	"strings"
	"testing"

	"hashlab/experiments/internal/record"
)

// ownRow is a row of fpr.csv on keys of the user's.
func ownRow(filter, hash, sizing string, fpr, ratio record.Float) record.FPRRow {
	r := fprRow(filter, hash, "file-0123456789ab", sizing, 0.01, fpr, ratio)
	r.N, r.Queries, r.FalsePositives = 2500, 25_000, uint64(25_000*fpr)
	return r
}

func TestOwnKeys(t *testing.T) {
	rows := []record.FPRRow{
		ownRow("bloom-classic", "xxh3", "fpr", 0.0101, 1.01), ownRow("bloom-classic", "xxh3", "m,k", 0.008, 1), ownRow("bloom-classic", "bad", "m,k", 0.4, 50),
		fprRow("bloom-classic", "xxh3", "random8", "fpr", 0.01, 0.01, 1),
	}
	got := ownKeys(rows)
	want := "**Your keys** (`file-0123456789ab`, 2,500 in a filter): `bloom-classic` with `xxh3`, sized for 1 %, has a rate of 1.01 %, 1.01 (1.000 to 1.02) times theory's; " +
		"of 2 hash functions 1 give more false positives than theory in it: `bad`. All rows stand in the tables of its page."
	if len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if table, ok := ownKeysTable(rows); !ok || len(table.Rows) != 3 {
		t.Errorf("got a table of %d rows, want the three of the user's keys", len(table.Rows))
	}
	if _, ok := ownKeysTable(rows[3:]); ok || len(ownKeys(rows[3:])) > 0 {
		t.Error("without keys of the user's something is said of them")
	}
}

// TestWeakIsBeyondChance: a few false positives too many in one of hundreds of rows accuse no hash function.
func TestWeakIsBeyondChance(t *testing.T) {
	lucky := ownRow("bloom-classic-double", "lucky", "m,k", 0.01004, 1.2249)
	lucky.FalsePositives, lucky.FPRTheory, lucky.RatioLow = 251, 0.00819662, 1.11
	bad := ownRow("bloom-classic-double", "bad", "m,k", 0.02, 2.44)
	bad.FalsePositives, bad.FPRTheory, bad.RatioLow = 500, 0.00819662, 2.2
	rows := []record.FPRRow{lucky, bad}
	for range 500 {
		rows = append(rows, ownRow("bloom-classic-double", "good", "m,k", 0.008, 1))
	}
	worst, _ := weak(rows)
	if _, ok := worst["bad"]; !ok || len(worst) != 1 {
		t.Errorf("%d functions are called weak, want the one beyond chance", len(worst))
	}
	if worst, _ := weak(rows[:2]); len(worst) != 2 {
		t.Errorf("of two rows %d are called weak, want both: so few make no such count by chance", len(worst))
	}
}

func TestOwnNodes(t *testing.T) {
	row := func(locator string, peak record.Float) record.BalanceRow {
		return record.BalanceRow{Locator: locator, IDs: "own", Nodes: 3, Vnodes: 160, Keys: 30_000, PeakToAverage: peak, PeakTheory: 1.07}
	}
	rows := []record.BalanceRow{row("maglev", 1.01), row(baseLocator, 1.08), row("ring-fixed-total", 1.2), row("x-other", 3), loads("maglev", 1.04)}
	got := ownNodes(rows)
	want := "**Your nodes** (3 of them, 30,000 keys): the fullest has 1.01 (`maglev`) to 1.20 times (`ring-fixed-total`) what it should, and 1.08 times in `ring-vnodes` with 160 vnodes, where theory has 1.07 on average over ids"
	if len(got) != 1 || !strings.HasPrefix(got[0], want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if table := ownNodesTable(rows); len(table.Rows) != 4 {
		t.Errorf("got a table of %d rows, want the four of the user's nodes", len(table.Rows))
	}
	if got := ownNodes(rows[4:]); len(got) > 0 {
		t.Errorf("without nodes of the user's: got %q", got)
	}
}
