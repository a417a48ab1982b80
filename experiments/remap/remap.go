// Package remap counts the keys that change nodes when nodes come or go, the necessary moves apart from the
// unnecessary ones.
package remap

import (
	"context"
	"fmt"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/consistent"
)

// Experiment is the design. A seed picks the ids of the nodes and the keys.
var Experiment = plan.Experiment{
	Name:     "remap",
	Question: "Which share of the keys changes its node when one joins or leaves, and how much of that is unnecessary?",
	Stored:   pointsFile,
	Grid:     grid,
	Check:    check,
	Cost:     cost,
	Run:      run,
	Tables:   tables,
}

// The changes.
const (
	add          = "add"
	removeFirst  = "remove-first"
	removeMiddle = "remove-middle"
	removeLast   = "remove-last"
)

const keyClass = "user-profile"

func grid(s plan.Scope) (cells []plan.Cell) {
	keys := plan.Pick(s.Profile, 20_000, 100_000, 1_000_000)
	seeds := plan.Pick(s.Profile, 3, 10, 40)
	for _, e := range plan.Locatables() {
		for _, nodes := range plan.Pick(s.Profile, []int{4, 10}, []int{4, 10, 100}, []int{4, 10, 100, 1_000}) {
			for _, change := range []string{add, removeFirst, removeMiddle, removeLast} {
				if !e.RemovesAny && (change == removeFirst || change == removeMiddle) {
					continue
				}
				cells = append(cells, plan.Cell{Factors: plan.NewFactors("locator", e.Name, "hash", plan.LocatorHash(e), "change", change,
					"nodes", nodes, "vnodes", e.DefaultVnodes, "key_class", keyClass, "keys", keys), Seeds: seeds})
			}
		}
	}
	return cells
}

// design is a cell with its levels read.
type design struct {
	entry               consistent.Entry
	hash, change, class string
	nodes, vnodes       int
	keys                uint64
}

func read(s plan.Scope, f plan.Factors) (d design, err error) {
	r := f.Read()
	d = design{hash: r.Text("hash"), change: r.Text("change"), class: r.Text("key_class"), nodes: r.Int("nodes"),
		vnodes: r.Int("vnodes"), keys: r.Uint("keys")}
	if err := r.Err(); err != nil {
		return d, err
	}
	if d.entry, err = plan.CheckLocator(r.Text("locator"), d.hash); err != nil {
		return d, err
	}
	if _, err := s.Class(d.class); err != nil {
		return d, err
	}
	switch d.change {
	case add, removeFirst, removeMiddle, removeLast:
	default:
		return d, fmt.Errorf("change %q is none of %s, %s, %s, %s", d.change, add, removeFirst, removeMiddle, removeLast)
	}
	if d.nodes < 2 || d.keys < 1 {
		return d, fmt.Errorf("nodes = %d and keys = %d: want at least 2 and 1", d.nodes, d.keys)
	}
	return d, consistent.Options{Vnodes: d.vnodes}.Check()
}

func check(s plan.Scope, f plan.Factors) error {
	_, err := read(s, f)
	return err
}

func cost(s plan.Scope, f plan.Factors) float64 {
	d, err := read(s, f)
	if err != nil {
		return 0
	}
	return float64(d.keys)*2*(30e-9+plan.LocateCost(d.entry, d.hash, d.nodes)) + 200e-9*float64(d.nodes*max(d.vnodes, 1))
}

// run places the keys, changes the nodes, places the keys again, and compares owners by id.
func run(ctx context.Context, s plan.Scope, key record.Key) (any, error) {
	d, err := read(s, key.Factors)
	if err != nil {
		return nil, err
	}
	h, err := plan.OpenHash(d.hash)
	if err != nil {
		return nil, err
	}
	ids := plan.Nodes(d.nodes+1, key.Seed)
	l, err := d.entry.Keyed(consistent.Options{Hash: h, Vnodes: d.vnodes}, ids[:d.nodes])
	if err != nil {
		return nil, err
	}
	class, err := s.Class(d.class)
	if err != nil {
		return nil, err
	}
	in, _, err := class.Split(d.keys, 0, key.Seed)
	if err != nil {
		return nil, err
	}
	before, err := owners(ctx, l, in)
	if err != nil {
		return nil, err
	}
	changed, err := apply(l, d.change, ids)
	if err != nil {
		return nil, err
	}
	after, err := owners(ctx, l, in)
	if err != nil {
		return nil, err
	}
	p := record.RemapPoint{
		Locator: d.entry.Name, Hash: plan.HashColumn(d.hash, d.entry.BuiltinHash), Change: d.change, NodesBefore: d.nodes,
		NodesAfter: len(l.Nodes()), Vnodes: d.vnodes, KeyClass: d.class, Keys: d.keys, Seed: key.Seed,
	}
	for i := range before {
		if before[i] == after[i] {
			continue
		}
		p.Moved++
		if before[i] != changed && after[i] != changed {
			p.Unnecessary++ // the old owner is still there and the new one is no newcomer
		}
	}
	return p, nil
}

// apply changes the nodes of l and returns the id of the one that came or went. ids are the nodes that l
// was built from, and after them the one that joins.
func apply(l consistent.KeyLocator, change string, ids []consistent.Node) (string, error) {
	nodes := len(ids) - 1
	at := map[string]int{add: nodes, removeFirst: 0, removeMiddle: nodes / 2, removeLast: nodes - 1}[change]
	if change == add {
		return ids[at].ID, l.Add(ids[at].ID, 1)
	}
	return ids[at].ID, l.Remove(ids[at].ID)
}

// owners returns the id of the node that each key of the stream belongs to.
func owners(ctx context.Context, l consistent.KeyLocator, s keys.Stream) ([]string, error) {
	ids := make([]string, s.Len())
	nodes := l.Nodes()
	var numbers [1024]int32
	return ids, keys.Each(ctx, s, func(from uint64, keys [][]byte) error {
		l.LocateAll(numbers[:], keys)
		for i, n := range numbers[:len(keys)] {
			ids[from+uint64(i)] = nodes[n].ID
		}
		return nil
	})
}
