package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"hashlab/experiments/internal/machine"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/filter"
)

// What went wrong in other harnesses, by the numbers of the list of cases. Each runs a check, or says why it cannot
// apply here.
var cases = []struct {
	number int
	what   string
	check  func(t *testing.T)
	no     string // why there is nothing to check here
}{
	{1, "a long run was aborted and everything was lost", abortedRun, ""},
	{2, "exit 0 after a run of which nobody could tell whether it had finished", finalSummary, ""},
	{3, "a worker that had timed out ran on beside later points", func(t *testing.T) { workerFault(2)(t) }, ""}, // runFaults looks for its child
	{4, "timed points ran side by side", timedAlone, ""},
	{5, "resident size as index size, and negative memory deltas", heapGrowth, ""},
	{6, "figures that colour-blind readers cannot read", nil, "what is drawn and how is held by the tests of internal/figure and internal/figure/chart"},
	{7, "too many curves and no overview", nil, "which panels a figure has is a matter of internal/figure; the report begins with tables of decisions"},
	{8, "a stale build of an implementation was measured", editedImplementation, ""},
	{9, "only pictures were shared", figuresFromData, ""},
	{10, "benchmarks whose names agree in 64 characters shared a baseline", longNames, ""},
	{11, "a parameter called nan was read as a number", notANumber, ""},
	{12, "0 ps and NaN % where the timed loop was forgotten", measuredNothing, ""},
	{13, "a regression was found and the exit code was 0", regressionExit, ""},
	{14, "no warning about governor or frequency", governorWarning, ""},
	{15, "an unexplained ±", explainedIntervals, ""},
	{16, "a mean over entries that do not match", comparedInBoth, ""},
	{17, "invalid output: NaN and infinities", neverNaN, ""},
	{18, "machine facts with host names", machineID, ""},
	{19, "sequential order favoured one of two", randomBlocks, ""},
	{20, "nothing matched, nothing was measured, and the gate was green", nothingMatched, ""},
	{21, "a compiler that stopped inlining changed timings", compilerInKey, ""},
	{22, "an overflow at 5e8 keys, and hash bits used twice", func(t *testing.T) { rateCheck(agreeCheck, "bloom-blocked-512", sharedBits, 1, false)(t) }, ""},
	{23, "unsupported counted as zero", unsupportedIsNotZero, ""},
	{24, "a gate failed on a change of documentation", withinNoise, ""},
	{25, "empty files, and inputs dumped into results", noEmptyFiles, ""},
	{26, "log axes that panic", nil, "axes are drawn by internal/figure/chart, whose tests hold them"},
}

func TestCases(t *testing.T) {
	for i, c := range cases {
		t.Run(fmt.Sprintf("M%d", c.number), func(t *testing.T) {
			if c.number != i+1 || (c.check == nil) == (c.no == "") {
				t.Fatalf("case %d stands at place %d, or neither runs a check nor says why not, or does both", c.number, i+1)
			}
			if c.check != nil {
				c.check(t)
			}
		})
	}
	if len(cases) != 26 {
		t.Errorf("got %d cases, want 26", len(cases))
	}
}

