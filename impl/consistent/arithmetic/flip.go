package arithmetic

import (
	"math/bits"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// A Flip is FlipHash (Masson and Lee, 2024) with seed 0. It draws in the powers of two around N, and again up to
// 64 times while the number is N or more; the chance to need more is below 2^-64, so the bias is nil.
//
// A look-up takes constant time on average, two powers of two and the draws, and reads no memory.
type Flip struct{ numbered }

// NewFlip returns a locator of nodes; errors are those of every scheme here: options for vnodes wrap ErrOptions, a
// weight other than 1 wraps ErrWeight.
func NewFlip(o consistent.Options, nodes []consistent.Node) (*Flip, error) {
	list, err := newNumbered(o, nodes)
	if err != nil {
		return nil, err
	}
	return &Flip{list}, nil
}

// flips is how often a number outside 0 … n-1 is drawn again.
const flips = 64

// flip is the function of the paper for n >= 1.
func flip(h uint64, n int32) int32 {
	last := uint64(n - 1)
	if last == 0 {
		return 0
	}
	level := bits.Len64(last) - 1
	mask, first := uint64(2)<<level-1, flipDraw(h, 0, 0)
	if b := flipLevel(h, first&mask); b <= last {
		return int32(b)
	}
	for i := uint64(1); i <= flips; i++ {
		b := flipDraw(h, uint64(level), i) & mask
		if b <= mask>>1 {
			break
		}
		if b <= last {
			return int32(b)
		}
	}
	return int32(flipLevel(h, first&(mask>>1)))
}

// flipLevel flips drawn bits of b below its highest one.
func flipLevel(h, b uint64) uint64 {
	if b == 0 {
		return 0
	}
	top := bits.Len64(b) - 1
	return b ^ flipDraw(h, uint64(top), 0)&(1<<top-1)
}

// flipDraw is draw number i of h at a level, with the mixer and the constants of DataDog/fliphash-rs.
func flipDraw(h, level, i uint64) uint64 {
	h *= 2*level + 1
	h = (h ^ h>>27) * 0x3c79ac492ba7b653
	h *= 2*i + 1
	h = (h ^ h>>33) * 0x1c69b3f74ac4ae35
	return h ^ h>>27
}

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (f *Flip) Locate(h uint64) int32 {
	if n := f.count(); n > 0 {
		return flip(h, n)
	}
	return -1
}

// LocateN fills dst with the owner of h and further distinct nodes, by consistent choose-k, and returns how many.
func (f *Flip) LocateN(dst []int32, h uint64) int { return choose(dst, h, f.count(), flip) }

// LocateAll sets dst[i] to Locate(hs[i]).
func (f *Flip) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	n := f.count()
	if n == 0 {
		fill(dst, -1)
		return
	}
	for i, h := range hs {
		dst[i] = flip(h, n)
	}
}

// Copy returns an independent locator with the same nodes.
func (f *Flip) Copy() consistent.Locator { return &Flip{f.numbered} }

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "flip",
			Doc:    "FlipHash: constant time, no memory and perfect balance where nodes are numbered and only the last one leaves",
			Source: "Masson and Lee, FlipHash: A Constant-Time Consistent Range-Hashing Algorithm, arXiv 2402.17549, 2024",
			Pinned: 0x6b1beeb0949b0587,
		},
		Capabilities: consistent.Capabilities{Monotone: true, Replicas: true, HistoryBound: true},
		Theory:       "multinomial",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewFlip(o, nodes)
		},
	})
}
