// Package modulo places keys by the remainder of their hash: the baseline that consistent hashing replaces.
package modulo

import (
	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// A Modulo gives hash h to node h mod N. Nodes are numbered in the order of Add; when one leaves, those
// after it move up, so the mapping depends on the order of past changes. Going from N to N2 nodes keeps
// the share min(N, N2) / lcm(N, N2) of the keys where they were. The bias of a share is below N / 2^64.
//
// A look-up costs one division.
type Modulo struct {
	nodes consistent.Roster
}

// NewModulo returns a locator of nodes. It hashes no node: Options.Hash is not used. Options for vnodes
// are an error that wraps ErrOptions, and a weight other than 1 is one that wraps ErrWeight.
func NewModulo(o consistent.Options, nodes []consistent.Node) (*Modulo, error) {
	if err := o.CheckPlain(); err != nil {
		return nil, err
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{})
	if err != nil {
		return nil, err
	}
	return &Modulo{list}, nil
}

// Locate returns h mod N, -1 where there are no nodes.
func (m *Modulo) Locate(h uint64) int32 {
	n := uint64(len(m.nodes.Nodes()))
	if n == 0 {
		return -1
	}
	return int32(h % n)
}

// LocateN fills dst with the owner of h and the nodes that follow it in number, and returns how many.
func (m *Modulo) LocateN(dst []int32, h uint64) int {
	return follow(dst, m.Locate(h), len(m.nodes.Nodes()))
}

// follow fills dst with at and the numbers that follow it among n, and returns how many.
func follow(dst []int32, at int32, n int) int {
	dst = dst[:min(len(dst), n)]
	for i := range dst {
		dst[i] = at
		at++
		if int(at) == n {
			at = 0
		}
	}
	return len(dst)
}

// LocateAll sets dst[i] to Locate(hs[i]).
func (m *Modulo) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	n := uint64(len(m.nodes.Nodes()))
	if n == 0 {
		for i := range dst {
			dst[i] = -1
		}
		return
	}
	for i, h := range hs {
		dst[i] = int32(h % n)
	}
}

// Add adds a node, which gets the next number.
// Errors are those of consistent.Locator.
func (m *Modulo) Add(id string, weight float64) error {
	list, _, err := m.nodes.With(id, weight)
	m.nodes = list
	return err
}

// Remove removes any node; those after it fall by one number.
// Errors are those of consistent.Locator.
func (m *Modulo) Remove(id string) error {
	list, _, err := m.nodes.Without(id)
	m.nodes = list
	return err
}

// Nodes returns the nodes in the order of Add.
func (m *Modulo) Nodes() []consistent.Node { return m.nodes.Nodes() }

// Bytes returns the size of the list of nodes: a look-up itself needs no memory.
func (m *Modulo) Bytes() int64 { return m.nodes.Bytes() }

// Copy returns an independent locator.
func (m *Modulo) Copy() consistent.Locator { return &Modulo{m.nodes} }

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "modulo",
			Doc:    "hash mod N, nodes numbered in the order of Add: the baseline, which reshuffles nearly everything on a change",
			Source: "folklore; what Karger et al., STOC 1997, set out to replace",
			Pinned: 0x547151511acc475f,
		},
		Capabilities: consistent.Capabilities{RemovesAny: true, Replicas: true, HistoryBound: true},
		Theory:       "multinomial",
		Moves:        "modulo",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewModulo(o, nodes)
		},
	})
}
