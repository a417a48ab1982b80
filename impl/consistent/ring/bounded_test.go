package ring

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
)

func bounded(t *testing.T, slack float64, jump bool, nodes ...consistent.Node) *Bounded {
	t.Helper()
	build := NewBounded
	if jump {
		build = NewBoundedJump
	}
	b, err := build(consistent.Options{Hash: good, Slack: slack}, nodes)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestBoundedWithoutLoad: a bounded ring that bears nothing is the plain ring.
func TestBoundedWithoutLoad(t *testing.T) {
	plain := build(t, good, 0, "", numbered("node-%d", 10)...)
	for _, jump := range []bool{false, true} {
		b := bounded(t, 0, jump, unit(numbered("node-%d", 10)...)...)
		for i := range uint64(10_000) {
			if h := hash.Fmix64(i); b.Locate(h) != plain.Locate(h) {
				t.Fatalf("jump=%v: Locate(%#x) = %d, and the plain ring gives %d", jump, h, b.Locate(h), plain.Locate(h))
			}
		}
	}
}

// TestBoundedClockwise places points by hand: requests for 1 fill a, then b, then c, within ceil(1.5 K/3).
func TestBoundedClockwise(t *testing.T) {
	h := table(map[string]uint64{label("a", 0): 10, label("b", 0): 20, label("c", 0): 30})
	b, err := NewBounded(consistent.Options{Hash: h, Vnodes: 1, Slack: 0.5}, unit("a", "b", "c"))
	if err != nil {
		t.Fatal(err)
	}
	// Bounds at K = 1 … 6 are 1, 1, 2, 2, 3, 3.
	for k, want := range []int32{0, 1, 0, 1, 0, 1} {
		if got := b.Acquire(1); got != want {
			t.Errorf("request %d goes to %d, want %d; loads %v", k+1, got, want, b.Loads())
		}
	}
	if got := b.Acquire(25); got != 2 {
		t.Errorf("a request for the third node goes to %d, want 2", got)
	}
	must(t, b.Release(0))
	if got, want := b.Loads(), []int64{2, 3, 1}; !slices.Equal(got, want) {
		t.Errorf("loads are %v, want %v", got, want)
	}
}

// TestBoundedPeak: 50,000 requests of one key alone spread over all nodes within the bound, and most of them so over
// few.
func TestBoundedPeak(t *testing.T) {
	for _, jump := range []bool{false, true} {
		for _, slack := range []float64{0.05, 0.25, 1} {
			b := bounded(t, slack, jump, unit(numbered("node-%d", 20)...)...)
			const requests = 20_000
			for range requests {
				b.Acquire(42)
			}
			most := int64(math.Ceil((1 + slack) * requests / 20))
			if got := slices.Max(b.Loads()); got > most || got < most-1 {
				t.Errorf("jump=%v slack=%v: the fullest node bears %d, want %d", jump, slack, got, most)
			}
		}
	}
}

// TestBoundedScaling is a case of buraksezer/consistent, which once ended with "not enough room": three nodes become
// seven, and then none, while requests are borne.
func TestBoundedScaling(t *testing.T) {
	b := bounded(t, 0.25, false, unit("n0", "n1", "n2")...)
	for i := range uint64(1000) {
		b.Acquire(hash.Fmix64(i))
		if i >= 500 && i < 504 {
			must(t, b.Add(fmt.Sprintf("n%d", i-497), 1))
		}
	}
	for i := range 7 {
		must(t, b.Remove(fmt.Sprintf("n%d", i)))
		if got := b.Acquire(7); (got < 0) != (i == 6) {
			t.Errorf("with %d nodes a request goes to %d", 6-i, got)
		}
	}
	if b.borne != 0 {
		t.Errorf("%v requests are borne without nodes", b.borne)
	}
}
