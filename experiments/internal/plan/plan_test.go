package plan

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/experiments/internal/record"
	"hashlab/impl/consistent"
)

// toy is an experiment of three cells, one given twice, whose level n must be below 1000.
var toy = Experiment{
	Name: "toy",
	Grid: func(Scope) []Cell {
		return []Cell{
			{NewFactors("hash", "xxh3", "n", 10), 2},
			{NewFactors("hash", "md5", "n", 10), 1},
			{NewFactors("hash", "xxh3", "n", 10), 3},
			{NewFactors("locator", "jump"), 1},
		}
	},
	Check: func(_ Scope, f Factors) error {
		if n := f.Read().Uint("n"); n >= 1000 {
			return fmt.Errorf("n = %d: want less than 1000", n)
		}
		r := f.Read()
		r.Uint("n")
		return r.Err()
	},
	Cost: func(_ Scope, f Factors) float64 { return 1 + f.Read().Float("n") },
}

func sourceOf(kind, name string) string { return kind[:1] + ":" + name }

// expand returns the points of toy as texts.
func expand(t *testing.T, s Scope, n Narrowing) []string {
	t.Helper()
	points, err := toy.Points(s, n, sourceOf, "code")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, p := range points {
		texts = append(texts, p.String())
	}
	return texts
}

