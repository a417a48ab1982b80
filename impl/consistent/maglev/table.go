// Package maglev holds schemes that fill a table of M entries from a permutation of the entries for each node; a
// look-up reads one entry.
//
// M is prime, so that a step of any length visits every entry, and fixed, since another M moves nearly every key.
// The mapping depends on the set of nodes alone: the table is filled anew, from the sorted ids, on every change.
package maglev

import (
	"fmt"
	"math/bits"
	"slices"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
)

// registeredM is the smaller of the paper's two table sizes, section 5.3. The larger is 655373.
const registeredM = 65537

// maxM bounds a table.
const maxM = 1<<31 - 1

// checkSize returns an error that wraps ErrOptions where a table of m entries cannot serve so many nodes.
func checkSize(m, nodes int) error {
	switch {
	case m > maxM:
		return fmt.Errorf("%w: a table of %d entries is larger than %d", consistent.ErrOptions, m, maxM)
	case !isPrime(m):
		return fmt.Errorf("%w: a table of %d entries, and that number is not prime", consistent.ErrOptions, m)
	case nodes > m:
		return fmt.Errorf("%w: %d nodes, and the table has only %d entries", consistent.ErrOptions, nodes, m)
	}
	return nil
}

func isPrime(m int) bool {
	if m < 2 {
		return false
	}
	for d := 2; d*d <= m; d++ {
		if m%d == 0 {
			return false
		}
	}
	return true
}

// A walk visits all entries of a table of prime size, from at on in steps of skip, 1 … M-1.
type walk struct{ at, skip int }

// newWalk returns the walk of a node by the hash of its id: that picks the start, and Fmix64 of it the step.
func newWalk(idHash uint64, m int) walk {
	return walk{int(idHash % uint64(m)), int(hash.Fmix64(idHash)%uint64(m-1)) + 1}
}

// step moves on.
func (w *walk) step(m int) {
	if w.at += w.skip; w.at >= m {
		w.at -= m
	}
}

// walksOf returns the walks of nodes in a table of m entries.
func walksOf(h hash.Hash, nodes []consistent.Node, m int) []walk {
	walks := make([]walk, len(nodes))
	for i, n := range nodes {
		walks[i] = newWalk(h.String(n.ID), m)
	}
	return walks
}

// A filling is a table in the making.
type filling struct {
	entries []int32
	taken   []uint64 // a bit an entry: what is asked most stays in the first-level cache
	left    int
}

func newFilling(m int) *filling {
	return &filling{make([]int32, m), make([]uint64, (m+63)/64), m}
}

func (f *filling) isTaken(at int) bool { return f.taken[uint(at)/64]>>(uint(at)%64)&1 != 0 }

func (f *filling) take(at int, node int32) {
	f.entries[at] = node
	f.taken[uint(at)/64] |= 1 << (uint(at) % 64)
	f.left--
}

// nobody returns a table of m entries that belong to no node.
func nobody(m int) []int32 {
	entries := make([]int32, m)
	for i := range entries {
		entries[i] = -1
	}
	return entries
}

// entryOf returns the entry of h among m.
func entryOf(h uint64, m int) uint64 {
	at, _ := bits.Mul64(h, uint64(m))
	return at
}

// locateAll sets dst[i] to the owner of the entry of hs[i].
func locateAll(entries []int32, dst []int32, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = entries[entryOf(h, len(entries))]
	}
}

// locateN fills dst with the distinct owners of the entries from that of h on, and after one turn with the nodes
// that own none, by number. It returns how many.
func locateN(entries []int32, nodes int, dst []int32, h uint64) int {
	want, n := min(len(dst), nodes), 0
	take := func(node int32) {
		if !slices.Contains(dst[:n], node) {
			dst[n] = node
			n++
		}
	}
	at := int(entryOf(h, len(entries)))
	for turn := 0; turn < len(entries) && n < want; turn++ {
		take(entries[at])
		if at++; at == len(entries) {
			at = 0
		}
	}
	for node := int32(0); n < want; node++ {
		take(node)
	}
	return n
}
