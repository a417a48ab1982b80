// Package ring holds consistent hashing on a ring of virtual nodes.
package ring

import (
	"cmp"
	"math"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// defaultVnodes gives shares with a coefficient of variation of 1/sqrt(160) = 7.9 %.
const defaultVnodes = 160

// A Vnodes is the ring of Karger et al. (1997) with V points a node, each at the hash of its label. A hash
// belongs to the first point at or after it, past the last point to the first. Points that share a place
// are all kept; the smallest (hash, id, index) owns it, so the mapping depends on the set of nodes alone.
//
// A node of weight w has max(1, round(w V)) points. Nodes are numbered in the order of their ids. Arc shares
// follow the Dirichlet distribution where the hash is good. A look-up takes constant time on average and
// logarithmic time at worst, a change time linear in all points and, mostly, no new memory.
type Vnodes struct {
	placed
	hash   hash.Hash
	labels consistent.Labels
	v      int
}

// NewVnodes returns a ring of nodes, whose labels are hashed by Options.Hash. V is 160 where Options.Vnodes
// is 0, and labels are separated where Options.Labels is "". Errors wrap ErrOptions where an option is out
// of its domain, the hash is missing, or the ring would have more than MaxPoints points; and ErrID,
// ErrWeight or ErrDuplicate where a node is bad.
func NewVnodes(o consistent.Options, nodes []consistent.Node) (*Vnodes, error) {
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
	r := &Vnodes{placed{nodes: list}, o.Hash, o.Labels, cmp.Or(o.Vnodes, defaultVnodes)}
	total := 0
	for _, n := range list.Nodes() {
		count, err := r.count(n, total)
		if err != nil {
			return nil, err
		}
		total += count
	}
	points := make([]consistent.Point, 0, total)
	for i, n := range list.Nodes() {
		points = r.place(points, n, int32(i))
	}
	r.circle = newCircle(points)
	return r, nil
}

// share returns max(1, round(w V)), the points of a node of weight w, as a float64 that may be too large.
func (r *Vnodes) share(weight float64) float64 { return max(1, math.Round(weight*float64(r.v))) }

// count returns the points of n, or an error where they and the others' exceed MaxPoints.
func (r *Vnodes) count(n consistent.Node, others int) (int, error) {
	share := r.share(n.Weight)
	if err := checkRoom(n, share, others); err != nil {
		return 0, err
	}
	return int(share), nil
}

// place appends the points of n, node number at, in the order of their index.
func (r *Vnodes) place(points []consistent.Point, n consistent.Node, at int32) []consistent.Point {
	var label []byte
	for i := range int(r.share(n.Weight)) {
		label = r.labels.Append(label[:0], n.ID, i)
		points = append(points, consistent.Point{Hash: r.hash.Bytes(label), Node: at})
	}
	return points
}

// Add merges the points of a node into the ring.
// Errors are those of consistent.Locator.
func (r *Vnodes) Add(id string, weight float64) error {
	list, at, err := r.nodes.With(id, weight)
	if err != nil {
		return err
	}
	n := list.Nodes()[at]
	count, err := r.count(n, r.circle.size())
	if err != nil {
		return err
	}
	fresh := r.place(make([]consistent.Point, 0, count), n, int32(at))
	r.nodes = list
	r.circle.insert(sortPoints(fresh), int32(at))
	return nil
}

// Remove filters the points of a node out of the ring.
// Errors are those of consistent.Locator.
func (r *Vnodes) Remove(id string) error {
	list, at, err := r.nodes.Without(id)
	if err != nil {
		return err
	}
	points := int(r.share(r.nodes.Nodes()[at].Weight))
	r.nodes = list
	r.circle.remove(int32(at), points)
	return nil
}

// Copy returns an independent ring.
func (r *Vnodes) Copy() consistent.Locator {
	c := *r
	c.placed = r.placed.copy()
	return &c
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "ring-vnodes",
			Doc:    "hash ring with V virtual nodes a node: the general choice where any node may leave and weights differ",
			Source: "Karger et al., Consistent Hashing and Random Trees, STOC 1997",
			Pinned: 0x8b66e754e5b85a9b,
		},
		Capabilities: consistent.Capabilities{
			RemovesAny: true, Monotone: true, Weights: true, Replicas: true, Vnodes: true, DefaultVnodes: defaultVnodes,
		},
		Theory: "dirichlet",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewVnodes(o, nodes)
		},
	})
}
