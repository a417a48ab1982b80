package extern

import (
	"fmt"

	"github.com/dgryski/go-jump"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// A DgryskiJump is dgryski/go-jump, one function from a hash and a number of nodes. The list of nodes is the adapter's:
// numbered in the order of Add, and only the last can leave.
//
// A look-up takes H_N = ln N + 0.58 steps on average and allocates nothing.
type DgryskiJump struct {
	nodes consistent.Roster
}

// NewDgryskiJump returns a locator of nodes. It hashes no node: Options.Hash is not used. Options for vnodes are an error
// that wraps ErrOptions, and a weight other than 1 is one that wraps ErrWeight.
func NewDgryskiJump(o consistent.Options, nodes []consistent.Node) (*DgryskiJump, error) {
	if err := o.CheckPlain(); err != nil {
		return nil, err
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{})
	if err != nil {
		return nil, err
	}
	return &DgryskiJump{list}, nil
}

// Locate returns the number of the node that owns h, -1 where there are no nodes, as the library says too.
func (j *DgryskiJump) Locate(h uint64) int32 { return jump.Hash(h, len(j.nodes.Nodes())) }

// LocateN returns 0: the scheme knows no replicas.
func (j *DgryskiJump) LocateN([]int32, uint64) int { return 0 }

// LocateAll sets dst[i] to Locate(hs[i]).
func (j *DgryskiJump) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	n := len(j.nodes.Nodes())
	for i, h := range hs {
		dst[i] = jump.Hash(h, n)
	}
}

// Add adds a node, which gets the next number.
// Errors are those of consistent.Locator.
func (j *DgryskiJump) Add(id string, weight float64) error {
	list, _, err := j.nodes.With(id, weight)
	j.nodes = list
	return err
}

// Remove removes the node that was added last. Any other is an error that wraps ErrUnsupported.
func (j *DgryskiJump) Remove(id string) error {
	list, at, err := j.nodes.Without(id)
	if err != nil {
		return err
	}
	if last := len(j.nodes.Nodes()) - 1; at != last {
		return fmt.Errorf("%w: removing node %q, number %d: only number %d, the last, can leave",
			consistent.ErrUnsupported, id, at, last)
	}
	j.nodes = list
	return nil
}

// Nodes returns the nodes in the order of Add.
func (j *DgryskiJump) Nodes() []consistent.Node { return j.nodes.Nodes() }

// Bytes returns the size of the list of nodes: a look-up itself needs no memory.
func (j *DgryskiJump) Bytes() int64 { return j.nodes.Bytes() }

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:    "x-dgryski-jump",
			Doc:     "dgryski/go-jump, the jump consistent hash as one function",
			Source:  "dgryski/go-jump, jump.go",
			Module:  "github.com/dgryski/go-jump",
			Licence: "MIT",
			Pinned:  0x9cadb0f5c13e6df9,
		},
		Capabilities: consistent.Capabilities{Monotone: true, HistoryBound: true},
		Theory:       "multinomial",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewDgryskiJump(o, nodes)
		},
	})
}
