package maglev

import (
	"hashlab/impl/consistent"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// A SlotRendezvous is a table like Maglev's, in which a node that finds the next entry of its permutation taken
// loses its turn. So an entry belongs to the node whose permutation has it earliest, and of several to the smallest
// id: that is rendezvous hashing of entries. Every move is necessary, and the shares are less even than Maglev's:
// their variance is about that of M/(2N) independent entries a node. A node may be left without an entry.
//
// Permutations and a key's entry are those of Maglev. Filling takes M ln M steps at most on average.
//
// A look-up reads one entry of the table.
type SlotRendezvous struct {
	nodes   consistent.Roster
	hash    hash.Hash
	entries []int32
}

// NewSlotRendezvous returns a table of m entries for nodes, whose ids are hashed by Options.Hash. Errors are those
// of NewMaglev; every weight must be 1.
func NewSlotRendezvous(o consistent.Options, m int, nodes []consistent.Node) (*SlotRendezvous, error) {
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
	if err := checkSize(m, len(nodes)); err != nil {
		return nil, err
	}
	t := &SlotRendezvous{hash: o.Hash, entries: make([]int32, m)}
	t.rebuild(list)
	return t, nil
}

func (t *SlotRendezvous) rebuild(list consistent.Roster) {
	m := len(t.entries)
	t.nodes, t.entries = list, loseTurns(m, walksOf(t.hash, list.Nodes(), m))
}

// loseTurns returns a table of m entries as walks fill it. As to the race detector see takeTurns.
//
//go:norace
func loseTurns(m int, walks []walk) []int32 {
	if len(walks) == 0 {
		return nobody(m)
	}
	f := newFilling(m)
	for {
		for i := range walks {
			if w := walks[i]; !f.isTaken(w.at) {
				if f.take(w.at, int32(i)); f.left == 0 {
					return f.entries
				}
			}
			walks[i].step(m)
		}
	}
}

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (t *SlotRendezvous) Locate(h uint64) int32 { return t.entries[entryOf(h, len(t.entries))] }

// LocateN fills dst with the owner of h and the distinct nodes that follow it in the table, after one turn with
// those that own no entry, and returns how many.
func (t *SlotRendezvous) LocateN(dst []int32, h uint64) int {
	return locateN(t.entries, len(t.nodes.Nodes()), dst, h)
}

// LocateAll sets dst[i] to Locate(hs[i]).
func (t *SlotRendezvous) LocateAll(dst []int32, hs []uint64) { locateAll(t.entries, dst, hs) }

// Add adds a node and fills the table anew. A node more than the table has entries is an error that wraps
// ErrOptions.
func (t *SlotRendezvous) Add(id string, weight float64) error {
	list, _, err := t.nodes.With(id, weight)
	if err != nil {
		return err
	}
	if err := checkSize(len(t.entries), len(list.Nodes())); err != nil {
		return err
	}
	t.rebuild(list)
	return nil
}

// Remove removes any node and fills the table anew.
// Errors are those of consistent.Locator.
func (t *SlotRendezvous) Remove(id string) error {
	list, _, err := t.nodes.Without(id)
	if err != nil {
		return err
	}
	t.rebuild(list)
	return nil
}

// Nodes returns the nodes in the order of their ids.
func (t *SlotRendezvous) Nodes() []consistent.Node { return t.nodes.Nodes() }

// Bytes returns the size of the list of nodes and of the table, 4 bytes an entry.
func (t *SlotRendezvous) Bytes() int64 { return t.nodes.Bytes() + 4*int64(cap(t.entries)) }

// Copy returns an independent locator with the same nodes: a change makes a new table.
func (t *SlotRendezvous) Copy() consistent.Locator {
	other := *t
	return &other
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "maglev-slot-rendezvous",
			Doc:    "a table of 65,537 entries, each placed by rendezvous: minimal moves, where Maglev's own rule has the better balance",
			Source: "SUPSI-DTI-ISIN/java-consistent-hashing-algorithms, its maglev, whose rule differs from the paper's",
			Pinned: 0x216a610348b607dc,
		},
		Capabilities: consistent.Capabilities{RemovesAny: true, Monotone: true, Replicas: true},
		Theory:       "maglev-slot",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewSlotRendezvous(o, registeredM, nodes)
		},
	})
}
