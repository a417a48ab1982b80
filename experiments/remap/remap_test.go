package remap

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	_ "hashlab/impl/all"
	"hashlab/impl/consistent"
)

var scope = plan.Scope{Profile: plan.Smoke, Seed: 1}

// small is a cell of few keys with some levels changed.
func small(t *testing.T, locator, change string, changes ...string) plan.Factors {
	t.Helper()
	e, err := consistent.Find(locator)
	if err != nil {
		t.Fatal(err)
	}
	f := cell(e, change, 6, 2000, 1).Factors
	for i := 0; i+1 < len(changes); i += 2 {
		f = f.With(changes[i], changes[i+1])
	}
	return f
}

func measured(t *testing.T, f plan.Factors, seed uint64) record.RemapPoint {
	t.Helper()
	payload, err := run(context.Background(), scope, record.Key{Experiment: "remap", Profile: "smoke", Factors: f, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return payload.(record.RemapPoint)
}

func checked(t *testing.T, seeds int, cells ...plan.Factors) ([]record.RemapRow, []record.CheckRow) {
	t.Helper()
	var payloads []json.RawMessage
	for _, f := range cells {
		for seed := range seeds {
			text, err := json.Marshal(measured(t, f, uint64(seed+1)))
			if err != nil {
				t.Fatal(err)
			}
			payloads = append(payloads, text)
		}
	}
	made, err := tables(record.Store{}, payloads)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := record.Decode[record.RemapRow](made.Files[rowsFile])
	if err != nil {
		t.Fatal(err)
	}
	return rows, made.Checks
}

// TestMonotone: over a million keys are placed before and after a change for every monotone locator of one file, and none
// moves between nodes that stay. The largest profile does the same with 10^8 for each.
func TestMonotone(t *testing.T) {
	for _, e := range plan.Locatables() {
		if !e.Monotone {
			continue
		}
		keys := "10000"
		if strings.Contains(e.Name, "maglev") && testing.Short() {
			keys = "100"
		}
		f := small(t, e.Name, history, "keys", keys)
		if p := measured(t, f, 1); p.Unnecessary != 0 || p.Moved == 0 || p.Steps != historySteps {
			t.Errorf("%s: %d of %d moves in %d steps are unnecessary", e.Name, p.Unnecessary, p.Moved, p.Steps)
		}
	}
}

// TestFullMovesEnough: in the largest profile every monotone locator places 10^8 keys before and after a change.
func TestFullMovesEnough(t *testing.T) {
	pairs := map[string]uint64{}
	full := plan.Scope{Profile: plan.Full, Seed: 1}
	for _, e := range plan.Locatables() {
		for _, c := range histories(full, e) {
			pairs[e.Name] += c.Factors.Read().Uint("keys") * historySteps * uint64(c.Seeds)
		}
		if pairs[e.Name] < 1e8 {
			t.Errorf("%s: %d keys, want 10^8", e.Name, pairs[e.Name])
		}
	}
}

// TestChanges: the changes of a ring, a locator of which only the last node leaves, and one that reshuffles, are what
// theory says.
func TestChanges(t *testing.T) {
	var cells []plan.Factors
	for _, locator := range []string{"ring-vnodes", "jump", "modulo", "modulo-shift", "rendezvous-weighted", "ring-fixed-total"} {
		e, err := consistent.Find(locator)
		if err != nil {
			t.Fatal(err)
		}
		for _, change := range changes {
			if allows(e, change) {
				cells = append(cells, small(t, locator, change))
			}
		}
	}
	cells = append(cells, small(t, "rendezvous", add, "replicas", "3"), small(t, "ring-bounded", add, "slack", "0.25"))
	rows, checks := checked(t, 4, cells...)
	for _, r := range rows {
		what := fmt.Sprintf("%s %s", r.Locator, r.Change)
		if r.Unnecessary > r.Moved || r.MovedShare > 1 || r.MovedIdeal > 1 {
			t.Errorf("%s: %d unnecessary of %d moves, share %v", what, r.Unnecessary, r.Moved, r.MovedShare)
		}
		if r.Change == addThenRemove && r.Moved != 0 {
			t.Errorf("%s: %d moves", what, r.Moved)
		}
		if r.MovedTheory.Known() && math.Abs(float64(r.MovedShare-r.MovedTheory)) > 0.1 {
			t.Errorf("%s: moved %v, theory %v", what, r.MovedShare, r.MovedTheory)
		}
	}
	for _, c := range checks {
		if !c.Holds || c.Tests == 0 {
			t.Errorf("%s: %d tests: %s", c.Check, c.Tests, c.Detail)
		}
	}
}

// TestIdeal: no scheme moves less than the least that must move. Modulo by a multiple is the ideal of doubling.
func TestIdeal(t *testing.T) {
	for change, want := range map[string]float64{add: 1.0 / 7, removeLast: 1.0 / 6, replace: 1.0 / 6, double: 0.5, weight: 2.0/7 - 1.0/6, addThenRemove: 0} {
		d := design{change: change, nodes: 6}
		if got := d.ideal(1); math.Abs(got-want) > 1e-15 {
			t.Errorf("%s: ideal %v, want %v", change, got, want)
		}
	}
}

// TestSizes: a walk stays within its bounds, takes single steps, and is the seed's.
func TestSizes(t *testing.T) {
	for _, nodes := range []int{2, 10} {
		counts := sizes(nodes, 5)
		if len(counts) != historySteps+1 || counts[0] != nodes || !cmp.Equal(counts, sizes(nodes, 5)) || cmp.Equal(counts, sizes(nodes, 6)) {
			t.Errorf("walk from %d: %v", nodes, counts)
		}
		for i := range historySteps {
			if d := counts[i+1] - counts[i]; d != 1 && d != -1 || counts[i+1] > 2*nodes || counts[i+1] < max(2, nodes/2) {
				t.Errorf("walk from %d: %d after %d", nodes, counts[i+1], counts[i])
			}
		}
	}
}

// TestCompare tells moves apart: node 0 leaves, node 3 joins, 1 and 2 stay.
func TestCompare(t *testing.T) {
	c := newComparison(design{replicas: 1})
	was := []consistent.Node{{ID: "0", Weight: 1}, {ID: "1", Weight: 1}, {ID: "2", Weight: 1}}
	for _, n := range was {
		c.number(n.ID)
	}
	c.changed(was, []consistent.Node{{ID: "1", Weight: 1}, {ID: "2", Weight: 2}, {ID: "3", Weight: 1}})
	if diff := cmp.Diff([]bool{false, false, true, true}, c.came); diff != "" {
		t.Errorf("came: %s", diff)
	}
	if diff := cmp.Diff([]bool{true, false, true, false}, c.went); diff != "" {
		t.Errorf("went: %s", diff)
	}
	c.came, c.went = []bool{false, false, false, true}, []bool{true, false, false, false}
	moved, unnecessary := c.compare([]int32{0, 1, 1, 2, 2}, []int32{1, 1, 2, 3, 1})
	if moved != 4 || unnecessary != 2 {
		t.Errorf("got %d moves and %d unnecessary, want 4 and 2", moved, unnecessary)
	}
	c.replicas = 2
	for _, copies := range []struct {
		before, after      []int32
		moved, unnecessary uint64
	}{
		{[]int32{1, 2}, []int32{2, 1}, 0, 0},
		{[]int32{0, 1}, []int32{1, 2}, 1, 0},  // for the node that left
		{[]int32{1, 2}, []int32{3, 1}, 1, 0},  // to the node that joined
		{[]int32{0, 1}, []int32{3, 2}, 2, 0},  // one of either
		{[]int32{1, -1}, []int32{2, 1}, 1, 1}, // nobody asked for it
	} {
		moved, unnecessary := c.compare(copies.before, copies.after)
		if moved != copies.moved || unnecessary != copies.unnecessary {
			t.Errorf("copies on %v, then on %v: %d moves and %d unnecessary, want %d and %d", copies.before, copies.after, moved, unnecessary, copies.moved, copies.unnecessary)
		}
	}
}

// TestChecksFail: each check fails on one planted fault.
func TestChecksFail(t *testing.T) {
	point := record.RemapPoint{Locator: "jump", Change: add, NodesBefore: 4, NodesAfter: 5, Keys: 100_000, Moved: 20_000, Steps: 1, Replicas: 1, Ideal: 0.2}
	for _, c := range []struct {
		check  string
		change func(*record.RemapPoint)
	}{
		{"no unnecessary move", func(p *record.RemapPoint) { p.Unnecessary = 1 }},
		{"removing it again", func(p *record.RemapPoint) { p.Locator, p.Change, p.NodesAfter = "rendezvous", addThenRemove, 4 }},
		{"agrees with theory", func(p *record.RemapPoint) { p.Moved = 25_000 }},
	} {
		for _, planted := range []bool{false, true} {
			p := point
			if planted {
				c.change(&p)
			}
			cell := []record.RemapPoint{p}
			row := summary(cell)
			l, err := expect(row, cell)
			if err != nil {
				t.Fatal(err)
			}
			row.MovedTheory = record.Float(l.mean)
			for _, got := range checks([]record.RemapRow{row}, [][]record.RemapPoint{cell}) {
				if strings.Contains(got.Check, c.check) && got.Holds == planted {
					t.Errorf("planted=%v: %s: holds %v: %s", planted, got.Check, got.Holds, got.Detail)
				}
			}
		}
	}
}

// TestFactorsRefused: what cannot be measured is refused, and the error names it.
func TestFactorsRefused(t *testing.T) {
	for _, c := range []struct{ locator, factor, level, says string }{
		{"jump", "nodes", "1", "nodes = 1"},
		{"jump", "keys", "0", "keys = 0"},
		{"jump", "change", "vanish", `"vanish"`},
		{"jump", "change", weight, "takes no weights"},
		{"jump", "replicas", "2", "replicas = 2"},
		{"ring-vnodes", "slack", "0.2", "slack = 0.2"},
		{"jump", "key_class", "none", `"none"`},
		{"x-kkdai-maglev", "nodes", "5000", "5 GB"},
	} {
		if err := check(scope, small(t, c.locator, add, c.factor, c.level)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %s=%s: got %v, want an error that says %q", c.locator, c.factor, c.level, err, c.says)
		}
	}
}
