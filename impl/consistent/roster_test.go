package consistent

import (
	"errors"
	"math"
	"slices"
	"testing"
	"unsafe"
)

func list(ids ...string) []Node {
	nodes := make([]Node, len(ids))
	for i, id := range ids {
		nodes[i] = Node{ID: id, Weight: 1}
	}
	return nodes
}

func TestOrder(t *testing.T) {
	for name, test := range map[string]struct {
		rules       RosterRules
		built, with []Node
		at          int
	}{
		"by age": {RosterRules{}, list("c", "a", "d"), list("c", "a", "d", "b"), 3},
		"by id":  {RosterRules{Sorted: true}, list("a", "c", "d"), list("a", "b", "c", "d"), 1},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := NewRoster(list("c", "a", "d"), test.rules)
			if err != nil {
				t.Fatal(err)
			}
			before := r.Nodes()
			if !slices.Equal(before, test.built) {
				t.Errorf("New: got %v, want %v", before, test.built)
			}
			with, at, err := r.With("b", 1)
			if err != nil || at != test.at || !slices.Equal(with.Nodes(), test.with) {
				t.Errorf("With: got %v, number %d, error %v; want %v, number %d", with.Nodes(), at, err, test.with, test.at)
			}
			without, at, err := with.Without("b")
			if err != nil || at != test.at || !slices.Equal(without.Nodes(), test.built) {
				t.Errorf("Without: got %v, number %d, error %v; want %v, number %d", without.Nodes(), at, err, test.built, test.at)
			}
			if !slices.Equal(before, test.built) {
				t.Errorf("a list that was handed out changed to %v", before)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	r, err := NewRoster(list("a"), RosterRules{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		node Node
		want error
	}{
		{Node{ID: "", Weight: 1}, ErrID},
		{Node{ID: "a", Weight: 1}, ErrDuplicate},
		{Node{ID: "b", Weight: 0}, ErrWeight},
		{Node{ID: "b", Weight: math.NaN()}, ErrWeight},
		{Node{ID: "b", Weight: 2}, ErrWeight},
		{Node{ID: "b", Weight: 2}, ErrUnsupported},
	} {
		if _, _, err := r.With(test.node.ID, test.node.Weight); !errors.Is(err, test.want) {
			t.Errorf("With(%v): got error %v, want %q", test.node, err, test.want)
		}
		if _, err := NewRoster(append(list("a"), test.node), RosterRules{}); !errors.Is(err, test.want) {
			t.Errorf("New with %v: got error %v, want %q", test.node, err, test.want)
		}
	}
	if _, _, err := r.Without("b"); !errors.Is(err, ErrUnknown) {
		t.Errorf("Without: got error %v, want %q", err, ErrUnknown)
	}
	if _, err := NewRoster([]Node{{ID: "a", Weight: 2}}, RosterRules{Weighted: true}); err != nil {
		t.Errorf("weight 2 where weights are taken: %v", err)
	}
}

func TestCheckPlain(t *testing.T) {
	for _, o := range []Options{{Vnodes: 1}, {Vnodes: -1}, {Labels: LabelsDash}, {Labels: "x"}} {
		if err := o.CheckPlain(); !errors.Is(err, ErrOptions) {
			t.Errorf("vnodes %d, labels %q: got error %v, want ErrOptions", o.Vnodes, o.Labels, err)
		}
	}
	if err := (Options{}).CheckPlain(); err != nil {
		t.Error(err)
	}
}

func TestBytes(t *testing.T) {
	if got := unsafe.Sizeof(Node{}); got != nodeBytes {
		t.Errorf("a node takes %d bytes, and %d are counted", got, nodeBytes)
	}
	r, err := NewRoster(list("a", "b"), RosterRules{})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Bytes(); got != 2*nodeBytes {
		t.Errorf("Bytes() = %d with two nodes, want %d", got, 2*nodeBytes)
	}
}
