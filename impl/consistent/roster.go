package consistent

import (
	"fmt"
	"slices"
	"strings"
)

// RosterRules are what a scheme demands of its nodes. The zero value numbers nodes in the order of Add and takes
// no weight but 1.
type RosterRules struct {
	Sorted   bool // nodes are numbered in the order of their ids, whatever the order of Add
	Weighted bool // any positive weight is taken
}

// A Roster is a list of nodes with distinct ids, as locators keep it; a node's number is its index. It never
// changes: With and Without return a new one. So a refused change leaves nothing behind, and a list of nodes
// that was handed out stays as it was.
type Roster struct {
	rules RosterRules
	nodes []Node
}

// NewRoster returns the roster of nodes, which may be empty. It returns an error that wraps ErrID, ErrWeight,
// ErrUnsupported or ErrDuplicate and names the node.
func NewRoster(nodes []Node, rules RosterRules) (Roster, error) {
	r := Roster{rules, slices.Clip(slices.Clone(nodes))}
	seen := make(map[string]bool, len(nodes))
	for _, n := range nodes {
		if err := r.check(n); err != nil {
			return Roster{}, err
		}
		if seen[n.ID] {
			return Roster{}, fmt.Errorf("%w: %q", ErrDuplicate, n.ID)
		}
		seen[n.ID] = true
	}
	if rules.Sorted {
		slices.SortFunc(r.nodes, func(a, b Node) int { return strings.Compare(a.ID, b.ID) })
	}
	return r, nil
}

func (r Roster) check(n Node) error {
	if err := CheckNode(n.ID, n.Weight); err != nil {
		return err
	}
	if n.Weight != 1 && !r.rules.Weighted {
		return fmt.Errorf("%w: %w: %v of node %q; every weight is 1 here",
			ErrWeight, ErrUnsupported, n.Weight, n.ID)
	}
	return nil
}

// Nodes returns the nodes, indexed by number. The caller must not change it.
func (r Roster) Nodes() []Node { return r.nodes }

// With returns the roster with a node added, and the node's number. The numbers from there on rise by one.
// Errors wrap ErrID, ErrWeight or ErrDuplicate.
func (r Roster) With(id string, weight float64) (Roster, int, error) {
	n := Node{ID: id, Weight: weight}
	if err := r.check(n); err != nil {
		return r, 0, err
	}
	at, found := r.find(id)
	if found {
		return r, 0, fmt.Errorf("%w: %q", ErrDuplicate, id)
	}
	nodes := make([]Node, 0, len(r.nodes)+1)
	nodes = append(append(append(nodes, r.nodes[:at]...), n), r.nodes[at:]...)
	return Roster{r.rules, nodes}, at, nil
}

// Without returns the roster without a node, and the number that the node had. The numbers above it fall by
// one.
// The error wraps ErrUnknown.
func (r Roster) Without(id string) (Roster, int, error) {
	at, found := r.find(id)
	if !found {
		return r, 0, fmt.Errorf("%w: %q", ErrUnknown, id)
	}
	nodes := make([]Node, 0, len(r.nodes)-1)
	nodes = append(append(nodes, r.nodes[:at]...), r.nodes[at+1:]...)
	return Roster{r.rules, nodes}, at, nil
}

// find returns the number of the node, or the number that it would get.
func (r Roster) find(id string) (at int, found bool) {
	if r.rules.Sorted {
		return slices.BinarySearchFunc(r.nodes, id, func(n Node, id string) int {
			return strings.Compare(n.ID, id)
		})
	}
	at = slices.IndexFunc(r.nodes, func(n Node) bool { return n.ID == id })
	if at < 0 {
		return len(r.nodes), false
	}
	return at, true
}

// nodeBytes is the size of a Node: a string header of two words and a float64.
const nodeBytes = 24

// Bytes returns the size of the list, in bytes, the ids' own bytes apart.
func (r Roster) Bytes() int64 { return int64(cap(r.nodes)) * nodeBytes }
