package extern

import (
	"cmp"
	"fmt"

	"github.com/golang/groupcache/consistenthash"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// groupcacheReplicas is what groupcache itself passes where its user sets nothing (http.go, defaultReplicas).
const groupcacheReplicas = 50

// A Groupcache is golang/groupcache/consistenthash with the hash that it takes by default, CRC-32 (IEEE).
// Point i of a node lies at the hash of decimal(i) + id, and a key belongs to the first point at or after
// it. Of points at one place the one added last wins, so the mapping depends on the order of Add where
// labels or their hashes coincide.
//
// The library cannot remove a node: Remove makes a new ring of the nodes that stay, in their order. It
// answers with an id; the map from there to the node's number is the adapter's and part of every look-up.
type Groupcache struct {
	nodes    consistent.Roster
	replicas int
	ring     *consistenthash.Map
	numbers  map[string]int32
}

// NewGroupcache returns a ring of nodes with Options.Vnodes points each, 50 where that is 0. Errors wrap
// ErrOptions for a hash or a label shape other than the library's, and ErrID, ErrWeight or ErrDuplicate
// for a bad node; every weight must be 1.
func NewGroupcache(o consistent.Options, nodes []consistent.Node) (*Groupcache, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if o.Hash != nil {
		return nil, fmt.Errorf("%w: hash %s, and the library's own is crc32", consistent.ErrOptions, o.Hash.Info().Name)
	}
	if o.Labels != "" && o.Labels != consistent.LabelsPrefix {
		return nil, fmt.Errorf("%w: label shape %q, and the library's is %q",
			consistent.ErrOptions, string(o.Labels), string(consistent.LabelsPrefix))
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{})
	if err != nil {
		return nil, err
	}
	g := &Groupcache{replicas: cmp.Or(o.Vnodes, groupcacheReplicas)}
	if err := g.rebuild(list); err != nil {
		return nil, err
	}
	return g, nil
}

// rebuild makes the library's ring of the nodes of list.
func (g *Groupcache) rebuild(list consistent.Roster) error {
	nodes := list.Nodes()
	if err := g.checkRoom(len(nodes)); err != nil {
		return err
	}
	ids := make([]string, len(nodes))
	numbers := make(map[string]int32, len(nodes))
	for i, n := range nodes {
		ids[i], numbers[n.ID] = n.ID, int32(i)
	}
	ring := consistenthash.New(g.replicas, nil)
	ring.Add(ids...)
	g.nodes, g.ring, g.numbers = list, ring, numbers
	return nil
}

func (g *Groupcache) checkRoom(nodes int) error {
	if nodes > consistent.MaxPoints/g.replicas {
		return fmt.Errorf("%w: %d nodes of %d points, and a ring has at most %d points",
			consistent.ErrOptions, nodes, g.replicas, consistent.MaxPoints)
	}
	return nil
}

// Locate returns the number of the node that owns the key, -1 where there are none.
func (g *Groupcache) Locate(key []byte) int32 { return g.LocateString(view(key)) }

// LocateString is Locate([]byte(key)); the library itself copies the key.
func (g *Groupcache) LocateString(key string) int32 {
	if number, ok := g.numbers[g.ring.Get(key)]; ok {
		return number
	}
	return -1
}

// LocateAll sets dst[i] to Locate(keys[i]).
func (g *Groupcache) LocateAll(dst []int32, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = g.Locate(key)
	}
}

// Add adds a node with weight 1, which gets the next number.
// Errors are those of consistent.Locator.
func (g *Groupcache) Add(id string, weight float64) error {
	list, at, err := g.nodes.With(id, weight)
	if err != nil {
		return err
	}
	if err := g.checkRoom(len(list.Nodes())); err != nil {
		return err
	}
	g.ring.Add(id)
	g.nodes, g.numbers[id] = list, int32(at)
	return nil
}

// Remove makes a new ring of the other nodes; the numbers of those added after the node fall by one.
// Errors are those of consistent.Locator.
func (g *Groupcache) Remove(id string) error {
	list, _, err := g.nodes.Without(id)
	if err != nil {
		return err
	}
	return g.rebuild(list)
}

// Nodes returns the nodes in the order of Add.
func (g *Groupcache) Nodes() []consistent.Node { return g.nodes.Nodes() }

// The sizes of a Go map's slot at its mean load: key, value and control byte over 21/32 of the slots, the
// middle between the fill after a doubling, 7/16, and the fill before the next, 7/8.
const (
	pointSlotBytes  = (8 + 16 + 1) * 32 / 21
	numberSlotBytes = (16 + 8 + 1) * 32 / 21
)

// Bytes estimates the size of the library's sorted list and map and of the adapter's map, since neither
// tells its own.
func (g *Groupcache) Bytes() int64 {
	nodes := int64(len(g.nodes.Nodes()))
	return g.nodes.Bytes() + nodes*int64(g.replicas)*(8+pointSlotBytes) + nodes*numberSlotBytes
}

const groupcacheVersion = "v0.0.0-20241129210726-2c02b8208cf8"

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:    "x-groupcache",
			Doc:     "groupcache's ring with its CRC-32; cannot remove a node, so the adapter makes a new ring of the rest",
			Source:  "golang/groupcache, consistenthash/consistenthash.go",
			Module:  "github.com/golang/groupcache",
			Licence: "Apache-2.0",
			Traits: registry.Traits{Faults: []registry.Fault{
				{Check: "insertion-order", Version: groupcacheVersion,
					Note: "two nodes whose labels coincide, such as \"1\" + \"1a\" and \"11\" + \"a\", share points that the last one added takes"},
				{Check: "no-allocation", Version: groupcacheVersion,
					Note: "Get copies the key to the heap, since it passes it to a function value"},
			}},
			Pinned: 0x8de62436fddb8896,
		},
		Capabilities: consistent.Capabilities{
			RemovesAny: true, Monotone: true, Vnodes: true, DefaultVnodes: groupcacheReplicas,
		},
		Theory:      "dirichlet",
		BuiltinHash: "crc32",
		NewKeyed: func(o consistent.Options, nodes []consistent.Node) (consistent.KeyLocator, error) {
			return NewGroupcache(o, nodes)
		},
	})
}
