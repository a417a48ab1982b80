package modulo

import (
	"math"
	"slices"
	"testing"

	"hashlab/impl/consistent"
)

func TestLocate(t *testing.T) {
	m, err := NewModulo(consistent.Options{}, []consistent.Node{{ID: "c", Weight: 1}, {ID: "a", Weight: 1}, {ID: "b", Weight: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for h, want := range map[uint64]int32{0: 0, 1: 1, 2: 2, 3: 0, math.MaxUint64: 0} {
		if got := m.Locate(h); got != want {
			t.Errorf("Locate(%d) = %d, want %d", h, got, want)
		}
	}
	dst := make([]int32, 5)
	if n := m.LocateN(dst, 4); n != 3 || !slices.Equal(dst[:3], []int32{1, 2, 0}) {
		t.Errorf("LocateN(5 places, 4) = %v, want [1 2 0]", dst[:n])
	}
	if err := m.Remove("c"); err != nil {
		t.Fatal(err)
	}
	if got := m.Nodes()[0].ID; got != "a" {
		t.Errorf("node 0 after its removal is %q, want \"a\", the next in the order of Add", got)
	}
}

// TestMovedShare counts the residues that keep their place, which are min(N, N2) of lcm(N, N2).
func TestMovedShare(t *testing.T) {
	for _, test := range []struct{ before, after, period, kept int }{
		{10, 11, 110, 10}, {12, 8, 24, 8}, {4, 5, 20, 4}, {5, 10, 10, 5},
	} {
		kept := 0
		for h := range test.period {
			if located(t, test.before, uint64(h)) == located(t, test.after, uint64(h)) {
				kept++
			}
		}
		if kept != test.kept {
			t.Errorf("before=%d after=%d: %d of %d residues stay, want %d", test.before, test.after, kept, test.period, test.kept)
		}
	}
}

func located(t *testing.T, n int, h uint64) int32 {
	t.Helper()
	var nodes []consistent.Node
	for i := range n {
		nodes = append(nodes, consistent.Node{ID: string(rune('a' + i)), Weight: 1})
	}
	m, err := NewModulo(consistent.Options{}, nodes)
	if err != nil {
		t.Fatal(err)
	}
	return m.Locate(h)
}
