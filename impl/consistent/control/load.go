// Package control holds locators that exist to fail: a check or a measurement that lets them through does not
// check or measure anything.
package control

import (
	"fmt"
	"math/bits"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// pointsPerNode is how many entries of the table a node has: as many as ring-vnodes has points by default.
const pointsPerNode = 160

// mostNodes bounds the nodes: a table of 0.3 GiB.
const mostNodes = 1 << 17

// A Load reads one entry of a table as large as the points of a ring of the same nodes, and answers with the node
// that stands there. Its cost is that of the loop and of one access to memory that depends on the hash: no scheme
// that reads a table of that size can be faster. The entries go round the nodes, which are numbered in the order of
// Add, so nearly every key moves when a node comes or goes.
type Load struct {
	nodes consistent.Roster
	table []consistent.Point // one of node -1 where there are no nodes
}

// NewLoad returns a locator of nodes. It hashes no node: Options.Hash is not used. Options for vnodes, and more
// than 131,072 nodes, are errors that wrap ErrOptions; a weight other than 1 is
// one that wraps ErrWeight.
func NewLoad(o consistent.Options, nodes []consistent.Node) (*Load, error) {
	if err := o.CheckPlain(); err != nil {
		return nil, err
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{})
	if err != nil {
		return nil, err
	}
	return newLoad(list)
}

func newLoad(list consistent.Roster) (*Load, error) {
	n := len(list.Nodes())
	if n > mostNodes {
		return nil, fmt.Errorf("%w: %d nodes: a table has entries for at most %d", consistent.ErrOptions, n, mostNodes)
	}
	l := &Load{list, make([]consistent.Point, max(1, n*pointsPerNode))}
	l.table[0].Node = -1
	for i := range n * pointsPerNode {
		l.table[i].Node = int32(i % n)
	}
	return l, nil
}

// Locate returns the node of the entry that h points to, -1 where there are no nodes.
func (l *Load) Locate(h uint64) int32 {
	at, _ := bits.Mul64(h, uint64(len(l.table)))
	return l.table[at].Node
}

// LocateN returns 0: there are no replicas.
func (l *Load) LocateN([]int32, uint64) int { return 0 }

// LocateAll sets dst[i] to Locate(hs[i]).
func (l *Load) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	table := l.table
	for i, h := range hs {
		at, _ := bits.Mul64(h, uint64(len(table)))
		dst[i] = table[at].Node
	}
}

// Add adds a node, which gets the next number, and makes the table anew.
// Errors are those of consistent.Locator and of NewLoad.
func (l *Load) Add(id string, weight float64) error {
	list, _, err := l.nodes.With(id, weight)
	if err != nil {
		return err
	}
	return l.become(list)
}

// Remove removes any node, and makes the table anew; the numbers after it fall by one.
// Errors are those of consistent.Locator.
func (l *Load) Remove(id string) error {
	list, _, err := l.nodes.Without(id)
	if err != nil {
		return err
	}
	return l.become(list)
}

func (l *Load) become(list consistent.Roster) error {
	next, err := newLoad(list)
	if err != nil {
		return err
	}
	*l = *next
	return nil
}

// Nodes returns the nodes, indexed by number. The caller must not change it.
func (l *Load) Nodes() []consistent.Node { return l.nodes.Nodes() }

// entryBytes is the size of an entry.
const entryBytes = 16

// Bytes returns the size of the list of nodes and of the table.
func (l *Load) Bytes() int64 { return l.nodes.Bytes() + entryBytes*int64(cap(l.table)) }

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "load",
			Doc:    "control: reads one entry of a table as large as the points of a ring, and answers with the node there; the cost of one access to memory (fails monotone)",
			Source: "our own",
			Traits: registry.Traits{Fails: []string{"monotone"}},
			Pinned: 0x99db0cd45702dacd,
		},
		Capabilities: consistent.Capabilities{RemovesAny: true, Monotone: true, HistoryBound: true},
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewLoad(o, nodes)
		},
	})
}
