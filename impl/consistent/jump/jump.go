// Package jump holds jump consistent hashing: no memory, perfect balance, and only the last node can leave.
package jump

import (
	"fmt"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// A Jump is the jump consistent hash of Lamping and Veach (2014). Nodes are numbered in the order of Add,
// so the mapping depends on that order, and only the node that was added last can leave. A look-up takes
// H_N = ln N + 0.58 steps on average. Draws have 31 bits, so shares are biased by about N / 2^31.
type Jump struct {
	nodes consistent.Roster
}

// NewJump returns a locator of nodes. It hashes no node: Options.Hash is not used. Options for vnodes are
// an error that wraps ErrOptions, and a weight other than 1 is one that wraps ErrWeight.
func NewJump(o consistent.Options, nodes []consistent.Node) (*Jump, error) {
	if err := o.CheckPlain(); err != nil {
		return nil, err
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{})
	if err != nil {
		return nil, err
	}
	return &Jump{list}, nil
}

// bucket is the function of the paper's figure 1: the last jump of key that lands below n; -1 where n is 0.
func bucket(key uint64, n int) int32 {
	b, j := int64(-1), int64(0)
	for j < int64(n) {
		b = j
		key = key*2862933555777941757 + 1
		j = int64(float64(b+1) * (float64(1<<31) / float64(key>>33+1)))
	}
	return int32(b)
}

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (j *Jump) Locate(h uint64) int32 { return bucket(h, len(j.nodes.Nodes())) }

// LocateN returns 0: the scheme knows no replicas.
func (j *Jump) LocateN([]int32, uint64) int { return 0 }

// LocateAll sets dst[i] to Locate(hs[i]).
func (j *Jump) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	n := len(j.nodes.Nodes())
	for i, h := range hs {
		dst[i] = bucket(h, n)
	}
}

// Add adds a node, which gets the next number.
// Errors are those of consistent.Locator.
func (j *Jump) Add(id string, weight float64) error {
	list, _, err := j.nodes.With(id, weight)
	j.nodes = list
	return err
}

// Remove removes the node that was added last. Any other is an error that wraps ErrUnsupported: the nodes
// after it would take each other's keys.
func (j *Jump) Remove(id string) error {
	list, at, err := j.nodes.Without(id)
	if err != nil {
		return err
	}
	if last := len(j.nodes.Nodes()) - 1; at != last {
		return fmt.Errorf("%w: removing node %q, number %d: only number %d, the last, can leave",
			consistent.ErrUnsupported, id, at, last)
	}
	j.nodes = list
	return nil
}

// Nodes returns the nodes in the order of Add.
func (j *Jump) Nodes() []consistent.Node { return j.nodes.Nodes() }

// Bytes returns the size of the list of nodes: a look-up itself needs no memory.
func (j *Jump) Bytes() int64 { return j.nodes.Bytes() }

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "jump",
			Doc:    "jump consistent hash: no memory and perfect balance where nodes are numbered and only the last one leaves",
			Source: "Lamping and Veach, A Fast, Minimal Memory, Consistent Hash Algorithm, arXiv 1406.2294, 2014",
			Pinned: 0x9cadb0f5c13e6df9,
		},
		Capabilities: consistent.Capabilities{Monotone: true, HistoryBound: true},
		Theory:       "multinomial",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewJump(o, nodes)
		},
	})
}
