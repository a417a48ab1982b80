package bucket

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"hashlab/impl/consistent"
)

// A model is the definition that a scheme of this package implements in place: the buckets in work as a list, and
// for each bucket out of work a copy of the list that was left when it went.
type model struct {
	order  []int32           // the buckets in work; one that goes is replaced by the last of the list
	lefts  map[int32][]int32 // the copies
	vacant []int32           // buckets out of work, in the order in which they went
	seats  map[string]int32
}

func newModel(nodes, buckets int) *model {
	m := &model{lefts: map[int32][]int32{}, seats: map[string]int32{}}
	for b := range int32(buckets) {
		m.order = append(m.order, b)
	}
	for b := int32(buckets) - 1; b >= int32(nodes); b-- {
		m.retire(b)
	}
	for i, n := range unitNodes(nodes) {
		m.seats[n.ID] = int32(i)
	}
	return m
}

// retire takes b out of work.
func (m *model) retire(b int32) {
	last := len(m.order) - 1
	m.order[slices.Index(m.order, b)] = m.order[last]
	m.order = m.order[:last]
	m.lefts[b] = slices.Clone(m.order)
	m.vacant = append(m.vacant, b)
}

// revive puts the bucket back to work that went last. The list becomes what it was before.
func (m *model) revive(buckets int) int32 {
	b := m.vacant[len(m.vacant)-1]
	m.vacant = m.vacant[:len(m.vacant)-1]
	delete(m.lefts, b)
	fresh := newModel(buckets, buckets)
	for _, v := range m.vacant {
		fresh.retire(v)
	}
	m.order = fresh.order
	return b
}

func (m *model) remove(id string) {
	m.retire(m.seats[id])
	delete(m.seats, id)
}

// owner is the bucket that AnchorHash gives h: it draws among the copies, each time with a new hash.
func (m *model) anchorOwner(h uint64, buckets int) int32 {
	b := below(h, int32(buckets))
	for len(m.lefts[b]) > 0 {
		left := m.lefts[b]
		h = draw(h, uint64(b))
		b = left[below(h, int32(len(left)))]
	}
	return b
}

// mementoOwner is the bucket that MementoHash gives h: it draws among the copies, always with the key's hash.
func (m *model) mementoOwner(h uint64, buckets int) int32 {
	b := jump(h, buckets)
	for len(m.lefts[b]) > 0 {
		left := m.lefts[b]
		b = left[below(draw(h, uint64(b)), int32(len(left)))]
	}
	return b
}

// TestAnchorIsItsDefinition drives Anchor through histories of changes beside the model.
func TestAnchorIsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		buckets := rapid.IntRange(1, 20).Draw(t, "buckets")
		nodes := rapid.IntRange(0, buckets).Draw(t, "nodes")
		a, err := newAnchor(consistent.Options{}, unitNodes(nodes), buckets)
		if err != nil {
			t.Fatal(err)
		}
		m := newModel(nodes, buckets)
		drive(t, a, m, func() int { return buckets }, m.anchorOwner)
	})
}

// TestMementoIsItsDefinition drives Memento likewise; its buckets grow where all work, and shrink where the last one
// goes.
func TestMementoIsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes := rapid.IntRange(0, 20).Draw(t, "nodes")
		l, err := NewMemento(consistent.Options{}, unitNodes(nodes))
		if err != nil {
			t.Fatal(err)
		}
		m := newModel(nodes, nodes)
		drive(t, l, m, func() int { return len(m.order) + len(m.vacant) }, m.mementoOwner)
	})
}

