package consistenttest

import (
	"fmt"
	"slices"
	"sort"

	"hashlab/impl/consistent"
)

// total demands a number in range for every hash, and -1 where there are no nodes, whether there never
// were any or all have left.
func total(s subject) error {
	for _, n := range []int{0, 1, 2, 3, 10, 65} {
		l, err := s.plain(n)
		if err != nil {
			return fmt.Errorf("%d nodes: %w", n, err)
		}
		if _, err := owners(l, sample(5000)); err != nil {
			return err
		}
		for left := s.removable(l); len(left) > 0; left = s.removable(l) {
			id := left[len(left)-1]
			if err := l.Remove(id); err != nil {
				return fmt.Errorf("removing %q: %w", id, err)
			}
			if _, err := owners(l, sample(200)); err != nil {
				return fmt.Errorf("after removing %q: %w", id, err)
			}
		}
	}
	return nil
}

// nodesListed demands that Nodes follows every change, and that Bytes counts the nodes at least.
func nodesListed(s subject) error {
	l, err := s.plain(3)
	if err != nil {
		return err
	}
	want := unitNodes(3)
	if err := sameNodes(l, want); err != nil {
		return err
	}
	for _, n := range unitNodes(100)[3:] {
		if err := l.Add(n.ID, n.Weight); err != nil {
			return fmt.Errorf("adding %q: %w", n.ID, err)
		}
		want = append(want, n)
		if err := sameNodes(l, want); err != nil {
			return fmt.Errorf("after adding %q: %w", n.ID, err)
		}
	}
	if got, least := l.Bytes(), int64(24*len(want)); got < least {
		return fmt.Errorf("Bytes() = %d with %d nodes, whose list alone takes %d", got, len(want), least)
	}
	for len(want) > 0 {
		id := s.removable(l)[0]
		if err := l.Remove(id); err != nil {
			return fmt.Errorf("removing %q: %w", id, err)
		}
		want = slices.DeleteFunc(want, func(n consistent.Node) bool { return n.ID == id })
		if err := sameNodes(l, want); err != nil {
			return fmt.Errorf("after removing %q: %w", id, err)
		}
	}
	return nil
}

// deterministic demands that the same list of nodes gives the same mapping each time.
func deterministic(s subject) error {
	hs := sample(20_000)
	first, err := s.plain(10)
	if err != nil {
		return err
	}
	want, err := owners(first, hs)
	if err != nil {
		return err
	}
	for range 3 {
		again, err := s.plain(10)
		if err != nil {
			return err
		}
		if err := sameOwners(again, hs, want); err != nil {
			return fmt.Errorf("built again: %w", err)
		}
	}
	return nil
}

// insertionOrder demands one mapping for one set of nodes, whatever the order of the list or of Add. The
// ids are such that labels without a separator coincide, and where the hash can be replaced it is also one
// under which most points share a place.
func insertionOrder(s subject) error {
	ids := []string{"a", "1a", "11a", "a1", "a:1", "a-1", "b", "s1:1", "s1:11", "node", "node1"}
	hashes := []consistent.Options{{}}
	if s.New != nil || s.BuiltinHash == "" {
		hashes = append(hashes, consistent.Options{Hash: crowded})
	}
	for _, o := range hashes {
		for _, labels := range s.labels() {
			o.Labels = labels
			if err := oneMapping(s, o, ids); err != nil {
				return fmt.Errorf("labels %q: %w", string(o.Labels), err)
			}
		}
	}
	return nil
}

// labels returns the label shapes that the scheme takes.
func (s subject) labels() []consistent.Labels {
	shapes := []consistent.Labels{""}
	if !s.Vnodes {
		return shapes
	}
	for _, labels := range consistent.AllLabels() {
		if _, err := s.build(consistent.Options{Labels: labels}, nil); err == nil {
			shapes = append(shapes, labels)
		}
	}
	return shapes
}

func oneMapping(s subject, o consistent.Options, ids []string) error {
	// Steps of a sixty-fourth of the circle hit the places of the crowded hash exactly.
	hs := sample(2000)
	for i := range uint64(64) {
		hs = append(hs, i<<58)
	}
	var want []string
	for turn := range ids {
		order := append(slices.Clone(ids[turn:]), ids[:turn]...)
		if turn%2 == 1 {
			slices.Reverse(order)
		}
		var nodes []consistent.Node
		for _, id := range order {
			nodes = append(nodes, consistent.Node{ID: id, Weight: 1})
		}
		atOnce, err := s.build(o, nodes)
		if err != nil {
			return err
		}
		if want == nil {
			if want, err = owners(atOnce, hs); err != nil {
				return err
			}
		}
		if err := sameOwners(atOnce, hs, want); err != nil {
			return fmt.Errorf("listed as %q: %w", order, err)
		}
		oneByOne, err := s.build(o, nodes[:turn])
		if err != nil {
			return err
		}
		for _, n := range nodes[turn:] {
			if err := oneByOne.Add(n.ID, n.Weight); err != nil {
				return fmt.Errorf("adding %q: %w", n.ID, err)
			}
		}
		if err := sameOwners(oneByOne, hs, want); err != nil {
			return fmt.Errorf("added as %q: %w", order, err)
		}
	}
	return nil
}

func isPointed(e consistent.Entry) bool {
	l, err := subject{e}.plain(1)
	if err != nil {
		return false // the other checks report it
	}
	_, ok := l.(consistent.Pointed)
	return ok
}

// pointsOwnArcs demands that look-ups follow the points: at, just before and just after each of them, and
// at both ends of the circle.
func pointsOwnArcs(s subject) error {
	for _, o := range []consistent.Options{{}, {Hash: crowded}} {
		for _, n := range []int{0, 1, 2, 10} {
			l, err := s.build(o, unitNodes(n))
			if err != nil {
				return err
			}
			points := l.(consistent.Pointed).Points()
			if n > 0 && len(points) < n {
				return fmt.Errorf("%d points for %d nodes", len(points), n)
			}
			if !sort.SliceIsSorted(points, func(i, j int) bool { return points[i].Hash < points[j].Hash }) {
				return fmt.Errorf("points of %d nodes are not in order of their hashes", n)
			}
			hs := sample(0)
			for _, p := range points {
				hs = append(hs, p.Hash-1, p.Hash, p.Hash+1)
			}
			for _, h := range hs {
				if got, want := l.Locate(h), scan(points, h); got != want {
					return fmt.Errorf("Locate(%#x) = %d with %d nodes, and its arc belongs to %d", h, got, n, want)
				}
			}
		}
	}
	return nil
}

// scan is the definition of an owner: the first point at or after h, else the first point.
func scan(points []consistent.Point, h uint64) int32 {
	for _, p := range points {
		if p.Hash >= h {
			return p.Node
		}
	}
	if len(points) == 0 {
		return -1
	}
	return points[0].Node
}
