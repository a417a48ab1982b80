package extern

import (
	"cmp"
	"fmt"

	"github.com/serialx/hashring"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// A Serialx is serialx/hashring with the hash that it takes by default, MD5 read as two signed words. Point i of a node
// lies at the hash of id-i, and a key belongs to the first point strictly after it. A weight is a number of points, and
// what hashring.New gives every node is one, so its shares are as uneven as can be; Options.Vnodes multiplies it.
//
// A change makes a new ring, by sorting all points anew. The library answers with an id; the map from there to the
// node's number is the adapter's and part of every look-up.
type Serialx struct {
	nodes   consistent.Roster
	v       int
	ring    *hashring.HashRing
	numbers map[string]int32
}

// NewSerialx returns a ring of nodes with Options.Vnodes points each, 1 where that is 0. Errors wrap ErrOptions for a
// hash or a label shape other than the library's, and ErrID, ErrWeight or ErrDuplicate for a bad node; every weight must
// be 1, since the library's whole weights are numbers of points.
func NewSerialx(o consistent.Options, nodes []consistent.Node) (*Serialx, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if o.Hash != nil {
		return nil, fmt.Errorf("%w: hash %s, and the library's own is md5", consistent.ErrOptions, o.Hash.Info().Name)
	}
	if err := o.CheckLabels(consistent.LabelsDash); err != nil {
		return nil, err
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{})
	if err != nil {
		return nil, err
	}
	s := &Serialx{v: cmp.Or(o.Vnodes, 1)}
	if err := s.checkRoom(len(nodes)); err != nil {
		return nil, err
	}
	weights := make(map[string]int, len(nodes))
	for _, n := range nodes {
		weights[n.ID] = s.v
	}
	s.keep(list, hashring.NewWithWeights(weights))
	return s, nil
}

func (s *Serialx) checkRoom(nodes int) error {
	if nodes > consistent.MaxPoints/s.v {
		return fmt.Errorf("%w: %d nodes of %d points, and a ring has at most %d points",
			consistent.ErrOptions, nodes, s.v, consistent.MaxPoints)
	}
	return nil
}

// keep takes a ring of the nodes of list.
func (s *Serialx) keep(list consistent.Roster, ring *hashring.HashRing) {
	s.nodes, s.ring, s.numbers = list, ring, make(map[string]int32, len(list.Nodes()))
	for at, n := range list.Nodes() {
		s.numbers[n.ID] = int32(at)
	}
}

// Locate returns the number of the node that owns the key, -1 where there are none.
func (s *Serialx) Locate(key []byte) int32 { return s.LocateString(view(key)) }

// LocateString is Locate([]byte(key)); the library itself copies the key.
func (s *Serialx) LocateString(key string) int32 {
	id, ok := s.ring.GetNode(key)
	if !ok {
		return -1
	}
	return s.numbers[id]
}

// LocateAll sets dst[i] to Locate(keys[i]).
func (s *Serialx) LocateAll(dst []int32, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = s.Locate(key)
	}
}

// Add adds a node with weight 1, which gets the next number.
// Errors are those of consistent.Locator.
func (s *Serialx) Add(id string, weight float64) error {
	list, _, err := s.nodes.With(id, weight)
	if err != nil {
		return err
	}
	if err := s.checkRoom(len(list.Nodes())); err != nil {
		return err
	}
	s.keep(list, s.ring.AddWeightedNode(id, s.v))
	return nil
}

// Remove removes any node; the numbers of those added after it fall by one.
// Errors are those of consistent.Locator.
func (s *Serialx) Remove(id string) error {
	list, _, err := s.nodes.Without(id)
	if err != nil {
		return err
	}
	s.keep(list, s.ring.RemoveNode(id))
	return nil
}

// Nodes returns the nodes in the order of Add.
func (s *Serialx) Nodes() []consistent.Node { return s.nodes.Nodes() }

// serialxPointBytes is what the library keeps for a point: a key of 16 bytes on the heap, an interface of two words in
// its sorted list, and a slot of its map, an interface, a string and a control byte, at the map's mean load (see
// pointSlotBytes).
const serialxPointBytes = 16 + 16 + (16+16+1)*32/21

// Bytes estimates the size of the library's sorted list and maps and of the adapter's map, since none tells its own.
func (s *Serialx) Bytes() int64 {
	nodes := int64(len(s.nodes.Nodes()))
	return s.nodes.Bytes() + nodes*int64(s.v)*serialxPointBytes + 3*nodes*numberSlotBytes
}

const serialxVersion = "v0.0.0-20200727003509-22c0c7ab6b1b"

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:    "x-serialx",
			Doc:     "serialx/hashring with its MD5; a weight is a number of points and 1 by default, so two nodes share as unevenly as chance has it",
			Source:  "serialx/hashring, hashring.go",
			Module:  "github.com/serialx/hashring",
			Licence: "MIT",
			Traits: registry.Traits{Faults: []registry.Fault{
				{Check: "no-allocation", Version: serialxVersion,
					Note: "GetNode copies the key, and makes a new hash state, a digest and a point on the heap"},
			}},
			Pinned: 0x873ceb6a9bede7e0,
		},
		Capabilities: consistent.Capabilities{RemovesAny: true, Monotone: true, Vnodes: true, DefaultVnodes: 1},
		Theory:       "dirichlet",
		BuiltinHash:  "md5",
		NewKeyed: func(o consistent.Options, nodes []consistent.Node) (consistent.KeyLocator, error) {
			return NewSerialx(o, nodes)
		},
	})
}
