// Package probe holds multi-probe consistent hashing: a ring with one point a node, on which a key tries several
// places.
package probe

import (
	"hashlab/impl/consistent"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// probes is how many places a key tries. The paper takes 21 for a peak-to-average ratio of 1.05.
const probes = 21

// A MultiProbe is multi-probe consistent hashing (Appleton and O'Reilly, 2015). A node has one point, at the hash of
// its id. A key draws k = 21 places; from each it looks clockwise for the next point, and the nearest of these
// points owns the key, of equally near ones the smallest (hash, id). Distances are modulo 2^64.
//
// The fullest node has at most k/(k-1) = 1.05 of the mean and shares have a coefficient of variation of
// 1/sqrt(2k-1) = 15.6 %, but the emptiest node has only about k/N of the mean: the peak is bounded, the trough is
// not. Every move is necessary. The mapping depends on the set of nodes alone. Places are drawn from the key's hash
// by hash.Fmix64; points take the hash of an id as it comes. A look-up takes k searches, each of about constant time.
type MultiProbe struct {
	nodes  consistent.Roster
	hash   hash.Hash
	circle circle
}

// NewMultiProbe returns a locator of nodes, whose ids are hashed by Options.Hash. A missing hash and options for
// vnodes are errors that wrap ErrOptions; a weight other than 1 is one that wraps ErrWeight.
func NewMultiProbe(o consistent.Options, nodes []consistent.Node) (*MultiProbe, error) {
	if err := o.CheckPlain(); err != nil {
		return nil, err
	}
	if err := o.CheckHash(); err != nil {
		return nil, err
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{Sorted: true})
	if err != nil {
		return nil, err
	}
	m := &MultiProbe{hash: o.Hash}
	m.place(list)
	return m, nil
}

// place makes a new circle for the nodes of list.
func (m *MultiProbe) place(list consistent.Roster) {
	points := make([]consistent.Point, len(list.Nodes()))
	for i, n := range list.Nodes() {
		points[i] = consistent.Point{Hash: m.hash.String(n.ID), Node: int32(i)}
	}
	m.nodes, m.circle = list, newCircle(points)
}

// golden is 2^64 over the golden ratio: multiples of it, mixed, are the places of a key.
const golden = 0x9e3779b97f4a7c15

// places draws the places that h tries.
func places(h uint64) (at [probes]uint64) {
	for i := range at {
		h += golden
		at[i] = hash.Fmix64(h)
	}
	return at
}

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (m *MultiProbe) Locate(h uint64) int32 {
	at := places(h)
	return m.circle.points[m.circle.nearest(at[:])].Node
}

// LocateN fills dst with the owner of h and the nodes whose points follow its point, and returns how many.
func (m *MultiProbe) LocateN(dst []int32, h uint64) int {
	n := len(m.nodes.Nodes())
	dst = dst[:min(len(dst), n)]
	if len(dst) == 0 {
		return 0
	}
	at := places(h)
	next := m.circle.nearest(at[:])
	for i := range dst {
		dst[i] = m.circle.points[next].Node
		if next++; next == uint64(n) {
			next = 0
		}
	}
	return len(dst)
}

// LocateAll sets dst[i] to Locate(hs[i]).
func (m *MultiProbe) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		at := places(h)
		dst[i] = m.circle.points[m.circle.nearest(at[:])].Node
	}
}

// Add adds a node, in time linear in their number.
// Errors are those of consistent.Locator.
func (m *MultiProbe) Add(id string, weight float64) error {
	list, _, err := m.nodes.With(id, weight)
	if err != nil {
		return err
	}
	m.place(list)
	return nil
}

// Remove removes any node, in time linear in their number.
// Errors are those of consistent.Locator.
func (m *MultiProbe) Remove(id string) error {
	list, _, err := m.nodes.Without(id)
	if err != nil {
		return err
	}
	m.place(list)
	return nil
}

// Nodes returns the nodes in the order of their ids.
func (m *MultiProbe) Nodes() []consistent.Node { return m.nodes.Nodes() }

// Bytes returns the size of the list of nodes, of the points, 16 bytes each, and of the index, 8 to 16 bytes a point.
func (m *MultiProbe) Bytes() int64 { return m.nodes.Bytes() + m.circle.bytes() }

// Copy returns an independent locator with the same nodes: a change makes a new circle.
func (m *MultiProbe) Copy() consistent.Locator {
	other := *m
	return &other
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "multi-probe",
			Doc:    "multi-probe consistent hashing, 21 probes: a ring of one point a node with a peak of 1.05, at the cost of 21 searches a look-up",
			Source: "Appleton and O'Reilly, Multi-Probe Consistent Hashing, arXiv 1505.00062, 2015",
			Pinned: 0x7017a33055fd241b,
		},
		Capabilities: consistent.Capabilities{RemovesAny: true, Monotone: true, Replicas: true},
		Theory:       "multi-probe",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewMultiProbe(o, nodes)
		},
	})
}
