package bucket

import (
	"slices"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// A Dx is DxHash (Dong and Wang, 2021). It has a fixed capacity of C buckets; a key tries buckets in an order of
// its own until one is in work, which takes C/N draws on average. The balance is that of independent draws.
//
// The order is random draws, 16 C of them, and then all buckets by number from the last draw on, so a look-up
// always ends. It gets there with a chance of (1 - N/C)^(16 C), below 1e-13 for two nodes or more. As the order
// does not change, every move is necessary, whatever bucket leaves. The capacity is that of Anchor. The first draw
// takes the hash as it comes, further ones remix it.
type Dx struct {
	seats
	inWork []uint64 // a bit a bucket
	vacant []int32  // buckets out of work, the one to be used next at the end
	draws  uint64   // how many draws a look-up makes at most
}

// NewDx returns a locator of nodes. Options for vnodes are an error that wraps ErrOptions, and a weight other than
// 1 is one that wraps ErrWeight.
func NewDx(o consistent.Options, nodes []consistent.Node) (*Dx, error) {
	return newDx(o, nodes, capacity(len(nodes)))
}

func newDx(o consistent.Options, nodes []consistent.Node, buckets int) (*Dx, error) {
	s, err := newSeats(o, nodes, buckets)
	if err != nil {
		return nil, err
	}
	d := &Dx{seats: s, inWork: make([]uint64, (buckets+63)/64), draws: 16 * uint64(buckets)}
	for b := range nodes {
		d.inWork[b/64] |= 1 << (b % 64)
	}
	d.vacant = make([]int32, 0, buckets)
	for b := buckets - 1; b >= len(nodes); b-- {
		d.vacant = append(d.vacant, int32(b))
	}
	return d, nil
}

func (d *Dx) works(b int32) bool { return d.inWork[uint32(b)/64]>>(uint32(b)%64)&1 != 0 }

// find returns the bucket of h, where any is in work.
func (d *Dx) find(h uint64) int32 {
	b := below(h, int32(len(d.numbers)))
	for i := uint64(1); !d.works(b); i++ {
		b = d.try(h, i, b)
	}
	return b
}

// try returns bucket number i >= 1 in the order of h, which comes after b.
func (d *Dx) try(h, i uint64, b int32) int32 {
	if i < d.draws {
		return below(draw(h, i), int32(len(d.numbers)))
	}
	if b++; int(b) < len(d.numbers) {
		return b
	}
	return 0
}

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (d *Dx) Locate(h uint64) int32 {
	if len(d.buckets) == 0 {
		return -1
	}
	return d.numbers[d.find(h)]
}

// LocateN fills dst with the nodes that h meets first, the owner first, and returns how many.
func (d *Dx) LocateN(dst []int32, h uint64) int {
	want, n := min(len(dst), len(d.buckets)), 0
	b := below(h, int32(len(d.numbers)))
	for i := uint64(1); n < want; i++ {
		if d.works(b) && !slices.Contains(dst[:n], d.numbers[b]) {
			dst[n] = d.numbers[b]
			n++
		}
		b = d.try(h, i, b)
	}
	return n
}

// LocateAll sets dst[i] to Locate(hs[i]).
func (d *Dx) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = d.Locate(h)
	}
}

// Add seats a node in the bucket that was given up last.
// Errors are those of consistent.Locator.
func (d *Dx) Add(id string, weight float64) error {
	return d.enter(id, weight, func() int32 {
		b := d.vacant[len(d.vacant)-1]
		d.vacant = d.vacant[:len(d.vacant)-1]
		d.inWork[b/64] |= 1 << (b % 64)
		return b
	})
}

// Remove removes any node.
// Errors are those of consistent.Locator.
func (d *Dx) Remove(id string) error {
	b, err := d.leave(id)
	if err != nil {
		return err
	}
	d.inWork[b/64] &^= 1 << (b % 64)
	d.vacant = append(d.vacant, b)
	return nil
}

// Bytes returns the size of the list of nodes and of the tables: 8 bytes and a bit a bucket, 4 bytes a node. Of
// these a look-up reads the bits, and the number of one bucket.
func (d *Dx) Bytes() int64 { return d.bytes() + 8*int64(cap(d.inWork)) + 4*int64(cap(d.vacant)) }

// Copy returns an independent locator with the same nodes and mapping.
func (d *Dx) Copy() consistent.Locator {
	return &Dx{seats: d.clone(), inWork: slices.Clone(d.inWork), vacant: slices.Clone(d.vacant), draws: d.draws}
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "dx",
			Doc:    "DxHash with room for ten times its first nodes: a bit a bucket, perfect balance, and any node may leave",
			Source: "Dong and Wang, DxHash: A Scalable Consistent Hashing Based on the Pseudo-Random Sequence, arXiv 2107.07930, 2021",
			Pinned: 0x2570362ec099c516,
		},
		Capabilities: consistent.Capabilities{RemovesAny: true, Monotone: true, Replicas: true, HistoryBound: true},
		Theory:       "multinomial",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewDx(o, nodes)
		},
	})
}
