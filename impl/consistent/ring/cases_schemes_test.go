package ring

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/rendezvous"
	"hashlab/impl/hash"
)

// TestCasesAreComplete: every number of the reference, R1 to R58, has one line, which runs or says why it does not.
func TestCasesAreComplete(t *testing.T) {
	lines := map[string]int{}
	for _, c := range allCases {
		if (c.run == nil) == (c.why == "") {
			t.Errorf("%s must either run or say why it does not", c.number)
		}
		lines[c.number]++
	}
	for i := 1; i <= 58; i++ {
		if got := lines[fmt.Sprintf("R%d", i)]; got != 1 {
			t.Errorf("R%d has %d lines, want 1", i, got)
		}
	}
}

// schemeCases are those about other schemes than the plain ring.
var schemeCases = []reported{
	{number: "R14", symptom: "no separator between key and node", run: func(t *testing.T) {
		// The score of (a, bc) and of (ab, c) must not be the same function of "abc": the hashes of key and id are mixed, not
		// their texts joined. Scores decide who wins, so over 64 keys of both shapes two nodes may not always win together.
		r, err := rendezvous.NewRendezvous(consistent.Options{Hash: good}, unit("bc", "c"))
		must(t, err)
		same := 0
		for i := range 64 {
			key := fmt.Sprint(i)
			if r.Locate(good.String(key+"a")) == r.Locate(good.String(key+"ab")) {
				same++
			}
		}
		if same == 0 || same == 64 {
			t.Errorf("of 64 pairs of keys %d have one owner, want about half", same)
		}
	}},
	{number: "R15", symptom: "table depends on list order", why: "is TestOrderOfNodes of package maglev"},
	{number: "R27", symptom: "bounded load: not enough room", run: func(t *testing.T) {
		for _, jump := range []bool{false, true} {
			// One request, then two nodes more.
			b := bounded(t, 0, jump, unit("a")...)
			b.Acquire(1)
			must(t, errors.Join(b.Add("b", 1), b.Add("c", 1)))
			// Five requests within 1.5 times the mean on two nodes of one point each.
			two, err := newBounded(consistent.Options{Hash: good, Vnodes: 1, Slack: 0.5}, unit("a", "b"), jump)
			must(t, err)
			for h := range uint64(5) {
				if got := two.Acquire(h); got < 0 {
					t.Errorf("request %d finds no room", h)
				}
			}
			must(t, errors.Join(two.Remove("a"), two.Remove("b")))
			if got := two.Acquire(1); got != -1 {
				t.Errorf("a request without nodes goes to %d, want -1", got)
			}
		}
	}},
	{number: "R32", symptom: "probe distance by absolute difference", why: "is TestDistanceWraps of package probe"},
	{number: "R33", symptom: "negative index", why: "is TestWalkInRange of package maglev; anchor, as every scheme, meets the words 2^63 and 2^64-1 in its conformance suite"},
	{number: "R36b", symptom: "ketama's one weight moves other nodes' keys", run: func(t *testing.T) {
		r := ketama(t, unit("a", "b", "c"))
		wantCounts(t, r.Points(), []int{160, 160, 160})
		before := r.Copy()
		must(t, errors.Join(r.Remove("c"), r.Add("c", 2)))
		wantCounts(t, r.Points(), []int{120, 120, 240})
		between := 0
		for i := range uint64(20_000) {
			if old, now := before.Locate(hash.Fmix64(i)), r.Locate(hash.Fmix64(i)); old != now && now != 2 && old != 2 {
				between++
			}
		}
		if between == 0 {
			t.Error("no key moved between a and b, and ketama is known to move some")
		}
	}},
	{number: "R38b", symptom: "ketama's floor of 39.999", run: func(t *testing.T) {
		wantCounts(t, ketama(t, unit(numbered("node-%d", 7)...)).Points(), slices.Repeat([]int{160}, 7))
	}},
	{number: "R43", symptom: "wrong law for weighted rendezvous", why: "is TestWeightedLaw of package rendezvous"},
	{number: "R48", symptom: "32-bit overflow", why: "is TestWalkDoesNotOverflow of package maglev"},
	{number: "R49", symptom: "table size not prime, or 0", why: "is TestSizes of package maglev"},
	{number: "R50", symptom: "more nodes than table entries", why: "is TestSizes of package maglev"},
	{number: "R51", symptom: "key wider than 64 bits", why: "a key is a byte string and its hash has 64 bits: the type admits no other"},
	{number: "R52", symptom: "fixed total ring size", why: "is TestFixedTotalUnnecessaryMoves"},
	{number: "R53", symptom: "not libmemcached compatible", why: "is TestKetamaVectors and TestKetamaSpyVectors"},
	{number: "R54", symptom: "id is an object's address", why: "an id is a string: the type admits no pointer"},
	{number: "R55", symptom: "shared state", run: func(t *testing.T) {
		r := build(t, good, 0, "", numbered("node-%d", 10)...)
		c, err := consistent.NewConcurrent(r)
		must(t, err)
		var readers sync.WaitGroup
		for range 4 {
			readers.Go(func() {
				for i := range uint64(5000) {
					if h := hash.Fmix64(i); r.Locate(h) < 0 || c.Locate(h) < 0 {
						t.Errorf("%#x has no owner", h)
						return
					}
				}
			})
		}
		for range 50 {
			must(t, errors.Join(c.Add("x", 1), c.Remove("x"))) // beside look-ups, which the race detector watches
		}
		readers.Wait()
	}},
	{number: "R56", symptom: "numbers with holes after a removal", run: func(t *testing.T) {
		r := build(t, good, 0, "", "b")
		must(t, errors.Join(r.Add("a", 34), r.Remove("a"), r.Add("a", 34)))
		for i := range uint64(1000) {
			if at := r.Locate(hash.Fmix64(i)); at < 0 || int(at) >= len(r.Nodes()) {
				t.Fatalf("%#x belongs to number %d of %d", hash.Fmix64(i), at, len(r.Nodes()))
			}
		}
	}},
	{number: "R57", symptom: "structure sized by count, not by number", why: "is memento's: TestHistories of consistenttest drives every scheme through random histories over few ids"},
	{number: "R58", symptom: "quadratic removal", why: "a matter of time, not of answers: BenchmarkChange measures it, and a removal is one pass by construction"},
}

