// Package jump holds jump consistent hashing: no memory, perfect balance, and only the last node can leave.
package jump

import (
	"fmt"

	"hashlab/impl/consistent"
	"hashlab/impl/registry"
)

// A Jump is the jump consistent hash of Lamping and Veach (2014). Nodes are numbered in the order of Add,
// so the mapping depends on that order, and only the node that was added last can leave. A look-up takes
// H_N = ln N + 0.58 steps on average. Draws have 31 bits, so shares are biased by about N / 2^31.
type Jump struct {
	nodes consistent.Roster
}

// NewJump returns a locator of nodes. It hashes no node: Options.Hash is not used. Options for vnodes are
// an error that wraps ErrOptions, and a weight other than 1 is one that wraps ErrWeight.
func NewJump(o consistent.Options, nodes []consistent.Node) (*Jump, error) {
	if err := o.CheckPlain(); err != nil {
		return nil, err
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{})
	if err != nil {
		return nil, err
	}
	return &Jump{list}, nil
}

// bucket is the function of the paper's figure 1: the last jump of key that lands below n; -1 where n is 0.
func bucket(key uint64, n int) int32 {
	b, j := int64(-1), int64(0)
	for j < int64(n) {
		b = j
		key = key*2862933555777941757 + 1
		j = int64(float64(b+1) * (float64(1<<31) / float64(key>>33+1)))
	}
	return int32(b)
}

// Locate returns the number of the node that owns h, -1 where there are no nodes.
func (j *Jump) Locate(h uint64) int32 { return bucket(h, len(j.nodes.Nodes())) }

// LocateN returns 0: the scheme knows no replicas.
func (j *Jump) LocateN([]int32, uint64) int { return 0 }

// LocateAll sets dst[i] to Locate(hs[i]).
func (j *Jump) LocateAll(dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	n := len(j.nodes.Nodes())
	for n > 1 && len(hs) >= lanes { // the one node of n = 1 is found in a step
		fourBuckets((*[lanes]int32)(dst), (*[lanes]uint64)(hs), int64(n))
		dst, hs = dst[lanes:], hs[lanes:]
	}
	for i, h := range hs {
		dst[i] = bucket(h, n)
	}
}

// lanes is how many keys jump together.
const lanes = 4

// fourBuckets is bucket for four keys at a time. A jump waits for a division, which waits for the jump before: those
// of other keys fill the wait. A key that has landed stays where it is until all have.
func fourBuckets(dst *[lanes]int32, keys *[lanes]uint64, n int64) {
	a, b, c, d := lane{keys[0], -1, 0}, lane{keys[1], -1, 0}, lane{keys[2], -1, 0}, lane{keys[3], -1, 0}
	for min(a.next, b.next, c.next, d.next) < n {
		a, b, c, d = a.jump(n), b.jump(n), c.jump(n), d.jump(n)
	}
	dst[0], dst[1], dst[2], dst[3] = int32(a.at), int32(b.at), int32(c.at), int32(d.at)
}

// A lane is one key on its way: the bucket that it is in, and that which it jumps to next.
type lane struct {
	key      uint64
	at, next int64
}

// jump takes one step, unless the next bucket lies beyond n. It chooses by masks: a branch would be missed once a key.
func (l lane) jump(n int64) lane {
	key := l.key*2862933555777941757 + 1
	next := int64(float64(l.next+1) * (float64(1<<31) / float64(key>>33+1)))
	on := (l.next - n) >> 63 // all ones where the key jumps
	l.at ^= (l.at ^ l.next) & on
	l.key ^= (l.key ^ key) & uint64(on)
	l.next ^= (l.next ^ next) & on
	return l
}

// Add adds a node, which gets the next number.
// Errors are those of consistent.Locator.
func (j *Jump) Add(id string, weight float64) error {
	list, _, err := j.nodes.With(id, weight)
	j.nodes = list
	return err
}

// Remove removes the node that was added last. Any other is an error that wraps ErrUnsupported: the nodes
// after it would take each other's keys.
func (j *Jump) Remove(id string) error {
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
func (j *Jump) Nodes() []consistent.Node { return j.nodes.Nodes() }

// Bytes returns the size of the list of nodes: a look-up itself needs no memory.
func (j *Jump) Bytes() int64 { return j.nodes.Bytes() }

func init() {
	consistent.Register(consistent.Entry{
		Meta: registry.Meta{
			Name:   "jump",
			Doc:    "jump consistent hash: no memory and perfect balance where nodes are numbered and only the last one leaves",
			Source: "Lamping and Veach, A Fast, Minimal Memory, Consistent Hash Algorithm, arXiv 1406.2294, 2014",
			Pinned: 0x9cadb0f5c13e6df9,
		},
		Capabilities: consistent.Capabilities{Monotone: true, HistoryBound: true},
		Theory:       "multinomial",
		New: func(o consistent.Options, nodes []consistent.Node) (consistent.Locator, error) {
			return NewJump(o, nodes)
		},
	})
}
