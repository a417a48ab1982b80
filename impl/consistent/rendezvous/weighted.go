package rendezvous

import (
	"math"
	"slices"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// A Weighted is rendezvous hashing with exact weights: node i draws u uniformly from (0, 1), as Rendezvous draws its
// score, and the node with the smallest -ln(u) / w_i owns the hash. These are exponential variates with the rates
// w_i, of which i has the least with chance w_i / W. A change of one weight moves keys to or from that node only.
//
// A look-up takes N draws, and a logarithm only where 1 - u, which -ln(u) exceeds, does not settle it already. Nodes
// are numbered in the order of their ids, and of equal variates the smallest id has the least.
type Weighted struct {
	nodes consistent.Roster
	hash  hash.Hash
	draws []draw
}

// A draw is what a node draws with.
type draw struct {
	seed    uint64  // the mixed hash of its id
	inverse float64 // 1 / w
}

// drawBytes is the size of a draw.
const drawBytes = 16

// NewWeighted returns a locator of nodes, whose ids are hashed by Options.Hash. A missing hash and options for vnodes
// are errors that wrap ErrOptions.
func NewWeighted(o consistent.Options, nodes []consistent.Node) (*Weighted, error) {
	if err := o.CheckPlain(); err != nil {
		return nil, err
	}
	if err := o.CheckHash(); err != nil {
		return nil, err
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{Sorted: true, Weighted: true})
	if err != nil {
		return nil, err
	}
	w := &Weighted{nodes: list, hash: o.Hash, draws: make([]draw, len(nodes))}
	for i, n := range list.Nodes() {
		w.draws[i] = w.draw(n.ID, n.Weight)
	}
	return w, nil
}

func (w *Weighted) draw(id string, weight float64) draw {
	return draw{hash.Fmix64(w.hash.String(id)), 1 / weight}
}

// gap returns 1 - u for hash h: an odd multiple of 2^-53, so neither 0 nor 1, and u = 1 - gap is exact too.
func (d draw) gap(h uint64) float64 {
	return float64(hash.Fmix64(h^d.seed)>>12<<1|1) * 0x1p-53
}

// variate returns -ln(u) / w where 1 - u is gap. -ln(u) is at least 1 - u, and the maximum keeps rounding from saying
// otherwise.
func (d draw) variate(gap float64) float64 { return max(gap, -math.Log(1-gap)) * d.inverse }

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (w *Weighted) Locate(h uint64) int32 {
	owner, least := int32(-1), math.Inf(1)
	for i, d := range w.draws {
		gap := d.gap(h)
		if gap*d.inverse >= least {
			continue
		}
		if v := d.variate(gap); v < least {
			owner, least = int32(i), v
		}
	}
	return owner
}

// LocateN fills dst with the nodes of the least variates, the least first, and returns how many.
func (w *Weighted) LocateN(dst []int32, h uint64) int {
	if len(dst) == 0 {
		return 0
	}
	n := 0
	for i, d := range w.draws {
		v, at := d.variate(d.gap(h)), n
		for at > 0 {
			before := w.draws[dst[at-1]]
			if v >= before.variate(before.gap(h)) {
				break
			}
			at--
		}
		if at == len(dst) {
			continue
		}
		n = min(n+1, len(dst))
		copy(dst[at+1:n], dst[at:n-1])
		dst[at] = int32(i)
	}
	return n
}

// LocateAll sets dst[i] to Locate(hs[i]).
func (w *Weighted) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = w.Locate(h)
	}
}

// Add adds a node at the place of its id in the order.
// Errors are those of consistent.Locator.
func (w *Weighted) Add(id string, weight float64) error {
	list, at, err := w.nodes.With(id, weight)
	if err != nil {
		return err
	}
	w.nodes, w.draws = list, slices.Insert(w.draws, at, w.draw(id, weight))
	return nil
}

// Remove removes any node.
// Errors are those of consistent.Locator.
func (w *Weighted) Remove(id string) error {
	list, at, err := w.nodes.Without(id)
	if err != nil {
		return err
	}
	w.nodes, w.draws = list, slices.Delete(w.draws, at, at+1)
	return nil
}

// Nodes returns the nodes in the order of their ids.
func (w *Weighted) Nodes() []consistent.Node { return w.nodes.Nodes() }

// Bytes returns the size of the list of nodes and of what they draw with, 16 bytes each.
func (w *Weighted) Bytes() int64 { return w.nodes.Bytes() + drawBytes*int64(cap(w.draws)) }

// Copy returns an independent locator.
func (w *Weighted) Copy() consistent.Locator {
	return &Weighted{w.nodes, w.hash, slices.Clone(w.draws)}
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "rendezvous-weighted",
			Doc:    "rendezvous hashing with exact weights: each node draws an exponential variate, the least owns the key",
			Source: "Schindelhauer and Schomaker, Weighted Distributed Hash Tables, SPAA 2005; Resch, New Hashing Algorithms for Data Storage, SDC 2015",
			Pinned: 0xa8833744102d3c5d,
		},
		Capabilities: consistent.Capabilities{RemovesAny: true, Monotone: true, Weights: true, Replicas: true},
		Theory:       "multinomial",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewWeighted(o, nodes)
		},
	})
}
