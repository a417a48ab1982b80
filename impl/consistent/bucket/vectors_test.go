package bucket

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hashlab/impl/consistent"
)

func unitNodes(n int) []consistent.Node {
	nodes := make([]consistent.Node, n)
	for i := range nodes {
		nodes[i] = consistent.Node{ID: fmt.Sprintf("node-%d", i), Weight: 1}
	}
	return nodes
}

// TestAnchorTables holds the tables of wdamron/go-anchorhash for seven buckets.
func TestAnchorTables(t *testing.T) {
	a, err := newAnchor(consistent.Options{}, unitNodes(7), 7)
	if err != nil {
		t.Fatal(err)
	}
	identity := []int32{0, 1, 2, 3, 4, 5, 6}
	next := func() []int32 {
		var k []int32
		for _, s := range a.slots {
			k = append(k, s.next)
		}
		return k
	}
	for _, id := range []string{"node-6", "node-5", "node-1"} {
		if err := a.Remove(id); err != nil {
			t.Fatal(err)
		}
	}
	if want := []int32{0, 4, 2, 3, 4, 5, 6}; !slices.Equal(a.order, want) {
		t.Errorf("W after removing 6, 5, 1 is %v, want %v", a.order, want)
	}
	if want := []int32{0, 1, 2, 3, 1, 5, 6}; !slices.Equal(a.place, want) {
		t.Errorf("L after removing 6, 5, 1 is %v, want %v", a.place, want)
	}
	if err := a.Remove("node-0"); err != nil {
		t.Fatal(err)
	}
	if want := []int32{3, 4, 2, 3, 4, 5, 6}; !slices.Equal(next(), want) {
		t.Errorf("K after removing 0 is %v, want %v", next(), want)
	}
	for _, id := range []string{"a", "b", "c", "d"} {
		if err := a.Add(id, 1); err != nil {
			t.Fatal(err)
		}
	}
	for name, got := range map[string][]int32{"W": a.order, "L": a.place, "K": next()} {
		if !slices.Equal(got, identity) {
			t.Errorf("%s after four additions is %v, want %v", name, got, identity)
		}
	}
}

// TestMementoRestores holds the vector of the project's reference: of six buckets 0, 3, 1, 4, 5 leave, and additions
// give 5, 4, 1, 3, 0 back.
func TestMementoRestores(t *testing.T) {
	m, err := NewMemento(consistent.Options{}, unitNodes(6))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []int{0, 3, 1, 4, 5} {
		if err := m.Remove(fmt.Sprintf("node-%d", b)); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []int32{5, 4, 1, 3, 0} {
		if err := m.Add(fmt.Sprintf("new-%d", i), 1); err != nil {
			t.Fatal(err)
		}
		if got := m.buckets[len(m.buckets)-1]; got != want {
			t.Errorf("addition %d gets bucket %d, want %d", i, got, want)
		}
	}
}

// TestMementoShrinks: where the last bucket leaves and all work, none is out of work.
func TestMementoShrinks(t *testing.T) {
	m, err := NewMemento(consistent.Options{}, unitNodes(3))
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Remove("node-2"); err != nil {
		t.Fatal(err)
	}
	if len(m.removed) != 2 || m.newest != 2 {
		t.Errorf("%d buckets and %d next, want 2 and 2", len(m.removed), m.newest)
	}
}

// TestCapacityIsFixed holds the schemes of fixed capacity to it: the node too many is named, and all goes on.
func TestCapacityIsFixed(t *testing.T) {
	for name, build := range map[string]func(n, buckets int) (consistent.Locator, error){
		"anchor": func(n, buckets int) (consistent.Locator, error) {
			return newAnchor(consistent.Options{}, unitNodes(n), buckets)
		},
		"dx": func(n, buckets int) (consistent.Locator, error) {
			return newDx(consistent.Options{}, unitNodes(n), buckets)
		},
	} {
		for _, test := range []struct{ nodes, buckets int }{{0, 0}, {3, 2}, {0, -1}, {0, maxBuckets + 1}} {
			if _, err := build(test.nodes, test.buckets); !errors.Is(err, consistent.ErrOptions) {
				t.Errorf("%s: %d nodes in %d buckets: got error %v, want ErrOptions", name, test.nodes, test.buckets, err)
			}
		}
		l, err := build(2, 3)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Add("third", 1); err != nil {
			t.Fatalf("%s: the third node of three: %v", name, err)
		}
		err = l.Add("fourth", 1)
		if !errors.Is(err, consistent.ErrOptions) || !strings.Contains(err.Error(), "fourth") {
			t.Errorf("%s: the fourth node of three: got error %v, want ErrOptions that names it", name, err)
		}
		if err := errors.Join(l.Remove("node-0"), l.Add("fourth", 1)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for nodes, want := range map[int]int{0: 128, 12: 128, 13: 130, 1000: 10_000} {
		if got := capacity(nodes); got != want {
			t.Errorf("capacity(%d) = %d, want %d", nodes, got, want)
		}
	}
}

// TestBytes counts by hand: a node takes 24 bytes in the list and 4 for its bucket.
func TestBytes(t *testing.T) {
	for name, test := range map[string]struct {
		build func(consistent.Options, []consistent.Node) (consistent.Locator, error)
		want  int64
	}{
		"anchor":  {func(o consistent.Options, n []consistent.Node) (consistent.Locator, error) { return NewAnchor(o, n) }, 2*28 + 128*24},
		"dx":      {func(o consistent.Options, n []consistent.Node) (consistent.Locator, error) { return NewDx(o, n) }, 2*28 + 128*8 + 16},
		"memento": {func(o consistent.Options, n []consistent.Node) (consistent.Locator, error) { return NewMemento(o, n) }, 2*28 + 2*12},
	} {
		l, err := test.build(consistent.Options{}, unitNodes(2))
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Bytes(); got != test.want {
			t.Errorf("%s: Bytes() = %d with two nodes, want %d", name, got, test.want)
		}
	}
}
