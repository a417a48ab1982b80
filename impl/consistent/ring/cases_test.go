package ring

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
	"hashlab/impl/hash"
)

// The cases come from public bug reports about consistent hashing; the numbers are those of the project's reference
// list. What has another number, or a letter after it, is a case of our own beside them.

// good is a hash without known weakness; table gives labels the hashes of a table, others the good one.
var good = consistenttest.Func(func(key []byte) uint64 {
	h := uint64(len(key))
	for _, b := range key {
		h = hash.Fmix64(h ^ uint64(b)<<56)
	}
	return h
})

func table(places map[string]uint64) consistenttest.Func {
	return func(key []byte) uint64 {
		if h, ok := places[string(key)]; ok {
			return h
		}
		return good(key)
	}
}

// constant is a hash that gives 5; narrow keeps 16 bits of the good hash.
var (
	constant = consistenttest.Func(func([]byte) uint64 { return 5 })
	narrow   = consistenttest.Func(func(key []byte) uint64 { return good(key) &^ (1<<48 - 1) })
)

func build(t *testing.T, h hash.Hash, v int, labels consistent.Labels, ids ...string) *Vnodes {
	t.Helper()
	nodes := make([]consistent.Node, len(ids))
	for i, id := range ids {
		nodes[i] = consistent.Node{ID: id, Weight: 1}
	}
	r, err := NewVnodes(consistent.Options{Hash: h, Vnodes: v, Labels: labels}, nodes)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// get returns the id of the owner, "" for none.
func get(r *Vnodes, h uint64) string {
	if at := r.Locate(h); at >= 0 {
		return r.Nodes()[at].ID
	}
	return ""
}

func wantOwner(t *testing.T, r *Vnodes, h uint64, want string) {
	t.Helper()
	if got := get(r, h); got != want {
		t.Errorf("%d belongs to %q, want %q", h, got, want)
	}
}

func wantPoints(t *testing.T, r *Vnodes, want int) {
	t.Helper()
	if got := len(r.Points()); got != want {
		t.Errorf("%d points, want %d", got, want)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("got error %v, want one that wraps %q", got, want)
	}
}

func numbered(format string, n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf(format, i)
	}
	return ids
}

// label is the default label of point i of a node.
func label(id string, i int) string { return id + "\x00" + strconv.Itoa(i) }

var allCases = slices.Concat(collisionCases, labelCases, historyCases, replicaCases, searchCases, weightCases, qualityCases,
	groupCases, schemeCases)

func TestCases(t *testing.T) {
	for _, c := range allCases {
		if c.run != nil {
			t.Run(c.number+" "+c.symptom, c.run)
		}
	}
}

// A reported case runs, or says why it cannot apply or which test it is.
type reported struct {
	number, symptom string
	run             func(*testing.T)
	why             string
}

var collisionCases = []reported{
	{number: "R1", symptom: "overwritten point", run: func(t *testing.T) {
		h := table(map[string]uint64{label("A", 0): 5, label("B", 0): 5})
		for _, order := range [][]string{{"A", "B"}, {"B", "A"}} {
			r := build(t, h, 1, "")
			must(t, errors.Join(r.Add(order[0], 1), r.Add(order[1], 1)))
			wantOwner(t, r, 5, "A")
			must(t, r.Remove("B"))
			wantOwner(t, r, 5, "A")
		}
	}},
	{number: "R2", symptom: "list and map drift apart", run: func(t *testing.T) {
		r := build(t, table(map[string]uint64{label("A", 0): 5, label("B", 0): 5}), 2, "", "A", "B")
		must(t, r.Remove("A"))
		wantError(t, r.Remove("A"), consistent.ErrUnknown)
		wantOwner(t, r, 5, "B")
		wantPoints(t, r, 2)
	}},
	{number: "R3", symptom: "removal fails", run: func(t *testing.T) {
		r := build(t, constant, 40, "", "a", "b")
		wantPoints(t, r, 80)
		must(t, r.Remove("a"))
		wantPoints(t, r, 40)
		must(t, r.Remove("b"))
		wantPoints(t, r, 0)
	}},
	{number: "R4", symptom: "build fails", run: func(t *testing.T) {
		r := build(t, table(map[string]uint64{label("a", 0): 5, label("b", 0): 5}), 1, "", "c", "b", "a")
		must(t, r.Remove("c"))
		wantPoints(t, r, 2)
		wantOwner(t, r, 5, "a")
		wantOwner(t, r, 6, "a")
	}},
	{number: "R5", symptom: "silent loss of points", run: func(t *testing.T) {
		r := build(t, narrow, 100, "", numbered("node-%d", 1000)...)
		points := make([]int, 1000)
		for _, p := range r.Points() {
			points[p.Node]++
		}
		for at, n := range points {
			if n != 100 {
				t.Errorf("node %d has %d points, want 100", at, n)
			}
		}
	}},
	{number: "R6", symptom: "insertion order decides a shared point", run: func(t *testing.T) {
		for _, order := range [][]string{{"A", "B"}, {"B", "A"}} {
			wantOwner(t, build(t, table(map[string]uint64{label("A", 0): 5, label("B", 0): 5}), 1, "", order...), 5, "A")
		}
	}},
	{number: "R7", symptom: "last writer wins", run: func(t *testing.T) {
		for _, order := range [][]string{{"a", "b"}, {"b", "a"}} {
			wantOwner(t, build(t, constant, 3, "", order...), 5, "a")
		}
	}},
	{number: "R8", symptom: "survivor of a collision", run: func(t *testing.T) {
		r := build(t, table(map[string]uint64{label("A", 0): 5, label("B", 0): 5}), 1, "", "A", "B")
		must(t, r.Remove("A"))
		wantOwner(t, r, 5, "B")
	}},
	{number: "R10", symptom: "shared token, owner by map iteration", run: func(t *testing.T) {
		for range 100 {
			wantOwner(t, build(t, table(map[string]uint64{label("a", 0): 5, label("b", 0): 5}), 1, "", "b", "a"), 5, "a")
		}
	}},
	{number: "R9", symptom: "two clients disagree on ties", run: func(t *testing.T) {
		ids := numbered("carbon-%d", 50)
		one := build(t, narrow, 100, "", ids...)
		slices.Reverse(ids)
		other := build(t, narrow, 100, "")
		for _, id := range ids {
			must(t, other.Add(id, 1))
		}
		if !slices.Equal(one.Points(), other.Points()) {
			t.Error("points differ between two builds of one set")
		}
	}},
}

