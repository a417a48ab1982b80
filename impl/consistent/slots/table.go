package slots

import (
	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// A Table gives a hash the slot that its high 14 bits name, and the slot to a node. A look-up reads one entry of 64
// KiB. Shares are as even as 16384 slots allow, so the fullest node has at most 1 + N/16384 of the mean.
type Table struct{ assignment }

// NewTable returns a locator of nodes. It hashes no node: Options.Hash is not used. Options for vnodes are an error that
// wraps ErrOptions, as are more nodes than slots; a weight other than 1 is one that wraps ErrWeight.
func NewTable(o consistent.Options, nodes []consistent.Node) (*Table, error) {
	a, err := newAssignment(o, nodes, Slots)
	if err != nil {
		return nil, err
	}
	return &Table{a}, nil
}

// slotOf returns the high bits of h.
func slotOf(h uint64) uint64 { return h >> (64 - slotBits) }

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (t *Table) Locate(h uint64) int32 { return t.owners[slotOf(h)] }

// LocateN returns 0: the scheme knows no replicas.
func (t *Table) LocateN([]int32, uint64) int { return 0 }

// LocateAll sets dst[i] to Locate(hs[i]).
func (t *Table) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = t.owners[slotOf(h)]
	}
}

// Copy returns an independent locator with the same nodes and mapping.
func (t *Table) Copy() consistent.Locator { return &Table{t.clone()} }

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "slots-16384",
			Doc:    "16,384 hash slots and a table of their nodes: one read a look-up, even shares and minimal moves, for a table that all readers must share",
			Source: "Redis Cluster specification, key distribution model; the rule by which slots move is ours",
			Pinned: 0xfcdde9a802c8cb88,
		},
		Capabilities: consistent.Capabilities{RemovesAny: true, Monotone: true, HistoryBound: true},
		Theory:       "slots",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewTable(o, nodes)
		},
	})
}
