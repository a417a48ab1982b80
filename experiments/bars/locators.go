package bars

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
)

const (
	locateClass = "user-profile" // user:N:profile
	locateKeys  = 1 << 16        // more than a branch predictor learns
	vnodes      = 160
)

// A located is a locator of so many nodes.
type located struct {
	name   string // as registered
	nodes  int
	hash   string // "" where it owns its hashing
	vnodes int    // 0 where it has none
}

func (l located) String() string {
	return fmt.Sprintf("%s hash=%s nodes=%d vnodes=%d", l.name, l.hash, l.nodes, l.vnodes)
}

// options returns what the locator is built with.
func (l located) options() (consistent.Entry, consistent.Options, error) {
	e, err := consistent.Find(l.name)
	if err != nil {
		return e, consistent.Options{}, err
	}
	h, err := plan.OpenHash(l.hash)
	return e, consistent.Options{Hash: h, Vnodes: l.vnodes}, err
}

// onHashes returns the locator on hashes.
func (l located) onHashes(s *Shelf) (consistent.Locator, error) {
	return keep(s, "on hashes: "+l.String(), func() (consistent.Locator, error) {
		e, o, err := l.options()
		if err != nil {
			return nil, err
		}
		if e.New == nil {
			return nil, fmt.Errorf("locator %s takes keys only", l.name)
		}
		return e.New(o, plan.Nodes(s.nodes(l.nodes), keySeed))
	})
}

// onKeys returns the locator on keys.
func (l located) onKeys(s *Shelf) (consistent.KeyLocator, error) {
	return keep(s, "on keys: "+l.String(), func() (consistent.KeyLocator, error) {
		e, o, err := l.options()
		if err != nil {
			return nil, err
		}
		return e.Keyed(o, plan.Nodes(s.nodes(l.nodes), keySeed))
	})
}

// locateStream returns the keys that are placed.
func locateStream() (keys.Stream, error) {
	class, err := keys.Find(locateClass)
	if err != nil {
		return nil, err
	}
	in, _, err := class.Split(locateKeys, 0, keySeed)
	return in, err
}

func placedKeys(s *Shelf) ([][]byte, error) {
	return keep(s, "placed keys", func() ([][]byte, error) {
		in, err := locateStream()
		if err != nil {
			return nil, err
		}
		return keys.All(in), nil
	})
}

func placedHashes(s *Shelf) ([]uint64, error) {
	return keep(s, "placed hashes", func() ([]uint64, error) {
		in, err := locateStream()
		if err != nil {
			return nil, err
		}
		h, err := plan.OpenHash(plan.BaseHash)
		if err != nil {
			return nil, err
		}
		return plan.Hashes(s.ctx, in, h)
	})
}

// places returns a kernel that places the queries in calls.
func places[K any](queries []K, locateAll func([]int32, []K)) measure.Kernel {
	dst := make([]int32, callKeys)
	return turns(queries, func(some []K) int {
		locateAll(dst, some)
		sum := 0
		for _, n := range dst {
			sum += int(n)
		}
		return sum
	})
}

// placed returns an error where a node number is not one of so many.
func placed[K any](queries []K, nodes int, locateAll func([]int32, []K)) error {
	dst := make([]int32, len(queries))
	locateAll(dst, queries)
	for i, n := range dst {
		if n < 0 || int(n) >= nodes {
			return fmt.Errorf("query %d is placed on node %d of %d", i, n, nodes)
		}
	}
	return nil
}

// asked returns who is asked, and the queries.
func asked[L, K any](s *Shelf, who func(*Shelf) (L, error), what func(*Shelf) ([]K, error)) (l L, queries []K, err error) {
	if l, err = who(s); err != nil {
		return l, nil, err
	}
	queries, err = what(s)
	return l, queries, err
}

// keyed is locating keys, hashing included, many a call.
func (l located) keyed(text string) Side {
	return Side{text, func(s *Shelf) (measure.Kernel, error) {
		k, queries, err := asked(s, l.onKeys, placedKeys)
		if err != nil {
			return measure.Kernel{}, err
		}
		return places(queries, k.LocateAll), placed(queries, l.nodes, k.LocateAll)
	}}
}

// hashed is locating prepared hashes, many a call.
func (l located) hashed(text string) Side {
	return Side{text, func(s *Shelf) (measure.Kernel, error) {
		k, queries, err := asked(s, l.onHashes, placedHashes)
		if err != nil {
			return measure.Kernel{}, err
		}
		return places(queries, k.LocateAll), placed(queries, l.nodes, k.LocateAll)
	}}
}

// numbering is what an adapter adds to a library that answers with a name: finding the number of the node that
// has it, in a map.
func (l located) numbering(text string) Side {
	return Side{text, func(s *Shelf) (measure.Kernel, error) {
		k, queries, err := asked(s, l.onKeys, placedKeys)
		if err != nil {
			return measure.Kernel{}, err
		}
		numbers, ids, dst := map[string]int32{}, make([]string, len(queries)), make([]int32, len(queries))
		for i, n := range k.Nodes() {
			numbers[n.ID] = int32(i)
		}
		k.LocateAll(dst, queries)
		for i, n := range dst {
			ids[i] = k.Nodes()[n].ID
		}
		return places(ids, func(dst []int32, ids []string) {
			for i, id := range ids {
				dst[i] = numbers[id]
			}
		}), nil
	}}
}