// drive makes changes at random and holds owners against the model after each. buckets counts the model's. It
// returns the locator that the model stands for in the end: l or a copy.
func drive(t *rapid.T, l consistent.Locator, m *model, buckets func() int, owner func(h uint64, buckets int) int32) consistent.Locator {
	_, grows := l.(*Memento)
	hs := rapid.SliceOfN(rapid.Uint64(), 20, 20).Draw(t, "hashes")
	for i := range rapid.IntRange(0, 40).Draw(t, "changes") {
		ids := make([]string, 0, len(m.seats))
		for _, n := range l.Nodes() {
			ids = append(ids, n.ID)
		}
		full := len(m.vacant) == 0
		switch {
		case len(ids) > 0 && (full && !grows || rapid.Bool().Draw(t, "remove")):
			id := rapid.SampledFrom(ids).Draw(t, "id")
			b := m.seats[id]
			if err := l.Remove(id); err != nil {
				t.Fatal(err)
			}
			m.remove(id)
			if grows && full && int(b) == buckets()-1 {
				delete(m.lefts, b) // the last bucket is gone for good
				m.vacant = nil
			}
		case full && !grows:
			continue
		default:
			id := fmt.Sprintf("new-%d", i)
			if err := l.Add(id, 1); err != nil {
				t.Fatal(err)
			}
			if full {
				b := int32(buckets())
				m.order = append(m.order, b)
				m.seats[id] = b
			} else {
				m.seats[id] = m.revive(buckets())
			}
		}
		wantOwners(t, l, m, hs, func(h uint64) int32 { return owner(h, buckets()) })
		if rapid.Bool().Draw(t, "copy") { // go on with a copy, and spoil the original
			original := l
			l = l.(consistent.Copier).Copy()
			spoil(t, original)
			wantOwners(t, l, m, hs, func(h uint64) int32 { return owner(h, buckets()) })
		}
	}
	return l
}

// spoil changes l.
func spoil(t *rapid.T, l consistent.Locator) {
	for _, n := range slices.Clone(l.Nodes()) {
		if err := l.Remove(n.ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Add("spoilt", 1); err != nil {
		t.Fatal(err)
	}
}

func wantOwners(t *rapid.T, l consistent.Locator, m *model, hs []uint64, owner func(uint64) int32) {
	if len(l.Nodes()) != len(m.seats) {
		t.Fatalf("%d nodes, want %d", len(l.Nodes()), len(m.seats))
	}
	for _, h := range hs {
		at := l.Locate(h)
		if len(m.seats) == 0 {
			if at != -1 {
				t.Fatalf("Locate(%#x) = %d without nodes", h, at)
			}
			continue
		}
		if at < 0 {
			t.Fatalf("Locate(%#x) = %d with %d nodes", h, at, len(m.seats))
		}
		if got, want := m.seats[l.Nodes()[at].ID], owner(h); got != want {
			t.Fatalf("%#x belongs to bucket %d, want %d", h, got, want)
		}
	}
}

// TestDxIsItsDefinition holds Dx against its definition, the first bucket in work along the order of a key: whole
// replicas, after histories of changes.
func TestDxIsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		buckets := rapid.IntRange(1, 20).Draw(t, "buckets")
		nodes := rapid.IntRange(0, buckets).Draw(t, "nodes")
		d, err := newDx(consistent.Options{}, unitNodes(nodes), buckets)
		if err != nil {
			t.Fatal(err)
		}
		d.draws = rapid.Uint64Range(1, 40).Draw(t, "draws") // few, so that look-ups go on by number
		m := newModel(nodes, buckets)
		draws := d.draws
		d = drive(t, d, m, func() int { return buckets }, func(h uint64, buckets int) int32 { return dxOrder(m, h, buckets, draws)[0] }).(*Dx)
		h := rapid.Uint64().Draw(t, "h")
		dst := make([]int32, buckets+1)
		got := dst[:d.LocateN(dst, h)]
		for i, at := range got {
			got[i] = m.seats[d.Nodes()[at].ID]
		}
		if want := dxOrder(m, h, buckets, d.draws); !slices.Equal(got, want) {
			t.Fatalf("replicas of %#x are in buckets %v, want %v", h, got, want)
		}
	})
}

// dxOrder lists the buckets in work in the order in which h meets them.
func dxOrder(m *model, h uint64, buckets int, draws uint64) []int32 {
	order := []int32{below(h, int32(buckets))}
	for i := uint64(1); i < draws; i++ {
		order = append(order, below(draw(h, i), int32(buckets)))
	}
	for range buckets {
		order = append(order, (order[len(order)-1]+1)%int32(buckets))
	}
	var met []int32
	for _, b := range order {
		if slices.Contains(m.order, b) && !slices.Contains(met, b) {
			met = append(met, b)
		}
	}
	return met
}
