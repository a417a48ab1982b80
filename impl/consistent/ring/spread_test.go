package ring

import (
	"errors"
	"slices"
	"testing"

	"hashlab/impl/consistent"
)

func spread(t *testing.T, v, n int) *Spread {
	t.Helper()
	r, err := NewSpread(consistent.Options{Vnodes: v}, unit(numbered("node-%d", n)...))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// wantSpread fails t where the smallest share of n nodes is more than 0.2 % below the largest, which dskit's own test
// demands of 10,000 instances.
func wantSpread(t *testing.T, r *Spread, n int) {
	t.Helper()
	got := shares(r.Points(), n)
	if least, most := slices.Min(got), slices.Max(got); 1-least/most >= 0.002 {
		t.Errorf("%d nodes: shares from %.6g to %.6g, want less than 0.2 %% apart", n, least, most)
	}
	wantPointCount(t, r.Points(), n*r.t)
}

func TestSpreadIsEven(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 100, 500} {
		wantSpread(t, spread(t, 0, n), n)
	}
}

// TestSpreadFirstTokens: node 0 has the multiples of 2^23, of which dskit's test speaks. Node 1 takes 512 times half a
// range: first of the whole ranges with the greatest tokens, since all are equal.
func TestSpreadFirstTokens(t *testing.T) {
	var want []uint32
	for i := range uint32(512) {
		want = append(want, i<<23, i<<23+1<<22)
	}
	var got []uint32
	for _, p := range spread(t, 0, 2).Points() {
		got = append(got, uint32((p.Hash+1)>>32))
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("tokens of two nodes begin with %v, want %v", got[:4], want[:4])
	}
}

// TestSpreadTokenOwnsBelow: a token owns the places from the one before it up to, not including, its own.
func TestSpreadTokenOwnsBelow(t *testing.T) {
	r := spread(t, 1, 2) // tokens 0 of node 0, 2^31 of node 1
	for h, want := range map[uint64]int32{0: 1, 1<<63 - 1: 1, 1 << 63: 0, 1<<64 - 1: 0} {
		if got := r.Locate(h); got != want {
			t.Errorf("Locate(%#x) = %d, want %d", h, got, want)
		}
	}
}

func TestSpreadRefuses(t *testing.T) {
	for _, o := range []consistent.Options{{Vnodes: 3}, {Labels: consistent.LabelsColon}, {Vnodes: 1 << 20}} {
		if _, err := NewSpread(o, unit(numbered("node-%d", 600)...)); !errors.Is(err, consistent.ErrOptions) {
			t.Errorf("vnodes %d, labels %q: got error %v, want ErrOptions", o.Vnodes, string(o.Labels), err)
		}
	}
	// A node whose share is less than a step a token finds no room, whatever the others own.
	owners := newSpreadQueue(spread(t, 4, 2).Points(), 2)
	if _, err := owners.join(1<<28, 4); !errors.Is(err, consistent.ErrOptions) {
		t.Errorf("node number 2^28: got error %v, want ErrOptions", err)
	}
}
