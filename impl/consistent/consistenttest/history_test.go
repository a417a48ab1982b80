package consistenttest_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hashlab/impl/consistent"
	_ "hashlab/impl/consistent/arithmetic"
	_ "hashlab/impl/consistent/article"
	_ "hashlab/impl/consistent/bucket"
	"hashlab/impl/consistent/consistenttest"
	_ "hashlab/impl/consistent/extern"
	_ "hashlab/impl/consistent/jump"
	_ "hashlab/impl/consistent/maglev"
	_ "hashlab/impl/consistent/modulo"
	_ "hashlab/impl/consistent/probe"
	_ "hashlab/impl/consistent/rendezvous"
	_ "hashlab/impl/consistent/ring"
	_ "hashlab/impl/consistent/slots"
	"hashlab/impl/hash"
)

// hashes are what schemes with a replaceable hash are driven with: a good one, and one of 5 bits under
// which points of most nodes share a place.
var hashes = map[string]consistenttest.Func{
	"good":    func(key []byte) uint64 { return spread(key) },
	"crowded": func(key []byte) uint64 { return spread(key) &^ (1<<59 - 1) },
}

func spread(key []byte) uint64 {
	h := uint64(len(key))
	for _, b := range key {
		h = hash.Fmix64(h ^ uint64(b)<<56)
	}
	return h
}

// TestHistories drives every scheme through random histories of changes beside a map of weights.
func TestHistories(t *testing.T) {
	for _, e := range consistent.All() {
		for name, h := range hashes {
			o := consistent.Options{Hash: h}
			if e.BuiltinHash != "" {
				if name != "good" {
					continue // once is enough where no hash can be given
				}
				o.Hash, name = nil, e.BuiltinHash
			}
			if e.Vnodes {
				o.Vnodes = 4
			}
			if name == "crowded" && (tabled(t, e, o) || knownToDependOnOrder(e)) {
				continue // its places are no points that could coincide, or it is known to go wrong where points do
			}
			t.Run(e.Name+"/hash="+name, func(t *testing.T) {
				t.Parallel()
				rapid.Check(t, func(rt *rapid.T) { history(rt, e, o) })
			})
		}
	}
}

// tabled reports whether a scheme keeps a large table, however few its nodes are.
func tabled(t *testing.T, e consistent.Entry, o consistent.Options) bool {
	t.Helper()
	l, err := e.Keyed(o, []consistent.Node{{ID: "a", Weight: 1}})
	if err != nil {
		t.Fatal(err)
	}
	const large = 100_000
	return l.Bytes() > large
}

// A driver is a locator beside its model.
type driver struct {
	entry   consistent.Entry
	options consistent.Options
	locator consistent.KeyLocator
	model   map[string]float64
	order   []string // ids in the order of Add
	changes []change // that were not refused
	checked int      // how many of them there were when the mapping was last compared
	keys    [][]byte
}

// A change adds a node, or removes one where the weight is 0.
type change struct {
	id     string
	weight float64
}

func history(t *rapid.T, e consistent.Entry, o consistent.Options) {
	d := &driver{entry: e, options: o, model: map[string]float64{}}
	for i := range 64 {
		d.keys = append(d.keys, fmt.Appendf(nil, "key-%d", i))
	}
	var err error
	if d.locator, err = e.Keyed(o, nil); err != nil {
		t.Fatal(err)
	}
	t.Repeat(map[string]func(*rapid.T){
		"add":    d.add,
		"remove": d.remove,
		"":       d.check,
	})
}

// ids are few, so that a history meets each of them again, and such that labels without separator coincide.
var ids = rapid.SampledFrom([]string{"a", "b", "1a", "11a", "a0", "c", "a:1", "d", "zz"})