func abortedRun(t *testing.T) {
	ran := 0
	e := planted(6, func(n uint64) (any, error) { ran++; return spot{n}, nil })
	e.Measured = true
	plant(t, e, func(ctx context.Context, p plan.Point) {
		if p.Factors["n"] == "3" && ran < 6 {
			syscall.Kill(os.Getpid(), syscall.SIGINT)
			<-ctx.Done()
		}
	})
	hashlab("run").expect(t, 130, "every finished point is saved")
	saved, _, err := record.ReadJournal(record.Store{Root: "."}.Journal("planted"))
	if err != nil || len(saved) == 0 || len(saved) >= 6 {
		t.Errorf("got %d points saved, %v", len(saved), err)
	}
	if err := os.WriteFile("file", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	before := ran
	if hashlab("run", "--out", "file").expect(t, codeStore, "file"); ran != before {
		t.Errorf("%d points were measured before it was seen that nothing can be written", ran-before)
	}
}

func finalSummary(t *testing.T) {
	bad := true
	plant(t, planted(3, func(n uint64) (any, error) {
		if n == 1 && bad {
			return nil, errors.New("it is full")
		}
		return spot{n}, nil
	}), nil)
	hashlab("run").expect(t, codePointsFailed, "2 points done, 1 failed")
	bad = false
	hashlab("run").expect(t, 0, "3 points done, 0 failed", "next: hashlab plot")
}

func timedAlone(t *testing.T) {
	for _, e := range experiments {
		if got := (&job{experiment: e}).parallel(); e.Measured && got != 1 {
			t.Errorf("%s: %d points at a time", e.Name, got)
		}
	}
}

func heapGrowth(t *testing.T) {
	const size = 8 << 20
	got, err := measure.HeapGrowth(func() (any, error) { return make([]byte, size), nil })
	if err != nil || got < size || got > size+size/16 {
		t.Errorf("%d bytes grow the heap by %d, %v", size, got, err)
	}
}

// editedImplementation: with the source of one implementation changed, its points and no others run again.
func editedImplementation(t *testing.T) {
	e := planted(0, allWell)
	e.Grid = func(plan.Scope) (cells []plan.Cell) {
		for i, name := range []string{"bloom-classic", "bloom-split-256", "cuckoo-8"} {
			cells = append(cells, plan.Cell{Factors: plan.NewFactors("filter", name, "n", i), Seeds: 2})
		}
		return cells
	}
	plant(t, e, nil)
	real := digest
	t.Cleanup(func() { digest = real })
	hashlab("run").expect(t, 0, "0 of 6 points are done; 6 to measure")
	hashlab("run").expect(t, 0, "6 of 6 points are done; 0 to measure")
	digest = func(kind, name string) string {
		if name == "cuckoo-8" {
			return "edited"
		}
		return real(kind, name)
	}
	hashlab("run").expect(t, 0, "4 of 6 points are done; 2 to measure")
}

func figuresFromData(t *testing.T) {
	from, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	var drawn [2]map[string][]byte
	for i, out := range []string{"a", "b"} {
		s := record.Store{Root: out}
		if err := s.CopyFrom(record.Store{Root: from + "/.."}); err != nil {
			t.Fatal(err)
		}
		hashlab("plot", "fpr-ratio", "--out", out).expect(t, 0)
		drawn[i] = map[string][]byte{}
		for _, end := range []string{".svg", ".png", ".csv"} {
			if drawn[i][end], err = os.ReadFile(s.Plot("fpr-ratio" + end)); err != nil || len(drawn[i][end]) == 0 {
				t.Errorf("the figure has no %s: %v", end, err)
			}
		}
	}
	for end, text := range drawn[0] {
		if !bytes.Equal(text, drawn[1][end]) {
			t.Errorf("two drawings of the same results differ in their %s", end)
		}
	}
}

func longNames(t *testing.T) {
	long := strings.Repeat("a", 65)
	a, b := record.Key{Factors: plan.NewFactors("filter", long+"b")}, record.Key{Factors: plan.NewFactors("filter", long+"c")}
	if a.ID() == b.ID() {
		t.Error("two points have one ID")
	}
}

func notANumber(t *testing.T) {
	for _, level := range []string{"nan", "NaN", "inf", "-Infinity"} {
		if got := record.Level(level); got != level {
			t.Errorf("level %q became %q", level, got)
		}
	}
	t.Chdir(t.TempDir())
	hashlab("run", "fpr", "--set", "n=nan").expect(t, codeUsage, `"nan"`)
}

func measuredNothing(t *testing.T) {
	timer, err := measure.NewTimer()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := timer.Time(measure.Kernel{Run: func() uint64 { return 0 }}, 3); err == nil {
		t.Error("a kernel of no keys has a time")
	}
	s := record.Store{Root: t.TempDir()}
	if err := record.WriteFile(s.Result("fpr.csv"), []byte("filter,n\nbloom-classic,\"torn\n")); err != nil {
		t.Fatal(err)
	}
	if _, err := record.Read[record.FPRRow](s, "fpr.csv"); err == nil || !strings.Contains(err.Error(), "fpr.csv") {
		t.Errorf("a corrupt file: got %v, want an error that names it", err)
	}
}

func regressionExit(t *testing.T) {
	old := timedStore(t, map[string]float64{"xxh3": 4, "md5": 100}, 1)
	if got := codeOf(compareStores(old, timedStore(t, map[string]float64{"xxh3": 4, "md5": 130}, 1), &bytes.Buffer{})); got != codeCheckFailed {
		t.Errorf("got exit code %d, want %d", got, codeCheckFailed)
	}
}

func governorWarning(t *testing.T) {
	var names []string
	for _, f := range findings() {
		names = append(names, f.name)
	}
	for _, want := range []string{"governor", "turbo", "kernels", "load", "steal"} {
		if !slices.Contains(names, want) {
			t.Errorf("doctor does not look at %s", want)
		}
	}
	if f := unless(false, "governor", "powersave", "change it"); f.remedy == "" {
		t.Error("a finding without a remedy")
	}
}

func explainedIntervals(t *testing.T) {
	s := timedStore(t, map[string]float64{"xxh3": 4, "md5": 100}, 1)
	hashlab("report", "--out", s.Root).expect(t, 0)
	text, err := os.ReadFile(s.Report())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"medians over blocks", "interval by order\n  statistics over blocks", "Student's t"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the report does not explain %q", want)
		}
	}
	if strings.Contains(string(text), "±") {
		t.Error("the report has a ± that may be read as anything")
	}
}

