// Package slots holds hash slots: a fixed number of slots, and a table that says which node has which. A change of
// nodes hands over as few slots as can be and leaves the others alone.
package slots

import (
	"fmt"
	"slices"

	"hashlab/impl/consistent"
)

// Slots is the number of slots, that of Redis Cluster.
const (
	slotBits = 14
	Slots    = 1 << slotBits
)

// none stands for no node.
const none = -1

// An assignment says which node has which slot. Of N nodes each has floor(S/N) or ceil(S/N) of the S slots.
//
// A node that comes takes floor(S/(N+1)) slots, one after the other from the node that has the most, of several from
// the one that was added first; that node gives its lowest slots. Of a node that leaves, a slot goes back to the node
// that it was taken from, where that is there and has room, and otherwise to the node that has the least. So undoing
// the last change restores the table, and the table depends on the order of past changes.
type assignment struct {
	nodes  consistent.Roster
	owners []int32 // owners[s] is the number of the node that has slot s
	givers []int32 // givers[s] is the node that slot s was taken from, none where that is not known or gone
}

// newAssignment deals so many slots to nodes as if they came one after the other. Options for vnodes are an error that
// wraps ErrOptions, as are more nodes than slots; a weight other than 1 is one that wraps ErrWeight.
func newAssignment(o consistent.Options, nodes []consistent.Node, slots int) (assignment, error) {
	if err := o.CheckPlain(); err != nil {
		return assignment{}, err
	}
	list, err := consistent.NewRoster(nodes, consistent.RosterRules{})
	if err != nil {
		return assignment{}, err
	}
	if len(nodes) > slots {
		return assignment{}, fmt.Errorf("%w: %d nodes, and there are only %d slots", consistent.ErrOptions, len(nodes), slots)
	}
	a := assignment{nodes: list, owners: make([]int32, slots), givers: make([]int32, slots)}
	for s := range a.owners {
		a.owners[s], a.givers[s] = none, none
	}
	for i := range nodes {
		a.take(int32(i))
	}
	return a, nil
}

// counts returns how many slots each of so many nodes has.
func (a *assignment) counts(nodes int32) []int {
	counts := make([]int, nodes)
	for _, owner := range a.owners {
		if owner != none {
			counts[owner]++
		}
	}
	return counts
}

// take hands slots to node number n, which comes to the n nodes before it.
func (a *assignment) take(n int32) {
	if n == 0 {
		for s := range a.owners {
			a.owners[s] = 0
		}
		return
	}
	counts, gives := a.counts(n), make([]int, n)
	for range len(a.owners) / int(n+1) {
		most := 0
		for i, c := range counts {
			if c > counts[most] {
				most = i
			}
		}
		counts[most]--
		gives[most]++
	}
	for s, owner := range a.owners {
		if gives[owner] > 0 {
			gives[owner]--
			a.owners[s], a.givers[s] = n, owner
		}
	}
}

// give hands the slots of node number gone to the others, of which there are n, and renumbers those.
func (a *assignment) give(gone, n int32) {
	var free []int
	for s := range a.owners {
		if a.owners[s] == gone {
			free = append(free, s)
		}
		a.owners[s], a.givers[s] = without(a.owners[s], gone), without(a.givers[s], gone)
	}
	if n == 0 {
		return
	}
	counts := a.counts(n)
	room := newRoom(counts, len(a.owners))
	hand := func(s int, node int32) {
		room.use(node)
		a.owners[s], a.givers[s] = node, none
	}
	var rest []int
	for _, s := range free {
		if giver := a.givers[s]; giver != none && room.has(giver) {
			hand(s, giver)
		} else {
			rest = append(rest, s)
		}
	}
	for _, s := range rest {
		least := 0
		for i, c := range counts {
			if c < counts[least] {
				least = i
			}
		}
		hand(s, int32(least))
	}
}

// without returns the number that node has when node gone has left.
func without(node, gone int32) int32 {
	switch {
	case node == gone:
		return none
	case node > gone:
		return node - 1
	}
	return node
}

// A room says which nodes may have another slot: below the floor all, at the floor as many as the remainder allows.
type room struct {
	counts       []int
	floor, spare int
}

func newRoom(counts []int, slots int) *room {
	r := &room{counts, slots / len(counts), slots % len(counts)}
	for _, c := range counts {
		if c > r.floor {
			r.spare--
		}
	}
	return r
}

func (r *room) has(node int32) bool {
	return r.counts[node] < r.floor || r.counts[node] == r.floor && r.spare > 0
}

func (r *room) use(node int32) {
	if r.counts[node] == r.floor {
		r.spare--
	}
	r.counts[node]++
}

// Add adds a node, which gets the next number and its slots from the others. A node more than there are slots is an
// error that wraps ErrOptions.
func (a *assignment) Add(id string, weight float64) error {
	list, at, err := a.nodes.With(id, weight)
	if err != nil {
		return err
	}
	if at >= len(a.owners) {
		return fmt.Errorf("%w: node %q would be one more than the %d slots", consistent.ErrOptions, id, len(a.owners))
	}
	a.nodes = list
	a.take(int32(at))
	return nil
}

// Remove removes any node and hands its slots to the others. The numbers of those added after it fall by one.
func (a *assignment) Remove(id string) error {
	list, at, err := a.nodes.Without(id)
	if err != nil {
		return err
	}
	a.nodes = list
	a.give(int32(at), int32(len(list.Nodes())))
	return nil
}

// Nodes returns the nodes in the order of Add.
func (a *assignment) Nodes() []consistent.Node { return a.nodes.Nodes() }

// Bytes returns the size of the list of nodes and of the table, 8 bytes a slot, of which a look-up reads 4.
func (a *assignment) Bytes() int64 { return a.nodes.Bytes() + 4*int64(cap(a.owners)+cap(a.givers)) }

func (a *assignment) clone() assignment {
	return assignment{a.nodes, slices.Clone(a.owners), slices.Clone(a.givers)}
}
