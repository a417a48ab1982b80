package figure

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func names() []string {
	var all []string
	for _, f := range All() {
		all = append(all, f.Name)
	}
	return all
}

func TestAllInOrderOfTheReport(t *testing.T) {
	want := []string{
		"fpr-derivation", "fpr-hashes", "fpr-keys", "fpr-load", "fpr-probes", "fpr-ratio", "fpr-space",
		"memory-build", "memory-locators", "memory-space",
		"balance-bounds", "balance-keys", "balance-labels", "balance-summary", "balance-vnodes", "balance-weights",
		"remap-changes", "remap-moved",
		"hashing-cold", "hashing-length",
		"quality-attack", "quality-pollution", "quality-speed", "quality-verdicts",
		"throughput-changes", "throughput-concurrency", "throughput-filters", "throughput-hits", "throughput-locators", "throughput-pareto",
		"signup-avoided", "signup-latency",
		"cachetier-database", "cachetier-schemes",
	}
	if diff := cmp.Diff(want, names()); diff != "" {
		t.Errorf("All (-want +got):\n%s", diff)
	}
	for _, f := range All() {
		if !strings.HasPrefix(f.Name, f.Experiment+"-") || !strings.HasSuffix(f.Question, "?") {
			t.Errorf("%s: experiment %q and question %q", f.Name, f.Experiment, f.Question)
		}
	}
}

func TestFind(t *testing.T) {
	for _, name := range names() {
		if f, err := Find(name); err != nil || f.Name != name {
			t.Errorf("Find(%q) = %q, %v", name, f.Name, err)
		}
	}
	if _, err := Find("fpr-ration"); err == nil || !strings.Contains(err.Error(), `"fpr-ration"`) {
		t.Errorf("Find of an unknown name: %v", err)
	}
}

func TestRegisterRefuses(t *testing.T) {
	whole := Figure{Name: "fpr-new", Experiment: "fpr", Question: "?", plan: planFPRRatio}
	for name, change := range map[string]func(*Figure){
		"repeated name":      func(f *Figure) { f.Name = "fpr-ratio" },
		"no name":            func(f *Figure) { f.Name = "" },
		"no question":        func(f *Figure) { f.Question = "" },
		"no plan":            func(f *Figure) { f.plan = nil },
		"unknown experiment": func(f *Figure) { f.Experiment = "weather" },
	} {
		t.Run("fault="+name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("register did not panic")
				}
			}()
			f := whole
			change(&f)
			register(f)
		})
	}
}

// TestNoData draws from a store without results, with empty files, and with rows that no figure takes.
func TestNoData(t *testing.T) {
	empty := record.Store{Root: t.TempDir()}
	headers := record.Store{Root: t.TempDir()}
	put[record.FPRRow](t, headers, "fpr.csv", nil)
	put[record.ThroughputRow](t, headers, "throughput.csv", nil)
	put[record.EqualRow](t, headers, "throughput_equal.csv", nil)
	put[record.ConcurrencyRow](t, headers, "throughput_concurrency.csv", nil)
	put[record.HeapRow](t, headers, "memory_heap.csv", nil)
	foreign := record.Store{Root: t.TempDir()}
	put(t, foreign, "fpr.csv", []record.FPRRow{{Filter: "bloom-classic", Hash: "md5", KeyClass: "words", N: 7, Ratio: 1, FPR: 1}})
	put(t, foreign, "throughput.csv", []record.ThroughputRow{
		{Impl: control, Kind: "filter", Op: "contains", Mode: "prehashed", N: 10, NsPerKey: 1},
		{Impl: control, Kind: "locator", Op: "locate", Mode: "prehashed", Nodes: 10, NsPerKey: 1}})
	put(t, foreign, "memory.csv", []record.MemoryRow{{Impl: "jump", Kind: "locator"}})
	put(t, foreign, "balance.csv", []record.BalanceRow{{Locator: "ring-vnodes", Hash: "xxh3", Labels: "separated", Nodes: 10, Vnodes: 4, PeakToAverage: 2}})
	for name, s := range map[string]record.Store{"empty": empty, "headers": headers, "foreign": foreign} {
		for _, f := range All() {
			if _, err := f.Describe(s); !errors.Is(err, ErrNoData) || !strings.Contains(err.Error(), f.Name) {
				t.Errorf("store=%s: %s.Describe: got %v, want ErrNoData with the figure's name", name, f.Name, err)
			}
			if _, err := f.Write(s); !errors.Is(err, ErrNoData) {
				t.Errorf("store=%s: %s.Write: got %v, want ErrNoData", name, f.Name, err)
			}
		}
		if _, err := os.Stat(s.Plot("")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("store=%s: plots were written without data: %v", name, err)
		}
	}
}

// TestDamagedResults expects an error that names the file and is not ErrNoData.
func TestDamagedResults(t *testing.T) {
	s := record.Store{Root: t.TempDir()}
	for _, f := range All() {
		file := f.Experiment + ".csv"
		if other, is := map[string]string{
			"hashing-cold": "hashing_costs.csv", "memory-build": "memory_heap.csv", "quality-attack": "quality_attack.csv",
			"quality-pollution": "quality_pollution_steps.csv", "quality-speed": "hashing.csv", "signup-latency": "signup_times.csv",
			"throughput-concurrency": "throughput_concurrency.csv", "throughput-pareto": "throughput_equal.csv",
		}[f.Name]; is {
			file = other
		}
		if err := record.WriteFile(s.Result(file), []byte("ratio,ns_per_key,cv,nodes,moved_share,n\nx,x,x,x,x,x\n")); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Describe(s); err == nil || errors.Is(err, ErrNoData) || !strings.Contains(err.Error(), file) {
			t.Errorf("%s.Describe of a damaged file: %v", f.Name, err)
		}
	}
}

