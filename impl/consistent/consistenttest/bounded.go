package consistenttest

import (
	"errors"
	"fmt"

	"hashlab/impl/consistent"
)

// A load is a bounded locator beside the count of what it was given.
type load struct {
	consistent.Locator
	consistent.Bounded
	slack float64
	borne int64
	on    []int32 // the nodes that requests were given to and have not been taken from, in that order
}

// loaded makes a bounded locator with the given slack; its weights differ where it takes any.
func loaded(s subject, slack float64) (*load, error) {
	nodes := unitNodes(5)
	if s.Weights {
		for i, weight := range []float64{1, 2, 0.5, 3, 1} {
			nodes[i].Weight = weight
		}
	}
	l, err := s.New(consistent.Options{Hash: good, Slack: slack}, nodes)
	if err != nil {
		return nil, err
	}
	b, ok := l.(consistent.Bounded)
	if !ok {
		return nil, errors.New("declares a bounded load, and has no Acquire")
	}
	return &load{Locator: l, Bounded: b, slack: slack}, nil
}

// acquire gives one request to a node, and demands that it is the node that Locate tells, that it bears no more than
// its bound, and that the loads count it.
func (l *load) acquire(h uint64) error {
	want := l.Locate(h)
	got := l.Acquire(h)
	if got != want {
		return fmt.Errorf("Acquire(%#x) = %d, and Locate gave %d before it", h, got, want)
	}
	if got < 0 || int(got) >= len(l.Nodes()) {
		return fmt.Errorf("Acquire(%#x) = %d with %d nodes", h, got, len(l.Nodes()))
	}
	l.borne++
	l.on = append(l.on, got)
	total := 0.0
	for _, n := range l.Nodes() {
		total += n.Weight
	}
	n := l.Nodes()[got]
	// A load that is less than one above its part is at most that part, rounded up. The factor leaves room for floats.
	part := (1 + l.slack) * float64(l.borne) * n.Weight / total
	if bears := l.Loads()[got]; float64(bears-1) >= part*(1+1e-12) {
		return fmt.Errorf("node %q of weight %v bears %d of %d requests, and its bound is %v, rounded up", n.ID, n.Weight, bears, l.borne, part)
	}
	return l.counted()
}

// counted demands that the loads add up to what was given.
func (l *load) counted() error {
	loads, sum := l.Loads(), int64(0)
	if len(loads) != len(l.Nodes()) {
		return fmt.Errorf("%d loads for %d nodes", len(loads), len(l.Nodes()))
	}
	for at, n := range loads {
		if n < 0 {
			return fmt.Errorf("node number %d bears %d requests", at, n)
		}
		sum += n
	}
	if sum != l.borne {
		return fmt.Errorf("loads %v add up to %d, want %d", loads, sum, l.borne)
	}
	return nil
}

// release ends the request that was given as number i of those still borne.
func (l *load) release(i int) error {
	if err := l.Release(l.on[i]); err != nil {
		return err
	}
	l.on = append(l.on[:i], l.on[i+1:]...)
	l.borne--
	return l.counted()
}

// agrees demands that LocateAll and LocateN tell what Locate does at the loads of the moment.
func (l *load) agrees(hs []uint64) error {
	var bulk [20]int32
	var first [1]int32
	l.LocateAll(bulk[:], hs)
	for i, h := range hs {
		want := l.Locate(h)
		if bulk[i] != want {
			return fmt.Errorf("LocateAll under load gives %d for %#x, and Locate gives %d", bulk[i], h, want)
		}
		if n := l.LocateN(first[:], h); n != 1 || first[0] != want {
			return fmt.Errorf("LocateN(%#x) under load begins with %d, and Locate gives %d", h, first[0], want)
		}
	}
	return nil
}

// requests are hashes of which one in three is the same.
func requests(n int) []uint64 {
	hs := sample(n)
	for i := range hs {
		if i%3 == 0 {
			hs[i] = hs[7]
		}
	}
	return hs
}

// boundedLoad demands that no node is given a request beyond its bound, while requests come, most of them for few
// nodes, and go; and that LocateAll tells what Locate does at the loads of the moment.
func boundedLoad(s subject) error {
	for _, slack := range []float64{0.01, 0.25, 2} {
		l, err := loaded(s, slack)
		if err != nil {
			return err
		}
		hs := requests(3000)
		for i, h := range hs {
			if err := errors.Join(l.acquire(h), l.agrees(hs[i:min(i+20, len(hs))])); err != nil {
				return fmt.Errorf("slack %v: %w", slack, err)
			}
			if i%4 == 3 {
				if err := l.release(int(h % uint64(len(l.on)))); err != nil {
					return fmt.Errorf("slack %v: %w", slack, err)
				}
			}
		}
	}
	return nil
}

// releaseRestores demands that the mapping is the old one when all requests have ended, and that a request which no
// node bears cannot end.
func releaseRestores(s subject) error {
	l, err := loaded(s, 0.25)
	if err != nil {
		return err
	}
	hs := sample(2000)
	want, err := owners(l, hs)
	if err != nil {
		return err
	}
	for _, h := range requests(1000) {
		if err := l.acquire(h); err != nil {
			return err
		}
	}
	for len(l.on) > 0 {
		if err := l.release(int(hs[len(l.on)] % uint64(len(l.on)))); err != nil {
			return err
		}
	}
	if err := sameOwners(l, hs, want); err != nil {
		return fmt.Errorf("after all requests have ended: %w", err)
	}
	for _, node := range []int32{-1, 0, 4, 5, 1 << 30} {
		if err := l.Release(node); !errors.Is(err, consistent.ErrUnknown) {
			return fmt.Errorf("Release(%d), which bears none: got error %v, want one that wraps %q", node, err, consistent.ErrUnknown)
		}
	}
	return l.counted()
}

// loadsFollowNodes demands that each node keeps its load when another comes or goes, that a node which comes bears
// none, and that what a node bore which leaves is counted no longer; and -1 where no node is left.
func loadsFollowNodes(s subject) error {
	l, err := loaded(s, 0.25)
	if err != nil {
		return err
	}
	for _, h := range requests(1000) {
		if err := l.acquire(h); err != nil {
			return err
		}
	}
	want := map[string]int64{}
	for at, n := range l.Nodes() {
		want[n.ID] = l.Loads()[at]
	}
	for _, change := range []string{"+a", "+node-33", "+zz", "-node-2", "+node-2", "-a", "-node-2", "-node-0", "-zz", "-node-4", "-node-1", "-node-33", "-node-3"} {
		id := change[1:]
		if change[0] == '+' {
			err, want[id] = l.Add(id, 1), 0
		} else {
			l.borne -= want[id]
			err = l.Remove(id)
			delete(want, id)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", change, err)
		}
		for at, n := range l.Nodes() {
			if got := l.Loads()[at]; got != want[n.ID] {
				return fmt.Errorf("after %s node %q bears %d requests, want %d", change, n.ID, got, want[n.ID])
			}
		}
		if err := l.counted(); err != nil {
			return fmt.Errorf("after %s: %w", change, err)
		}
	}
	if got := l.Acquire(7); got != -1 {
		return fmt.Errorf("without nodes Acquire gives %d, want -1", got)
	}
	return l.counted()
}

// unboundedIsUndeclared demands that a scheme with Acquire declares that it bounds loads.
func unboundedIsUndeclared(s subject) error {
	l, err := s.New(consistent.Options{Hash: good}, unitNodes(1))
	if err != nil {
		return err
	}
	if _, ok := l.(consistent.Bounded); ok {
		return errors.New("has Acquire, and does not declare a bounded load")
	}
	return nil
}
