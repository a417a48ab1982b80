package report

import (
	"strings"
	"testing"

	"hashlab/experiments/internal/record"
)

// put writes rows as a result file of the store.
func put[T any](t *testing.T, s record.Store, name string, rows ...T) {
	t.Helper()
	text, err := record.Encode(rows)
	if err != nil {
		t.Fatal(err)
	}
	if err := record.WriteFile(s.Result(name), text); err != nil {
		t.Fatal(err)
	}
}

// write returns REPORT.md and its pages, one after the other.
func write(t *testing.T, s record.Store, experiments ...string) string {
	t.Helper()
	var asked []Question
	for _, name := range experiments {
		asked = append(asked, Question{name, "What of " + name + "?"})
	}
	files, err := Write(s, []Figure{{Name: "fpr-x", Experiment: "fpr", Title: "It agrees", Alt: "A plot. It agrees."}}, asked)
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, f := range files {
		all += string(f.Text)
	}
	return all
}

// TestWriteOfNothing: what was not measured says so in its place.
func TestWriteOfNothing(t *testing.T) {
	names := sortedNames(writers)
	text := write(t, record.Store{Root: t.TempDir()}, names...)
	for _, name := range names {
		if !strings.Contains(text, "## "+name+"\n") || !strings.Contains(text, "hashlab run "+name) {
			t.Errorf("the report lacks the section of %s or how to run it", name)
		}
	}
	if got := strings.Count(text, "has not been run"); got < len(names) {
		t.Errorf("%d of %d sections say that they have not been run", got, len(names))
	}
}

func TestWriteRefusesAnExperimentWithoutSection(t *testing.T) {
	if _, err := Write(record.Store{Root: t.TempDir()}, nil, []Question{{"palmistry", "?"}}); err == nil || !strings.Contains(err.Error(), "palmistry") {
		t.Errorf("got %v, want an error that names it", err)
	}
}

func fprRow(filter, hash, class, sizing string, target, fpr, ratio record.Float) record.FPRRow {
	return record.FPRRow{
		Filter: filter, Hash: hash, KeyClass: class, N: baseN, NDesign: baseN, M: 960_000, K: 7, BitsPerKey: 9.6, TargetFPR: target, Sizing: sizing,
		Seeds: 20, Queries: 1e6, FalsePositives: uint64(1e6 * fpr), FPR: fpr, FPRLow: fpr * 0.99, FPRHigh: fpr * 1.01, FPRTheory: fpr / ratio, Ratio: ratio,
		RatioLow: ratio * 0.99, RatioHigh: ratio * 1.01, GateLow: record.Unknown, GateHigh: record.Unknown, Detectable: 0.02, FillRatio: 0.5,
	}
}

// TestSentencesStandOnlyWhereTheirConditionHolds: each sentence is there with the rows that bear it out, and
// gone with rows that do not.
func TestSentencesStandOnlyWhereTheirConditionHolds(t *testing.T) {
	for name, tc := range map[string]struct {
		holds, fails func(record.Store)
		sentence     string
	}{
		"article misses its target": {
			func(s record.Store) {
				put(t, s, "fpr.csv", fprRow("article-filter", "(own)", "random8", "fpr", 0.01, 0.0102, 1))
			},
			func(s record.Store) {
				put(t, s, "fpr.csv", fprRow("article-filter", "(own)", "random8", "fpr", 0.01, 0.0099, 1))
			},
			"misses its target: asked for",
		},
		"a filter misses its target": {
			func(s record.Store) {
				put(t, s, "fpr.csv", fprRow("x-some", "(own)", "random8", "fpr", 0.01, 0.02, 2))
			},
			func(s record.Store) {
				put(t, s, "fpr.csv", fprRow("x-some", "(own)", "random8", "fpr", 0.01, 0.01, 1))
			},
			"`x-some` misses its target",
		},
		"a weak hash": {
			func(s record.Store) {
				put(t, s, "fpr.csv", fprRow("bloom-classic-double", "fnv1a-64", "be8", "m,k", record.Unknown, 0.03, 4))
			},
			func(s record.Store) {
				put(t, s, "fpr.csv", fprRow("bloom-classic-double", "fnv1a-64", "be8", "m,k", record.Unknown, 0.008, 1))
			},
			"`fnv1a-64` 4.00 on `be8` keys",
		},
		"no false negative": {
			func(s record.Store) {
				put(t, s, "fpr.csv", fprRow("bloom-classic", "xxh3", "random8", "fpr", 0.01, 0.01, 1))
			},
			func(s record.Store) {
				r := fprRow("bloom-classic", "xxh3", "random8", "fpr", 0.01, 0.01, 1)
				r.FalseNegatives = 3
				put(t, s, "fpr.csv", r)
			},
			"No false negative among 2,000,000 look-ups",
		},
		"enough vnodes": {
			func(s record.Store) { put(t, s, "balance.csv", arcs(160, 1.2), arcs(1000, 1.08)) },
			func(s record.Store) { put(t, s, "balance.csv", arcs(160, 1.2), arcs(1000, 1.12)) },
			"stays within 10 % of the mean from 1000 vnodes",
		},
		"labels out of the band": {
			func(s record.Store) {
				r := arcs(160, 3)
				r.Hash, r.CV, r.WithinGate = "fnv1a-64", 0.57, "no"
				put(t, s, "balance.csv", arcs(160, 1.2), r)
			},
			func(s record.Store) { put(t, s, "balance.csv", arcs(160, 1.2)) },
			"`fnv1a-64` (1 label shapes, worst cv 0.570 on `separated`)",
		},
		"modulo moves": {
			func(s record.Store) { put(t, s, "remap.csv", moved("modulo", 0.8, 0.6)) },
			func(s record.Store) { put(t, s, "remap.csv", moved("jump", 0.2, 0)) },
			"`modulo` moves 80.00 % of the keys",
		},
	} {
		t.Run(name, func(t *testing.T) {
			good, bad := record.Store{Root: t.TempDir()}, record.Store{Root: t.TempDir()}
			tc.holds(good)
			tc.fails(bad)
			if text := write(t, good, "fpr", "balance", "remap"); !strings.Contains(text, tc.sentence) {
				t.Errorf("the report lacks %q where it holds:\n%s", tc.sentence, text)
			}
			if text := write(t, bad, "fpr", "balance", "remap"); strings.Contains(text, tc.sentence) {
				t.Errorf("the report says %q where it does not hold", tc.sentence)
			}
		})
	}
}

