package remap

import (
	"math/rand/v2"
	"slices"

	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
)

// The changes.
const (
	add           = "add"
	removeFirst   = "remove-first"
	removeMiddle  = "remove-middle"
	removeLast    = "remove-last"
	replace       = "replace"         // the middle node leaves, or the last where only that can, and another joins
	double        = "double"          // as many nodes join as there are
	weight        = "weight"          // the middle node's weight goes from 1 to 2
	addThenRemove = "add-then-remove" // a node joins and leaves again before keys are placed anew
	history       = "history"         // nodes join and leave at random, one at a time
)

var changes = []string{add, removeFirst, removeMiddle, removeLast, replace, double, weight, addThenRemove, history}

func known(change string) bool { return slices.Contains(changes, change) }

// allows reports whether the locator promises anything for the change.
func allows(e consistent.Entry, change string) bool {
	switch change {
	case removeFirst, removeMiddle:
		return e.RemovesAny
	case weight:
		return e.Weights
	}
	return true
}

// historySteps is how many changes a history has.
const historySteps = 100

// An op is a node that joins, with a weight, or leaves, without one.
type op struct {
	id     string
	weight float64
}

func (o op) apply(l changeable) error {
	if o.weight > 0 {
		return l.Add(o.id, o.weight)
	}
	return l.Remove(o.id)
}

// changeable is what locators on hashes and on keys have in common.
type changeable interface {
	Add(id string, weight float64) error
	Remove(id string) error
	Nodes() []consistent.Node
}

// steps returns what happens between two placements of the keys, and the nodes at the start. seed picks the nodes, walk
// how many there are in a history.
func (d design) steps(walk, seed uint64) (start []consistent.Node, steps [][]op) {
	if d.change == history {
		return d.random(walk, seed)
	}
	all := plan.Nodes(2*d.nodes, seed)
	start, fresh := all[:d.nodes], all[d.nodes:]
	middle := start[d.nodes/2].ID
	if !d.entry.RemovesAny {
		middle = start[d.nodes-1].ID
	}
	var ops []op
	switch d.change {
	case add:
		ops = []op{{fresh[0].ID, 1}}
	case removeFirst:
		ops = []op{{id: start[0].ID}}
	case removeMiddle:
		ops = []op{{id: start[d.nodes/2].ID}}
	case removeLast:
		ops = []op{{id: start[d.nodes-1].ID}}
	case replace:
		ops = []op{{id: middle}, {fresh[0].ID, 1}}
	case double:
		for _, n := range fresh {
			ops = append(ops, op{n.ID, 1})
		}
	case weight:
		ops = []op{{id: middle}, {middle, 2}}
	case addThenRemove:
		ops = []op{{fresh[0].ID, 1}, {id: fresh[0].ID}}
	}
	return start, [][]op{ops}
}

// sizes returns how many nodes there are before each step of a history and after the last: a walk of the seed's that
// stays between half of the nodes and twice as many. It is the same for every locator.
func sizes(nodes int, seed uint64) []int {
	r := rand.New(rand.NewPCG(seed, uint64(nodes)))
	counts := []int{nodes}
	for range historySteps {
		n := counts[len(counts)-1]
		switch joins := r.Uint64()&1 == 0; {
		case joins && n < 2*nodes || n <= max(2, nodes/2):
			n++
		default:
			n--
		}
		counts = append(counts, n)
	}
	return counts
}

// random returns a history. Who leaves is drawn from all nodes, or is the last one to come where only that can leave.
func (d design) random(walk, seed uint64) (start []consistent.Node, steps [][]op) {
	counts := sizes(d.nodes, walk)
	all := plan.Nodes(d.nodes+historySteps, seed)
	start, fresh := all[:d.nodes], all[d.nodes:]
	r := rand.New(rand.NewPCG(seed, ^uint64(d.nodes)))
	var there []string
	for _, n := range start {
		there = append(there, n.ID)
	}
	for i := range historySteps {
		if counts[i+1] > counts[i] {
			steps = append(steps, []op{{fresh[0].ID, 1}})
			there, fresh = append(there, fresh[0].ID), fresh[1:]
			continue
		}
		at := len(there) - 1
		if d.entry.RemovesAny {
			at = r.IntN(len(there))
		}
		steps = append(steps, []op{{id: there[at]}})
		there = slices.Delete(there, at, at+1)
	}
	return start, steps
}

// ideal returns the least share of the keys that any scheme can move, mean over the steps.
func (d design) ideal(seed uint64) float64 {
	n := float64(d.nodes)
	switch d.change {
	case add:
		return 1 / (n + 1)
	case double:
		return 0.5
	case weight: // one part of n is to become two of n+1
		return 2/(n+1) - 1/n
	case addThenRemove:
		return 0
	case history:
		counts, sum := sizes(d.nodes, seed), 0.0
		for i := range historySteps {
			sum += 1 / float64(max(counts[i], counts[i+1]))
		}
		return sum / historySteps
	}
	return 1 / n
}
