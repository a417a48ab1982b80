package maglev

import (
	"slices"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// A Maglev is the table of Eisenbud et al. (2016). Nodes take turns in the order of their ids; in its turn a node
// takes the next free entry of its permutation. So of N equal nodes each has floor(M/N) or ceil(M/N) entries.
// Moves are not minimal: beside the entries of the node that comes or goes, others change hands.
//
// A node of weight w takes its turn in pass t where t w >= turns w_max, after Envoy, so entries are as weights, to
// about one. Every node has one entry at least. Filling takes about M ln M steps, and a pass for each entry of the
// heaviest node. Start and step of a permutation come from Options.Hash of the id; the step is remixed by
// hash.Fmix64. A key's entry comes from the high bits of its hash.
//
// A look-up reads one entry of the table.
type Maglev struct {
	nodes   consistent.Roster
	hash    hash.Hash
	entries []int32
}

// NewMaglev returns a table of m entries for nodes, whose ids are hashed by Options.Hash. Errors wrap ErrOptions
// where m is not prime or too large, there are more nodes than entries, the hash is missing, or options for vnodes
// are given; and ErrID, ErrWeight or ErrDuplicate where a node is bad.
func NewMaglev(o consistent.Options, m int, nodes []consistent.Node) (*Maglev, error) {
	if err := o.CheckPlain(); err != nil {
		return nil, err
	}
	if err := o.CheckHash(); err != nil {
		return nil, err
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{Sorted: true, Weighted: true})
	if err != nil {
		return nil, err
	}
	if err := checkSize(m, len(nodes)); err != nil {
		return nil, err
	}
	t := &Maglev{hash: o.Hash, entries: make([]int32, m)}
	t.rebuild(list)
	return t, nil
}

// rebuild fills a new table, so that look-ups meanwhile see the old one whole.
func (t *Maglev) rebuild(list consistent.Roster) {
	weights := make([]float64, len(list.Nodes()))
	for i, n := range list.Nodes() {
		weights[i] = n.Weight
	}
	m := len(t.entries)
	t.nodes, t.entries = list, takeTurns(m, walksOf(t.hash, list.Nodes(), m), weights)
}

// takeTurns returns a table of m entries as the walks of at most m nodes with weights fill it. Nothing it writes is
// shared before it returns, and the race detector would make it more than ten times as slow.
//
//go:norace
func takeTurns(m int, walks []walk, weights []float64) []int32 {
	if len(walks) == 0 {
		return nobody(m)
	}
	f, heaviest, turns := newFilling(m), slices.Max(weights), make([]float64, len(walks))
	for pass := 1.0; ; pass++ {
		for i := range walks {
			if pass*weights[i] < turns[i]*heaviest {
				continue
			}
			turns[i]++
			w := walks[i]
			for f.isTaken(w.at) {
				w.step(m)
			}
			if f.take(w.at, int32(i)); f.left == 0 {
				return f.entries
			}
			w.step(m)
			walks[i] = w
		}
	}
}

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (t *Maglev) Locate(h uint64) int32 { return t.entries[entryOf(h, len(t.entries))] }

// LocateN fills dst with the owner of h and the distinct nodes that follow it in the table, and returns how many.
func (t *Maglev) LocateN(dst []int32, h uint64) int {
	return locateN(t.entries, len(t.nodes.Nodes()), dst, h)
}

// LocateAll sets dst[i] to Locate(hs[i]).
func (t *Maglev) LocateAll(dst []int32, hs []uint64) { locateAll(t.entries, dst, hs) }

// Add adds a node and fills the table anew. A node more than the table has entries is an error that wraps
// ErrOptions.
func (t *Maglev) Add(id string, weight float64) error {
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
func (t *Maglev) Remove(id string) error {
	list, _, err := t.nodes.Without(id)
	if err != nil {
		return err
	}
	t.rebuild(list)
	return nil
}

// Nodes returns the nodes in the order of their ids.
func (t *Maglev) Nodes() []consistent.Node { return t.nodes.Nodes() }

// Bytes returns the size of the list of nodes and of the table, 4 bytes an entry.
func (t *Maglev) Bytes() int64 { return t.nodes.Bytes() + 4*int64(cap(t.entries)) }

// Copy returns an independent locator with the same nodes: a change makes a new table.
func (t *Maglev) Copy() consistent.Locator {
	other := *t
	return &other
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "maglev",
			Doc:    "Maglev's table of 65,537 entries: one read a look-up and near perfect balance up to 650 nodes, but moves beyond the necessary",
			Source: "Eisenbud et al., Maglev: A Fast and Reliable Software Network Load Balancer, NSDI 2016; weights after Envoy, source/extensions/load_balancing_policies/maglev",
			Pinned: 0x79e49a462b390949,
		},
		Capabilities: consistent.Capabilities{RemovesAny: true, Weights: true, Replicas: true},
		Theory:       "maglev",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewMaglev(o, registeredM, nodes)
		},
	})
}