func TestPoints(t *testing.T) {
	points, err := toy.Points(Scope{Profile: Smoke, Seed: 5}, Narrowing{}, sourceOf, "code")
	if err != nil {
		t.Fatal(err)
	}
	key := func(seed uint64, code string, pairs ...any) record.Key {
		return record.Key{Experiment: "toy", Profile: "smoke", Factors: NewFactors(pairs...), Seed: seed, Code: code}
	}
	want := []Point{
		{Key: key(5, "code-h:xxh3", "hash", "xxh3", "n", 10), Seconds: 11},
		{Key: key(6, "code-h:xxh3", "hash", "xxh3", "n", 10), Seconds: 11},
		{Key: key(7, "code-h:xxh3", "hash", "xxh3", "n", 10), Seconds: 11},
		{Key: key(5, "code-h:md5", "hash", "md5", "n", 10), Seconds: 11},
		{Key: key(5, "code-l:jump", "locator", "jump"), Seconds: 1},
	}
	if diff := cmp.Diff(want, points); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

func TestNarrowing(t *testing.T) {
	tests := []struct {
		name, selection string
		set             map[string][]string
		want            []string
	}{
		{"select", "hash:md5", nil, []string{"toy hash=md5 n=10 seed=1"}},
		{"select a seed", "seed:2 -hash:md5", nil, []string{"toy hash=xxh3 n=10 seed=2"}},
		{"select a number as it is written elsewhere", "n:1e1 seed:3", nil, []string{"toy hash=xxh3 n=10 seed=3"}},
		{"select nothing", "hash:sha1", nil, nil},
		{"select an unknown factor", "colour:red", nil, nil},
		{"set", "hash:md5", map[string][]string{"n": {"20", "3e1"}}, []string{"toy hash=md5 n=20 seed=1", "toy hash=md5 n=30 seed=1"}},
		{"set two factors", "seed:3", map[string][]string{"n": {"20"}, "hash": {"sha1", "xxh64"}},
			[]string{"toy hash=sha1 n=20 seed=3", "toy hash=xxh64 n=20 seed=3"}},
		{"set makes cells the same", "", map[string][]string{"hash": {"sha1"}},
			[]string{"toy hash=sha1 n=10 seed=1", "toy hash=sha1 n=10 seed=2", "toy hash=sha1 n=10 seed=3"}},
		{"set where only some have the factor", "", map[string][]string{"locator": {"maglev"}}, []string{"toy locator=maglev seed=1"}},
		{"set an unknown factor", "", map[string][]string{"colour": {"red"}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := record.NewSelection(tt.selection)
			if err != nil {
				t.Fatal(err)
			}
			n := Narrowing{s, tt.set}
			if !n.Narrow() {
				t.Error("it says that it narrows nothing")
			}
			if diff := cmp.Diff(tt.want, expand(t, Scope{Seed: 1}, n)); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
	if (Narrowing{}).Narrow() || (Narrowing{Set: map[string][]string{}}).Narrow() {
		t.Error("the empty narrowing says that it narrows")
	}
}

func TestSetBadLevel(t *testing.T) {
	for level, want := range map[string]string{"5000": "n = 5000", "many": `n = "many"`} {
		points, err := toy.Points(Scope{}, Narrowing{Set: map[string][]string{"n": {"20", level}}}, sourceOf, "code")
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "toy") {
			t.Errorf("level=%s: got %v, %v, want an error with %s", level, points, err, want)
		}
	}
}

// A grid of the program's own that cannot be measured is a broken program.
func TestPointsOfBrokenGrid(t *testing.T) {
	broken := toy
	broken.Check = func(Scope, Factors) error { return errors.New("never") }
	defer func() {
		if p := recover(); p == nil || !strings.Contains(fmt.Sprint(p), "never") {
			t.Errorf("got panic %v, want one that tells the error", p)
		}
	}()
	broken.Points(Scope{}, Narrowing{}, sourceOf, "code")
}

func TestPointsDependOnTheUsersNodes(t *testing.T) {
	a := []consistent.Node{{ID: "a", Weight: 1}, {ID: "b", Weight: 1}}
	lists := map[string][]consistent.Node{
		"none":           nil,
		"two":            a,
		"another id":     {{ID: "a", Weight: 1}, {ID: "c", Weight: 1}},
		"another weight": {{ID: "a", Weight: 1}, {ID: "b", Weight: 2}},
		"another order":  {{ID: "b", Weight: 1}, {ID: "a", Weight: 1}},
	}
	seen := map[string]string{}
	for name, nodes := range lists {
		points, err := toy.Points(Scope{Nodes: nodes}, Narrowing{}, sourceOf, "code")
		if err != nil {
			t.Fatal(err)
		}
		id := points[0].ID()
		if other, same := seen[id]; same {
			t.Errorf("nodes %q have the points of nodes %q", name, other)
		}
		seen[id] = name
	}
}

func TestCodeOf(t *testing.T) {
	for _, tt := range []struct {
		factors Factors
		want    string
	}{
		{NewFactors("filter", "bloom", "hash", "xxh3", "n", 10), "c-f:bloom-h:xxh3"},
		{NewFactors("filter", "article-filter", "hash", ""), "c-f:article-filter"},
		{NewFactors("locator", "ring", "hash", "md5"), "c-h:md5-l:ring"},
		{NewFactors("n", 10), "c"},
	} {
		if got := codeOf(tt.factors, sourceOf, "c"); got != tt.want {
			t.Errorf("%v: got %q, want %q", tt.factors, got, tt.want)
		}
	}
}

func TestPick(t *testing.T) {
	var got []string
	for _, p := range Profiles() {
		got = append(got, Pick(p, "s", "m", "l"))
	}
	if !slices.Equal(got, []string{"s", "m", "l"}) {
		t.Errorf("got %v, want smallest first", got)
	}
}

// What is kept is set up once a process of two blocks, and what takes long once for all, in a last process.
func TestSetupIsCharged(t *testing.T) {
	e := Experiment{
		Name: "timed", Measured: true,
		Grid: func(Scope) []Cell {
			return []Cell{{NewFactors("filter", "a", "n", 10, "op", "x"), 3}, {NewFactors("filter", "a", "n", 10, "op", "y"), 3}, {NewFactors("filter", "a", "n", 99), 3}}
		},
		Check: func(Scope, Factors) error { return nil },
		Cost:  func(Scope, Factors) float64 { return 1 },
		Setup: func(Scope, Factors) float64 { return 100 },
		Once:  func(f Factors) bool { return f["n"] == "99" },
	}
	points, err := e.Points(Scope{Profile: Standard, Seed: 1}, Narrowing{}, func(string, string) string { return "" }, "code")
	if err != nil {
		t.Fatal(err)
	}
	setups := map[string]int{}
	for i, p := range points {
		if p.Seconds > 1 {
			setups[p.Factors["n"]]++
		}
		if last := p.Factors["n"] == "99"; last != (p.Process == lastProcess) || last != (i >= 6) {
			t.Errorf("place %d: %v is measured in process %d", i, p.Key, p.Process)
		}
	}
	if want := map[string]int{"10": 2, "99": 1}; !maps.Equal(setups, want) {
		t.Errorf("got setups by n %v, want %v", setups, want)
	}
}
