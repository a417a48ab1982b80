package arithmetic

import (
	"math/bits"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
	"hashlab/impl/registry"
)

// A Power is power consistent hashing (Leu, 2023). It draws in the smallest power of two P >= N; where that is N
// or more it jumps, as jump consistent hashing does, from the last number below P/2. That takes at most
// 1 + ln 2 = 1.69 steps on average. Draws of a jump have 53 bits, so the bias is about N / 2^53.
//
// A look-up costs those steps and reads no memory.
type Power struct{ numbered }

// NewPower returns a locator of nodes; errors are those of every scheme here: options for vnodes wrap ErrOptions, a
// weight other than 1 wraps ErrWeight.
func NewPower(o consistent.Options, nodes []consistent.Node) (*Power, error) {
	list, err := newNumbered(o, nodes)
	if err != nil {
		return nil, err
	}
	return &Power{list}, nil
}

// power is the function of the paper for n >= 1.
func power(h uint64, n int32) int32 {
	count := uint64(n)
	mask := uint64(1)<<bits.Len64(count-1) - 1
	if b := withinLevel(h&mask, h); b < count {
		return int32(b)
	}
	low := mask >> 1
	if b := jumpFrom(low, draw(h, 0), float64(n)); b > low {
		return int32(b)
	}
	return int32(withinLevel(h&low, h))
}

// jumpFrom follows jumps from b, each to floor((b+1)/u) with u uniform in (0, 1], and returns the last number
// below n.
func jumpFrom(b, state uint64, n float64) uint64 {
	for {
		state += golden
		u := float64(hash.Fmix64(state)>>11+1) / (1 << 53)
		// Below n <= 2^31 the quotient has digits to spare; above it needs none.
		to := float64(b+1) / u
		if to >= n {
			return b
		}
		b = uint64(to)
	}
}

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (p *Power) Locate(h uint64) int32 {
	if n := p.count(); n > 0 {
		return power(h, n)
	}
	return -1
}

// LocateN returns 0: the scheme knows no replicas. Consistent choose-k would need that the owner among fewer nodes
// is independent of the owner among more, and here one draw decides both.
func (p *Power) LocateN([]int32, uint64) int { return 0 }

// LocateAll sets dst[i] to Locate(hs[i]).
func (p *Power) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	n := p.count()
	if n == 0 {
		fill(dst, -1)
		return
	}
	for i, h := range hs {
		dst[i] = power(h, n)
	}
}

// Copy returns an independent locator with the same nodes.
func (p *Power) Copy() consistent.Locator { return &Power{p.numbered} }

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "power",
			Doc:    "power consistent hashing: constant time, no memory and perfect balance where nodes are numbered and only the last one leaves",
			Source: "Leu, Fast Consistent Hashing in Constant Time, arXiv 2307.12448, 2023",
			Pinned: 0x388c5b32d791a49d,
		},
		Capabilities: consistent.Capabilities{Monotone: true, HistoryBound: true},
		Theory:       "multinomial",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewPower(o, nodes)
		},
	})
}