// wantDistinct fails t where two points share a place although their labels differ under an injective hash.
func wantDistinct(t *testing.T, v int, ids ...string) {
	t.Helper()
	seen := map[uint64]bool{}
	for _, p := range build(t, good, v, "", ids...).Points() {
		seen[p.Hash] = true
	}
	if want := v * len(ids); len(seen) != want {
		t.Errorf("ids %q: %d distinct points, want %d", ids, len(seen), want)
	}
}

var labelCases = []reported{
	{number: "R11", symptom: "two nodes, one label", run: func(t *testing.T) { wantDistinct(t, 12, "s1:1", "s1:11") }},
	{number: "R12", symptom: "prefix id", run: func(t *testing.T) { wantDistinct(t, 11, "node", "node1") }},
	{number: "R13", symptom: "host, port and index", run: func(t *testing.T) { wantDistinct(t, 12, "h1:1", "h1:11") }},
	{number: "R12b", symptom: "labels without a separator tie by id", run: func(t *testing.T) {
		for _, order := range [][]string{{"1a", "a"}, {"a", "1a"}} {
			r := build(t, good, 12, consistent.LabelsPrefix, order...)
			wantPoints(t, r, 24)
			wantOwner(t, r, good.String("11a"), "1a")
		}
	}},
}

var historyCases = []reported{
	{number: "R16", symptom: "node list order changes the mapping", run: func(t *testing.T) {
		ids := numbered("node-%d", 5)
		want := build(t, good, 0, "", ids...).Points()
		for turn := range 100 {
			i, j := turn%5, turn/5%5
			ids[i], ids[j] = ids[j], ids[i]
			if !slices.Equal(build(t, good, 0, "", ids...).Points(), want) {
				t.Fatalf("order %q gives other points", ids)
			}
		}
	}},
	{number: "R17", symptom: "map iteration while adding", run: func(t *testing.T) {
		want := build(t, narrow, 3, "", numbered("node-%d", 30)...).Points()
		set := map[string]bool{}
		for _, id := range numbered("node-%d", 30) {
			set[id] = true
		}
		for range 50 {
			r := build(t, narrow, 3, "")
			for id := range set {
				must(t, r.Add(id, 1))
			}
			if !slices.Equal(r.Points(), want) {
				t.Fatal("two rings of one map differ")
			}
		}
	}},
	{number: "R19", symptom: "hashed before the id is known", run: func(t *testing.T) {
		r := build(t, good, 50, "", "a")
		must(t, errors.Join(r.Add("b", 1), r.Add("c", 1), r.Add("d", 1)))
		seen := map[uint64]bool{}
		for _, p := range r.Points() {
			seen[p.Hash] = true
		}
		if len(seen) != 200 {
			t.Errorf("%d places for 200 points: nodes that came later share some", len(seen))
		}
	}},
	{number: "R18", symptom: "position used as id", run: func(t *testing.T) {
		r := build(t, good, 160, "", "a", "b", "c")
		want := build(t, good, 160, "", "b", "c").Points()
		must(t, r.Remove("a"))
		if !slices.Equal(r.Points(), want) {
			t.Error("the points of b and c changed when a left")
		}
	}},
}
