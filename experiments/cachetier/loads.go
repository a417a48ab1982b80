package cachetier

import (
	"fmt"
	"slices"
	"time"

	"hashlab/impl/consistent"
)

// loadTime is how long a request counts as a load of its node, in ns: with a second, what a locator bounds is the
// rate of each node's requests.
const loadTime = int64(time.Second)

// A boundedLocator gives requests to nodes by their loads.
type boundedLocator interface {
	consistent.Locator
	consistent.Bounded
}

// A borneRequest is one that its node bears until a time.
type borneRequest struct {
	until int64
	node  int32 // its place in the ids
}

// loads are the requests that the nodes of a locator with bounded loads bear at the moment.
type loads struct {
	locator boundedLocator
	ids     []string
	slots   []int32        // by the locator's number: the place in ids
	numbers []int32        // by the place in ids: the locator's number, -1 where the node is not there
	borne   []borneRequest // in the order of their ends
	from    int            // of borne: those before it have ended
}

func newLoads(l boundedLocator, ids []string) *loads {
	s := &loads{locator: l, ids: ids}
	s.number()
	return s
}

// number finds the numbers of the nodes, which live until the next change.
func (l *loads) number() {
	l.slots = slots(l.ids, l.locator.Nodes())
	l.numbers = slices.Repeat([]int32{-1}, len(l.ids))
	for number, slot := range l.slots {
		l.numbers[slot] = int32(number)
	}
}

// node gives a request to a node, at a time in ns.
func (l *loads) node(h uint64, now int64) (int32, error) {
	for ; l.from < len(l.borne) && l.borne[l.from].until <= now; l.from++ {
		if err := l.locator.Release(l.numbers[l.borne[l.from].node]); err != nil {
			return 0, fmt.Errorf("node %s: %w", l.ids[l.borne[l.from].node], err)
		}
	}
	if l.from > 1<<16 {
		l.borne, l.from = append(l.borne[:0], l.borne[l.from:]...), 0
	}
	node := l.slots[l.locator.Acquire(h)]
	l.borne = append(l.borne, borneRequest{now + loadTime, node})
	return node, nil
}

// change adds a node, or removes it where the weight is 0, and with it what it bears.
func (l *loads) change(id string, weight float64) error {
	if weight > 0 {
		if err := l.locator.Add(id, weight); err != nil {
			return err
		}
	} else {
		if err := l.locator.Remove(id); err != nil {
			return err
		}
		gone := int32(slices.Index(l.ids, id))
		l.borne = slices.DeleteFunc(l.borne[l.from:], func(b borneRequest) bool { return b.node == gone })
		l.from = 0
	}
	l.number()
	return nil
}