// groupCases are those of groups of nodes, which weights express: a node's weight is its group's part times its own part
// in the group.
var groupCases = []reported{
	{number: "R40", symptom: "group weights not normalised within the group", run: func(t *testing.T) {
		r := build(t, good, 0, "")
		for i := range 100 {
			must(t, r.Add(fmt.Sprintf("A%d", i), 0.5)) // 1/2 of the weight over 100 nodes, in units of 1/100
			if i < 50 {
				must(t, r.Add(fmt.Sprintf("B%d", i), 1)) // over 50
			}
		}
		points := map[bool]int{}
		for _, p := range r.Points() {
			points[strings.HasPrefix(r.Nodes()[p.Node].ID, "A")]++
		}
		if points[true] != points[false] {
			t.Errorf("group A has %d points and group B %d, want as many", points[true], points[false])
		}
	}},
	{number: "R41", symptom: "rings differ between clients after restarts", run: func(t *testing.T) {
		one := build(t, good, 0, "", "a", "b", "c")
		must(t, errors.Join(one.Remove("b"), one.Add("b", 2.5), one.Remove("a"), one.Add("a", 0.5)))
		other, err := NewVnodes(consistent.Options{Hash: good}, []consistent.Node{{ID: "b", Weight: 2.5}, {ID: "c", Weight: 1}, {ID: "a", Weight: 0.5}})
		must(t, err)
		if !slices.Equal(one.Points(), other.Points()) {
			t.Error("a ring after changes of weight differs from one that is built afresh")
		}
	}},
}
