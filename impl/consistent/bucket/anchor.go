package bucket

import (
	"slices"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// An Anchor is AnchorHash (Mendelson et al., 2021), the in-place form of algorithm 3. It has a fixed capacity of C
// buckets, of which those out of work remember how many were left when they went. A key draws a bucket; while that
// is out of work it draws among those that were left then. That takes at most 1 + ln(C/N) draws on average; the
// balance is that of independent draws.
//
// The capacity is ten times the number of nodes that the locator is built with, and 128 at least; one node more is
// an error that wraps ErrOptions. The first draw takes the hash as it comes, further ones remix it.
//
// A look-up takes 1 + ln(C/N) draws on average for N of C buckets in work, and a read of an array after each.
type Anchor struct {
	seats
	slots []anchorSlot
	// order[i] is the bucket at place i of those in work, and place its inverse: the paper's W and L.
	order, place []int32
	vacant       []int32 // buckets out of work, the one to be used next at the end
}

// An anchorSlot is what a look-up reads of a bucket.
type anchorSlot struct {
	left int32 // how many buckets were left when it went, 0 where it is in work: the paper's A
	next int32 // the bucket that took its place then, itself where it is in work: the paper's K
}

// NewAnchor returns a locator of nodes. Options for vnodes are an error that wraps ErrOptions, and a weight other
// than 1 is one that wraps ErrWeight.
func NewAnchor(o consistent.Options, nodes []consistent.Node) (*Anchor, error) {
	return newAnchor(o, nodes, capacity(len(nodes)))
}

func newAnchor(o consistent.Options, nodes []consistent.Node, buckets int) (*Anchor, error) {
	s, err := newSeats(o, nodes, buckets)
	if err != nil {
		return nil, err
	}
	a := &Anchor{seats: s, slots: make([]anchorSlot, buckets), order: make([]int32, buckets), place: make([]int32, buckets)}
	for b := range a.slots {
		a.slots[b].next, a.order[b], a.place[b] = int32(b), int32(b), int32(b)
	}
	a.vacant = make([]int32, 0, buckets)
	for b := buckets - 1; b >= len(nodes); b-- {
		a.slots[b].left = int32(b)
		a.vacant = append(a.vacant, int32(b))
	}
	return a, nil
}

// find returns the bucket of h; one that is out of work only where all are.
func (a *Anchor) find(h uint64) int32 {
	b := below(h, int32(len(a.slots)))
	for a.slots[b].left > 0 {
		h = draw(h, uint64(b))
		left := a.slots[b].left
		b = below(h, left)
		for a.slots[b].left >= left { // it was still in work, or another in its place
			b = a.slots[b].next
		}
	}
	return b
}

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (a *Anchor) Locate(h uint64) int32 { return a.numbers[a.find(h)] }

// LocateN returns 0: the scheme knows no replicas.
func (a *Anchor) LocateN([]int32, uint64) int { return 0 }

// LocateAll sets dst[i] to Locate(hs[i]).
func (a *Anchor) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = a.numbers[a.find(h)]
	}
}

// Add seats a node in the bucket that was given up last.
// Errors are those of consistent.Locator.
func (a *Anchor) Add(id string, weight float64) error {
	return a.enter(id, weight, func() int32 {
		n := int32(len(a.buckets))
		b := a.vacant[len(a.vacant)-1]
		a.vacant = a.vacant[:len(a.vacant)-1]
		a.slots[b] = anchorSlot{left: 0, next: b}
		a.place[a.order[n]], a.order[a.place[b]] = n, b
		return b
	})
}

// Remove removes any node.
// Errors are those of consistent.Locator.
func (a *Anchor) Remove(id string) error {
	b, err := a.leave(id)
	if err != nil {
		return err
	}
	n := int32(len(a.buckets))
	a.vacant = append(a.vacant, b)
	a.order[a.place[b]], a.place[a.order[n]] = a.order[n], a.place[b]
	a.slots[b] = anchorSlot{left: n, next: a.order[n]}
	return nil
}

// Bytes returns the size of the list of nodes and of the tables: 24 bytes a bucket and 4 a node.
func (a *Anchor) Bytes() int64 {
	return a.bytes() + 8*int64(cap(a.slots)) + 4*int64(cap(a.order)+cap(a.place)+cap(a.vacant))
}

// Copy returns an independent locator with the same nodes and mapping.
func (a *Anchor) Copy() consistent.Locator {
	return &Anchor{
		seats: a.clone(), slots: slices.Clone(a.slots), order: slices.Clone(a.order),
		place: slices.Clone(a.place), vacant: slices.Clone(a.vacant),
	}
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "anchor",
			Doc:    "AnchorHash with room for ten times its first nodes: few steps, perfect balance, and any node may leave",
			Source: "Mendelson et al., AnchorHash: A Scalable Consistent Hash, IEEE/ACM Transactions on Networking 29(2), 2021, arXiv 1812.09674",
			Pinned: 0x985e9cab2666d7f2,
		},
		Capabilities: consistent.Capabilities{RemovesAny: true, Monotone: true, HistoryBound: true},
		Theory:       "multinomial",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewAnchor(o, nodes)
		},
	})
}
