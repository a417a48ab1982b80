package bucket

import (
	"fmt"
	"slices"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// A Memento is MementoHash (Coluzzi et al., 2023): jump consistent hashing over n buckets, of which those out of
// work remember how many were left when they went. A key whose bucket is out of work draws among those that were
// left then. The balance is that of independent draws; a look-up takes about (1 + ln(n/N))^2 steps.
//
// There is no fixed capacity. The paper keeps what is remembered in a hash table, so that its size follows the
// buckets out of work; here it is an array over all buckets, 8 bytes each, up to the highest in work. Where the
// last bucket leaves and all below work, n shrinks.
type Memento struct {
	seats
	removed []removal // removed[b] for every bucket below n
	newest  int32     // the bucket that went last; n where all work
}

// A removal is what a bucket out of work remembers.
type removal struct {
	left   int32 // how many buckets were left when it went; -1 where it is in work
	before int32 // the bucket that went before it; n at that time where none had
}

// working stands for a bucket in work.
var working = removal{-1, -1}

// NewMemento returns a locator of nodes. Options for vnodes are an error that wraps ErrOptions, and a weight other
// than 1 is one that wraps ErrWeight.
func NewMemento(o consistent.Options, nodes []consistent.Node) (*Memento, error) {
	s, err := newSeats(o, nodes, max(1, len(nodes)))
	if err != nil {
		return nil, err
	}
	m := &Memento{seats: s, removed: make([]removal, len(nodes)), newest: int32(len(nodes))}
	for b := range m.removed {
		m.removed[b] = working
	}
	return m, nil
}

// find returns the bucket of h, where any is in work.
func (m *Memento) find(h uint64) int32 {
	b := jump(h, len(m.removed))
	for left := m.removed[b].left; left >= 0; {
		b = below(draw(h, uint64(b)), left)
		for m.removed[b].left >= left { // it went before, and bucket number .left took its place
			b = m.removed[b].left
		}
		left = m.removed[b].left
	}
	return b
}

// jump is jump consistent hashing (Lamping and Veach, 2014) onto 0 … n-1.
func jump(key uint64, n int) int32 {
	b, next := int64(-1), int64(0)
	for next < int64(n) {
		b = next
		key = key*2862933555777941757 + 1
		next = int64(float64(b+1) * (float64(1<<31) / float64(key>>33+1)))
	}
	return int32(b)
}

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (m *Memento) Locate(h uint64) int32 {
	if len(m.buckets) == 0 {
		return -1
	}
	return m.numbers[m.find(h)]
}

// LocateN returns 0: the scheme knows no replicas.
func (m *Memento) LocateN([]int32, uint64) int { return 0 }

// LocateAll sets dst[i] to Locate(hs[i]).
func (m *Memento) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = m.Locate(h)
	}
}

// Add seats a node in the bucket that went last, or in a new one where all work.
// Errors are those of consistent.Locator.
func (m *Memento) Add(id string, weight float64) error {
	if len(m.buckets) == maxBuckets {
		return fmt.Errorf("%w: node %q would be one more than %d nodes", consistent.ErrOptions, id, maxBuckets)
	}
	b := m.newest
	if int(b) == len(m.numbers) {
		m.numbers = append(m.numbers, -1) // room, which stays where the node is refused
	}
	return m.enter(id, weight, func() int32 {
		if int(b) == len(m.removed) {
			m.removed, m.newest = append(m.removed, working), b+1
		} else {
			m.newest, m.removed[b] = m.removed[b].before, working
		}
		return b
	})
}

// Remove removes any node.
// Errors are those of consistent.Locator.
func (m *Memento) Remove(id string) error {
	b, err := m.leave(id)
	if err != nil {
		return err
	}
	n := int32(len(m.removed))
	if m.newest == n && b == n-1 {
		m.removed, m.newest = m.removed[:b], b
		return nil
	}
	m.removed[b] = removal{left: int32(len(m.buckets)), before: m.newest}
	m.newest = b
	return nil
}

// Bytes returns the size of the list of nodes and of the tables: 12 bytes a bucket and 4 a node.
func (m *Memento) Bytes() int64 { return m.bytes() + 8*int64(cap(m.removed)) }

// Copy returns an independent locator with the same nodes and mapping.
func (m *Memento) Copy() consistent.Locator {
	return &Memento{seats: m.clone(), removed: slices.Clone(m.removed), newest: m.newest}
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "memento",
			Doc:    "MementoHash: jump consistent hashing from which any node may leave; fast while few are out of work",
			Source: "Coluzzi, Brocco, Antonucci and Leidi, MementoHash: A Stateful, Minimal Memory, Best Performing Consistent Hash Algorithm, arXiv 2306.09783, 2023",
			Pinned: 0x9cadb0f5c13e6df9,
		},
		Capabilities: consistent.Capabilities{RemovesAny: true, Monotone: true, HistoryBound: true},
		Theory:       "multinomial",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewMemento(o, nodes)
		},
	})
}
