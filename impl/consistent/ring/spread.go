package ring

import (
	"cmp"
	"container/heap"
	"fmt"
	"math/bits"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

const (
	defaultSpread = 512 // dskit's optimalTokensPerInstance
	// spreadStep is dskit's most zones: tokens of one zone lie at multiples of it, other zones' in between.
	spreadStep = 8
)

// A Spread is the ring of Grafana dskit's spread-minimising token generator, for its first zone. Node number i takes
// its tokens from the nodes before it so that every share becomes 1/(i+1) as nearly as whole places allow: T times
// it takes, from the owner of most, the first part of that one's largest arc. The tokens are a function of the
// number alone, so a node that restarts has them again, and no hash enters. Shares lie within 0.2 % of each other.
//
// Places have 32 bits: a hash lies at its high half, and a token owns the places from the one before it up to, not
// including, its own. Nodes are numbered in the order of Add and only the last can leave; in dskit the number is
// part of the id, and a node that leaves from the middle spoils the balance.
type Spread struct {
	placed
	t int
}

// NewSpread returns a ring of nodes with T = Options.Vnodes tokens each, 512 where that is 0. Options.Hash is not
// used. Errors wrap ErrOptions where T is no power of two, for any label shape, since the scheme has no labels, and
// where places are too few for the nodes; and ErrID, ErrWeight or ErrDuplicate where a node is bad; every weight must
// be 1.
func NewSpread(o consistent.Options, nodes []consistent.Node) (*Spread, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if err := o.CheckLabels(""); err != nil {
		return nil, err
	}
	t := cmp.Or(o.Vnodes, defaultSpread)
	if bits.OnesCount(uint(t)) != 1 {
		return nil, fmt.Errorf("%w: %d vnodes a node is no power of two", consistent.ErrOptions, t)
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{})
	if err != nil {
		return nil, err
	}
	r := &Spread{placed{nodes: list}, t}
	if err := r.checkPlaces(len(nodes)); err != nil {
		return nil, err
	}
	owners, points := spreadQueue{}, make([]consistent.Point, 0, t*len(nodes))
	for at := range nodes {
		newcomer, err := owners.join(int32(at), t)
		if err != nil {
			return nil, err
		}
		points = append(points, newcomer.points()...)
	}
	r.circle = newCircle(points)
	return r, nil
}

// checkPlaces returns an error where the tokens of n nodes cannot lie a step apart.
func (r *Spread) checkPlaces(n int) error {
	if n > 1<<32/spreadStep/r.t {
		return fmt.Errorf("%w: %d nodes of %d tokens each do not fit into 2^32 places in steps of %d",
			consistent.ErrOptions, n, r.t, spreadStep)
	}
	return nil
}

// Add adds a node with weight 1, which gets the next number.
// Errors are those of consistent.Locator.
func (r *Spread) Add(id string, weight float64) error {
	list, at, err := r.nodes.With(id, weight)
	if err != nil {
		return err
	}
	if err := r.checkPlaces(len(list.Nodes())); err != nil {
		return err
	}
	owners := newSpreadQueue(r.circle.points(), len(r.nodes.Nodes()))
	newcomer, err := owners.join(int32(at), r.t)
	if err != nil {
		return err
	}
	r.nodes = list
	r.circle.insert(sortPoints(newcomer.points()), int32(at))
	return nil
}

// Remove removes the node that was added last, which gives back what it took. Any other is an error that wraps
// ErrUnsupported: the numbers after it would change, and with them the tokens.
func (r *Spread) Remove(id string) error {
	list, at, err := r.nodes.Without(id)
	if err != nil {
		return err
	}
	if last := len(r.nodes.Nodes()) - 1; at != last {
		return fmt.Errorf("%w: removing node %q, number %d: only number %d, the last, can leave",
			consistent.ErrUnsupported, id, at, last)
	}
	r.nodes = list
	r.circle.remove(int32(at), r.t)
	return nil
}

// Copy returns an independent ring.
func (r *Spread) Copy() consistent.Locator {
	c := *r
	c.placed = r.placed.copy()
	return &c
}

// A spreadOwner is a node and its arcs, of which the largest is first in a heap.
type spreadOwner struct {
	number int32
	places uint64
	arcs   spreadArcs
}

// A spreadArc owns the places from from up to, not including, token. It is the whole ring where they are equal.
type spreadArc struct{ from, token uint32 }

func (a spreadArc) size() uint64 {
	if a.from == a.token {
		return 1 << 32
	}
	return uint64(a.token - a.from)
}

// points returns the points of the owner. A hash belongs to the first point at or after it, and to the first token
// after its place, so a point lies one hash before its token.
func (o *spreadOwner) points() []consistent.Point {
	points := make([]consistent.Point, len(o.arcs))
	for i, a := range o.arcs {
		points[i] = consistent.Point{Hash: uint64(a.token)<<32 - 1, Node: o.number}
	}
	return points
}

func (o *spreadOwner) take(a spreadArc) {
	heap.Push(&o.arcs, a)
	o.places += a.size()
}

// newSpreadQueue returns the owners of a ring of points, in their order.
func newSpreadQueue(points []consistent.Point, nodes int) spreadQueue {
	owners := make(spreadQueue, nodes)
	for at := range owners {
		owners[at] = &spreadOwner{number: int32(at)}
	}
	for i, p := range points {
		before := points[(i+len(points)-1)%len(points)]
		owners[p.Node].take(spreadArc{uint32((before.Hash + 1) >> 32), uint32((p.Hash + 1) >> 32)})
	}
	heap.Init(&owners)
	return owners
}

// join gives node number at its t tokens. After an error the queue is spoilt.
func (q *spreadQueue) join(at int32, t int) (*spreadOwner, error) {
	newcomer := &spreadOwner{number: at}
	if at == 0 {
		step := uint32(1 << 32 / uint64(t)) // of one token 2^32, which is 0 here and a whole turn
		for i := range uint32(t) {
			newcomer.take(spreadArc{(i - 1) * step, i * step})
		}
		heap.Push(q, newcomer)
		return newcomer, nil
	}
	var tooSmall []*spreadOwner
	due := uint64(float64(1<<32) / float64(at+1))
	for left := t; left > 0; {
		cut := (due - min(due, newcomer.places)) / uint64(left) / spreadStep * spreadStep
		if cut == 0 || q.Len() == 0 {
			return nil, fmt.Errorf("%w: %d tokens for node number %d do not fit between those of the nodes before it",
				consistent.ErrOptions, t, at)
		}
		giver := (*q)[0]
		if giver.arcs[0].size() <= cut {
			tooSmall = append(tooSmall, heap.Pop(q).(*spreadOwner))
			continue
		}
		from := giver.arcs[0].from
		newcomer.take(spreadArc{from, from + uint32(cut)})
		giver.arcs[0].from += uint32(cut)
		giver.places -= cut
		heap.Fix(&giver.arcs, 0)
		heap.Fix(q, 0)
		left--
	}
	for _, o := range append(tooSmall, newcomer) {
		heap.Push(q, o)
	}
	return newcomer, nil
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "ring-spread",
			Doc:    "ring whose node number i takes just 1/(i+1) from those before it: nearly even shares where nodes are numbered and only the last one leaves",
			Source: "Grafana dskit, ring/spread_minimizing_token_generator.go",
			Pinned: 0x36e16e3007a4cf6a,
		},
		Capabilities: consistent.Capabilities{
			Monotone: true, Replicas: true, Vnodes: true, HistoryBound: true, DefaultVnodes: defaultSpread,
		},
		// Shares are even up to the rounding of tokens to multiples of 8 in 2^32, as long as nodes come and go at the end.
		Theory: "multinomial",
		Moves:  "spread",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewSpread(o, nodes)
		},
	})
}
