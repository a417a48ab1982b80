package consistenttest

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"hashlab/impl/consistent"
)

// refused demands that change returns an error that wraps want and leaves l as it was.
func refused(l locator, what string, want error, change func() error) error {
	hs := sample(1000)
	nodes := slices.Clone(l.Nodes())
	before, err := owners(l, hs)
	if err != nil {
		return err
	}
	if err := change(); !errors.Is(err, want) {
		return fmt.Errorf("%s: got error %v, want one that wraps %q", what, err, want)
	}
	if !slices.Equal(l.Nodes(), nodes) {
		return fmt.Errorf("%s: refused, and the nodes are %v, not %v", what, l.Nodes(), nodes)
	}
	if err := sameOwners(l, hs, before); err != nil {
		return fmt.Errorf("%s: refused, and yet %w", what, err)
	}
	return nil
}

// refusesBadNodes demands a typed error for what cannot be a node or is not there, from the constructor and
// from a change, and that a refused change changes nothing.
func refusesBadNodes(s subject) error {
	bad := []struct {
		node consistent.Node
		want error
	}{
		{consistent.Node{ID: "", Weight: 1}, consistent.ErrID},
		{consistent.Node{ID: "node-1", Weight: 1}, consistent.ErrDuplicate},
		{consistent.Node{ID: "x", Weight: 0}, consistent.ErrWeight},
		{consistent.Node{ID: "x", Weight: -1}, consistent.ErrWeight},
		{consistent.Node{ID: "x", Weight: math.NaN()}, consistent.ErrWeight},
		{consistent.Node{ID: "x", Weight: math.Inf(1)}, consistent.ErrWeight},
		{consistent.Node{ID: "x", Weight: math.Inf(-1)}, consistent.ErrWeight},
	}
	l, err := s.plain(3)
	if err != nil {
		return err
	}
	for _, b := range bad {
		what := fmt.Sprintf("%q of weight %v", b.node.ID, b.node.Weight)
		if _, err := s.build(consistent.Options{}, append(unitNodes(3), b.node)); !errors.Is(err, b.want) {
			return fmt.Errorf("constructor with %s: got error %v, want one that wraps %q", what, err, b.want)
		}
		add := func() error { return l.Add(b.node.ID, b.node.Weight) }
		if err := refused(l, "Add of "+what, b.want, add); err != nil {
			return err
		}
	}
	for _, id := range []string{"", "x", "node-3", "node-"} {
		remove := func() error { return l.Remove(id) }
		if err := refused(l, fmt.Sprintf("Remove of %q", id), consistent.ErrUnknown, remove); err != nil {
			return err
		}
	}
	return nil
}

// refusesBadOptions demands a typed error for options out of their domain, for those that the scheme has no
// use for, and for a missing hash unless the scheme works without one.
func refusesBadOptions(s subject) error {
	bad := []consistent.Options{
		{Vnodes: -1},
		{Vnodes: consistent.MaxVnodes + 1},
		{Vnodes: math.MinInt},
		{Labels: "no-such-shape"},
	}
	if !s.Vnodes {
		bad = append(bad, consistent.Options{Vnodes: 7}, consistent.Options{Labels: consistent.LabelsColon})
	}
	if s.Bounded {
		for _, slack := range []float64{-1, math.NaN(), math.Inf(1), consistent.MinSlack / 2, consistent.MaxSlack * 2} {
			bad = append(bad, consistent.Options{Slack: slack})
		}
	} else {
		bad = append(bad, consistent.Options{Slack: 0.25})
	}
	if s.BuiltinHash != "" {
		bad = append(bad, consistent.Options{Hash: good})
	}
	for _, o := range bad {
		if _, err := s.build(o, unitNodes(3)); !errors.Is(err, consistent.ErrOptions) {
			return fmt.Errorf("vnodes %d, labels %q, slack %v: got error %v, want one that wraps %q",
				o.Vnodes, string(o.Labels), o.Slack, err, consistent.ErrOptions)
		}
	}
	if s.New == nil {
		return nil
	}
	l, err := s.New(consistent.Options{}, unitNodes(3))
	if err != nil {
		if !errors.Is(err, consistent.ErrOptions) {
			return fmt.Errorf("no hash: got error %w, want one that wraps %q", err, consistent.ErrOptions)
		}
		return nil
	}
	_, err = owners(l, sample(100))
	return errors.Join(err, l.Add("x", 1))
}
