package consistent_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/ring"
	"hashlab/impl/hash"
)

func nodes(n int) []consistent.Node {
	list := make([]consistent.Node, n)
	for i := range list {
		list[i] = consistent.Node{ID: fmt.Sprintf("node-%d", i), Weight: 1}
	}
	return list
}

func concurrent(t *testing.T, n int) *consistent.Concurrent {
	t.Helper()
	r, err := ring.NewVnodes(consistent.Options{Hash: sum}, nodes(n))
	if err != nil {
		t.Fatal(err)
	}
	c, err := consistent.NewConcurrent(r)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestConcurrentReads looks hashes up while nodes come and go; the race detector watches. Every number must be one of the
// nodes of the snapshot that it came from.
func TestConcurrentReads(t *testing.T) {
	c, done := concurrent(t, 4), make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			dst, hs := make([]int32, 64), make([]uint64, 64)
			for i := range hs {
				hs[i] = hash.Fmix64(uint64(i))
			}
			for running := true; running; {
				select {
				case <-done:
					running = false
				default:
				}
				now := c.Snapshot()
				now.LocateAll(dst, hs)
				for i, at := range dst {
					if at < 0 || int(at) >= len(now.Nodes()) || at != now.Locate(hs[i]) {
						t.Errorf("%#x belongs to number %d of %d, then to %d", hs[i], at, len(now.Nodes()), now.Locate(hs[i]))
						return
					}
				}
				if at := c.Locate(hs[0]); at < 0 || at > 8 {
					t.Errorf("%#x belongs to number %d", hs[0], at)
					return
				}
			}
		})
	}
	var writers sync.WaitGroup
	for w := range 2 {
		writers.Go(func() {
			for i := range 200 {
				id := fmt.Sprintf("w%d-%d", w, i%2)
				if err := errors.Join(c.Add(id, 1), c.Remove(id)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	close(done)
	readers.Wait()
	if !slices.Equal(c.Nodes(), nodes(4)) {
		t.Errorf("nodes at the end are %v, want the four of the start", c.Nodes())
	}
}

// TestConcurrentIsItsLocator: it answers as the locator that was changed alike, which it does not touch.
func TestConcurrentIsItsLocator(t *testing.T) {
	plain, err := ring.NewVnodes(consistent.Options{Hash: sum}, nodes(4))
	if err != nil {
		t.Fatal(err)
	}
	c, err := consistent.NewConcurrent(plain)
	if err != nil {
		t.Fatal(err)
	}
	old := c.Snapshot()
	if err := errors.Join(c.Add("x", 2), c.Remove("node-0")); err != nil {
		t.Fatal(err)
	}
	if got := len(plain.Nodes()); got != 4 {
		t.Errorf("the locator that it was made from has %d nodes, want 4", got)
	}
	other := c.Copy()
	if err := errors.Join(plain.Add("x", 2), plain.Remove("node-0"), other.Add("y", 1)); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.Nodes(), plain.Nodes()) || len(old.Nodes()) != 4 || len(other.Nodes()) != 5 {
		t.Errorf("nodes are %v, %d in the old snapshot, %d in the copy", c.Nodes(), len(old.Nodes()), len(other.Nodes()))
	}
	var got, want [3]int32
	for i := range uint64(1000) {
		h := hash.Fmix64(i)
		if n := c.LocateN(got[:], h); n != plain.LocateN(want[:], h) || got != want || c.Locate(h) != plain.Locate(h) {
			t.Fatalf("%#x has the nodes %v, want %v", h, got, want)
		}
	}
	if c.Bytes() < 24*4 {
		t.Errorf("Bytes() = %d", c.Bytes())
	}
}

// TestConcurrentRefuses: a failed change leaves the snapshot in its place, and what cannot be copied or depends on loads
// is refused.
func TestConcurrentRefuses(t *testing.T) {
	c := concurrent(t, 4)
	before := c.Snapshot()
	if err := c.Add("node-1", 1); !errors.Is(err, consistent.ErrDuplicate) {
		t.Errorf("second Add: got error %v, want ErrDuplicate", err)
	}
	if err := c.Remove("x"); !errors.Is(err, consistent.ErrUnknown) {
		t.Errorf("Remove of no node: got error %v, want ErrUnknown", err)
	}
	if c.Snapshot() != before {
		t.Error("a refused change put another snapshot in its place")
	}
	bounded, err := ring.NewBounded(consistent.Options{Hash: sum}, nodes(2))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []consistent.Locator{echo{}, bounded} {
		if _, err := consistent.NewConcurrent(l); !errors.Is(err, consistent.ErrUnsupported) {
			t.Errorf("%T: got error %v, want ErrUnsupported", l, err)
		}
	}
}

// BenchmarkConcurrent shows what the snapshot costs a look-up.
func BenchmarkConcurrent(b *testing.B) {
	r, err := ring.NewVnodes(consistent.Options{Hash: sum}, nodes(100))
	if err != nil {
		b.Fatal(err)
	}
	c, err := consistent.NewConcurrent(r)
	if err != nil {
		b.Fatal(err)
	}
	for name, l := range map[string]consistent.Locator{"plain": r, "concurrent": c} {
		b.Run("locator="+name, func(b *testing.B) {
			h := uint64(1)
			for b.Loop() {
				h = hash.Fmix64(h + uint64(l.Locate(h)))
			}
		})
	}
}