func arcs(vnodes int, peak record.Float) record.BalanceRow {
	return record.BalanceRow{
		Locator: baseLocator, Hash: baseHash, Labels: baseLabels, Nodes: baseNodes, Vnodes: vnodes, IDs: "made", Seeds: 30,
		PeakToAverage: peak, PeakLow: peak * 0.99, PeakHigh: peak * 1.01, PeakTheory: peak, Least: 0.8, CV: 0.08, CVTheory: 0.0787,
		CVBandLow: 0.07, CVBandHigh: 0.09, CVGateLow: 0.06, CVGateHigh: 0.1, WithinGate: "yes",
	}
}

func moved(locator string, share, unnecessary record.Float) record.RemapRow {
	return record.RemapRow{
		Locator: locator, Hash: "xxh3", Change: "add", NodesBefore: 4, NodesAfter: 5, KeyClass: "user-profile", Keys: 1000, Seeds: 10,
		Moved: uint64(share * 1000), MovedShare: share, MovedLow: share, MovedHigh: share, MovedTheory: share, MovedIdeal: 0.2,
		Unnecessary: uint64(unnecessary * 1000), UnnecessaryShare: unnecessary,
	}
}

func TestNumbersAsPeopleReadThem(t *testing.T) {
	for got, want := range map[string]string{
		digits(0.0123456, 3): "0.0123", digits(9.59295, 4): "9.593", digits(1234.5, 2): "1234", digits(0, 3): "0", digits(record.Unknown, 3): unknown,
		digits(1.5e-7, 2): "1.5×10<sup>-7</sup>", digits(-0.5, 2): "-0.50", count(1): "1", count(1000): "1,000", count(123456789): "123,456,789", whole(3558.76): "3,559",
		percent(0.010143, 4): "1.014 %", within(1, 0.9, 1.1, 2): "1.0 (0.90 to 1.1)", within(1, record.Unknown, 1, 2): "1.0",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	table := table{Header: []string{"a|b", "c"}}
	table.add("1", "2|3")
	if got, want := table.String(), "| a\\|b | c |\n| --- | --- |\n| 1 | 2\\|3 |\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What is flagged is counted, and results without flags say nothing of them.
func TestTimingFlags(t *testing.T) {
	if got := timingFlags([]flagged{{samples: 30}}, nil); got != nil {
		t.Errorf("without flags: got %q, want nothing", got)
	}
	series := []flagged{{30, 2, 0.5}, {30, 0, 0.002}, {10, 0, record.Unknown}}
	points := []taken{{1, false}, {3, true}, {2, false}}
	got := timingFlags(series, points)
	want := "Flagged, and kept: of 3 timings 2 were taken again, 3 times in all, since the machine did something else meanwhile, and 1 were disturbed in the last attempt too; " +
		"2 of 70 samples are outliers, beyond three interquartile ranges; 1 of 2 series rise or fall over their blocks (Kendall's τ, p ≤ 0.01 each)."
	if len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
