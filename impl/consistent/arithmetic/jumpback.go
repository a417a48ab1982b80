package arithmetic

import (
	"math/bits"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// A JumpBack is JumpBackHash (Ertl, 2024): it finds the last jump below N of the sequence that jump consistent
// hashing follows, from above instead of from 0. It takes at most 5/3 draws of 64 bits on average. Draws are
// splitmix64 from the hash, as in the paper's Java code.
//
// A look-up costs those draws and reads no memory.
type JumpBack struct{ numbered }

// NewJumpBack returns a locator of nodes; errors are those of every scheme here: options for vnodes wrap ErrOptions, a
// weight other than 1 wraps ErrWeight.
func NewJumpBack(o consistent.Options, nodes []consistent.Node) (*JumpBack, error) {
	list, err := newNumbered(o, nodes)
	if err != nil {
		return nil, err
	}
	return &JumpBack{list}, nil
}

// jumpBack is the function of the paper for n >= 1.
func jumpBack(h uint64, n int32) int32 {
	count := uint32(n)
	first := split(&h)
	x := uint32(first^first>>32) & (1<<bits.Len32(count-1) - 1)
	for x != 0 {
		top := uint32(1) << (bits.Len32(x) - 1)
		half := uint32(first >> (32 * (bits.OnesCount32(x) & 1)))
		if b := top + half&(top-1); b < count {
			return int32(b)
		}
		if b := redraw(&h, top, count); b >= top {
			return int32(b)
		}
		x ^= top
	}
	return 0
}

// redraw draws numbers below 2 top until one is below count, and returns it. Below top it stands for none.
func redraw(state *uint64, top, count uint32) uint32 {
	for {
		r := split(state)
		for range 2 {
			if b := uint32(r) & (2*top - 1); b < count {
				return b
			}
			r >>= 32
		}
	}
}

// split is the next value of splitmix64 (Steele, Lea and Flood, 2014).
func split(state *uint64) uint64 {
	*state += golden
	z := *state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (j *JumpBack) Locate(h uint64) int32 {
	if n := j.count(); n > 0 {
		return jumpBack(h, n)
	}
	return -1
}

// LocateN returns 0: the scheme knows no replicas. Consistent choose-k would need that the owner among fewer nodes
// is independent of the owner among more, and here one draw decides both.
func (j *JumpBack) LocateN([]int32, uint64) int { return 0 }

// LocateAll sets dst[i] to Locate(hs[i]).
func (j *JumpBack) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	n := j.count()
	if n == 0 {
		fill(dst, -1)
		return
	}
	for i, h := range hs {
		dst[i] = jumpBack(h, n)
	}
}

// Copy returns an independent locator with the same nodes.
func (j *JumpBack) Copy() consistent.Locator { return &JumpBack{j.numbered} }

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "jumpback",
			Doc:    "JumpBackHash: constant time, no memory and perfect balance where nodes are numbered and only the last one leaves",
			Source: "Ertl, JumpBackHash: Say Goodbye to the Modulo Operation to Distribute Keys Uniformly to Buckets, arXiv 2403.18682, 2024",
			Pinned: 0xf44b012fe28a018d,
		},
		Capabilities: consistent.Capabilities{Monotone: true, HistoryBound: true},
		Theory:       "multinomial",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewJumpBack(o, nodes)
		},
	})
}
