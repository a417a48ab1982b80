package consistenttest_test

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
)

// TestBoundedHistories drives every scheme that bounds loads through requests and changes of nodes, beside a map of what
// each node bears.
func TestBoundedHistories(t *testing.T) {
	found := 0
	for _, e := range consistent.All() {
		if !e.Bounded {
			continue
		}
		found++
		for name, h := range hashes {
			t.Run(e.Name+"/hash="+name, func(t *testing.T) {
				rapid.Check(t, func(rt *rapid.T) { boundedHistory(rt, e, h) })
			})
		}
	}
	if found == 0 {
		t.Error("no scheme that bounds loads is registered")
	}
}

// A bearer is a bounded locator beside its model.
type bearer struct {
	consistent.Locator
	bounded consistent.Bounded
	slack   float64
	bears   map[string]int64
}

func boundedHistory(t *rapid.T, e consistent.Entry, h hash.Hash) {
	slack := rapid.SampledFrom([]float64{1e-6, 0.1, 0.25, 3}).Draw(t, "slack")
	l, err := e.New(consistent.Options{Hash: h, Vnodes: 4, Slack: slack}, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := &bearer{Locator: l, bounded: l.(consistent.Bounded), slack: slack, bears: map[string]int64{}}
	t.Repeat(map[string]func(*rapid.T){
		"add": b.add, "remove": b.remove, "acquire": b.acquire, "acquire again": b.acquire, "release": b.release, "": b.check,
	})
}

func (b *bearer) add(t *rapid.T) {
	id, weight := ids.Draw(t, "id"), rapid.SampledFrom([]float64{1, 0.01, 2, 3.25}).Draw(t, "weight")
	err := b.Add(id, weight)
	if _, there := b.bears[id]; there {
		if !errors.Is(err, consistent.ErrDuplicate) {
			t.Fatalf("second Add(%q): got error %v, want ErrDuplicate", id, err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	b.bears[id] = 0
}

func (b *bearer) remove(t *rapid.T) {
	id := ids.Draw(t, "id")
	err := b.Remove(id)
	if _, there := b.bears[id]; there != (err == nil) || err != nil && !errors.Is(err, consistent.ErrUnknown) {
		t.Fatalf("Remove(%q), there %v: got error %v", id, there, err)
	}
	delete(b.bears, id)
}

// acquire gives one request to a node. Hashes are few, so that requests pile up.
func (b *bearer) acquire(t *rapid.T) {
	h := hash.Fmix64(rapid.Uint64Range(1, 3).Draw(t, "hash"))
	at := b.bounded.Acquire(h)
	if len(b.bears) == 0 {
		if at != -1 {
			t.Fatalf("Acquire without nodes = %d, want -1", at)
		}
		return
	}
	n := b.Nodes()[at]
	b.bears[n.ID]++
	total, borne := 0.0, int64(0)
	for _, n := range b.Nodes() {
		total += n.Weight
		borne += b.bears[n.ID]
	}
	if most := math.Ceil((1 + b.slack) * float64(borne) * n.Weight / total * (1 + 1e-12)); float64(b.bears[n.ID]) > most {
		t.Fatalf("node %q of weight %v of %v bears %d of %d requests, and its bound is %v", n.ID, n.Weight, total, b.bears[n.ID], borne, most)
	}
}

func (b *bearer) release(t *rapid.T) {
	at := rapid.Int32Range(-1, 9).Draw(t, "node")
	err := b.bounded.Release(at)
	if at < 0 || int(at) >= len(b.Nodes()) || b.bears[b.Nodes()[at].ID] == 0 {
		if !errors.Is(err, consistent.ErrUnknown) {
			t.Fatalf("Release(%d), which bears none: got error %v, want ErrUnknown", at, err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	b.bears[b.Nodes()[at].ID]--
}

func (b *bearer) check(t *rapid.T) {
	got := map[string]int64{}
	for at, n := range b.Nodes() {
		got[n.ID] = b.bounded.Loads()[at]
	}
	if diff := cmp.Diff(b.bears, got); diff != "" {
		t.Fatalf("loads (-want +got):\n%s", diff)
	}
}
