// Package ring holds consistent hashing on a ring of virtual nodes.
package ring

import (
	"cmp"
	"fmt"
	"math"
	"slices"

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
// logarithmic time at worst, a change time linear in all points.
type Vnodes struct {
	nodes  consistent.Roster
	hash   hash.Hash
	labels consistent.Labels
	v      int
	circle circle
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
	r := &Vnodes{nodes: list, hash: o.Hash, labels: o.Labels, v: cmp.Or(o.Vnodes, defaultVnodes)}
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
	if share > float64(consistent.MaxPoints-others) {
		return 0, fmt.Errorf("%w: %w: node %q of weight %v needs %g points beside %d others, and a ring has at most %d",
			consistent.ErrOptions, consistent.ErrWeight, n.ID, n.Weight, share, others, consistent.MaxPoints)
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

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (r *Vnodes) Locate(h uint64) int32 { return r.circle.points[r.circle.find(h)].Node }

// LocateN fills dst with the owner of h and the distinct nodes that follow it on the ring, and returns how
// many. It takes len(dst) steps for each point passed, and one turn at most.
func (r *Vnodes) LocateN(dst []int32, h uint64) int { return r.circle.walk(dst, h) }

// LocateAll sets dst[i] to Locate(hs[i]).
func (r *Vnodes) LocateAll(dst []int32, hs []uint64) { r.circle.locateAll(dst, hs) }

// Add merges the points of a node into the ring.
func (r *Vnodes) Add(id string, weight float64) error {
	list, at, err := r.nodes.With(id, weight)
	if err != nil {
		return err
	}
	n := list.Nodes()[at]
	count, err := r.count(n, len(r.circle.points)-1)
	if err != nil {
		return err
	}
	fresh := r.place(make([]consistent.Point, 0, count), n, int32(at))
	slices.SortFunc(fresh, func(p, q consistent.Point) int { return cmp.Compare(p.Hash, q.Hash) })
	r.nodes, r.circle = list, r.circle.with(fresh, int32(at))
	return nil
}

// Remove filters the points of a node out of the ring.
func (r *Vnodes) Remove(id string) error {
	list, at, err := r.nodes.Without(id)
	if err != nil {
		return err
	}
	points := int(r.share(r.nodes.Nodes()[at].Weight))
	r.nodes, r.circle = list, r.circle.without(int32(at), points)
	return nil
}

// Nodes returns the nodes in the order of their ids.
func (r *Vnodes) Nodes() []consistent.Node { return r.nodes.Nodes() }

// Points returns a copy of the points in ascending order of (Hash, Node).
func (r *Vnodes) Points() []consistent.Point {
	return slices.Clone(r.circle.points[:len(r.circle.points)-1])
}

// Bytes returns the size of the list of nodes, of the points, 16 bytes each, and of the index, 4 to 8 bytes
// a point.
func (r *Vnodes) Bytes() int64 { return r.nodes.Bytes() + r.circle.bytes() }

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