func comparedInBoth(t *testing.T) {
	old, new := timedStore(t, map[string]float64{"xxh3": 4, "md5": 100, "sha1": 80}, 1), timedStore(t, map[string]float64{"xxh3": 4, "md5": 100, "farm64": 9}, 1)
	var out bytes.Buffer
	if err := compareStores(old, new, &out); err != nil || !strings.Contains(out.String(), "1 timing series in both") {
		t.Errorf("got %v and %q, want the one series that both have", err, out.String())
	}
}

func neverNaN(t *testing.T) {
	text, err := json.Marshal([]record.Float{record.Unknown, record.Float(math.Inf(1))})
	if err != nil || string(text) != "[null,null]" {
		t.Errorf("got %s, %v", text, err)
	}
	for _, bad := range []string{"NaN", "+Inf", "-inf", "infinity"} {
		line := strings.Repeat(",", 4)
		if _, err := record.CheckSchema(record.ChecksFile, []byte("experiment,check,tests,holds,detail\n"+bad+line+"\n")); err == nil {
			t.Errorf("a file with %s passes", bad)
		}
	}
}

func machineID(t *testing.T) {
	print := machine.Read()
	if id := print.ID(); !regexp.MustCompile(`^m-[0-9a-f]{12}$`).MatchString(id) || id != machine.Read().ID() {
		t.Errorf("got the machine ID %q", id)
	}
	text, err := json.Marshal(print)
	if err != nil {
		t.Fatal(err)
	}
	if host, err := os.Hostname(); err == nil && len(host) > 3 && strings.Contains(string(text), host) {
		t.Errorf("the fingerprint names the host")
	}
}

// randomBlocks: every block has every series once, in an order of its own, which a renamed series does not change
// for the better.
func randomBlocks(t *testing.T) {
	at := slices.IndexFunc(experiments, func(e plan.Experiment) bool { return e.Name == "hashing" })
	points, err := experiments[at].Points(plan.Scope{Profile: plan.Smoke, Seed: 1}, plan.Narrowing{}, digest, "code")
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[uint64][]string{}
	for _, p := range points {
		blocks[p.Seed] = append(blocks[p.Seed], plan.Factors(p.Factors).String())
	}
	if len(blocks) != 2 || slices.Equal(blocks[1], blocks[2]) || slices.IsSorted(blocks[1]) {
		t.Errorf("%d blocks, with the same order or a sorted one", len(blocks))
	}
	slices.Sort(blocks[1])
	slices.Sort(blocks[2])
	if !slices.Equal(blocks[1], blocks[2]) {
		t.Error("the blocks have other series")
	}
}

func nothingMatched(t *testing.T) {
	plant(t, planted(3, allWell), nil)
	hashlab("run", "--select", "n:99").expect(t, codeUsage, "nothing is selected")
}

func compilerInKey(t *testing.T) {
	text, err := os.ReadFile("../go.mod")
	if err != nil || !regexp.MustCompile(`(?m)^go 1\.(2[6-9]|[3-9][0-9])`).Match(text) {
		t.Errorf("the module does not ask for Go 1.26 at least: %v", err)
	}
	for _, e := range experiments {
		if e.Measured != strings.Contains(measuring(e.Name), "@go") {
			t.Errorf("%s: the version of Go belongs to the key of what is timed, and to no other", e.Name)
		}
	}
}

func unsupportedIsNotZero(t *testing.T) {
	if text, err := record.Unknown.MarshalText(); err != nil || len(text) > 0 {
		t.Errorf("what is unknown is written as %q, %v", text, err)
	}
	e, err := filter.Find("bloom-classic")
	if err != nil {
		t.Fatal(err)
	}
	f, err := e.New(filter.Spec{N: 10, FPR: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	if _, deletes := f.(filter.Deletable); deletes {
		t.Error("bloom-classic says that it deletes")
	}
}

// withinNoise: a change that is sure but small is none, and each run times something twice as if it were two.
func withinNoise(t *testing.T) {
	old := timedStore(t, map[string]float64{"xxh3": 4, "md5": 100}, 1)
	if got := codeOf(compareStores(old, timedStore(t, map[string]float64{"xxh3": 4, "md5": 102}, 1), &bytes.Buffer{})); got != 0 {
		t.Errorf("2 %% more: got exit code %d, want 0", got)
	}
	at := slices.IndexFunc(experiments, func(e plan.Experiment) bool { return e.Name == "throughput" })
	for _, profile := range plan.Profiles() {
		if !slices.ContainsFunc(experiments[at].Grid(plan.Scope{Profile: profile, Seed: 1}), func(c plan.Cell) bool { return c.Factors["twin"] == "1" }) {
			t.Errorf("profile %s times nothing against itself", profile)
		}
	}
}

func noEmptyFiles(t *testing.T) {
	plant(t, planted(2, func(uint64) (any, error) { return nil, errors.New("no") }), nil)
	hashlab("run").expect(t, codePointsFailed)
	if _, err := os.Stat("results/planted.csv"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file without results: %v", err)
	}
}
