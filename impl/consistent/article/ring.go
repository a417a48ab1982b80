// Package article holds the hash ring of the article that started the project, as its program has it.
package article

import (
	"cmp"
	"crypto/md5"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// defaultReplicas is the program's default number of points a server.
const defaultReplicas = 3

// A place is a 128-bit number: an MD5 digest read in big-endian order, or a 64-bit hash as its high half.
type place struct{ high, low uint64 }

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.high, q.high), cmp.Compare(p.low, q.low))
}

type point struct {
	place
	node int32
}

// pointBytes is the size of a point, whose last four bytes are padding.
const pointBytes = 24

// A Ring is the article's: server s has `replicas` points at hash("s:i"), and a key belongs to the first
// point strictly after its hash, past the last point to the first. Of points at one place the later
// server's wins; it is the only way in which the order of Add matters, and never seen with MD5.
//
// Three things differ from the program. A server that is there already is an error; the program lets it in
// twice, and a later removal breaks look-ups. Where two servers share a place both points are kept, so that
// the removal of one uncovers the other. A removal filters the list once, not once a point. Nodes are
// numbered in the order of Add.
type Ring struct {
	nodes    consistent.Roster
	replicas int
	hash     hash.Hash // nil for MD5
	points   []point   // in ascending order of place, of one place the later server first
}

// NewRing returns a ring of nodes with Options.Vnodes points each, 3 where that is 0. It hashes labels and
// keys with MD5, or with Options.Hash where that is set. Errors wrap ErrOptions for a label shape other
// than "id:i", and ErrID, ErrWeight or ErrDuplicate for a bad node; every weight must be 1.
func NewRing(o consistent.Options, nodes []consistent.Node) (*Ring, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if o.Labels != "" && o.Labels != consistent.LabelsColon {
		return nil, fmt.Errorf("%w: label shape %q, and the article's is %q",
			consistent.ErrOptions, string(o.Labels), string(consistent.LabelsColon))
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{})
	if err != nil {
		return nil, err
	}
	r := &Ring{nodes: list, replicas: cmp.Or(o.Vnodes, defaultReplicas), hash: o.Hash}
	if err := r.checkRoom(len(nodes)); err != nil {
		return nil, err
	}
	r.points = make([]point, 0, len(nodes)*r.replicas)
	for i, n := range list.Nodes() {
		r.points = r.place(r.points, n.ID, int32(i))
	}
	slices.SortFunc(r.points, inOrder)
	return r, nil
}

func (r *Ring) checkRoom(nodes int) error {
	if nodes > consistent.MaxPoints/r.replicas {
		return fmt.Errorf("%w: %d nodes of %d points, and a ring has at most %d points",
			consistent.ErrOptions, nodes, r.replicas, consistent.MaxPoints)
	}
	return nil
}

func inOrder(p, q point) int {
	return cmp.Or(p.compare(q.place), cmp.Compare(q.node, p.node))
}

// place appends the points of the server.
func (r *Ring) place(points []point, id string, at int32) []point {
	var label []byte
	for i := range r.replicas {
		label = consistent.LabelsColon.Append(label[:0], id, i)
		points = append(points, point{r.digest(label), at})
	}
	return points
}

func (r *Ring) digest(key []byte) place {
	if r.hash != nil {
		return place{high: r.hash.Bytes(key)}
	}
	sum := md5.Sum(key)
	return place{binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:])}
}

// owner returns the node of the first point after p, of the first point where there is none, -1 without
// points. The borrow of p - point says whether the point lies after p, so the search has no branch to miss.
func (r *Ring) owner(p place) int32 {
	if len(r.points) == 0 {
		return -1
	}
	at := 0
	for n := len(r.points); n > 0; {
		half := (n + 1) / 2
		q := &r.points[at+half-1]
		_, borrow := bits.Sub64(p.low, q.low, 0)
		_, borrow = bits.Sub64(p.high, q.high, borrow)
		at += half & (int(borrow) - 1)
		n -= half
	}
	if at == len(r.points) {
		at = 0
	}
	return r.points[at].node
}

// Locate returns the number of the server that owns the key, -1 where there are none.
func (r *Ring) Locate(key []byte) int32 { return r.owner(r.digest(key)) }

// LocateString is Locate([]byte(key)) without a copy.
func (r *Ring) LocateString(key string) int32 { return r.Locate(hash.View(key)) }

// LocateAll sets dst[i] to Locate(keys[i]).
func (r *Ring) LocateAll(dst []int32, keys [][]byte) {
	dst = dst[:len(keys):len(dst)]
	for i, key := range keys {
		dst[i] = r.owner(r.digest(key))
	}
}

// Add adds a server with weight 1, which gets the next number.
// Errors are those of consistent.Locator.
func (r *Ring) Add(id string, weight float64) error {
	list, at, err := r.nodes.With(id, weight)
	if err != nil {
		return err
	}
	if err := r.checkRoom(len(list.Nodes())); err != nil {
		return err
	}
	r.points = r.place(slices.Grow(r.points, r.replicas), id, int32(at))
	slices.SortFunc(r.points, inOrder)
	r.nodes = list
	return nil
}

// Remove removes any server; the numbers of those added after it fall by one.
// Errors are those of consistent.Locator.
func (r *Ring) Remove(id string) error {
	list, at, err := r.nodes.Without(id)
	if err != nil {
		return err
	}
	r.points = slices.DeleteFunc(r.points, func(p point) bool { return p.node == int32(at) })
	for i := range r.points {
		if r.points[i].node > int32(at) {
			r.points[i].node--
		}
	}
	r.nodes = list
	return nil
}

// Place returns the high 64 of the 128 bits at which the ring places the key.
func (r *Ring) Place(key []byte) uint64 { return r.digest(key).high }

// Places returns the high 64 of the 128 bits of every point, in ascending order, with the server that owns it. It is
// no consistent.Pointed: a key at the very place of a point belongs to the point after it.
func (r *Ring) Places() []consistent.Point {
	places := make([]consistent.Point, len(r.points))
	for i, p := range r.points {
		places[i] = consistent.Point{Hash: p.high, Node: p.node}
	}
	return places
}

// Nodes returns the servers in the order of Add.
func (r *Ring) Nodes() []consistent.Node { return r.nodes.Nodes() }

// Bytes returns the size of the list of servers and of the points, 24 bytes each.
func (r *Ring) Bytes() int64 { return r.nodes.Bytes() + int64(cap(r.points))*pointBytes }

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "article-ring",
			Doc:    "the article's ring: MD5 read as 128 bits, 3 points a server, first point strictly after the key",
			Source: "the article on consistent hashing when the fifth cache server arrives; its Python program",
			Pinned: 0xfc502b53ce30c4c8,
		},
		Capabilities: consistent.Capabilities{
			RemovesAny: true, Monotone: true, Vnodes: true, HistoryBound: true, DefaultVnodes: defaultReplicas,
		},
		Theory: "dirichlet",
		NewKeyed: func(o consistent.Options, nodes []consistent.Node) (consistent.KeyLocator, error) {
			return NewRing(o, nodes)
		},
	})
}
