package consistenttest

import (
	"errors"
	"fmt"

	"hashlab/impl/consistent"
)

// monotone demands that a change of nodes moves no word between two nodes that stay.
func monotone(s subject) error {
	hs := sample(20_000)
	l, err := s.plain(10)
	if err != nil {
		return err
	}
	for _, id := range []string{"newcomer", "a", "zz"} {
		before, err := owners(l, hs)
		if err != nil {
			return err
		}
		if err := l.Add(id, 1); err != nil {
			return fmt.Errorf("adding %q: %w", id, err)
		}
		if err := onlyMoves(l, hs, before, id); err != nil {
			return fmt.Errorf("adding %q: %w", id, err)
		}
	}
	for range 8 {
		before, err := owners(l, hs)
		if err != nil {
			return err
		}
		ids := s.removable(l)
		id := ids[len(ids)/2]
		if err := l.Remove(id); err != nil {
			return fmt.Errorf("removing %q: %w", id, err)
		}
		if err := onlyMoves(l, hs, before, id); err != nil {
			return fmt.Errorf("removing %q: %w", id, err)
		}
	}
	return nil
}

// restores demands that adding a node and removing it gives the old mapping back; and that removing one and
// adding it does, where the mapping depends on the set of nodes alone or the node was the last.
func restores(s subject) error {
	hs := sample(20_000)
	l, err := s.plain(10)
	if err != nil {
		return err
	}
	want, err := owners(l, hs)
	if err != nil {
		return err
	}
	for _, id := range []string{"a", "node-11", "zz"} {
		if err := errors.Join(l.Add(id, 1), l.Remove(id)); err != nil {
			return err
		}
		if err := sameOwners(l, hs, want); err != nil {
			return fmt.Errorf("after adding and removing %q: %w", id, err)
		}
	}
	leave := s.removable(l)
	if s.HistoryBound {
		leave = leave[len(leave)-1:]
	}
	for _, id := range leave {
		if err := errors.Join(l.Remove(id), l.Add(id, 1)); err != nil {
			return err
		}
		if err := sameOwners(l, hs, want); err != nil {
			return fmt.Errorf("after removing and adding %q: %w", id, err)
		}
	}
	return nil
}

// removesLastOnly demands that a scheme which can lose only its last node says so for any other.
func removesLastOnly(s subject) error {
	l, err := s.plain(5)
	if err != nil {
		return err
	}
	for _, id := range []string{"node-0", "node-3"} {
		if err := refused(l, "Remove of "+id, consistent.ErrUnsupported, func() error { return l.Remove(id) }); err != nil {
			return err
		}
	}
	return l.Remove("node-4")
}
