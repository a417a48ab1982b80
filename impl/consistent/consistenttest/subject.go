package consistenttest

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
)

// A locator is what both kinds of locator share, with 64-bit words as keys.
type locator interface {
	Locate(h uint64) int32
	LocateAll(dst []int32, hs []uint64)
	Add(id string, weight float64) error
	Remove(id string) error
	Nodes() []consistent.Node
	Bytes() int64
}

// keyed shows a KeyLocator the 8 little-endian bytes of each word as its key.
type keyed struct{ consistent.KeyLocator }

func (k keyed) Locate(h uint64) int32 {
	return k.KeyLocator.Locate(binary.LittleEndian.AppendUint64(nil, h))
}

func (k keyed) LocateAll(dst []int32, hs []uint64) { k.KeyLocator.LocateAll(dst, keysOf(hs)) }

func keysOf(hs []uint64) [][]byte {
	keys := make([][]byte, len(hs))
	for i, h := range hs {
		keys[i] = binary.LittleEndian.AppendUint64(nil, h)
	}
	return keys
}

// A subject is the entry under test.
type subject struct{ consistent.Entry }

// build makes a locator. A scheme on hashes gets the good hash where none is given; one that owns its
// hashing keeps its own.
func (s subject) build(o consistent.Options, nodes []consistent.Node) (locator, error) {
	if s.NewKeyed != nil {
		l, err := s.NewKeyed(o, nodes)
		if err != nil {
			return nil, err
		}
		return keyed{l}, nil
	}
	if o.Hash == nil {
		o.Hash = good
	}
	return s.New(o, nodes)
}

// plain makes a locator of n nodes of weight 1 with the scheme's own options.
func (s subject) plain(n int) (locator, error) {
	return s.build(consistent.Options{}, unitNodes(n))
}

func unitNodes(n int) []consistent.Node {
	nodes := make([]consistent.Node, n)
	for i := range nodes {
		nodes[i] = consistent.Node{ID: fmt.Sprintf("node-%d", i), Weight: 1}
	}
	return nodes
}

// sample returns n evenly spread words after the ones at the edges.
func sample(n int) []uint64 {
	hs := []uint64{0, 1, 1<<63 - 1, 1 << 63, math.MaxUint64 - 1, math.MaxUint64}
	for i := range n {
		hs = append(hs, hash.Fmix64(uint64(i)+1))
	}
	return hs
}

// owners returns the id of the owner of each of hs, "" for -1. A number that is out of range is an error.
func owners(l locator, hs []uint64) ([]string, error) {
	ids := make([]string, len(hs))
	nodes := l.Nodes()
	for i, h := range hs {
		switch at := l.Locate(h); {
		case at == -1 && len(nodes) == 0:
		case at < 0 || int(at) >= len(nodes):
			return nil, fmt.Errorf("Locate(%#x) = %d with %d nodes", h, at, len(nodes))
		default:
			ids[i] = nodes[at].ID
		}
	}
	return ids, nil
}

// sameOwners returns an error where l does not give hs the owners want.
func sameOwners(l locator, hs []uint64, want []string) error {
	got, err := owners(l, hs)
	if err != nil {
		return err
	}
	for i := range hs {
		if got[i] != want[i] {
			return fmt.Errorf("%#x belongs to %q, want %q", hs[i], got[i], want[i])
		}
	}
	return nil
}

// onlyMoves returns an error where a word whose owner changed neither left nor joined the node id.
func onlyMoves(l locator, hs []uint64, before []string, id string) error {
	after, err := owners(l, hs)
	if err != nil {
		return err
	}
	for i := range hs {
		if after[i] != before[i] && after[i] != id && before[i] != id {
			return fmt.Errorf("%#x moved from %q to %q, which both stay", hs[i], before[i], after[i])
		}
	}
	return nil
}

// removable returns which of the ids can leave l: all, or the last.
func (s subject) removable(l locator) []string {
	var ids []string
	for _, n := range l.Nodes() {
		ids = append(ids, n.ID)
	}
	if !s.RemovesAny && len(ids) > 0 {
		return ids[len(ids)-1:]
	}
	return ids
}

// sameNodes returns an error where l does not list just the nodes want, in any order.
func sameNodes(l locator, want []consistent.Node) error {
	got := l.Nodes()
	if len(got) != len(want) {
		return fmt.Errorf("lists %d nodes, want %d: %v", len(got), len(want), got)
	}
	for _, n := range want {
		if !slices.Contains(got, n) {
			return fmt.Errorf("does not list %v: %v", n, got)
		}
	}
	return nil
}
