package ring

import (
	"cmp"
	"crypto/fips140"
	"crypto/md5"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// ketamaPoints is how many points a digest gives.
const ketamaPoints = 4

// ketamaPort is memcached's port, which libmemcached leaves out of labels.
const ketamaPort = ":11211"

// A Ketama is the ring of libmemcached (MEMCACHED_BEHAVIOR_KETAMA_WEIGHTED). Places have 32 bits: a hash lies
// at its high half, and KetamaKey is the hash of the product. Label g of a node, id-g, gives four points, the
// little-endian words of its MD5 digest. A node of weight w among N of total weight W has
// floor(w/W V/4 N + 1e-10) labels, in floats of 32 bits, at least one; libmemcached gives none to a node that it
// rounds down to 0. With V = 160 equal weights give 160 points, or 156 where a float rounds down.
//
// Ids are host:port; ":11211" is left out of a label, so "a" and "a:11211" share all points and the smaller id
// has the keys. A weight changes the number of points of all nodes, and so does a node where floats round, so keys
// can move between nodes that stay.
type Ketama struct {
	placed
	v     int
	label func(id string) string
}

// NewKetama returns a ring of nodes with V = Options.Vnodes, 160 where that is 0. Options.Hash is not used, since
// MD5 is part of the scheme. Errors wrap ErrOptions where V is no multiple of 4, for a label shape other than
// "id-i" and where FIPS mode forbids MD5; ErrID or ErrDuplicate where a node is bad; and ErrWeight also for a weight
// of 2^32 or more, which libmemcached cannot hold.
func NewKetama(o consistent.Options, nodes []consistent.Node) (*Ketama, error) {
	return newKetama(o, nodes, func(id string) string { return strings.TrimSuffix(id, ketamaPort) })
}

func newKetama(o consistent.Options, nodes []consistent.Node, label func(string) string) (*Ketama, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if err := o.CheckLabels(consistent.LabelsDash); err != nil {
		return nil, err
	}
	if o.Vnodes%ketamaPoints != 0 {
		return nil, fmt.Errorf("%w: %d vnodes a node is no multiple of %d, which a digest gives",
			consistent.ErrOptions, o.Vnodes, ketamaPoints)
	}
	if fips140.Enforced() {
		return nil, fmt.Errorf("%w: ketama needs MD5, which is not available under GODEBUG=fips140=only", consistent.ErrOptions)
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{Sorted: true, Weighted: true})
	if err != nil {
		return nil, err
	}
	r := &Ketama{v: cmp.Or(o.Vnodes, defaultVnodes), label: label}
	if err := r.rebuild(list); err != nil {
		return nil, err
	}
	return r, nil
}

// rebuild replaces the ring by one of the nodes of list, or changes nothing where it returns an error.
func (r *Ketama) rebuild(list consistent.Roster) error {
	nodes, total := list.Nodes(), 0.0
	for _, n := range nodes {
		if n.Weight > math.MaxUint32 {
			return fmt.Errorf("%w: %v of node %q is over 2^32-1, the most that libmemcached holds", consistent.ErrWeight, n.Weight, n.ID)
		}
		if err := checkRoom(n, float64(r.v+ketamaPoints)*float64(len(nodes)), 0); err != nil {
			return err
		}
		total += n.Weight
	}
	points := make([]consistent.Point, 0, (r.v+ketamaPoints)*len(nodes))
	for at, n := range nodes {
		label := append([]byte(r.label(n.ID)), '-')
		for g := range ketamaGroups(n.Weight, total, r.v, len(nodes)) {
			digest := md5.Sum(strconv.AppendInt(label, int64(g), 10))
			for i := range ketamaPoints {
				place := binary.LittleEndian.Uint32(digest[4*i:])
				points = append(points, consistent.Point{Hash: place32(place), Node: int32(at)})
			}
		}
	}
	r.nodes, r.circle = list, newCircle(points)
	return nil
}

// ketamaGroups is libmemcached's number of labels, at least 1; each step is rounded to 32 bits as its C code is on
// machines without wider floats.
func ketamaGroups(weight, total float64, v, n int) int {
	groups := float32(float32(weight) / float32(total))
	groups = float32(groups * float32(v))
	groups = float32(groups / ketamaPoints)
	groups = float32(groups * float32(n))
	groups = float32(groups + 1e-10)
	return max(1, int(groups))
}

// KetamaKey returns a key's hash as ketama's clients take it, the first four bytes of its MD5 digest read
// little-endian, in the high half.
func KetamaKey(key []byte) uint64 {
	digest := md5.Sum(key)
	return uint64(binary.LittleEndian.Uint32(digest[:])) << 32
}

// Add adds a node and places all points anew.
// Errors are those of consistent.Locator.
func (r *Ketama) Add(id string, weight float64) error {
	list, _, err := r.nodes.With(id, weight)
	if err != nil {
		return err
	}
	return r.rebuild(list)
}

// Remove removes any node and places all points anew.
// Errors are those of consistent.Locator.
func (r *Ketama) Remove(id string) error {
	list, _, err := r.nodes.Without(id)
	if err != nil {
		return err
	}
	return r.rebuild(list)
}

// Copy returns an independent ring.
func (r *Ketama) Copy() consistent.Locator {
	c := *r
	c.placed = r.placed.copy()
	return &c
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "ring-ketama",
			Doc:    "libmemcached's weighted ketama ring, 32 bits wide, MD5 labels: for clients that must agree with it",
			Source: "libmemcached, hosts.cc, update_continuum; Richard Jones, libketama, 2007",
			Pinned: 0xd61786af99679aa2,
		},
		Capabilities: consistent.Capabilities{
			RemovesAny: true, Weights: true, Replicas: true, Vnodes: true, DefaultVnodes: defaultVnodes,
		},
		Theory: "dirichlet",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewKetama(o, nodes)
		},
	})
}
