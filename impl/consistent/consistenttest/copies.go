package consistenttest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"hashlab/impl/consistent"
)

func isCopier(e consistent.Entry) bool {
	if e.New == nil {
		return false
	}
	l, err := subject{e}.plain(1)
	if err != nil {
		return false // the other checks report it
	}
	_, ok := l.(consistent.Copier)
	return ok
}

// copiesAreIndependent demands that a copy maps as its original does, that a change of either leaves the other as it
// was, and that a change of the copy gives what it gives on the original.
func copiesAreIndependent(s subject) error {
	hs := sample(5000)
	l, err := s.plain(10)
	if err != nil {
		return err
	}
	old, err := owners(l, hs)
	if err != nil {
		return err
	}
	nodes := slices.Clone(l.Nodes())
	change := func(l locator) error { return errors.Join(l.Remove("node-9"), l.Add("newcomer", 1), l.Add("a", 1)) }
	changed := l.(consistent.Copier).Copy()
	untouched := changed.(consistent.Copier).Copy()
	if err := change(changed); err != nil {
		return err
	}
	for name, l := range map[string]locator{"original": l, "other copy": untouched} {
		if err := errors.Join(sameNodes(l, nodes), sameOwners(l, hs, old)); err != nil {
			return fmt.Errorf("after a change of a copy the %s: %w", name, err)
		}
	}
	want, err := owners(changed, hs)
	if err != nil {
		return err
	}
	if err := change(l); err != nil {
		return err
	}
	if err := sameOwners(l, hs, want); err != nil {
		return fmt.Errorf("after the change that its copy had the original: %w", err)
	}
	if err := sameOwners(untouched, hs, old); err != nil {
		return fmt.Errorf("after a change of the original the copy: %w", err)
	}
	return nil
}

// concurrentChanges demands that look-ups beside changes of a Concurrent give the mapping before or after a change,
// never another. It runs under the race detector.
func concurrentChanges(s subject) error {
	hs := sample(500)
	l, err := s.plain(10)
	if err != nil {
		return err
	}
	c, err := consistent.NewConcurrent(l.(consistent.Locator))
	if err != nil {
		return err
	}
	mappings := map[int][]string{}
	if mappings[10], err = owners(c, hs); err != nil {
		return err
	}
	if err := l.Add("newcomer", 1); err != nil {
		return err
	}
	if mappings[11], err = owners(l, hs); err != nil {
		return err
	}
	done, errs := make(chan struct{}), make([]error, 3)
	var readers sync.WaitGroup
	for r := range errs {
		readers.Go(func() {
			errs[r] = within(time.Minute, func() error { return readUntil(done, c, hs, mappings) })
		})
	}
	var failed error
	for range 50 {
		failed = errors.Join(failed, c.Add("newcomer", 1), c.Remove("newcomer"))
	}
	close(done)
	readers.Wait()
	return errors.Join(append(errs, failed, sameOwners(c, hs, mappings[10]))...)
}

// readUntil looks hs up in snapshots of c, at least in one, until done is closed.
func readUntil(done <-chan struct{}, c *consistent.Concurrent, hs []uint64, mappings map[int][]string) error {
	dst := make([]int32, len(hs))
	for {
		now := c.Snapshot()
		want, ok := mappings[len(now.Nodes())]
		if !ok {
			return fmt.Errorf("a snapshot has %d nodes", len(now.Nodes()))
		}
		if err := sameOwners(now, hs, want); err != nil {
			return fmt.Errorf("a snapshot of %d nodes: %w", len(now.Nodes()), err)
		}
		c.LocateAll(dst, hs)
		for i, at := range dst {
			if at < 0 || at >= 11 {
				return fmt.Errorf("%#x belongs to number %d", hs[i], at)
			}
		}
		select {
		case <-done:
			return nil
		default:
		}
	}
}

// historyReplays demands of a scheme that depends on history that the same changes give the same mapping, built in
// one go and by changes alike.
func historyReplays(s subject) error {
	hs := sample(5000)
	run := func(atOnce int) ([]string, error) {
		nodes := unitNodes(12)
		l, err := s.build(consistent.Options{}, nodes[:atOnce])
		if err != nil {
			return nil, err
		}
		for _, n := range nodes[atOnce:] {
			err = errors.Join(err, l.Add(n.ID, n.Weight))
		}
		for range 3 {
			ids := s.removable(l)
			err = errors.Join(err, l.Remove(ids[len(ids)/2]))
		}
		if err = errors.Join(err, l.Add("newcomer", 1), l.Add("a", 1)); err != nil {
			return nil, err
		}
		return owners(l, hs)
	}
	want, err := run(12)
	if err != nil {
		return err
	}
	for _, atOnce := range []int{12, 0, 1, 7} {
		got, err := run(atOnce)
		if err != nil {
			return err
		}
		for i := range hs {
			if got[i] != want[i] {
				return fmt.Errorf("%#x belongs to %q with %d nodes built at once, and to %q with 12", hs[i], got[i], atOnce, want[i])
			}
		}
	}
	return nil
}
