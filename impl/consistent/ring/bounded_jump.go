package ring

import (
	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// NewBoundedJump is NewBounded whose requests jump to a random point where a node has no room, so that the load of a
// full node does not fall on its neighbours alone.
// Errors are those of NewBounded.
func NewBoundedJump(o consistent.Options, nodes []consistent.Node) (*Bounded, error) {
	return newBounded(o, nodes, true)
}

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "ring-bounded-jump",
			Doc:    "ring with bounded loads that sends a request to a random point past full nodes: as ring-bounded, with fewer steps where many are full",
			Source: "Chen, Coleman and Shrivastava, Revisiting Consistent Hashing with Bounded Loads, AAAI 2021, arXiv 1908.08762",
			Pinned: 0xc67e8525eb146ac0,
		},
		Capabilities: consistent.Capabilities{
			RemovesAny: true, Weights: true, Replicas: true, Vnodes: true, Bounded: true, HistoryBound: true, DefaultVnodes: defaultVnodes,
		},
		Theory:   "dirichlet", // without loads
		Overflow: consistent.OverflowJump,
		Moves:    "dirichlet",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewBoundedJump(o, nodes)
		},
	})
}
