package ring

import (
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"math"
	"strings"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// A Nginx is the ring of nginx's "hash … consistent", whose points are those of the Perl module
// Cache::Memcached::Fast. Places have 32 bits: a hash lies at its high half, and NginxKey is the hash of the
// product. The points of a node are a chain: each is the CRC-32 of host, 0x00, port and the four little-endian bytes
// of the point before, the first of four zero bytes. That map is affine, so points spread worse than independent
// ones where they are few.
//
// A node of weight w has max(1, round(w V)) points; nginx takes whole weights only. Ids are host:port; the port may
// be missing, and "unix:" before a path is left out, so "unix:p" and "p" share all points and the smaller id has
// the keys.
type Nginx struct {
	placed
	v int
}

// NewNginx returns a ring of nodes with V = Options.Vnodes, 160 where that is 0. Options.Hash is not used, since
// CRC-32 is part of the scheme. Errors wrap ErrOptions for any label shape, for the scheme has no labels, and
// where the ring would have more than MaxPoints points; and ErrID, ErrWeight or ErrDuplicate where a node is bad.
func NewNginx(o consistent.Options, nodes []consistent.Node) (*Nginx, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if err := o.CheckLabels(""); err != nil {
		return nil, err
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{Sorted: true, Weighted: true})
	if err != nil {
		return nil, err
	}
	r := &Nginx{placed{nodes: list}, cmp.Or(o.Vnodes, defaultVnodes)}
	total := 0
	for _, n := range list.Nodes() {
		if err := checkRoom(n, r.share(n.Weight), total); err != nil {
			return nil, err
		}
		total += int(r.share(n.Weight))
	}
	points := make([]consistent.Point, 0, total)
	for at, n := range list.Nodes() {
		points = r.place(points, n, int32(at))
	}
	r.circle = newCircle(points)
	return r, nil
}

// share returns max(1, round(w V)), as a float64 that may be too large.
func (r *Nginx) share(weight float64) float64 { return max(1, math.Round(weight*float64(r.v))) }

// place appends the points of n, node number at.
func (r *Nginx) place(points []consistent.Point, n consistent.Node, at int32) []consistent.Point {
	base := crc32.ChecksumIEEE(nginxServer(n.ID))
	var before [4]byte
	for range int(r.share(n.Weight)) {
		place := crc32.Update(base, crc32.IEEETable, before[:])
		points = append(points, consistent.Point{Hash: place32(place), Node: at})
		binary.LittleEndian.PutUint32(before[:], place)
	}
	return points
}

// nginxServer returns host, 0x00, port as nginx reads them from a server's name.
func nginxServer(id string) []byte {
	if len(id) >= len("unix:") && strings.EqualFold(id[:len("unix:")], "unix:") {
		return append([]byte(id[len("unix:"):]), 0)
	}
	// A name ends in a port where only digits follow its last colon, be they none.
	host := strings.TrimRight(id, "0123456789")
	if !strings.HasSuffix(host, ":") {
		return append([]byte(id), 0)
	}
	return append(append([]byte(host[:len(host)-1]), 0), id[len(host):]...)
}

// NginxKey returns a key's hash as nginx takes it, its CRC-32 in the high half.
func NginxKey(key []byte) uint64 { return uint64(crc32.ChecksumIEEE(key)) << 32 }

// Add merges the points of a node into the ring.
// Errors are those of consistent.Locator.
func (r *Nginx) Add(id string, weight float64) error {
	list, at, err := r.nodes.With(id, weight)
	if err != nil {
		return err
	}
	n := list.Nodes()[at]
	if err := checkRoom(n, r.share(weight), r.circle.size()); err != nil {
		return err
	}
	r.nodes = list
	r.circle.insert(sortPoints(r.place(nil, n, int32(at))), int32(at))
	return nil
}

// Remove filters the points of a node out of the ring.
// Errors are those of consistent.Locator.
func (r *Nginx) Remove(id string) error {
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
func (r *Nginx) Copy() consistent.Locator {
	c := *r
	c.placed = r.placed.copy()
	return &c
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "ring-nginx",
			Doc:    "the ring of nginx's consistent hash, 32 bits wide, CRC-32 chains: for clients that must agree with it",
			Source: "nginx, src/http/modules/ngx_http_upstream_hash_module.c",
			Pinned: 0x6069d6b60fff566d,
		},
		Capabilities: consistent.Capabilities{
			RemovesAny: true, Monotone: true, Weights: true, Replicas: true, Vnodes: true, DefaultVnodes: defaultVnodes,
		},
		// No law of the shares is known: the points of a node are a chain of CRC-32, an affine map, not independent draws.
		Moves: "least",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewNginx(o, nodes)
		},
	})
}
