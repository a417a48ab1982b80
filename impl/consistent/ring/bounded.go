package ring

import (
	"cmp"
	"fmt"
	"slices"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// defaultSlack is the usual bound, a load of at most 1.25 times the mean.
const defaultSlack = 0.25

// mostJumps is after how many places without room a request takes the next node clockwise that has room. At most
// 1 / (1 + slack) of the nodes are full, so a fraction of about (1 + slack)^-64 of requests comes to that.
const mostJumps = 64

// A Bounded is a ring of virtual nodes, as Vnodes, with bounded loads: a request goes to the owner of its hash where
// that has room, which is the load below its part (1 + slack) K w/W of the K requests that are borne with this one.
// Where it has none, the request goes on: clockwise to the next point, or, as random jump, to the owner of another
// hash. There is always a node with room, since the bounds add up to more than K.
//
// Where a request goes depends on the loads of the moment, so on those before it. Without loads the mapping is that
// of Vnodes. A request takes O(1) steps on average while few nodes are full, O(1/slack) as random jump and
// O(1/slack^2) clockwise at worst.
//
// A look-up without full nodes costs as much as that of Vnodes.
type Bounded struct {
	Vnodes
	slack    float64
	jump     bool
	loads    []int64
	borne    float64   // the sum of loads, as a float since it enters a product
	capacity []float64 // (1 + slack) w/W of each node
}

// NewBounded returns a ring of nodes that sends requests on clockwise, with slack 0.25 where Options.Slack is 0.
// Errors are those of NewVnodes, and one that wraps ErrOptions where the slack is out of its domain.
func NewBounded(o consistent.Options, nodes []consistent.Node) (*Bounded, error) {
	return newBounded(o, nodes, false)
}

func newBounded(o consistent.Options, nodes []consistent.Node, jump bool) (*Bounded, error) {
	if err := o.CheckBounded(); err != nil {
		return nil, err
	}
	slack := cmp.Or(o.Slack, defaultSlack)
	o.Slack = 0
	r, err := NewVnodes(o, nodes)
	if err != nil {
		return nil, err
	}
	b := &Bounded{Vnodes: *r, slack: slack, jump: jump, loads: make([]int64, len(nodes))}
	b.weigh()
	return b, nil
}

// below keeps a bound that is a whole number from being rounded up past it: the product of three floats is off by a part
// of a few 2^-53. The slack is 1e-6 at least, so the nodes together still bear more than there is.
const below = 1 - 0x1p-48

// weigh fills capacity.
func (b *Bounded) weigh() {
	nodes, total := b.Nodes(), 0.0
	for _, n := range nodes {
		total += n.Weight
	}
	b.capacity = make([]float64, len(nodes))
	for at, n := range nodes {
		b.capacity[at] = (1 + b.slack) * (n.Weight / total) * below
	}
}

// hasRoom says whether the load is below the bound, which then need not be rounded up.
func (b *Bounded) hasRoom(node int32) bool {
	return float64(b.loads[node]) < b.capacity[node]*(b.borne+1)
}

// Locate returns the number of the node that a request with hash h would go to, -1 where there are no nodes.
func (b *Bounded) Locate(h uint64) int32 {
	at := b.circle.find(h)
	node := b.circle.node(at)
	if node < 0 || b.hasRoom(node) {
		return node
	}
	if b.jump {
		for i := range uint64(mostJumps) {
			// The odd constant is 2^64 over the golden ratio; its multiples differ in many bits.
			node = b.Vnodes.Locate(hash.Fmix64(h + (i+1)*0x9e3779b97f4a7c15))
			if b.hasRoom(node) {
				return node
			}
		}
	}
	return b.clockwise(int(at))
}

// clockwise returns the first node with room from point at on.
func (b *Bounded) clockwise(at int) int32 {
	n := b.circle.size()
	for range n {
		if at >= n {
			at = 0
		}
		if node := b.circle.node(uint64(at)); b.hasRoom(node) {
			return node
		}
		at++
	}
	return -1
}

// LocateN fills dst with the node that a request with hash h would go to, and the other nodes that follow h on the
// ring, whatever their loads; it returns how many.
func (b *Bounded) LocateN(dst []int32, h uint64) int {
	n := b.Vnodes.LocateN(dst, h)
	if n == 0 {
		return 0
	}
	node := b.Locate(h)
	at := slices.Index(dst[:n], node)
	if at < 0 {
		at = n - 1
	}
	copy(dst[1:at+1], dst[:at])
	dst[0] = node
	return n
}

// LocateAll sets dst[i] to Locate(hs[i]).
func (b *Bounded) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = b.Locate(h)
	}
}

// Acquire gives one request with hash h to a node and returns its number, -1 where there are no nodes.
func (b *Bounded) Acquire(h uint64) int32 {
	node := b.Locate(h)
	if node >= 0 {
		b.loads[node]++
		b.borne++
	}
	return node
}

// Release ends one request of a node.
// Errors are those of consistent.Bounded.
func (b *Bounded) Release(node int32) error {
	switch {
	case node < 0 || int(node) >= len(b.loads):
		return fmt.Errorf("%w: releasing a request of number %d of %d nodes", consistent.ErrUnknown, node, len(b.loads))
	case b.loads[node] == 0:
		return fmt.Errorf("%w: releasing a request of node %q, which bears none", consistent.ErrUnknown, b.Nodes()[node].ID)
	}
	b.loads[node]--
	b.borne--
	return nil
}

// Loads returns how many requests each node bears. The caller must not change it.
func (b *Bounded) Loads() []int64 { return b.loads }

// Add adds a node without load.
// Errors are those of consistent.Locator.
func (b *Bounded) Add(id string, weight float64) error {
	if err := b.Vnodes.Add(id, weight); err != nil {
		return err
	}
	at := slices.IndexFunc(b.Nodes(), func(n consistent.Node) bool { return n.ID == id })
	b.loads = slices.Insert(slices.Clone(b.loads), at, 0)
	b.weigh()
	return nil
}

// Remove removes any node; what it bore is no longer counted, and is for the caller to give to others.
// Errors are those of consistent.Locator.
func (b *Bounded) Remove(id string) error {
	at := slices.IndexFunc(b.Nodes(), func(n consistent.Node) bool { return n.ID == id })
	if err := b.Vnodes.Remove(id); err != nil {
		return err
	}
	b.borne -= float64(b.loads[at])
	b.loads = slices.Delete(slices.Clone(b.loads), at, at+1)
	b.weigh()
	return nil
}

// Bytes returns the size of the ring, and 16 bytes a node for its load and capacity.
func (b *Bounded) Bytes() int64 { return b.Vnodes.Bytes() + 8*int64(cap(b.loads)+cap(b.capacity)) }

// Copy returns an independent ring with the same loads.
func (b *Bounded) Copy() consistent.Locator {
	c := *b
	c.placed, c.loads = b.placed.copy(), slices.Clone(b.loads)
	return &c
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "ring-bounded",
			Doc:    "ring that sends a request clockwise past nodes with 1.25 times their part: for requests that pile up on few keys",
			Source: "Mirrokni, Thorup and Zadimoghaddam, Consistent Hashing with Bounded Loads, SODA 2018",
			Pinned: 0xe7b2431df6e76bb,
		},
		Capabilities: consistent.Capabilities{
			RemovesAny: true, Weights: true, Replicas: true, Vnodes: true, Bounded: true, HistoryBound: true, DefaultVnodes: defaultVnodes,
		},
		Theory:   "dirichlet", // without loads
		Overflow: consistent.OverflowWalk,
		Moves:    "dirichlet",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewBounded(o, nodes)
		},
	})
}
