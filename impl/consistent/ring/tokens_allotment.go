package ring

import (
	"cmp"
	"container/heap"
	"slices"

	"hashlab/impl/consistent"
)

// An allotment says which arcs every node owns, while nodes join a ring of tokens.
type allotment struct {
	owners []*tokenOwner // by number; nil for a node that has not joined
	queue  tokenQueue    // the owners, the heaviest first
	tokens int
}

// A tokenOwner is a node and its arcs. Its share is the sum of their sizes modulo 2^64.
type tokenOwner struct {
	number int32
	share  uint64
	arcs   []arc
}

// An arc holds the hashes after from up to token, which is where it ends.
type arc struct{ from, token uint64 }

func (a arc) size() uint64 { return a.token - a.from }

func (o *tokenOwner) append(points []consistent.Point, at int32) []consistent.Point {
	for _, a := range o.arcs {
		points = append(points, consistent.Point{Hash: a.token, Node: at})
	}
	return points
}

// tokenQueue orders owners by share, and equal ones by number, so that the order does not depend on how the queue
// came about.
type tokenQueue []*tokenOwner

func (q tokenQueue) Len() int { return len(q) }

func (q tokenQueue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[j].share, q[i].share), cmp.Compare(q[i].number, q[j].number)) < 0
}

func (q tokenQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

func (q *tokenQueue) Push(o any) { *q = append(*q, o.(*tokenOwner)) }

func (q *tokenQueue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

// newAllotment returns the allotment of a ring of points, in their order.
func newAllotment(points []consistent.Point, nodes int) *allotment {
	a := &allotment{owners: make([]*tokenOwner, nodes), tokens: len(points)}
	for at := range a.owners {
		a.owners[at] = &tokenOwner{number: int32(at)}
	}
	for i, p := range points {
		before := points[(i+len(points)-1)%len(points)].Hash
		o := a.owners[p.Node]
		o.arcs = append(o.arcs, arc{before, p.Hash})
		o.share += p.Hash - before
	}
	a.queue = slices.Clone(a.owners)
	heap.Init(&a.queue)
	return a
}

// join lets a node join with t tokens: those in first, or where that is nil splits of others' arcs. A number below 0
// stands for a node that the allotment need not list.
func (a *allotment) join(number int32, first []uint64, t int) *tokenOwner {
	newcomer := &tokenOwner{number: number}
	if first != nil {
		slices.Sort(first)
		for i, token := range first {
			newcomer.take(arc{first[(i+len(first)-1)%len(first)], token})
		}
	} else {
		givers, target := a.givers(t)
		for r, giver := range givers {
			arcs := t / len(givers)
			if r < t%len(givers) {
				arcs++
			}
			a.split(giver, newcomer, arcs, target)
			heap.Push(&a.queue, giver)
		}
	}
	a.tokens += t
	if number >= 0 {
		a.owners[number] = newcomer
		heap.Push(&a.queue, newcomer)
	}
	return newcomer
}

func (o *tokenOwner) take(a arc) {
	o.arcs = append(o.arcs, a)
	o.share += a.size()
}

// givers takes out of the queue the heaviest owners, at most so many, whose mean with the newcomer, which owns
// nothing yet, lies below the share of each; target is that mean.
func (a *allotment) givers(most int) (givers []*tokenOwner, target float64) {
	sum := 0.0
	for len(givers) < most && len(a.queue) > 0 {
		share := a.shareOf(a.queue[0])
		mean := (sum + share) / float64(len(givers)+2)
		if share <= mean {
			break
		}
		givers = append(givers, heap.Pop(&a.queue).(*tokenOwner))
		sum, target = sum+share, mean
	}
	return givers, target
}

// shareOf returns the share as a number: the whole ring where the owner is the only one.
func (a *allotment) shareOf(o *tokenOwner) float64 {
	if len(o.arcs) == a.tokens {
		return 1 << 64
	}
	return float64(o.share)
}

// sizeOf returns the size as a number: the whole ring where the arc is the only one.
func (a *allotment) sizeOf(x arc) float64 {
	if a.tokens == 1 {
		return 1 << 64
	}
	return float64(x.size())
}

// The least and the greatest part of an arc that a newcomer takes.
const (
	leastSlice = 0.1
	mostSlice  = 0.9
)

// split gives the newcomer the first part of each of the giver's largest arcs, so that the giver is left with
// target where the bounds on the parts allow it.
func (a *allotment) split(giver, newcomer *tokenOwner, arcs int, target float64) {
	slices.SortFunc(giver.arcs, func(x, y arc) int {
		return cmp.Or(cmp.Compare(a.sizeOf(y), a.sizeOf(x)), cmp.Compare(x.token, y.token))
	})
	largest := giver.arcs[:arcs]
	total := 0.0
	for _, x := range largest {
		total += a.sizeOf(x)
	}
	slice := mostSlice
	if need := a.shareOf(giver) - target; need < total {
		slice = min(max(need/total, leastSlice), mostSlice)
	}
	for i, x := range largest {
		part := max(1, min(uint64(slice*a.sizeOf(x)), x.size()-1)) // both keep a hash at least; of the whole ring size is 0
		newcomer.take(arc{x.from, x.from + part})
		giver.share -= part
		largest[i].from += part
	}
}
