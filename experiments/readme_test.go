package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/theory"
)

var updateReadme = flag.Bool("update", false, "write the answers of README.md from results/")

// readmeAnswers matches what stands between the two comments of the README.
var readmeAnswers = regexp.MustCompile(`(?s)(<!-- answers -->\n)(.*?)(<!-- end of answers -->\n)`)

// TestReadmeAnswers: the three answers of the README are what results/ give. All come from deterministic results, so
// they change with the code alone.
func TestReadmeAnswers(t *testing.T) {
	const path = "../README.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m := readmeAnswers.FindSubmatch(text)
	if m == nil {
		t.Fatal("README.md has no answers")
	}
	s := record.Store{Root: ".."}
	want := ""
	for _, answer := range []func(*testing.T, record.Store) string{spaceAnswer, vnodesAnswer, fnvAnswer} {
		want += answer(t, s)
	}
	if *updateReadme {
		fresh := readmeAnswers.ReplaceAllString(string(text), "${1}"+strings.ReplaceAll(want, "$", "$$")+"${3}")
		if err := os.WriteFile(path, []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, string(m[2])); diff != "" {
		t.Errorf("README.md says otherwise than results/: go test ./experiments -run ReadmeAnswers -update (-results +README.md):\n%s", diff)
	}
}

// only returns the one row that keep accepts.
func only[T any](t *testing.T, s record.Store, file string, keep func(T) bool) T {
	t.Helper()
	rows, err := record.Read[T](s, file)
	if err != nil {
		t.Fatal(err)
	}
	rows = slices.DeleteFunc(rows, func(r T) bool { return !keep(r) })
	if len(rows) != 1 {
		t.Fatalf("%s has %d rows that answer, want 1", file, len(rows))
	}
	return rows[0]
}

func spaceAnswer(t *testing.T, s record.Store) string {
	bits := func(name string, target record.Float) record.MemoryRow {
		return only(t, s, "memory.csv", func(r record.MemoryRow) bool {
			return r.Impl == name && r.Kind == "filter" && r.N == 100_000 && r.TargetFPR == target
		})
	}
	classic, split, ribbon := bits("bloom-classic", 0.01), bits("bloom-split-256", 0.01), bits("ribbon-8", 0.01)
	article := bits("article-filter", 0.01)
	for _, r := range []record.MemoryRow{classic, split, ribbon} {
		if r.FPRTheory > r.TargetFPR {
			t.Errorf("%s has a rate of %v: the answer is wrong", r.Impl, r.FPRTheory)
		}
	}
	if article.FPRTheory <= article.TargetFPR {
		t.Errorf("the article's size meets the target, %v: the answer is wrong", article.FPRTheory)
	}
	return fmt.Sprintf("- **How many bits a key, where 1 %% of the absent keys may pass?** %.2f in a Bloom filter, %.2f in one whose look-ups stay in one\n"+
		"  cache line (`bloom-split-256`), %.2f where all keys are known at once (`ribbon-8`). The usual formulas, rounded down\n"+
		"  as in the article that started the project, miss the target by %.1f %%.\n",
		classic.BitsPerKey, split.BitsPerKey, ribbon.BitsPerKey, 100*float64(article.FPRTheory/article.TargetFPR-1))
}

func vnodesAnswer(t *testing.T, s record.Store) string {
	peak := func(vnodes int) record.BalanceRow { return ringRow(t, s, "xxh3", vnodes) }
	few, usual, many := peak(1), peak(160), peak(1000)
	if !(many.PeakToAverage < 1.1 && usual.PeakToAverage > 1.1) {
		t.Errorf("160 vnodes give %v and 1000 give %v: the answer is wrong", usual.PeakToAverage, many.PeakToAverage)
	}
	return fmt.Sprintf("- **How many vnodes a node?** With one, the fullest of 100 nodes has %.2f times the mean; with 160, %.2f times; with 1000,\n"+
		"  %.2f times. By theory %d keep it within 10 %%.\n", few.PeakToAverage, usual.PeakToAverage, many.PeakToAverage, leastVnodes(t, 1.1))
}

// leastVnodes returns the fewest vnodes whose mean peak among 100 nodes is at most peak.
func leastVnodes(t *testing.T, peak float64) int {
	return 1 + sort.Search(1<<14, func(v int) bool {
		p, err := theory.SharePeak("dirichlet", 100, v+1, 0)
		if err != nil {
			t.Fatal(err)
		}
		return p <= peak
	})
}

func fnvAnswer(t *testing.T, s record.Store) string {
	weak, good := ringRow(t, s, "fnv1a-64", 160), ringRow(t, s, "xxh3", 160)
	mixed := ringRow(t, s, "fnv1a-64-mixed", 160)
	if !(weak.PeakLow > 1.5*good.PeakHigh && mixed.PeakLow < good.PeakHigh && good.PeakLow < mixed.PeakHigh) {
		t.Errorf("fnv1a-64 %v, mixed %v, xxh3 %v: the answer is wrong", weak.PeakToAverage, mixed.PeakToAverage, good.PeakToAverage)
	}
	return fmt.Sprintf("- **Is FNV-1a safe for the labels of a ring?** No: with 160 vnodes the fullest node has %.2f times the mean, with xxh3\n"+
		"  %.2f, and with FNV-1a whose bits are mixed %.2f.\n", weak.PeakToAverage, good.PeakToAverage, mixed.PeakToAverage)
}

// ringRow returns the exact shares of 100 nodes on a ring with the default labels.
func ringRow(t *testing.T, s record.Store, hash string, vnodes int) record.BalanceRow {
	return only(t, s, "balance.csv", func(r record.BalanceRow) bool {
		return r.Locator == "ring-vnodes" && r.Hash == hash && r.Labels == "separated" && r.Nodes == 100 && r.Vnodes == vnodes && r.Keys == 0 && r.IDs == "made"
	})
}

// TestCitation holds CITATION.cff to what schema 1.2.0 of the Citation File Format demands of the top level: the keys
// that are required are there with a value, and no others than the schema has.
func TestCitation(t *testing.T) {
	text, err := os.ReadFile("../CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range citationFaults(string(text)) {
		t.Error(fault)
	}
	broken := "cff-version: 1.2.0\nmesage: cite\ntitle:\nauthors:\n  - name: us\n"
	want := []string{`unknown key "mesage"`, `no "message"`, `no "title"`}
	if diff := cmp.Diff(want, citationFaults(broken)); diff != "" {
		t.Errorf("faults of a broken file (-want +got):\n%s", diff)
	}
}

func citationFaults(text string) (faults []string) {
	known := []string{"abstract", "authors", "cff-version", "commit", "contact", "date-released", "doi", "identifiers", "keywords", "license",
		"license-url", "message", "preferred-citation", "references", "repository", "repository-artifact", "repository-code", "title", "type", "url", "version"}
	values := map[string]bool{}
	last := ""
	for line := range strings.Lines(text) {
		if key, value, ok := strings.Cut(line, ":"); ok && key != "" && !strings.ContainsAny(key[:1], " -#") {
			if last = key; !slices.Contains(known, key) {
				faults = append(faults, fmt.Sprintf("unknown key %q", key))
			}
			values[key] = strings.TrimSpace(value) != ""
			continue
		}
		values[last] = true // what is indented belongs to the key above
	}
	for _, key := range []string{"cff-version", "message", "title", "authors"} {
		if !values[key] {
			faults = append(faults, fmt.Sprintf("no %q", key))
		}
	}
	return faults
}
