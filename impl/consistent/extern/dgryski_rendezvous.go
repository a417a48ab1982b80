package extern

import (
	"github.com/dgryski/go-rendezvous"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// A DgryskiRendezvous is dgryski/go-rendezvous: a score is one xorshift-multiply step of the hash of the key xor the hash
// of the id. The library has no hash of its own; nil stands for FNV-1a of 64 bits, which its test uses.
//
// Its Remove panics for every node (it indexes past the end of its lists), and its Add takes a node twice, so the adapter
// keeps the list and makes a new locator of the nodes that stay, in their order. Of equal scores the first node in that
// order wins, so the mapping depends on it where hashes of ids coincide. The library answers with an id; the map from
// there to the node's number is the adapter's and part of every look-up.
type DgryskiRendezvous struct {
	nodes   consistent.Roster
	hash    rendezvous.Hasher
	table   *rendezvous.Rendezvous
	numbers map[string]int32
}

// NewDgryskiRendezvous returns a locator of nodes that hashes ids and keys with Options.Hash. Options for vnodes are
// errors that wrap ErrOptions; a weight other than 1 is one that wraps ErrWeight.
func NewDgryskiRendezvous(o consistent.Options, nodes []consistent.Node) (*DgryskiRendezvous, error) {
	if err := o.CheckPlain(); err != nil {
		return nil, err
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{})
	if err != nil {
		return nil, err
	}
	r := &DgryskiRendezvous{hash: fnv1a}
	if o.Hash != nil {
		r.hash = o.Hash.String
	}
	r.rebuild(list)
	return r, nil
}

// fnv1a is FNV-1a of 64 bits: Fowler, Noll and Vo, The FNV Non-Cryptographic Hash Algorithm (IETF draft).
func fnv1a(key string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for _, b := range hash.View(key) {
		h = (h ^ uint64(b)) * 0x100000001b3
	}
	return h
}

func (r *DgryskiRendezvous) rebuild(list consistent.Roster) {
	ids, numbers := make([]string, len(list.Nodes())), make(map[string]int32, len(list.Nodes()))
	for at, n := range list.Nodes() {
		ids[at], numbers[n.ID] = n.ID, int32(at)
	}
	r.nodes, r.table, r.numbers = list, rendezvous.New(ids, r.hash), numbers
}

// Locate returns the number of the node that owns the key, -1 where there are none.
func (r *DgryskiRendezvous) Locate(key []byte) int32 { return r.LocateString(view(key)) }

// LocateString is Locate([]byte(key)) without a copy.
func (r *DgryskiRendezvous) LocateString(key string) int32 {
	if number, ok := r.numbers[r.table.Lookup(key)]; ok {
		return number
	}
	return -1
}

// LocateAll sets dst[i] to Locate(keys[i]).
func (r *DgryskiRendezvous) LocateAll(dst []int32, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = r.Locate(key)
	}
}

// Add adds a node with weight 1, which gets the next number.
// Errors are those of consistent.Locator.
func (r *DgryskiRendezvous) Add(id string, weight float64) error {
	list, at, err := r.nodes.With(id, weight)
	if err != nil {
		return err
	}
	r.table.Add(id)
	r.nodes, r.numbers[id] = list, int32(at)
	return nil
}

// Remove makes a new locator of the other nodes; the numbers of those added after the node fall by one.
// Errors are those of consistent.Locator.
func (r *DgryskiRendezvous) Remove(id string) error {
	list, _, err := r.nodes.Without(id)
	if err != nil {
		return err
	}
	r.rebuild(list)
	return nil
}

// Nodes returns the nodes in the order of Add.
func (r *DgryskiRendezvous) Nodes() []consistent.Node { return r.nodes.Nodes() }

// Bytes estimates the size of the library's two lists and map, and of the adapter's map, since neither tells its own.
func (r *DgryskiRendezvous) Bytes() int64 {
	return r.nodes.Bytes() + int64(len(r.nodes.Nodes()))*(16+8+2*numberSlotBytes)
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:    "x-dgryski-rendezvous",
			Doc:     "dgryski/go-rendezvous with FNV-1a; its Remove always panics (v0.0.0-20200823014737-9f7001d12a5f), so the adapter makes a new one of the rest",
			Source:  "dgryski/go-rendezvous, rdv.go",
			Module:  "github.com/dgryski/go-rendezvous",
			Licence: "MIT",
			Pinned:  0x8d33a221073acaca,
		},
		Capabilities: consistent.Capabilities{RemovesAny: true, Monotone: true, HistoryBound: true},
		Theory:       "multinomial",
		NewKeyed: func(o consistent.Options, nodes []consistent.Node) (consistent.KeyLocator, error) {
			return NewDgryskiRendezvous(o, nodes)
		},
	})
}
