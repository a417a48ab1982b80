package report

import (
	"strings"
	"testing"

	"hashlab/experiments/internal/record"
)

// loadedRow is a filter that was sized for 20,000 keys and offered load times as many.
func loadedRow(filter string, load float64, fpr record.Float, refused uint64) record.FPRRow {
	r := fprRow(filter, "xxh3", "random8", "fpr", 0.01, fpr, 1)
	r.NDesign, r.N, r.Refused, r.FalsePositives, r.GateDetectable = 20_000, uint64(load*20_000), refused, 100, record.Unknown
	return r
}

func TestLoadTable(t *testing.T) {
	rows := []record.FPRRow{
		loadedRow("bloom-classic", 2, 0.158, 0), loadedRow("bloom-classic", 1, 0.01, 0), loadedRow("bloom-classic", 10, 0.9, 0),
		loadedRow("cuckoo-8", 1, 0.029, 0), loadedRow("cuckoo-8", 2, 0.03, 20*18_000), loadedRow("cuckoo-8", 10, 0.03, 20*178_000),
	}
	got, ok := loadTable(loadRows(rows))
	text := got.String()
	for _, want := range []string{
		"| bloom-classic | 0.01 | – | 0.0100 | 0.158 | – | 0.900 | 0.900 | never |",
		"| cuckoo-8 | 0.01 | – | 0.0290 | – | – | – | 0.0290 | 1.10 |",
	} {
		if !ok || !strings.Contains(text, want) {
			t.Errorf("got\n%s\nwant the line %s", text, want)
		}
	}
	if _, ok := loadTable(loadRows([]record.FPRRow{loadedRow("bloom-classic", 1, 0.01, 0)})); ok {
		t.Error("only the design load: got a table")
	}
}

// Rows of overfilled filters are no missed targets, and keys that an ageing filter forgot beyond its size take
// nothing from what is said of the others.
func TestOverfilledRowsStandApart(t *testing.T) {
	rows := []record.FPRRow{loadedRow("bloom-classic", 2, 0.158, 0), loadedRow("bloom-stable", 10, 0.01, 0), fprRow("bloom-classic", "xxh3", "random8", "fpr", 0.01, 0.01, 1)}
	rows[1].FalseNegatives = 7
	if got := missedTargets(rows); len(got) > 0 {
		t.Errorf("missed targets: got %v", got)
	}
	beyond, none := falseNegatives(rows)
	if got := strings.Join(append(none, beyond...), "\n"); !strings.Contains(got, "No false negative among 2,000,000") || !strings.Contains(got, "`bloom-stable` 7") {
		t.Errorf("false negatives: got %s", got)
	}
	rows[2].FalseNegatives = 1
	if beyond, none := falseNegatives(rows); beyond != nil || none != nil {
		t.Errorf("a false negative: got %v, %v", beyond, none)
	}
}

func TestLibraryTable(t *testing.T) {
	s := record.Store{Root: t.TempDir()}
	put(t, s, "implementations.csv",
		record.ImplementationRow{Name: "bloom-classic", Kind: "filter"},
		record.ImplementationRow{Name: "x-cuckoo", Kind: "filter", Module: "example.org/cuckoo", Version: "v1.2.3", Traits: "known-fault(refusal-loses-nothing, v1.2.3)"},
		record.ImplementationRow{Name: "x-quiet", Kind: "filter", Module: "example.org/quiet", Version: "v0.1.0"})
	rows := []record.FPRRow{fprRow("x-cuckoo", "(own)", "random8", "fpr", 0.01, 0.013, 1), loadedRow("x-cuckoo", 10, 0.03, 20*170_000)}
	rows[1].FalseNegatives = 4
	got, ok, err := libraryTable(s, rows)
	for _, want := range []string{
		"| `x-cuckoo` | example.org/cuckoo | v1.2.3 | 1.30 (1.29 to 1.31) | n = 100,000, target 0.01 | – | 1.50 | 4 | refusal-loses-nothing |",
		"| `x-quiet` | example.org/quiet | v0.1.0 | – | – | – | – | 0 | none |",
	} {
		if err != nil || !ok || !strings.Contains(got.String(), want) {
			t.Errorf("got %v\n%s\nwant the line %s", err, got, want)
		}
	}
	if strings.Contains(got.String(), "bloom-classic") {
		t.Error("a filter of ours stands among the libraries")
	}
}

func TestDerivationAndOverflowTables(t *testing.T) {
	small := func(filter string, ratio record.Float) record.FPRRow {
		r := fprRow(filter, "xxh3", "random8", "fpr", 1e-4, 1e-4*ratio, ratio)
		r.N, r.NDesign, r.M, r.K, r.FPRTheory, r.FalsePositives = 100, 100, 1921, 13, 9.97403e-5, 1000
		return r
	}
	got, ok := derivationTable([]record.FPRRow{small("bloom-classic", 1), small("bloom-classic-double", 5.4), small("bloom-partitioned", 2)})
	if !ok || !strings.Contains(got.String(), "5.40 (5.35 to 5.45)") || strings.Contains(got.String(), "partitioned") {
		t.Errorf("got\n%s", got)
	}
	if want := "| the same, by theory | – | – | – | – | 5.3"; !strings.Contains(got.String(), want) { // 5.34 +- 0.06 by simulation
		t.Errorf("got\n%s\nwant %s", got, want)
	}
	s := record.Store{Root: t.TempDir()}
	if _, ok, err := overflowTable(s); ok || err != nil {
		t.Errorf("not measured: got %t, %v; want no table", ok, err)
	}
	put(t, s, "fpr_overflow.csv", record.FPROverflowRow{Filter: "bloom-counting", N: 200_000, NDesign: 20_000, Stuck: 0.0082, StuckLow: 0.0081, StuckHigh: 0.0083, StuckTheory: 0.00816})
	overflow, ok, err := overflowTable(s)
	if want := "| `bloom-counting` | 10 | 0.00820 (0.00810 to 0.00830) | 0.00816 | 0 |"; !ok || err != nil || !strings.Contains(overflow.String(), want) {
		t.Errorf("got %v\n%s\nwant %s", err, overflow, want)
	}
}
