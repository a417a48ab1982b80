package arithmetic

import (
	"math/bits"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// A Binomial is BinomialHash (Coluzzi et al., 2024) with omega = 4 redraws. It draws in the smallest power of
// two E >= N, and again while the number is N or more and none of the lower half; a key that is still outside
// goes to the lower half. With q = (E-N)/E a node in the upper half so has (1 - q^5) of its share: 96.9 % at
// worst, just above a power of two. It takes at most omega + 2 draws.
//
// A look-up costs those draws and reads no memory.
type Binomial struct{ numbered }

// NewBinomial returns a locator of nodes; errors are those of every scheme here: options for vnodes wrap ErrOptions, a
// weight other than 1 wraps ErrWeight.
func NewBinomial(o consistent.Options, nodes []consistent.Node) (*Binomial, error) {
	list, err := newNumbered(o, nodes)
	if err != nil {
		return nil, err
	}
	return &Binomial{list}, nil
}

// omega is how often a number outside 0 … n-1 is drawn again.
const omega = 4

// binomial is the function of the paper for n >= 1.
func binomial(h uint64, n int32) int32 {
	count := uint64(n)
	mask := uint64(1)<<bits.Len64(count-1) - 1
	if b := withinLevel(h&mask, h); b < count {
		return int32(b)
	}
	low := mask >> 1
	for g, i := h, 0; i < omega; i++ {
		g = draw(g, mask)
		b := withinLevel(g&mask, g)
		if b <= low {
			break
		}
		if b < count {
			return int32(b)
		}
	}
	return int32(withinLevel(h&low, h))
}

// withinLevel moves b to a drawn number that has the same highest bit, so that the numbers of a level are
// even whatever bits of h lie below it.
func withinLevel(b, h uint64) uint64 {
	if b < 2 {
		return b
	}
	top := uint64(1) << (bits.Len64(b) - 1)
	return top + draw(h, top-1)&(top-1)
}

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (b *Binomial) Locate(h uint64) int32 {
	if n := b.count(); n > 0 {
		return binomial(h, n)
	}
	return -1
}

// LocateN fills dst with the owner of h and further distinct nodes, by consistent choose-k, and returns how many.
func (b *Binomial) LocateN(dst []int32, h uint64) int { return choose(dst, h, b.count(), binomial) }

// LocateAll sets dst[i] to Locate(hs[i]).
func (b *Binomial) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	n := b.count()
	if n == 0 {
		fill(dst, -1)
		return
	}
	for i, h := range hs {
		dst[i] = binomial(h, n)
	}
}

// Copy returns an independent locator with the same nodes.
func (b *Binomial) Copy() consistent.Locator { return &Binomial{b.numbered} }

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "binomial",
			Doc:    "BinomialHash: constant time and no memory where nodes are numbered and only the last one leaves; a declared bias of 3 % at most",
			Source: "Coluzzi, Brocco, Antonucci and Leidi, BinomialHash: A Constant Time, Minimal Memory Consistent Hashing Algorithm, arXiv 2406.19836, 2024",
			Pinned: 0xf94be04316323dd2,
		},
		Capabilities: consistent.Capabilities{Monotone: true, Replicas: true, HistoryBound: true},
		Theory:       "binomial",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewBinomial(o, nodes)
		},
	})
}
