package remap

import (
	"context"
	"slices"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/consistent"
)

// run places the keys, changes the nodes, places the keys again, and compares owners by id.
func run(ctx context.Context, s plan.Scope, key record.Key) (any, error) {
	d, err := read(s, key.Factors)
	if err != nil {
		return nil, err
	}
	seed := key.Asked()
	start, steps := d.steps(key.Seed, seed)
	l, err := d.locator(ctx, s, start, seed)
	if err != nil {
		return nil, err
	}
	p := record.RemapPoint{
		Locator: d.entry.Name, Hash: plan.HashColumn(d.hash, d.entry.BuiltinHash), Change: d.change, NodesBefore: d.nodes,
		Vnodes: d.vnodes, KeyClass: d.class, Keys: d.keys, Seed: key.Seed, Steps: len(steps), Replicas: d.replicas, Slack: record.Float(d.slack),
		Ideal: record.Float(d.ideal(key.Seed)),
	}
	c := newComparison(d)
	before, err := c.place(l, nil)
	if err != nil {
		return nil, err
	}
	var spare []int32
	for _, ops := range steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		was := slices.Clone(l.Nodes())
		for _, o := range ops {
			if err := o.apply(l); err != nil {
				return nil, err
			}
		}
		after, err := c.place(l, spare)
		if err != nil {
			return nil, err
		}
		c.changed(was, l.Nodes())
		moved, unnecessary := c.compare(before, after)
		p.Moved, p.Unnecessary = p.Moved+moved, p.Unnecessary+unnecessary
		before, spare = after, before
	}
	p.NodesAfter = len(l.Nodes())
	return p, nil
}

// A comparison follows nodes by id through changes.
type comparison struct {
	design
	numbers map[string]int32 // number of an id here, which it keeps
	came    []bool           // by that number: nodes that joined in the last step, or changed their weight
	went    []bool           // nodes that left, or changed their weight
}

func newComparison(d design) *comparison { return &comparison{design: d, numbers: map[string]int32{}} }

func (c *comparison) number(id string) int32 {
	n, seen := c.numbers[id]
	if !seen {
		n = int32(len(c.numbers))
		c.numbers[id] = n
	}
	return n
}

// place returns the nodes of all keys by number, replicas of them for each key, -1 where a copy has no node.
func (c *comparison) place(l located, dst []int32) ([]int32, error) {
	if dst == nil {
		dst = make([]int32, int(c.keys)*c.replicas)
	}
	if err := l.placeAll(dst); err != nil {
		return nil, err
	}
	ids := make([]int32, len(l.Nodes()))
	for i, n := range l.Nodes() {
		ids[i] = c.number(n.ID)
	}
	for i, n := range dst {
		if n >= 0 {
			dst[i] = ids[n]
		}
	}
	return dst, nil
}

// changed says which nodes a step touched.
func (c *comparison) changed(was, is []consistent.Node) {
	weights := map[string]float64{}
	for _, n := range was {
		weights[n.ID] = n.Weight
	}
	for _, n := range is {
		c.number(n.ID) // makes room for it
	}
	c.came, c.went = make([]bool, len(c.numbers)), make([]bool, len(c.numbers))
	for _, n := range is {
		c.came[c.number(n.ID)] = weights[n.ID] != n.Weight
		if weights[n.ID] == n.Weight {
			delete(weights, n.ID)
		}
	}
	for id := range weights {
		c.went[c.number(id)] = true
	}
}

// compare counts the keys, or copies, that moved, and those that need not have: a move is necessary where the new node
// joined, or where the old one left.
func (c *comparison) compare(before, after []int32) (moved, unnecessary uint64) {
	if c.replicas > 1 {
		return c.compareCopies(before, after)
	}
	for i, old := range before {
		if now := after[i]; now != old {
			moved++
			if !c.came[now] && !c.went[old] {
				unnecessary++
			}
		}
	}
	return moved, unnecessary
}

// compareCopies counts the copies on nodes where there was none before. One is necessary for each node that joined, and
// for each copy whose node left.
func (c *comparison) compareCopies(before, after []int32) (moved, unnecessary uint64) {
	for i := 0; i < len(before); i += c.replicas {
		olds, nows := before[i:i+c.replicas], after[i:i+c.replicas]
		fresh, needed := 0, 0
		for _, old := range olds {
			if old >= 0 && c.went[old] {
				needed++
			}
		}
		for _, now := range nows {
			if now < 0 || slices.Contains(olds, now) {
				continue
			}
			moved++
			if !c.came[now] {
				fresh++
			}
		}
		unnecessary += uint64(max(0, fresh-needed))
	}
	return moved, unnecessary
}
