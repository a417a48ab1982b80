package modulo

import (
	"math/bits"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// A Shift gives hash h to node floor(h N / 2^64), the high word of a product: the "fast range" that takes the place
// of a remainder. Each node has one stretch of the hash space, so one node more moves half of the keys, not nearly
// all: of N nodes node i keeps (N-i) / (N (N+1)). Nodes are numbered in the order of Add; when one leaves, those after
// it move up, so the mapping depends on the order of past changes.
//
// A look-up costs one multiplication.
type Shift struct {
	nodes consistent.Roster
}

// NewShift returns a locator of nodes. It hashes no node: Options.Hash is not used. Options for vnodes are an error
// that wraps ErrOptions, and a weight other than 1 is one that wraps ErrWeight.
func NewShift(o consistent.Options, nodes []consistent.Node) (*Shift, error) {
	if err := o.CheckPlain(); err != nil {
		return nil, err
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{})
	if err != nil {
		return nil, err
	}
	return &Shift{list}, nil
}

// Locate returns floor(h N / 2^64), -1 where there are no nodes.
func (s *Shift) Locate(h uint64) int32 {
	n := uint64(len(s.nodes.Nodes()))
	if n == 0 {
		return -1
	}
	high, _ := bits.Mul64(h, n)
	return int32(high)
}

// LocateN fills dst with the owner of h and the nodes that follow it in number, and returns how many.
func (s *Shift) LocateN(dst []int32, h uint64) int {
	return follow(dst, s.Locate(h), len(s.nodes.Nodes()))
}

// LocateAll sets dst[i] to Locate(hs[i]).
func (s *Shift) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	n := uint64(len(s.nodes.Nodes()))
	if n == 0 {
		for i := range dst {
			dst[i] = -1
		}
		return
	}
	for i, h := range hs {
		high, _ := bits.Mul64(h, n)
		dst[i] = int32(high)
	}
}

// Add adds a node, which gets the next number.
// Errors are those of consistent.Locator.
func (s *Shift) Add(id string, weight float64) error {
	list, _, err := s.nodes.With(id, weight)
	s.nodes = list
	return err
}

// Remove removes any node; those after it fall by one number.
// Errors are those of consistent.Locator.
func (s *Shift) Remove(id string) error {
	list, _, err := s.nodes.Without(id)
	s.nodes = list
	return err
}

// Nodes returns the nodes in the order of Add.
func (s *Shift) Nodes() []consistent.Node { return s.nodes.Nodes() }

// Bytes returns the size of the list of nodes: a look-up itself needs no memory.
func (s *Shift) Bytes() int64 { return s.nodes.Bytes() }

// Copy returns an independent locator.
func (s *Shift) Copy() consistent.Locator { return &Shift{s.nodes} }

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "modulo-shift",
			Doc:    "high word of hash times N, nodes numbered in the order of Add: a baseline that moves half of the keys when the last node comes or goes",
			Source: "Lemire, Fast Random Integer Generation in an Interval, ACM TOMACS 29(1), 2019",
			Pinned: 0x7c4bff274003381c,
		},
		Capabilities: consistent.Capabilities{RemovesAny: true, Replicas: true, HistoryBound: true},
		Theory:       "multinomial",
		Moves:        "modulo-shift",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewShift(o, nodes)
		},
	})
}
