package rendezvous

import (
	"fmt"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// fan is how many children a node of the skeleton's tree has, and fanBits its logarithm.
const (
	fanBits = 2
	fan     = 1 << fanBits
)

// A Skeleton is rendezvous hashing on a tree of virtual nodes with four children each, whose leaves are slots for
// nodes: at each level the child with the greatest score is chosen, so a look-up takes about 4 log4 N scores instead
// of N. Slots are filled in the order of Add and only the last node can leave.
//
// The published sketches leave open what becomes of slots without a node. Here a key whose slot is empty draws again,
// until it draws a node, or a slot of the next smaller tree, the first quarter: then the draw of that tree from the
// beginning holds. Since a draw of a tree that ends in its first quarter is the draw of the quarter, a tree may grow
// without moving keys, every change is minimal, and every node has the same chance. There are N to 4 N slots, so
// four draws on average are enough.
type Skeleton struct {
	nodes  consistent.Roster
	levels int // of the smallest tree that holds all nodes
}

// NewSkeleton returns a locator of nodes. It hashes no node: Options.Hash is not used. Options for vnodes are an error
// that wraps ErrOptions, and a weight other than 1 is one that wraps ErrWeight.
func NewSkeleton(o consistent.Options, nodes []consistent.Node) (*Skeleton, error) {
	if err := o.CheckPlain(); err != nil {
		return nil, err
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{})
	if err != nil {
		return nil, err
	}
	return newSkeleton(list), nil
}

func newSkeleton(list consistent.Roster) *Skeleton {
	s := &Skeleton{nodes: list}
	for 1<<(fanBits*s.levels) < len(list.Nodes()) {
		s.levels++
	}
	return s
}

// child returns which child of a virtual node has the greatest score for h. place names the virtual node.
func child(h, place uint64) uint64 {
	best, top := uint64(0), uint64(0)
	for c := range uint64(fan) {
		// The odd constant is 2^64 over the golden ratio; its multiples differ in many bits.
		if score := hash.Fmix64(h ^ hash.Fmix64((place<<fanBits|c)*0x9e3779b97f4a7c15)); score > top {
			best, top = c, score
		}
	}
	return best
}

// descend returns the slot that h draws in a tree of so many levels, or the smallest that it can be as soon as that is
// beyond the slots in use. A virtual node is named by its level and the first of its slots, so those of a smaller tree
// are those of the first quarter of a larger one.
func descend(h uint64, levels int, used uint64) uint64 {
	slot := uint64(0)
	for level := levels - 1; level >= 0 && slot < used; level-- {
		slot += child(h, slot<<6|uint64(level)) << (fanBits * level)
	}
	return slot
}

// mostDraws bounds a look-up. A draw fails with a chance of 3/4 at most, so this many do with one below 1e-15.
const mostDraws = 128

// slot returns the slot of h among n, -1 where n is 0.
func slot(h uint64, levels int, n int) int32 {
	if n == 0 {
		return -1
	}
	if levels == 0 {
		return 0
	}
	used, quarter, draw := uint64(n), uint64(1)<<(fanBits*(levels-1)), h
	for range mostDraws {
		at := descend(draw, levels, used)
		if at < quarter {
			break
		}
		if at < used {
			return int32(at)
		}
		draw = hash.Fmix64(draw + 0x9e3779b97f4a7c15)
	}
	return int32(descend(h, levels-1, used))
}

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (s *Skeleton) Locate(h uint64) int32 { return slot(h, s.levels, len(s.nodes.Nodes())) }

// LocateN returns 0: the scheme knows no replicas.
func (s *Skeleton) LocateN([]int32, uint64) int { return 0 }

// LocateAll sets dst[i] to Locate(hs[i]).
func (s *Skeleton) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	n := len(s.nodes.Nodes())
	for i, h := range hs {
		dst[i] = slot(h, s.levels, n)
	}
}

// Add adds a node, which gets the next slot.
// Errors are those of consistent.Locator.
func (s *Skeleton) Add(id string, weight float64) error {
	list, _, err := s.nodes.With(id, weight)
	if err != nil {
		return err
	}
	*s = *newSkeleton(list)
	return nil
}

// Remove removes the node that was added last. Any other is an error that wraps ErrUnsupported: its slot would have to
// stay.
func (s *Skeleton) Remove(id string) error {
	list, at, err := s.nodes.Without(id)
	if err != nil {
		return err
	}
	if last := len(s.nodes.Nodes()) - 1; at != last {
		return fmt.Errorf("%w: removing node %q, number %d: only number %d, the last, can leave",
			consistent.ErrUnsupported, id, at, last)
	}
	*s = *newSkeleton(list)
	return nil
}

// Nodes returns the nodes in the order of Add.
func (s *Skeleton) Nodes() []consistent.Node { return s.nodes.Nodes() }

// Bytes returns the size of the list of nodes: a look-up itself needs no memory.
func (s *Skeleton) Bytes() int64 { return s.nodes.Bytes() }

// Copy returns an independent locator.
func (s *Skeleton) Copy() consistent.Locator { return newSkeleton(s.nodes) }

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "rendezvous-skeleton",
			Doc:    "rendezvous hashing on a tree of virtual nodes: the look-up is logarithmic, but only the last node can leave",
			Source: "Yao, Ravishankar and Tripathi, Hash-Based Virtual Hierarchies for Caching in Hybrid Content-Delivery Networks, UC Riverside, 2001; empty slots as in BinomialHash, arXiv 2406.19836",
			Pinned: 0x9ac8bf41d7f92b03,
		},
		Capabilities: consistent.Capabilities{Monotone: true, HistoryBound: true},
		Theory:       "multinomial",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewSkeleton(o, nodes)
		},
	})
}
