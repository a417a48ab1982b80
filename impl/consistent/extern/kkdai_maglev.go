package extern

import (
	"fmt"

	"github.com/kkdai/maglev"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// kkdaiEntries is the smaller table size of the Maglev paper, which the library names but leaves to its user.
const kkdaiEntries = 65537

// A KkdaiMaglev is kkdai/maglev with a table of 65,537 entries. It hashes ids and keys by SipHash-2-4 under fixed keys.
//
// The library answers with an id; the map from there to the node's number is the adapter's and part of every look-up.
// It keeps the whole permutation of every node, 512 KiB each, and writes all of them anew on every change, so a thousand
// nodes take half a gigabyte. Its Remove takes an unknown id for the one that sorts after it; the adapter asks its own
// list first.
type KkdaiMaglev struct {
	nodes   consistent.Roster
	table   *maglev.Maglev
	numbers map[string]int32
}

// NewKkdaiMaglev returns a table of nodes. Errors wrap ErrOptions for another hash than the library's, for options for
// vnodes and for more nodes than entries, and ErrID, ErrWeight or ErrDuplicate for a bad node; every weight must be 1.
func NewKkdaiMaglev(o consistent.Options, nodes []consistent.Node) (*KkdaiMaglev, error) {
	if err := o.CheckPlain(); err != nil {
		return nil, err
	}
	if o.Hash != nil {
		return nil, fmt.Errorf("%w: hash %s, and the library's own is siphash24", consistent.ErrOptions, o.Hash.Info().Name)
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{Sorted: true})
	if err != nil {
		return nil, err
	}
	k := &KkdaiMaglev{}
	if k.table, err = maglev.NewMaglev(nil, kkdaiEntries); err != nil {
		return nil, fmt.Errorf("%w: %w", consistent.ErrOptions, err)
	}
	if err := k.set(list); err != nil {
		return nil, err
	}
	return k, nil
}

// set fills the library's table for the nodes of list.
func (k *KkdaiMaglev) set(list consistent.Roster) error {
	ids, numbers := make([]string, len(list.Nodes())), make(map[string]int32, len(list.Nodes()))
	for i, n := range list.Nodes() {
		ids[i], numbers[n.ID] = n.ID, int32(i)
	}
	if err := k.table.Set(ids); err != nil {
		return fmt.Errorf("%w: %d nodes, and the table has %d entries: %w", consistent.ErrOptions, len(ids), kkdaiEntries, err)
	}
	k.nodes, k.numbers = list, numbers
	return nil
}

// Locate returns the number of the node that owns the key, -1 where there are none.
func (k *KkdaiMaglev) Locate(key []byte) int32 { return k.LocateString(view(key)) }

// LocateString is Locate([]byte(key)); the library itself copies the key.
func (k *KkdaiMaglev) LocateString(key string) int32 {
	id, err := k.table.Get(key)
	if err != nil {
		return -1 // its only error is that there are no nodes
	}
	return k.numbers[id]
}

// LocateAll sets dst[i] to Locate(keys[i]).
func (k *KkdaiMaglev) LocateAll(dst []int32, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = k.Locate(key)
	}
}

// Add adds a node with weight 1 and fills the table anew.
// Errors are those of consistent.Locator.
func (k *KkdaiMaglev) Add(id string, weight float64) error {
	list, _, err := k.nodes.With(id, weight)
	if err != nil {
		return err
	}
	return k.set(list)
}

// Remove removes any node and fills the table anew.
// Errors are those of consistent.Locator.
func (k *KkdaiMaglev) Remove(id string) error {
	list, _, err := k.nodes.Without(id)
	if err != nil {
		return err
	}
	return k.set(list)
}

// Nodes returns the nodes in the order of their ids.
func (k *KkdaiMaglev) Nodes() []consistent.Node { return k.nodes.Nodes() }

// Bytes estimates the size of the library's table and permutations, 8 bytes an entry each, of its list of ids, and of
// the adapter's map.
func (k *KkdaiMaglev) Bytes() int64 {
	nodes := int64(len(k.nodes.Nodes()))
	return k.nodes.Bytes() + 8*kkdaiEntries*(1+nodes) + nodes*(16+24+numberSlotBytes)
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:    "x-kkdai-maglev",
			Doc:     "kkdai/maglev with its SipHash and 65,537 entries; keeps every node's whole permutation, half a mebibyte each",
			Source:  "kkdai/maglev v0.2.0, maglev.go",
			Module:  "github.com/kkdai/maglev",
			Licence: "Apache-2.0",
			Traits: registry.Traits{Faults: []registry.Fault{
				{Check: "no-allocation", Version: "v0.2.0", Note: "Get copies the key to the heap for its hash function"},
			}},
			Pinned: 0xccb62c84d112c637,
		},
		Capabilities: consistent.Capabilities{RemovesAny: true},
		Theory:       "maglev",
		BuiltinHash:  "siphash24",
		NewKeyed: func(o consistent.Options, nodes []consistent.Node) (consistent.KeyLocator, error) {
			return NewKkdaiMaglev(o, nodes)
		},
	})
}