func (d *driver) add(t *rapid.T) {
	id, weight := ids.Draw(t, "id"), 1.0
	if d.entry.Weights {
		weight = rapid.SampledFrom([]float64{1, 0.01, 0.5, 2, 3.25}).Draw(t, "weight")
	}
	before := d.owners(t)
	err := d.locator.Add(id, weight)
	if _, there := d.model[id]; there {
		if !errors.Is(err, consistent.ErrDuplicate) {
			t.Fatalf("second Add(%q): got error %v, want ErrDuplicate", id, err)
		}
		return
	}
	if err != nil {
		t.Fatalf("Add(%q, %v): %v", id, weight, err)
	}
	d.model[id] = weight
	d.order = append(d.order, id)
	d.changes = append(d.changes, change{id, weight})
	d.wantMoves(t, before, id)
}

func (d *driver) remove(t *rapid.T) {
	id := ids.Draw(t, "id")
	before := d.owners(t)
	err := d.locator.Remove(id)
	at := slices.Index(d.order, id)
	switch {
	case at < 0:
		if !errors.Is(err, consistent.ErrUnknown) {
			t.Fatalf("Remove(%q) of no node: got error %v, want ErrUnknown", id, err)
		}
		return
	case !d.entry.RemovesAny && at < len(d.order)-1:
		if !errors.Is(err, consistent.ErrUnsupported) {
			t.Fatalf("Remove(%q), not the last: got error %v, want ErrUnsupported", id, err)
		}
		return
	case err != nil:
		t.Fatalf("Remove(%q): %v", id, err)
	}
	delete(d.model, id)
	d.order = slices.Delete(d.order, at, at+1)
	d.changes = append(d.changes, change{id: id})
	d.wantMoves(t, before, id)
}

// owners returns the id of the owner of each key, and fails where a number is out of range.
func (d *driver) owners(t *rapid.T) []string {
	owners := make([]string, len(d.keys))
	nodes := d.locator.Nodes()
	for i, key := range d.keys {
		at := d.locator.Locate(key)
		if (at == -1) != (len(nodes) == 0) || int(at) >= len(nodes) {
			t.Fatalf("Locate(%q) = %d with %d nodes", key, at, len(nodes))
		}
		if at >= 0 {
			owners[i] = nodes[at].ID
		}
	}
	return owners
}

func (d *driver) wantMoves(t *rapid.T, before []string, id string) {
	if !d.entry.Monotone {
		return
	}
	for i, after := range d.owners(t) {
		if after != before[i] && after != id && before[i] != id {
			t.Fatalf("change of %q moved key %q from %q to %q", id, d.keys[i], before[i], after)
		}
	}
}

// check demands the nodes of the model, and the mapping of a locator that is built from them at once, or that has gone
// through the same changes where it depends on history.
func (d *driver) check(t *rapid.T) {
	got := map[string]float64{}
	for _, n := range d.locator.Nodes() {
		got[n.ID] = n.Weight
	}
	if diff := cmp.Diff(d.model, got); diff != "" {
		t.Fatalf("nodes (-want +got):\n%s", diff)
	}
	// Not after every change: to make some schemes anew takes milliseconds.
	if len(d.changes) < d.checked+3 {
		return
	}
	d.checked = len(d.changes)
	again := &driver{locator: d.anew(t), keys: d.keys}
	if diff := cmp.Diff(again.owners(t), d.owners(t)); diff != "" {
		t.Fatalf("owners, made anew (-) and by history (+):\n%s", diff)
	}
}

func (d *driver) anew(t *rapid.T) consistent.KeyLocator {
	order := d.order
	switch {
	case d.entry.HistoryBound:
		order = nil
	case !knownToDependOnOrder(d.entry):
		order = slices.Sorted(maps.Keys(d.model))
	}
	var nodes []consistent.Node
	for _, id := range order {
		nodes = append(nodes, consistent.Node{ID: id, Weight: d.model[id]})
	}
	fresh, err := d.entry.Keyed(d.options, nodes)
	if d.entry.HistoryBound {
		for _, c := range d.changes {
			if c.weight == 0 {
				err = errors.Join(err, fresh.Remove(c.id))
			} else {
				err = errors.Join(err, fresh.Add(c.id, c.weight))
			}
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return fresh
}

func knownToDependOnOrder(e consistent.Entry) bool {
	for _, f := range e.Traits.Faults {
		if f.Check == "insertion-order" {
			return true
		}
	}
	return false
}
