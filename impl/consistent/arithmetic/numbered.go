// Package arithmetic holds schemes that work a node's number out of the hash and the number of nodes alone:
// they keep no table, their balance is perfect or nearly so, and only the node that was added last can leave.
//
// All number nodes in the order of Add, so their mapping depends on that order. A change is minimal: from N to
// N+1 nodes a key stays or goes to the new one. Replicas, where a scheme has them, come from consistent choose-k.
package arithmetic

import (
	"fmt"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
)

// golden is 2^64 over the golden ratio: multiples of it, mixed, are the draws of a key.
const golden = 0x9e3779b97f4a7c15

// draw returns the hash of the two words h and i, mixed by hash.Fmix64.
func draw(h, i uint64) uint64 { return hash.Fmix64(h + (i+1)*golden) }

// numbered is the list of nodes of a scheme that knows a node by its number alone.
type numbered struct{ nodes consistent.Roster }

// newNumbered returns the list of nodes. Schemes of this package hash no node: Options.Hash is not used.
// Options for vnodes are an error that wraps ErrOptions, and a weight other than 1 is one that wraps
// ErrWeight.
func newNumbered(o consistent.Options, nodes []consistent.Node) (numbered, error) {
	if err := o.CheckPlain(); err != nil {
		return numbered{}, err
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{})
	return numbered{list}, err
}

// count returns the number of nodes.
func (l *numbered) count() int32 { return int32(len(l.nodes.Nodes())) }

// Add adds a node, which gets the next number.
func (l *numbered) Add(id string, weight float64) error {
	list, _, err := l.nodes.With(id, weight)
	l.nodes = list
	return err
}

// Remove removes the node that was added last. Any other is an error that wraps ErrUnsupported: the nodes
// after it would take each other's keys.
func (l *numbered) Remove(id string) error {
	list, at, err := l.nodes.Without(id)
	if err != nil {
		return err
	}
	if last := int(l.count()) - 1; at != last {
		return fmt.Errorf("%w: removing node %q, number %d: only number %d, the last, can leave",
			consistent.ErrUnsupported, id, at, last)
	}
	l.nodes = list
	return nil
}

// Nodes returns the nodes in the order of Add.
func (l *numbered) Nodes() []consistent.Node { return l.nodes.Nodes() }

// Bytes returns the size of the list of nodes: a look-up itself needs no memory.
func (l *numbered) Bytes() int64 { return l.nodes.Bytes() }

// fill sets every place of dst to number.
func fill(dst []int32, number int32) {
	for i := range dst {
		dst[i] = number
	}
}