// pointsOf returns the points of a ring in order.
func (l located) pointsOf(s *Shelf) ([]consistent.Point, error) {
	k, err := l.onHashes(s)
	if err != nil {
		return nil, err
	}
	p, ok := k.(consistent.Pointed)
	if !ok {
		return nil, fmt.Errorf("locator %s shows no points", l.name)
	}
	return p.Points(), nil
}

// searching is binary search over the points of the ring, which must give the ring's own answers.
func (l located) searching(text string) Side {
	return Side{text, func(s *Shelf) (measure.Kernel, error) {
		points, err := l.pointsOf(s)
		if err != nil {
			return measure.Kernel{}, err
		}
		queries, err := placedHashes(s)
		if err != nil {
			return measure.Kernel{}, err
		}
		k, err := l.onHashes(s)
		if err != nil {
			return measure.Kernel{}, err
		}
		got, want := make([]int32, len(queries)), make([]int32, len(queries))
		measure.Search(points).Locate(got, queries)
		if k.LocateAll(want, queries); !slices.Equal(got, want) {
			return measure.Kernel{}, fmt.Errorf("binary search over the points of %s gives other nodes than the ring", l.name)
		}
		return places(queries, measure.Search(points).Locate), nil
	}}
}

// twoReads is the machine's limit for a ring with an index: an entry of the index is read, and the point that
// it names.
func (l located) twoReads(text string) Side {
	return Side{text, func(s *Shelf) (measure.Kernel, error) {
		points, err := l.pointsOf(s)
		if err != nil {
			return measure.Kernel{}, err
		}
		queries, err := placedHashes(s)
		if err != nil {
			return measure.Kernel{}, err
		}
		reads, err := measure.NewTwoReads(points)
		if err != nil {
			return measure.Kernel{}, err
		}
		return places(queries, reads.Locate), nil
	}}
}

// making is building the locator from its list of nodes, hashing of labels included.
func (l located) making(text string) Side {
	return Side{text, func(*Shelf) (measure.Kernel, error) {
		e, o, err := l.options()
		if err != nil {
			return measure.Kernel{}, err
		}
		nodes := plan.Nodes(l.nodes, keySeed)
		_, err = e.New(o, nodes)
		return measure.Kernel{Keys: 1, Run: func() uint64 {
			k, err := e.New(o, nodes)
			if err != nil {
				return 0
			}
			return uint64(k.Bytes())
		}}, err
	}}
}

// adding is adding one more node, which is removed again untimed.
func (l located) adding(text string) Side {
	return l.changing(text, true, func(k consistent.Locator, id string) (timed, undo func() error) {
		return func() error { return k.Add(id, 1) }, func() error { return k.Remove(id) }
	})
}

// removing is removing one node more than there are, which is added again untimed.
func (l located) removing(text string) Side {
	return l.changing(text, false, func(k consistent.Locator, id string) (timed, undo func() error) {
		return func() error { return k.Remove(id) }, func() error { return k.Add(id, 1) }
	})
}

// changing is a change of one node in the middle, which is there at first or not.
func (l located) changing(text string, there bool, change func(consistent.Locator, string) (timed, undo func() error)) Side {
	return Side{text, func(*Shelf) (measure.Kernel, error) {
		e, o, err := l.options()
		if err != nil {
			return measure.Kernel{}, err
		}
		nodes, middle := plan.Nodes(l.nodes+1, keySeed), l.nodes/2
		id := nodes[middle].ID
		if !there {
			nodes = slices.Delete(nodes, middle, middle+1)
		}
		k, err := e.New(o, nodes)
		if err != nil {
			return measure.Kernel{}, err
		}
		timed, undo := change(k, id)
		return measure.Kernel{Keys: 1, Reset: func() { _ = undo() }, Run: func() uint64 { // where undo fails, timed does too
			if timed() != nil {
				return 0
			}
			return 1
		}}, errors.Join(undo(), timed())
	}}
}

// sorting is putting the points of the ring in order by (hash, node, index) with the standard library.
func (l located) sorting(text string) Side {
	type indexed struct {
		consistent.Point
		index int32
	}
	return Side{text, func(s *Shelf) (measure.Kernel, error) {
		points, err := l.pointsOf(s)
		if err != nil {
			return measure.Kernel{}, err
		}
		// As they are made: node by node, and in no order within a node.
		r := rand.New(rand.NewPCG(keySeed, uint64(l.nodes)))
		r.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
		slices.SortStableFunc(points, func(p, q consistent.Point) int { return cmp.Compare(p.Node, q.Node) })
		list := make([]indexed, len(points))
		return measure.Kernel{Keys: 1, Run: func() uint64 {
			for i, p := range points {
				list[i] = indexed{p, int32(i % vnodes)}
			}
			slices.SortFunc(list, func(p, q indexed) int {
				return cmp.Or(cmp.Compare(p.Hash, q.Hash), cmp.Compare(p.Node, q.Node), cmp.Compare(p.index, q.index))
			})
			return list[0].Hash
		}}, nil
	}}
}
