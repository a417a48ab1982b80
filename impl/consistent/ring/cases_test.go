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

// The cases come from public bug reports about rings; the numbers are those of the project's reference list.
// Cases about other schemes (rendezvous, maglev, bounded load, multi-probe, groups) have no line, nor have
// those that are another one again for a ring which is a pure function of the set of nodes: R10, R17, R19, R35
// and R41.

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

func TestCases(t *testing.T) {
	for _, c := range slices.Concat(collisionCases, labelCases, historyCases, replicaCases, searchCases, weightCases, qualityCases) {
		t.Run(c.number+" "+c.symptom, c.run)
	}
}

type reported struct {
	number, symptom string
	run             func(*testing.T)
}

var collisionCases = []reported{
	{"R1", "overwritten point", func(t *testing.T) {
		h := table(map[string]uint64{label("A", 0): 5, label("B", 0): 5})
		for _, order := range [][]string{{"A", "B"}, {"B", "A"}} {
			r := build(t, h, 1, "")
			must(t, errors.Join(r.Add(order[0], 1), r.Add(order[1], 1)))
			wantOwner(t, r, 5, "A")
			must(t, r.Remove("B"))
			wantOwner(t, r, 5, "A")
		}
	}},
	{"R2", "list and map drift apart", func(t *testing.T) {
		r := build(t, table(map[string]uint64{label("A", 0): 5, label("B", 0): 5}), 2, "", "A", "B")
		must(t, r.Remove("A"))
		wantError(t, r.Remove("A"), consistent.ErrUnknown)
		wantOwner(t, r, 5, "B")
		wantPoints(t, r, 2)
	}},
	{"R3", "removal fails", func(t *testing.T) {
		r := build(t, constant, 40, "", "a", "b")
		wantPoints(t, r, 80)
		must(t, r.Remove("a"))
		wantPoints(t, r, 40)
		must(t, r.Remove("b"))
		wantPoints(t, r, 0)
	}},
	{"R4", "build fails", func(t *testing.T) {
		r := build(t, table(map[string]uint64{label("a", 0): 5, label("b", 0): 5}), 1, "", "c", "b", "a")
		must(t, r.Remove("c"))
		wantPoints(t, r, 2)
		wantOwner(t, r, 5, "a")
		wantOwner(t, r, 6, "a")
	}},
	{"R5", "silent loss of points", func(t *testing.T) {
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
	{"R6", "insertion order decides a shared point", func(t *testing.T) {
		for _, order := range [][]string{{"A", "B"}, {"B", "A"}} {
			wantOwner(t, build(t, table(map[string]uint64{label("A", 0): 5, label("B", 0): 5}), 1, "", order...), 5, "A")
		}
	}},
	{"R7", "last writer wins", func(t *testing.T) {
		for _, order := range [][]string{{"a", "b"}, {"b", "a"}} {
			wantOwner(t, build(t, constant, 3, "", order...), 5, "a")
		}
	}},
	{"R8", "survivor of a collision", func(t *testing.T) {
		r := build(t, table(map[string]uint64{label("A", 0): 5, label("B", 0): 5}), 1, "", "A", "B")
		must(t, r.Remove("A"))
		wantOwner(t, r, 5, "B")
	}},
	{"R9", "two clients disagree on ties", func(t *testing.T) {
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
	{"R11", "two nodes, one label", func(t *testing.T) { wantDistinct(t, 12, "s1:1", "s1:11") }},
	{"R12", "prefix id", func(t *testing.T) { wantDistinct(t, 11, "node", "node1") }},
	{"R13", "host, port and index", func(t *testing.T) { wantDistinct(t, 12, "h1:1", "h1:11") }},
	{"R12b", "labels without a separator tie by id", func(t *testing.T) {
		for _, order := range [][]string{{"1a", "a"}, {"a", "1a"}} {
			r := build(t, good, 12, consistent.LabelsPrefix, order...)
			wantPoints(t, r, 24)
			wantOwner(t, r, good.String("11a"), "1a")
		}
	}},
}

var historyCases = []reported{
	{"R16", "node list order changes the mapping", func(t *testing.T) {
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
	{"R18", "position used as id", func(t *testing.T) {
		r := build(t, good, 160, "", "a", "b", "c")
		want := build(t, good, 160, "", "b", "c").Points()
		must(t, r.Remove("a"))
		if !slices.Equal(r.Points(), want) {
			t.Error("the points of b and c changed when a left")
		}
	}},
}

var replicaCases = []reported{
	{"R20", "endless GetN after a double Add", func(t *testing.T) {
		r := build(t, good, 0, "", "a")
		wantError(t, r.Add("a", 1), consistent.ErrDuplicate)
		must(t, r.Add("b", 1))
		wantReplicas(t, r, 3, 2)
	}},
	{"R21", "replicas above nodes", func(t *testing.T) { wantReplicas(t, build(t, good, 0, "", "a", "b"), 3, 2) }},
	{"R23", "count above nodes", func(t *testing.T) { wantReplicas(t, build(t, constant, 7, "", "a", "b"), 3, 2) }},
	{"R24", "replicas on one node, or too few of them", func(t *testing.T) {
		wantReplicas(t, build(t, good, 50, "", "a", "b", "c"), 3, 3)
	}},
	{"R25", "look-up on empty", func(t *testing.T) { wantOwner(t, build(t, good, 0, ""), 7, "") }},
	{"R26", "Remove past the end", func(t *testing.T) {
		r := build(t, good, 0, "", "a", "b")
		must(t, r.Remove("a"))
		wantError(t, r.Remove("zz"), consistent.ErrUnknown)
		wantOwner(t, r, 7, "b")
	}},
	{"R28", "last node removed", func(t *testing.T) {
		r := build(t, good, 0, "", "a")
		must(t, r.Remove("a"))
		wantOwner(t, r, 7, "")
		wantReplicas(t, r, 1, 0)
	}},
}

// wantReplicas fails t where LocateN gives other than n distinct nodes for any of 10,000 hashes, or begins
// with another than the owner.
func wantReplicas(t *testing.T, r *Vnodes, size, n int) {
	t.Helper()
	dst := make([]int32, size)
	for i := range uint64(10_000) {
		h := hash.Fmix64(i)
		got := dst[:r.LocateN(dst, h)]
		distinct := len(slices.Compact(slices.Sorted(slices.Values(got))))
		if len(got) != n || distinct != n || n > 0 && got[0] != r.Locate(h) {
			t.Fatalf("LocateN(%d places, %#x) = %v, want %d distinct nodes", size, h, got, n)
		}
	}
}

var searchCases = []reported{
	{"R29", "hash above the largest point", func(t *testing.T) {
		r := build(t, table(map[string]uint64{label("a", 0): 10, label("b", 0): 20}), 1, "", "a", "b")
		wantOwner(t, r, 25, "a")
		wantOwner(t, r, 20, "b")
	}},
	{"R30", "index equal to the length", func(t *testing.T) {
		r := build(t, table(map[string]uint64{label("a", 0): 10, label("b", 0): 20}), 1, "", "b", "a")
		wantOwner(t, r, 21, "a")
	}},
	{"R31", "off by one in the search", func(t *testing.T) {
		places := map[string]uint64{}
		for i, h := range []uint64{3, 70, 71, 200, 255} {
			places[label("n"+strconv.Itoa(i), 0)] = h
		}
		r := build(t, table(places), 1, "", numbered("n%d", 5)...)
		for h := range uint64(256) {
			want := slices.IndexFunc([]uint64{3, 70, 71, 200, 255}, func(p uint64) bool { return p >= h })
			wantOwner(t, r, h, "n"+strconv.Itoa(want))
		}
	}},
	{"4.4", "groupcache's own vector", func(t *testing.T) {
		// golang/groupcache, consistenthash_test.go: the hash of a decimal string is its integer.
		decimal := consistenttest.Func(func(key []byte) uint64 {
			h, err := strconv.ParseUint(string(key), 10, 64)
			if err != nil {
				t.Error(err)
			}
			return h
		})
		r := build(t, decimal, 3, consistent.LabelsPrefix, "6", "4", "2")
		for h, want := range map[uint64]string{2: "2", 11: "2", 23: "4", 27: "2"} {
			wantOwner(t, r, h, want)
		}
		must(t, r.Add("8", 1))
		wantOwner(t, r, 27, "8")
	}},
}
