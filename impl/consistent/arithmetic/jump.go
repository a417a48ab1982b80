package arithmetic

import (
	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// A JumpChoose is the jump consistent hash of Lamping and Veach (2014) with replicas. Its owners are those of the
// scheme "jump"; what it adds are replicas.
//
// A look-up takes the H_N = ln N + 0.58 steps of jump on average; each replica costs as much again.
type JumpChoose struct{ numbered }

// NewJumpChoose returns a locator of nodes; errors are those of every scheme here: options for vnodes wrap ErrOptions, a
// weight other than 1 wraps ErrWeight.
func NewJumpChoose(o consistent.Options, nodes []consistent.Node) (*JumpChoose, error) {
	list, err := newNumbered(o, nodes)
	if err != nil {
		return nil, err
	}
	return &JumpChoose{list}, nil
}

// jump is the function of the paper's figure 1 for n >= 1: the last jump of key that lands below n.
func jump(key uint64, n int32) int32 {
	b, next := int64(-1), int64(0)
	for next < int64(n) {
		b = next
		key = key*2862933555777941757 + 1
		next = int64(float64(b+1) * (float64(1<<31) / float64(key>>33+1)))
	}
	return int32(b)
}

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (j *JumpChoose) Locate(h uint64) int32 {
	if n := j.count(); n > 0 {
		return jump(h, n)
	}
	return -1
}

// LocateN fills dst with the owner of h and further distinct nodes, by consistent choose-k, and returns how many.
func (j *JumpChoose) LocateN(dst []int32, h uint64) int { return choose(dst, h, j.count(), jump) }

// LocateAll sets dst[i] to Locate(hs[i]).
func (j *JumpChoose) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	n := j.count()
	if n == 0 {
		fill(dst, -1)
		return
	}
	for i, h := range hs {
		dst[i] = jump(h, n)
	}
}

// Copy returns an independent locator with the same nodes.
func (j *JumpChoose) Copy() consistent.Locator { return &JumpChoose{j.numbered} }

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "jump-choose",
			Doc:    "jump consistent hash with replicas by consistent choose-k: R distinct nodes, of which a change of nodes moves as few as can be",
			Source: "Lamping and Veach, arXiv 1406.2294, 2014; consistent choose-k after github/rust-gems, crates/consistent-choose-k",
			Pinned: 0x1449e6a6540b8148,
		},
		Capabilities: consistent.Capabilities{Monotone: true, Replicas: true, HistoryBound: true},
		Theory:       "multinomial",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewJumpChoose(o, nodes)
		},
	})
}
