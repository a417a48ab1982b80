package ring

import (
	"errors"
	"slices"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
)

func tokens(t *testing.T, h hash.Hash, v int, ids ...string) *Tokens {
	t.Helper()
	r, err := NewTokens(consistent.Options{Hash: h, Vnodes: v}, unit(ids...))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func unit(ids ...string) []consistent.Node {
	nodes := make([]consistent.Node, len(ids))
	for i, id := range ids {
		nodes[i] = consistent.Node{ID: id, Weight: 1}
	}
	return nodes
}

// TestTokensAreEven: after joins only, 16 tokens a node give a cv of 0.017 at 50 and 100 nodes, as the project's
// reference found with an emulation of its own; with random tokens it is 0.25.
func TestTokensAreEven(t *testing.T) {
	for _, n := range []int{50, 100} {
		for name, h := range map[string]hash.Hash{"good": good, "constant": constant} {
			r := tokens(t, h, 0, numbered("node-%d", n)...)
			wantPointCount(t, r.Points(), 16*n)
			if got := coefficient(shares(r.Points(), n)); got < 0.010 || got > 0.025 {
				t.Errorf("%d nodes, %s hash: cv is %.4f, want about 0.017", n, name, got)
			}
		}
	}
}

func wantPointCount(t *testing.T, points []consistent.Point, want int) {
	t.Helper()
	if len(points) != want {
		t.Errorf("%d points, want %d", len(points), want)
	}
}

// TestTokensByHand follows two joins with two tokens each. The first node has places 1/4 and 3/4, so the arcs (3/4, 1/4]
// and (1/4, 3/4] of 1/2. It owns all, the second is due 1/2, so of each arc it takes the first half: its tokens are 0
// and 1/2. The third is due 1/3: both others own 1/2, are to keep 1/3 of the ring, and give one arc each, of 1/4, with a
// slice of 2/3 of it.
func TestTokensByHand(t *testing.T) {
	const quarter = 1 << 62
	h := table(map[string]uint64{label("a", 0): quarter, label("a", 1): 3 * quarter})
	r := tokens(t, h, 2, "a")
	must(t, r.Add("b", 1))
	want := []consistent.Point{{Hash: 0, Node: 1}, {Hash: quarter, Node: 0}, {Hash: 2 * quarter, Node: 1}, {Hash: 3 * quarter, Node: 0}}
	if got := r.Points(); !slices.Equal(got, want) {
		t.Fatalf("points of two nodes are %v, want %v", got, want)
	}
	must(t, r.Add("c", 1))
	got := shares(r.Points(), 3)
	for at, want := range []float64{1.0 / 3, 1.0 / 3, 1.0 / 3} {
		if d := got[at] - want; d > 1e-9 || d < -1e-9 {
			t.Errorf("share of node %d is %v, want %v", at, got[at], want)
		}
	}
	must(t, r.Remove("c"))
	if got := r.Points(); !slices.Equal(got, want) {
		t.Errorf("points after the third has left are %v, want %v", got, want)
	}
}

// TestTokensComeFromTheHeaviest: one token, three nodes that own 1/2, 3/8 and 1/8 of the ring. Of the newcomer's one
// token the heaviest alone gives, half of what it owns.
func TestTokensComeFromTheHeaviest(t *testing.T) {
	const eighth = 1 << 61
	a := newAllotment([]consistent.Point{{Hash: eighth, Node: 2}, {Hash: 4 * eighth, Node: 1}, {Hash: 8*eighth - 1, Node: 0}}, 3)
	newcomer := a.join(-1, nil, 1)
	want := []arc{{4 * eighth, 6 * eighth}} // its size, 2^63-1, is 2^63 as a float
	if !slices.Equal(newcomer.arcs, want) {
		t.Errorf("the newcomer took %x, want %x", newcomer.arcs, want)
	}
}

func TestTokensRefuseWeights(t *testing.T) {
	if err := tokens(t, good, 0, "a").Add("b", 2); !errors.Is(err, consistent.ErrWeight) {
		t.Errorf("weight 2: got error %v, want ErrWeight", err)
	}
}
