package consistenttest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
)

// A fault is a mistake planted in the plain ring below.
type fault string

// plainRing is a ring written for the tests, as plainly as can be, with one planted fault or none.
type plainRing struct {
	fault  fault
	hash   hash.Hash
	labels consistent.Labels
	v      int
	nodes  []consistent.Node
	points []plainPoint
	draws  uint64
}

type plainPoint struct {
	hash  uint64
	id    string
	index int
}

func newPlainRing(f fault, o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
	if o.Vnodes < 0 && f == "options unchecked" {
		o.Vnodes = 1
	}
	if err := o.Check(); err != nil {
		return nil, err
	}
	if o.Hash == nil {
		if f == "nil hash panics" {
			return &plainRing{v: 1, nodes: nodes}, nil
		}
		return nil, fmt.Errorf("%w: no hash", consistent.ErrOptions)
	}
	r := &plainRing{fault: f, hash: o.Hash, labels: o.Labels, v: 160}
	if o.Vnodes > 0 {
		r.v = o.Vnodes
	}
	for _, n := range nodes {
		if err := r.Add(n.ID, n.Weight); err != nil {
			return nil, err
		}
	}
	if f == "each build differs" {
		builds++
		r.draws = builds
	}
	return r, nil
}

var builds uint64

func (r *plainRing) number(id string) int32 {
	return int32(slices.IndexFunc(r.nodes, func(n consistent.Node) bool { return n.ID == id }))
}

func (r *plainRing) Locate(h uint64) int32 {
	at := r.at(h)
	if at < 0 {
		return -1
	}
	return r.number(r.points[at].id)
}

func (r *plainRing) at(h uint64) int {
	if len(r.points) == 0 {
		if r.fault == "empty gives 0" {
			return 0
		}
		return -1
	}
	h += r.draws << 58
	at := sort.Search(len(r.points), func(i int) bool {
		if r.fault == "strictly after" {
			return r.points[i].hash > h
		}
		return r.points[i].hash >= h
	})
	switch {
	case r.fault == "off by one" && at > 0 && h%64 == 1:
		at--
	case at == len(r.points) && r.fault == "no wrap":
		at--
	case at == len(r.points):
		at = 0
	}
	return at
}

func (r *plainRing) LocateN(dst []int32, h uint64) int {
	n, at := 0, r.at(h)
	for turn := 0; turn < len(r.points) && n < len(dst); turn++ {
		node := r.number(r.points[(at+turn)%len(r.points)].id)
		if r.fault == "replicas repeat" || !slices.Contains(dst[:n], node) {
			dst[n] = node
			n++
		}
	}
	if r.fault == "replicas begin elsewhere" && n > 1 {
		dst[0], dst[1] = dst[1], dst[0]
	}
	return n
}

func (r *plainRing) LocateAll(dst []int32, hs []uint64) {
	for i, h := range hs {
		dst[i] = r.Locate(h)
	}
	switch {
	case r.fault == "bulk loses its tail" && len(hs)%8 != 0:
		dst[len(hs)-1] = 0
	case r.fault == "bulk writes past" && len(dst) > len(hs):
		dst[len(hs)] = 0
	case r.fault == "look-up shares state":
		r.draws++
	}
}

func (r *plainRing) Add(id string, weight float64) error {
	n := consistent.Node{ID: id, Weight: weight}
	if err := consistent.CheckNode(id, weight); err != nil {
		switch {
		case r.fault == "empty id accepted" && id == "":
		case r.fault == "NaN accepted" && math.IsNaN(weight):
		case r.fault == "errors untyped":
			return errors.New("bad node")
		default:
			if r.fault == "refusal leaves a trace" {
				r.nodes = append(r.nodes, n)
			}
			return err
		}
	}
	if r.number(id) >= 0 && r.fault != "double Add accepted" {
		return fmt.Errorf("%w: %q", consistent.ErrDuplicate, id)
	}
	r.nodes = append(r.nodes, n)
	r.add(n)
	if r.fault == "fixed total" {
		r.points = nil
		for _, n := range r.nodes {
			r.add(n)
		}
	}
	return nil
}

func (r *plainRing) add(n consistent.Node) {
	weight := n.Weight
	if r.fault == "weights ignored" || math.IsNaN(weight) {
		weight = 1
	}
	points := int(weight * float64(r.v))
	if r.fault == "fixed total" {
		points = 1000 / len(r.nodes)
	}
	for i := range points {
		p := plainPoint{r.hash.Bytes(r.labels.Append(nil, n.ID, i)), n.ID, i}
		r.points = append(r.points, p)
	}
	slices.SortStableFunc(r.points, func(p, q plainPoint) int {
		switch {
		case p.hash < q.hash:
			return -1
		case p.hash > q.hash:
			return 1
		case r.fault == "ties by insertion":
			return 0
		}
		return compareTies(p, q)
	})
}

func compareTies(p, q plainPoint) int {
	if p.id != q.id {
		if p.id < q.id {
			return -1
		}
		return 1
	}
	return p.index - q.index
}

func (r *plainRing) Remove(id string) error {
	at := r.number(id)
	if at < 0 {
		if r.fault == "unknown Remove accepted" {
			return nil
		}
		return fmt.Errorf("%w: %q", consistent.ErrUnknown, id)
	}
	r.nodes = slices.Delete(slices.Clone(r.nodes), int(at), int(at)+1)
	r.points = slices.DeleteFunc(r.points, func(p plainPoint) bool {
		return p.id == id && !(r.fault == "ghost stays" && p.index == 7)
	})
	if r.fault == "neighbour suffers" && len(r.nodes) > 0 {
		next := r.nodes[0].ID
		r.points = slices.DeleteFunc(r.points, func(p plainPoint) bool { return p.id == next && p.index == 0 })
	}
	return nil
}

func (r *plainRing) Nodes() []consistent.Node {
	if r.fault == "last node unlisted" && len(r.nodes) > 50 {
		return r.nodes[:len(r.nodes)-1]
	}
	return r.nodes
}

func (r *plainRing) Bytes() int64 {
	if r.fault == "bytes forgotten" {
		return 0
	}
	return int64(24*len(r.nodes) + 40*len(r.points))
}

func (r *plainRing) Points() []consistent.Point {
	var points []consistent.Point
	for _, p := range r.points {
		points = append(points, consistent.Point{Hash: p.hash, Node: r.number(p.id)})
	}
	if r.fault == "points out of order" {
		slices.Reverse(points)
	}
	return points
}
