package ring

import (
	"cmp"
	"fmt"
	"math"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// The sizes that Envoy's ring_hash takes where its user sets none. gRPC takes the same least size and 4096 as
// the greatest.
const (
	defaultTotal = 1024
	mostTotal    = 8 << 20
)

// A FixedTotal is the ring of Envoy's and gRPC's ring_hash policies, whose number of points is fixed, not that of
// a node. With weights w_i that add up to 1 and the least of them m, the ring has s = ceil(m S) / m points, at
// most 8 Mi, and node i, in the order of ids, ends at point s (w_1 + … + w_i), rounded up. Of equal weights each
// node has ceil(S/N) points.
//
// Point i of a node lies at the hash of its label, "id_i" where Options.Labels is "". The products hash with
// XXH64. A node more or less changes the points of all, so keys move between nodes that stay: about as many again
// as must move, wherever ceil(S/N) changes.
type FixedTotal struct {
	placed
	hash   hash.Hash
	labels consistent.Labels
	total  int
}

// NewFixedTotal returns a ring of nodes with Options.Vnodes points in all, 1024 where that is 0. Errors wrap
// ErrOptions where an option is out of its domain or the hash is missing, and ErrID, ErrWeight or
// ErrDuplicate where a node is bad. A weight of less than 2^-23 of all is bad: its node would have no point.
func NewFixedTotal(o consistent.Options, nodes []consistent.Node) (*FixedTotal, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if err := o.CheckHash(); err != nil {
		return nil, err
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{Sorted: true, Weighted: true})
	if err != nil {
		return nil, err
	}
	r := &FixedTotal{hash: o.Hash, labels: cmp.Or(o.Labels, consistent.LabelsUnderscore), total: cmp.Or(o.Vnodes, defaultTotal)}
	if err := r.rebuild(list); err != nil {
		return nil, err
	}
	return r, nil
}

// rebuild replaces the ring by one of the nodes of list, or changes nothing where it returns an error.
func (r *FixedTotal) rebuild(list consistent.Roster) error {
	nodes := list.Nodes()
	scale, sum, err := r.scale(nodes)
	if err != nil {
		return err
	}
	points := make([]consistent.Point, 0, int(scale)+len(nodes))
	var label []byte
	target := 0.0
	for at, n := range nodes {
		// The conversion keeps a compiler from fusing product and sum, which would round otherwise.
		target += float64(scale * (n.Weight / sum))
		for i := 0; float64(len(points)) < target; i++ {
			label = r.labels.Append(label[:0], n.ID, i)
			points = append(points, consistent.Point{Hash: r.hash.Bytes(label), Node: int32(at)})
		}
	}
	r.nodes, r.circle = list, newCircle(points)
	return nil
}

// scale returns the number of points, before rounding up, and the sum of the weights.
func (r *FixedTotal) scale(nodes []consistent.Node) (scale, sum float64, err error) {
	if len(nodes) == 0 {
		return 0, 0, nil
	}
	least := nodes[0]
	for _, n := range nodes {
		sum += n.Weight
		if n.Weight < least.Weight {
			least = n
		}
	}
	part := least.Weight / sum
	if part*mostTotal < 1 {
		return 0, 0, fmt.Errorf("%w: node %q has the part %.3g of the sum of weights, %v, and a ring of %d points gives it none",
			consistent.ErrWeight, least.ID, part, sum, mostTotal)
	}
	return min(math.Ceil(part*float64(r.total))/part, mostTotal), sum, nil
}

// Add adds a node and places all points anew. It can be refused for a node that is there, whose part of the
// weights would become too small.
func (r *FixedTotal) Add(id string, weight float64) error {
	list, _, err := r.nodes.With(id, weight)
	if err != nil {
		return err
	}
	return r.rebuild(list)
}

// Remove removes any node and places all points anew.
// Errors are those of consistent.Locator.
func (r *FixedTotal) Remove(id string) error {
	list, _, err := r.nodes.Without(id)
	if err != nil {
		return err
	}
	return r.rebuild(list)
}

// Copy returns an independent ring.
func (r *FixedTotal) Copy() consistent.Locator {
	c := *r
	c.placed = r.placed.copy()
	return &c
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "ring-fixed-total",
			Doc:    "Envoy's and gRPC's ring, with a fixed number of points for all nodes: a change moves keys between nodes that stay",
			Source: "Envoy, source/extensions/load_balancing_policies/ring_hash; gRPC proposal A42",
			Pinned: 0x77889e1c8bd17ca6,
		},
		Capabilities: consistent.Capabilities{
			RemovesAny: true, Weights: true, Replicas: true, Vnodes: true, FixedTotal: true, DefaultVnodes: defaultTotal,
		},
		Theory: "fixed-total",
		Moves:  "fixed-total",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewFixedTotal(o, nodes)
		},
	})
}
