package extern

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/buraksezer/consistent"
	"github.com/cespare/xxhash/v2"

	contract "hashlab/impl/consistent"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// buraksezerLabels is the shape of the library's labels: decimal(i), a colon and the id.
const buraksezerLabels = contract.Labels("i:id")

// A Buraksezer is buraksezer/consistent with what it takes by default: 271 partitions, which are given to nodes on a ring of
// 20 points each, none of them getting more than 1.25 times the mean, rounded up. A key belongs to the node of its
// partition, the remainder of its hash. The library has no hash of its own; without another it gets XXH64, as in its README.
//
// The mapping is a function of the set of nodes as long as no points share a place. Full nodes pass partitions on, so a change also moves some between
// nodes that stay. With more nodes than partitions most have none. The library answers with what its user gave it, here the
// id; the map from there to the node's number is the adapter's and part of every look-up. Its panics, where no node has
// room and where a node leaves that shared a place with another, become errors.
type Buraksezer struct {
	nodes   contract.Roster
	vnodes  int
	sum     hasher
	ring    *consistent.Consistent
	numbers map[string]int32
}

// hasher is what the library calls a hash.
type hasher func([]byte) uint64

func (h hasher) Sum64(key []byte) uint64 { return h(key) }

// member is what the library calls a node.
type member string

func (m member) String() string { return string(m) }

// NewBuraksezer returns partitions given to nodes with Options.Vnodes points each, 20 where that is 0. Errors wrap ErrOptions
// for another label shape than the library's, and where it finds no room; ErrID, ErrWeight or
// ErrDuplicate for a bad node; every weight must be 1.
func NewBuraksezer(o contract.Options, nodes []contract.Node) (*Buraksezer, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if err := o.CheckLabels(buraksezerLabels); err != nil {
		return nil, err
	}
	list, err := contract.NewRoster(nodes, contract.RosterRules{Sorted: true})
	if err != nil {
		return nil, err
	}
	b := &Buraksezer{vnodes: cmp.Or(o.Vnodes, consistent.DefaultReplicationFactor)}
	if most := contract.MaxPoints / b.vnodes; len(nodes) > most {
		return nil, fmt.Errorf("%w: %d nodes of %d points: want at most %d", contract.ErrOptions, len(nodes), b.vnodes, most)
	}
	b.sum = xxhash.Sum64
	if o.Hash != nil {
		b.sum = o.Hash.Bytes
	}
	return b, b.rebuild(list)
}

// rebuild makes the library's ring of the nodes of list.
func (b *Buraksezer) rebuild(list contract.Roster) error {
	members := make([]consistent.Member, len(list.Nodes()))
	for i, n := range list.Nodes() {
		members[i] = member(n.ID)
	}
	err := quietly(func() {
		b.ring = consistent.New(members, consistent.Config{Hasher: b.sum, ReplicationFactor: b.vnodes})
	})
	if err == nil {
		b.keep(list)
	}
	return err
}

// quietly turns the library's panic into an error that wraps ErrOptions.
func quietly(call func()) (err error) {
	defer func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("%w: the library says: %v", contract.ErrOptions, why)
		}
	}()
	call()
	return nil
}

func (b *Buraksezer) keep(list contract.Roster) {
	b.nodes, b.numbers = list, make(map[string]int32, len(list.Nodes()))
	for i, n := range list.Nodes() {
		b.numbers[n.ID] = int32(i)
	}
}

// Locate returns the number of the node that owns the key, -1 where there are none.
func (b *Buraksezer) Locate(key []byte) int32 {
	owner, ok := b.ring.LocateKey(key).(member)
	if !ok {
		return -1
	}
	return b.numbers[string(owner)]
}

// LocateString is Locate([]byte(key)) without a copy.
func (b *Buraksezer) LocateString(key string) int32 { return b.Locate(hash.View(key)) }

// LocateAll sets dst[i] to Locate(keys[i]).
func (b *Buraksezer) LocateAll(dst []int32, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = b.Locate(key)
	}
}

// change lets the library change its nodes to those of list. Where it panics on the way it has changed some of them, so the
// ring is made anew of the nodes that there were.
func (b *Buraksezer) change(list contract.Roster, call func()) error {
	if err := quietly(call); err != nil {
		return errors.Join(err, b.rebuild(b.nodes))
	}
	b.keep(list)
	return nil
}

// Add adds a node with weight 1; all partitions are given out anew.
// Errors are those of consistent.Locator.
func (b *Buraksezer) Add(id string, weight float64) error {
	list, _, err := b.nodes.With(id, weight)
	if err != nil {
		return err
	}
	return b.change(list, func() { b.ring.Add(member(id)) })
}

// Remove removes any node; all partitions are given out anew.
// Errors are those of consistent.Locator.
func (b *Buraksezer) Remove(id string) error {
	list, _, err := b.nodes.Without(id)
	if err != nil {
		return err
	}
	return b.change(list, func() { b.ring.Remove(id) })
}

// Nodes returns the nodes in the order of their ids.
func (b *Buraksezer) Nodes() []contract.Node { return b.nodes.Nodes() }

// The sizes of slots as groupcache's: a point's key and interface, a partition's number and interface, and of a member its id
// twice, interface and load.
const (
	ringSlotBytes      = pointSlotBytes
	partitionSlotBytes = (8 + 16 + 1) * 32 / 21
	memberSlotBytes    = ((16 + 16 + 1) + (16 + 8 + 1)) * 32 / 21
)

// Bytes estimates the size of the library's sorted list and maps and of the adapter's map.
func (b *Buraksezer) Bytes() int64 {
	nodes := int64(len(b.nodes.Nodes()))
	parts := int64(0)
	if nodes > 0 {
		parts = int64(consistent.DefaultPartitionCount)
	}
	return b.nodes.Bytes() + nodes*int64(b.vnodes)*(8+ringSlotBytes) + parts*partitionSlotBytes + nodes*(memberSlotBytes+numberSlotBytes)
}

const buraksezerVersion = "v1.0.0"

func init() {
	contract.Register(contract.Entry{
		Meta: registry.Meta{
			Name:    "x-buraksezer",
			Doc:     "buraksezer/consistent: 271 partitions on a ring of 20 points a node under a bound of 1.25; a change moves some between nodes that stay",
			Source:  "buraksezer/consistent " + buraksezerVersion + ", consistent.go",
			Module:  "github.com/buraksezer/consistent",
			Licence: "MIT",
			Traits: registry.Traits{Faults: []registry.Fault{
				{Check: "insertion-order", Version: buraksezerVersion,
					Note: "points at one place overwrite each other in its map, so which node owns the place depends on who came last, and to remove one of the nodes panics"},
			}},
			Pinned: 0xa6a507ad588e0f38,
		},
		Capabilities: contract.Capabilities{RemovesAny: true, Vnodes: true, DefaultVnodes: consistent.DefaultReplicationFactor},
		NewKeyed: func(o contract.Options, nodes []contract.Node) (contract.KeyLocator, error) {
			return NewBuraksezer(o, nodes)
		},
	})
}
