// Package rendezvous holds highest-random-weight hashing: every node draws a score for a key, the best
// score owns it.
package rendezvous

import (
	"slices"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// A Rendezvous gives hash h to the node with the greatest score of h xor hash.Fmix64(hash of the id), and of
// equal scores to the smallest id. A score is hash.Fmix64 short of its last step, which changes low bits only: the
// scheme remixes, so a weak hash of the ids does no harm unless two ids collide; then the greater of the two gets
// nothing. A look-up takes N scores. The balance is that of independent draws, every change is minimal, and nodes
// are numbered in the order of their ids.
type Rendezvous struct {
	nodes consistent.Roster
	hash  hash.Hash
	seeds []uint64 // seeds[i] is the mixed hash of the id of node i
}

// NewRendezvous returns a locator of nodes, whose ids are hashed by Options.Hash. A missing hash and
// options for vnodes are errors that wrap ErrOptions; a weight other than 1 is one that wraps ErrWeight.
func NewRendezvous(o consistent.Options, nodes []consistent.Node) (*Rendezvous, error) {
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
	r := &Rendezvous{nodes: list, hash: o.Hash, seeds: make([]uint64, len(nodes))}
	for i, n := range list.Nodes() {
		r.seeds[i] = r.seed(n.ID)
	}
	return r, nil
}

func (r *Rendezvous) seed(id string) uint64 { return hash.Fmix64(r.hash.String(id)) }

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (r *Rendezvous) Locate(h uint64) int32 { return best(r.seeds, h) }

// score is hash.Fmix64 of x without the last of its five steps.
func score(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	return x * 0xc4ceb9fe1a85ec53
}

func best(seeds []uint64, h uint64) int32 {
	if len(seeds) == 0 {
		return -1
	}
	top, owner := score(h^seeds[0]), 0
	for i, seed := range seeds {
		if s := score(h ^ seed); s > top {
			top, owner = s, i
		}
	}
	return int32(owner)
}

// LocateN fills dst with the nodes of the best scores, best first, and returns how many.
func (r *Rendezvous) LocateN(dst []int32, h uint64) int {
	if len(dst) == 0 {
		return 0
	}
	n := 0
	for i, seed := range r.seeds {
		s := score(h ^ seed)
		at := n
		for at > 0 && s > score(h^r.seeds[dst[at-1]]) {
			at--
		}
		if at == len(dst) {
			continue
		}
		n = min(n+1, len(dst))
		copy(dst[at+1:n], dst[at:n-1])
		dst[at] = int32(i)
	}
	return n
}

// LocateAll sets dst[i] to Locate(hs[i]).
func (r *Rendezvous) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = best(r.seeds, h)
	}
}

// Add adds a node at the place of its id in the order.
// Errors are those of consistent.Locator.
func (r *Rendezvous) Add(id string, weight float64) error {
	list, at, err := r.nodes.With(id, weight)
	if err != nil {
		return err
	}
	r.nodes, r.seeds = list, slices.Insert(r.seeds, at, r.seed(id))
	return nil
}

// Remove removes any node.
// Errors are those of consistent.Locator.
func (r *Rendezvous) Remove(id string) error {
	list, at, err := r.nodes.Without(id)
	if err != nil {
		return err
	}
	r.nodes, r.seeds = list, slices.Delete(r.seeds, at, at+1)
	return nil
}

// Nodes returns the nodes in the order of their ids.
func (r *Rendezvous) Nodes() []consistent.Node { return r.nodes.Nodes() }

// Bytes returns the size of the list of nodes and of their seeds, 8 bytes each.
func (r *Rendezvous) Bytes() int64 { return r.nodes.Bytes() + 8*int64(cap(r.seeds)) }

// Copy returns an independent locator.
func (r *Rendezvous) Copy() consistent.Locator {
	return &Rendezvous{r.nodes, r.hash, slices.Clone(r.seeds)}
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "rendezvous",
			Doc:    "rendezvous (highest random weight) hashing: perfect balance and minimal moves at a cost of N scores a look-up",
			Source: "Thaler and Ravishankar, Using Name-Based Mappings to Increase Hit Rates, IEEE/ACM Transactions on Networking 6(1), 1998",
			Pinned: 0xa9ce9cc4de736089,
		},
		Capabilities: consistent.Capabilities{RemovesAny: true, Monotone: true, Replicas: true},
		Theory:       "multinomial",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewRendezvous(o, nodes)
		},
	})
}
