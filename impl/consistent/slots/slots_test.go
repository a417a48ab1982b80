package slots

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hashlab/impl/consistent"
)

// TestKeySlot holds the Redis Cluster specification: the check value of appendix A, its examples of hash tags, and those
// of the command CLUSTER KEYSLOT.
func TestKeySlot(t *testing.T) {
	if got := crc16([]byte("123456789")); got != 0x31c3 {
		t.Errorf("crc16(123456789) = %#x, want 0x31c3", got)
	}
	for key, want := range map[string]uint16{"somekey": 11058, "foo{hash_tag}": 2515, "bar{hash_tag}": 2515} {
		if got := keySlot([]byte(key)); got != want {
			t.Errorf("slot of %q is %d, want %d", key, got, want)
		}
	}
	for key, hashed := range map[string]string{
		"{user1000}.following": "user1000", "foo{}{bar}": "foo{}{bar}", "foo{{bar}}zap": "{bar", "foo{bar}{zap}": "bar",
		"a{b": "a{b", "a}b{": "a}b{", "": "",
	} {
		if got, want := keySlot([]byte(key)), crc16([]byte(hashed))%Slots; got != want {
			t.Errorf("slot of %q is %d, want %d, that of %q", key, got, want, hashed)
		}
	}
}

func unitNodes(n int) []consistent.Node {
	nodes := make([]consistent.Node, n)
	for i := range nodes {
		nodes[i] = consistent.Node{ID: fmt.Sprintf("node-%d", i), Weight: 1}
	}
	return nodes
}

// TestSlotOf: the high 14 bits name the slot.
func TestSlotOf(t *testing.T) {
	for h, want := range map[uint64]uint64{0: 0, 1<<50 - 1: 0, 1 << 50: 1, 1<<64 - 1: Slots - 1} {
		if got := slotOf(h); got != want {
			t.Errorf("slot of %#x is %d, want %d", h, got, want)
		}
	}
}

// ownerIDs returns the id of the owner of every slot.
func (a *assignment) ownerIDs() []string {
	ids := make([]string, len(a.owners))
	for s, owner := range a.owners {
		if owner != none {
			ids[s] = a.Nodes()[owner].ID
		}
	}
	return ids
}

// TestHistories makes changes at random, and holds each to what is promised: even shares, as few slots moved as can be
// and none between nodes that stay, and the old table back when the change is undone.
func TestHistories(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		slots := rapid.IntRange(1, 60).Draw(t, "slots")
		a, err := newAssignment(consistent.Options{}, unitNodes(rapid.IntRange(0, min(slots, 10)).Draw(t, "nodes")), slots)
		if err != nil {
			t.Fatal(err)
		}
		for i := range rapid.IntRange(0, 40).Draw(t, "changes") {
			before, nodes := a.ownerIDs(), len(a.Nodes())
			var id string
			var fewest int
			if nodes > 0 && (nodes == slots || rapid.Bool().Draw(t, "remove")) {
				id = a.Nodes()[rapid.IntRange(0, nodes-1).Draw(t, "at")].ID
				fewest = len(slices.DeleteFunc(slices.Clone(before), func(owner string) bool { return owner != id }))
				err = a.Remove(id)
			} else {
				id, fewest = fmt.Sprintf("new-%d", i), slots/(nodes+1)
				wantUndo(t, a.clone(), id)
				err = a.Add(id, 1)
			}
			if err != nil {
				t.Fatal(err)
			}
			wantMoves(t, before, a.ownerIDs(), id, fewest)
			wantEven(t, &a)
		}
	})
}

// wantUndo demands that adding a node and removing it leaves the table as it was.
func wantUndo(t *rapid.T, a assignment, id string) {
	before := slices.Clone(a.owners)
	if err := errors.Join(a.Add(id, 1), a.Remove(id)); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(a.owners, before) {
		t.Fatalf("adding and removing %q makes %v of %v", id, a.owners, before)
	}
}

func wantMoves(t *rapid.T, before, after []string, id string, fewest int) {
	moved := 0
	for s, owner := range before {
		if owner == after[s] {
			continue
		}
		moved++
		if owner != id && after[s] != id {
			t.Fatalf("change of %q moves slot %d from %q to %q", id, s, owner, after[s])
		}
	}
	if moved != fewest {
		t.Fatalf("change of %q moves %d slots, want %d", id, moved, fewest)
	}
}

func wantEven(t *rapid.T, a *assignment) {
	if len(a.Nodes()) == 0 {
		return
	}
	counts := a.counts(int32(len(a.Nodes())))
	least, most := slices.Min(counts), slices.Max(counts)
	if floor := len(a.owners) / len(counts); least != floor || most > floor+1 {
		t.Fatalf("%d slots are dealt as %v", len(a.owners), counts)
	}
}

// TestBuiltIsAdded: a list of nodes is dealt as if they came one by one.
func TestBuiltIsAdded(t *testing.T) {
	built, err := NewTable(consistent.Options{}, unitNodes(23))
	if err != nil {
		t.Fatal(err)
	}
	added, err := NewTable(consistent.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range unitNodes(23) {
		if err := added.Add(n.ID, 1); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(built.owners, added.owners) || !slices.Equal(built.givers, added.givers) {
		t.Error("tables differ")
	}
}

func TestMoreNodesThanSlots(t *testing.T) {
	if _, err := NewTable(consistent.Options{}, unitNodes(Slots+1)); !errors.Is(err, consistent.ErrOptions) {
		t.Errorf("%d nodes: got error %v, want ErrOptions", Slots+1, err)
	}
	a, err := newAssignment(consistent.Options{}, unitNodes(3), 3)
	if err != nil {
		t.Fatal(err)
	}
	err = a.Add("fourth", 1)
	if !errors.Is(err, consistent.ErrOptions) || !strings.Contains(err.Error(), "fourth") || len(a.Nodes()) != 3 {
		t.Errorf("the fourth node of three slots: got error %v and %d nodes, want ErrOptions that names it, and 3", err, len(a.Nodes()))
	}
}

// TestCopy: what changes in a copy leaves the original alone.
func TestCopy(t *testing.T) {
	original, err := NewTable(consistent.Options{}, unitNodes(5))
	if err != nil {
		t.Fatal(err)
	}
	before := original.ownerIDs()
	l := original.Copy()
	if err := errors.Join(l.Remove("node-2"), l.Add("x", 1)); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(original.ownerIDs(), before) {
		t.Error("changing a copy changed the original")
	}
}

func TestBytes(t *testing.T) {
	l, err := NewTable(consistent.Options{}, unitNodes(2))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := l.Bytes(), int64(2*24+8*Slots); got != want {
		t.Errorf("Bytes() = %d with two nodes, want %d", got, want)
	}
}
