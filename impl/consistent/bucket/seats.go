// Package bucket holds schemes that number buckets, of which some are out of work, and seat a node in each of the
// others: any node may leave, and a change of nodes is minimal.
//
// A node keeps its bucket while it stays, and a newcomer takes the bucket that was given up last. So the mapping
// depends on the order of past changes, and undoing them in reverse order restores it exactly.
package bucket

import (
	"fmt"
	"math/bits"
	"slices"

	"hashlab/impl/consistent"
	"hashlab/impl/hash"
)

// golden is 2^64 over the golden ratio: multiples of it, mixed, are the draws of a key.
const golden = 0x9e3779b97f4a7c15

// draw returns the hash of the two words h and i, mixed by hash.Fmix64.
func draw(h, i uint64) uint64 { return hash.Fmix64(h + (i+1)*golden) }

// below returns a number in 0 … n-1 from the high bits of h.
func below(h uint64, n int32) int32 {
	high, _ := bits.Mul64(h, uint64(n))
	return int32(high)
}

// The capacity of a scheme that fixes it: spread buckets for each node that it is built with, and leastCapacity.
const (
	spread        = 10
	leastCapacity = 128
)

// capacity returns how many buckets a scheme gets that is built with so many nodes.
func capacity(nodes int) int { return max(spread*nodes, leastCapacity) }

// seats is the list of nodes and who sits where.
type seats struct {
	nodes   consistent.Roster
	numbers []int32 // numbers[b] is the number of the node in bucket b, -1 where none is
	buckets []int32 // buckets[i] is the bucket of node i
}

// newSeats returns seats with so many buckets, the nodes in the first ones. Options for vnodes are an error that
// wraps ErrOptions, as are more nodes than buckets; a weight other than 1 is one that wraps ErrWeight. Schemes of
// this package hash no node: Options.Hash is not used.
func newSeats(o consistent.Options, nodes []consistent.Node, buckets int) (seats, error) {
	if err := o.CheckPlain(); err != nil {
		return seats{}, err
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{})
	if err != nil {
		return seats{}, err
	}
	if buckets < max(1, len(nodes)) || buckets > maxBuckets {
		return seats{}, fmt.Errorf("%w: %d buckets for %d nodes is not in %d … %d",
			consistent.ErrOptions, buckets, len(nodes), max(1, len(nodes)), maxBuckets)
	}
	s := seats{nodes: list, numbers: make([]int32, buckets), buckets: make([]int32, len(nodes))}
	for b := range s.numbers {
		s.numbers[b] = -1
	}
	for i := range s.buckets {
		s.numbers[i], s.buckets[i] = int32(i), int32(i)
	}
	return s, nil
}

// maxBuckets bounds the buckets of a scheme.
const maxBuckets = 1 << 30

// enter seats a node in the bucket that vacant names, where the node can be added and there is a bucket.
func (s *seats) enter(id string, weight float64, vacant func() int32) error {
	list, at, err := s.nodes.With(id, weight)
	if err != nil {
		return err
	}
	if len(s.buckets) == len(s.numbers) {
		return fmt.Errorf("%w: node %q would be one more than the capacity of %d nodes, which is fixed",
			consistent.ErrOptions, id, len(s.numbers))
	}
	b := vacant()
	s.nodes, s.buckets, s.numbers[b] = list, append(s.buckets, b), int32(at)
	return nil
}

// leave takes a node from its seat and returns the bucket. The numbers of those added after it fall by one.
func (s *seats) leave(id string) (int32, error) {
	list, at, err := s.nodes.Without(id)
	if err != nil {
		return 0, err
	}
	b := s.buckets[at]
	s.nodes, s.buckets, s.numbers[b] = list, slices.Delete(s.buckets, at, at+1), -1
	for i := at; i < len(s.buckets); i++ {
		s.numbers[s.buckets[i]] = int32(i)
	}
	return b, nil
}

// clone returns independent seats.
func (s *seats) clone() seats {
	return seats{s.nodes, slices.Clone(s.numbers), slices.Clone(s.buckets)}
}

// Nodes returns the nodes in the order of Add.
func (s *seats) Nodes() []consistent.Node { return s.nodes.Nodes() }

// bytes returns the size of the list of nodes and of who sits where, 4 bytes a bucket and 4 a node.
func (s *seats) bytes() int64 {
	return s.nodes.Bytes() + 4*int64(cap(s.numbers)+cap(s.buckets))
}
