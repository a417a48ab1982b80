package consistent

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// A Concurrent is a locator whose nodes may change beside look-ups. Every change makes a copy, changes that
// and puts it in the place of the old one, so a look-up waits for nothing and sees the nodes before or after
// a change, never in between. A change costs a copy more than on the locator itself, and changes wait for
// each other.
//
// A number belongs to the nodes it was found among. A caller that turns numbers into ids beside changes
// takes a Snapshot and asks that for both.
type Concurrent struct {
	changes sync.Mutex
	current atomic.Pointer[snapshot]
}

// A snapshot is never changed once it is stored.
type snapshot struct{ Locator }

// NewConcurrent returns a locator with the nodes of l, of which it keeps a copy. The error wraps
// ErrUnsupported where l is not a Copier, or is Bounded: a request that is given to a node would change it.
func NewConcurrent(l Locator) (*Concurrent, error) {
	if _, ok := l.(Bounded); ok {
		return nil, fmt.Errorf("%w: look-ups of a %T depend on loads, which change beside them", ErrUnsupported, l)
	}
	original, ok := l.(Copier)
	if !ok {
		return nil, fmt.Errorf("%w: a %T cannot be copied", ErrUnsupported, l)
	}
	c := &Concurrent{}
	c.current.Store(&snapshot{original.Copy()})
	return c, nil
}

// Snapshot returns the locator as it is now. The caller must not change it.
func (c *Concurrent) Snapshot() Locator { return c.current.Load().Locator }

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (c *Concurrent) Locate(h uint64) int32 { return c.current.Load().Locate(h) }

// LocateN fills dst with distinct nodes for h, the owner first, and returns how many.
func (c *Concurrent) LocateN(dst []int32, h uint64) int { return c.current.Load().LocateN(dst, h) }

// LocateAll sets dst[i] to Locate(hs[i]), all of one snapshot.
func (c *Concurrent) LocateAll(dst []int32, hs []uint64) { c.current.Load().LocateAll(dst, hs) }

// Add adds a node.
// Errors are those of Locator.
func (c *Concurrent) Add(id string, weight float64) error {
	return c.change(func(l Locator) error { return l.Add(id, weight) })
}

// Remove removes a node.
// Errors are those of Locator.
func (c *Concurrent) Remove(id string) error {
	return c.change(func(l Locator) error { return l.Remove(id) })
}

func (c *Concurrent) change(apply func(Locator) error) error {
	c.changes.Lock()
	defer c.changes.Unlock()
	next := c.current.Load().Locator.(Copier).Copy()
	if err := apply(next); err != nil {
		return err
	}
	c.current.Store(&snapshot{next})
	return nil
}

// Nodes returns the nodes of the snapshot of now, indexed by number. The caller must not change it.
func (c *Concurrent) Nodes() []Node { return c.current.Load().Nodes() }

// Bytes returns the size of the snapshot of now, in bytes, the ids' own bytes apart.
func (c *Concurrent) Bytes() int64 { return c.current.Load().Bytes() }

// Copy returns an independent Concurrent.
func (c *Concurrent) Copy() Locator {
	other := &Concurrent{}
	other.current.Store(c.current.Load())
	return other
}