// clean reports what is wrong with a text of a figure.
func clean(t *testing.T, what, text string) {
	t.Helper()
	if text == "" {
		t.Errorf("%s is empty", what)
	}
	for _, bad := range []string{"NaN", "Inf", "%!", "  ", "..", " ,"} {
		if strings.Contains(text, bad) {
			t.Errorf("%s holds %q: %s", what, bad, text)
		}
	}
	if r, missing := chart.Missing(text); missing {
		t.Errorf("%s: the font has no glyph for %q: %s", what, r, text)
	}
}

// TestEveryFigureOfEveryLaboratory lays all figures out from results of several kinds and looks at their text.
func TestEveryFigureOfEveryLaboratory(t *testing.T) {
	for name, s := range laboratories(t) {
		for _, f := range All() {
			t.Run("results="+name+"/figure="+f.Name, func(t *testing.T) { checkText(t, f, s) })
		}
	}
}

// TestEveryFigureOfTheTree does the same with the results in the tree, which are what readers see.
func TestEveryFigureOfTheTree(t *testing.T) {
	s := record.Store{Root: "../../.."}
	for _, f := range All() {
		t.Run("figure="+f.Name, func(t *testing.T) {
			if _, err := f.plan(s); errors.Is(err, ErrNoData) {
				return // an experiment that was not run yet
			}
			checkText(t, f, s)
		})
	}
}

func checkText(t *testing.T, f Figure, s record.Store) {
	described, err := f.Describe(s)
	if err != nil {
		t.Fatal(err)
	}
	if described.Name != f.Name || described.Experiment != f.Experiment || !strings.Contains(described.Alt, described.Title) {
		t.Errorf("got %+v", described)
	}
	clean(t, "title", described.Title)
	clean(t, "subtitle", described.Subtitle)
	clean(t, "alternative text", described.Alt)
	p, err := f.plan(s)
	if err != nil {
		t.Fatal(err)
	}
	clashes, err := p.page.Clashes()
	if err != nil || len(clashes) > 0 {
		t.Errorf("text: %v, %v", clashes, err)
	}
	texts, _, err := p.page.Texts()
	if err != nil || len(texts) < 5 {
		t.Errorf("only %d texts: %v", len(texts), err)
	}
	for _, text := range texts {
		clean(t, "label", text.Text)
	}
}

// TestWrite draws every figure twice, in both formats, and expects the same bytes and the same description. From odd
// results it draws them once.
func TestWrite(t *testing.T) {
	small, odd := smallLaboratory().run(t), silent(t)
	for _, f := range All() {
		t.Run("figure="+f.Name, func(t *testing.T) {
			checkWrite(t, f, small)
			if _, err := f.Write(odd); err != nil {
				t.Error(err)
			}
		})
	}
}

func checkWrite(t *testing.T, f Figure, s record.Store) {
	described, err := f.Describe(s)
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := f.Write(s)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(described, drawn); diff != "" {
		t.Errorf("Describe and Write differ:\n%s", diff)
	}
	first := contents(t, s, f.Name)
	if _, err := f.Write(s); err != nil {
		t.Fatal(err)
	}
	for file, text := range contents(t, s, f.Name) {
		if text != first[file] || text == "" {
			t.Errorf("%s: %d bytes, then %d others", file, len(first[file]), len(text))
		}
	}
}

// contents returns the three files of a figure.
func contents(t *testing.T, s record.Store, name string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, ending := range []string{".svg", ".png", ".csv"} {
		text, err := os.ReadFile(s.Plot(name + ending))
		if err != nil {
			t.Fatal(err)
		}
		files[ending] = string(text)
	}
	return files
}

// TestWriteLeavesNothingElse holds that plots/ has the figure's three files alone.
func TestWriteLeavesNothingElse(t *testing.T) {
	s := smallLaboratory().run(t)
	f, err := Find("memory-space")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(s); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(s.Plot("*"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range files {
		files[i] = filepath.Base(files[i])
	}
	slices.Sort(files)
	if diff := cmp.Diff([]string{"memory-space.csv", "memory-space.png", "memory-space.svg"}, files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// TestDataDrawn reads the table beside a figure back and compares it with the rows that were meant.
func TestDataDrawn(t *testing.T) {
	lab := smallLaboratory()
	s := lab.run(t)
	f, err := Find("fpr-ratio")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(s); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(s.Plot("fpr-ratio.csv"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := record.Decode[record.FPRRow](text)
	if err != nil {
		t.Fatal(err)
	}
	all, err := record.Read[record.FPRRow](s, "fpr.csv")
	if err != nil {
		t.Fatal(err)
	}
	want := where(all, func(r record.FPRRow) bool {
		return r.Sizing == "fpr" && r.N == 100_000 && (r.TargetFPR == 0.01 || r.TargetFPR == 0.001)
	})
	if len(want) != 2*6 {
		t.Fatalf("the laboratory made %d rows, not two for each of 6 filters", len(want))
	}
	same := cmp.Comparer(func(a, b record.Float) bool { return a == b || !a.Known() && !b.Known() })
	if diff := cmp.Diff(want, got, same); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}
