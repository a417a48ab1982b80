package show

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
	"hashlab/impl/hash"
)

// RingRequest asks for the story of a ring.
type RingRequest struct {
	Locator string // registered name
	Hash    string // registered name; "" for a locator that owns its hashing
	Labels  consistent.Labels
	Nodes   []string
	Vnodes  int // points a node; 0 for the scheme's default
	Add     []string
	Remove  []string
	Keys    []string
}

// The bounds of what is drawn.
const (
	MaxNodes  = 26
	MaxPoints = 20_000
)

// A RingStory is a ring before and after a change of nodes.
type RingStory struct {
	Title         string
	Nodes         []string // before and after together, in alphabetical order
	Before, After Circle
	Changed       bool // whether nodes come or go; After is Before otherwise
	Arcs          []Arc
	Keys          []PlacedKey
}

// A Circle is the points of a ring in ascending order.
type Circle struct {
	Points []RingPoint
	Shares map[string]float64 // of the circle, by node
}

// A RingPoint ends the arc of a node.
type RingPoint struct {
	At   uint64
	Node string
}

// An Arc is a piece of the circle, from after From to To, that has one owner before and one after.
type Arc struct {
	From, To      uint64
	Before, After string // "" where there are no nodes
	Share         float64
}

// A PlacedKey is a key with its owners.
type PlacedKey struct {
	Key           string
	At            uint64
	Before, After string
}

// TellRing builds a ring, changes its nodes and compares. That the points explain where keys are located is
// checked, on the keys and at both ends and the middle of every arc where the locator takes hashes.
func TellRing(q RingRequest) (*RingStory, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	e, err := plan.CheckLocator(q.Locator, q.Hash)
	if err != nil {
		return nil, err
	}
	if known := rings(); !slices.Contains(known, e.Name) {
		return nil, fmt.Errorf("locator %s has no points on a circle; those that have are %s", e.Name, strings.Join(known, ", "))
	}
	h, err := plan.OpenHash(q.Hash)
	if err != nil {
		return nil, err
	}
	r, err := openRing(e, h, q)
	if err != nil {
		return nil, err
	}
	t := &RingStory{Changed: len(q.Add)+len(q.Remove) > 0}
	if t.Before, err = r.circle(); err != nil {
		return nil, err
	}
	owners := r.owners(q.Keys)
	if err := r.change(q); err != nil { // the same ring, so that what is shown is what a change does
		return nil, err
	}
	if t.After, err = r.circle(); err != nil {
		return nil, err
	}
	for i, key := range q.Keys {
		t.Keys = append(t.Keys, PlacedKey{key, r.place(key), owners[i], r.owners([]string{key})[0]})
	}
	t.finish(e, q)
	return t, t.explainsKeys(e.Name)
}

func (q RingRequest) check() error {
	if len(q.Nodes) == 0 {
		return fmt.Errorf("no nodes are given")
	}
	for _, l := range []struct {
		what  string
		texts []string
	}{{"node", slices.Concat(q.Nodes, q.Add)}, {"removed node", q.Remove}, {"key", q.Keys}} {
		if err := checkTexts(l.what, l.texts, MaxNodes); err != nil {
			return err
		}
	}
	for _, id := range q.Remove {
		if !slices.Contains(q.Nodes, id) {
			return fmt.Errorf("node %q, which shall leave, is not among %s", id, strings.Join(q.Nodes, ", "))
		}
	}
	if q.Vnodes < 0 || q.Vnodes > MaxPoints/(len(q.Nodes)+len(q.Add)) {
		return fmt.Errorf("%d vnodes for each of %d nodes: a picture shows 1 … %d points in all", q.Vnodes, len(q.Nodes)+len(q.Add), MaxPoints)
	}
	return nil
}

func (t *RingStory) finish(e consistent.Entry, q RingRequest) {
	t.Nodes = slices.Sorted(slices.Values(slices.Concat(q.Nodes, q.Add)))
	t.Arcs = arcs(t.Before, t.After)
	vnodes := cmp.Or(q.Vnodes, e.DefaultVnodes)
	t.Title = fmt.Sprintf("%s, %s of %s, hash %s", e.Name, plural(len(q.Nodes), "node"), plural(vnodes, "point"), plan.HashColumn(q.Hash, e.BuiltinHash))
	if e.FixedTotal {
		t.Title = fmt.Sprintf("%s, %s, %s in all, hash %s", e.Name, plural(len(q.Nodes), "node"), plural(vnodes, "point"), plan.HashColumn(q.Hash, e.BuiltinHash))
	}
	for _, id := range q.Remove {
		t.Title += ", " + short(id, 20) + " leaves"
	}
	for _, id := range q.Add {
		t.Title += ", " + short(id, 20) + " joins"
	}
}

// explainsKeys returns an error where a key is not where the points say.
func (t *RingStory) explainsKeys(name string) error {
	for _, k := range t.Keys {
		for _, c := range []struct {
			circle Circle
			owner  string
		}{{t.Before, k.Before}, {t.After, k.After}} {
			if want := c.circle.owner(k.At); want != c.owner {
				return fmt.Errorf("locator %s places %q on %s, where its points give it to %s: it cannot be shown", name, k.Key, c.owner, want)
			}
		}
	}
	return nil
}

// owner returns the node of the first point at or after h, of the first point where there is none.
func (c Circle) owner(h uint64) string {
	if len(c.Points) == 0 {
		return ""
	}
	at, _ := slices.BinarySearchFunc(c.Points, h, func(p RingPoint, h uint64) int { return cmp.Compare(p.At, h) })
	return c.Points[at%len(c.Points)].Node
}

// An openedRing is a locator whose points can be seen.
type openedRing struct {
	consistent.KeyLocator
	name    string
	points  func() []consistent.Point
	place   func(key string) uint64
	locator consistent.Locator // nil where it takes keys only
}

func openRing(e consistent.Entry, h hash.Hash, q RingRequest) (*openedRing, error) {
	nodes := make([]consistent.Node, len(q.Nodes))
	for i, id := range q.Nodes {
		nodes[i] = consistent.Node{ID: id, Weight: 1}
	}
	o := consistent.Options{Hash: h, Vnodes: q.Vnodes, Labels: q.Labels}
	if e.NewKeyed != nil {
		l, err := e.Keyed(o, nodes)
		if err != nil {
			return nil, err
		}
		p, ok := l.(interface {
			Place(key []byte) uint64
			Places() []consistent.Point
		})
		if !ok {
			return nil, fmt.Errorf("locator %s shows no points", e.Name)
		}
		return &openedRing{l, e.Name, p.Places, func(key string) uint64 { return p.Place([]byte(key)) }, nil}, nil
	}
	l, err := e.New(o, nodes)
	if err != nil {
		return nil, err
	}
	p, ok := l.(consistent.Pointed)
	if !ok {
		return nil, fmt.Errorf("locator %s shows no points", e.Name)
	}
	return &openedRing{consistent.Join(l, h), e.Name, p.Points, h.String, l}, nil
}

// rings returns the names of the locators whose points can be seen.
func rings() []string {
	var names []string
	for _, e := range plan.Locatables() {
		h, err := plan.OpenHash(plan.LocatorHash(e))
		if err != nil {
			continue
		}
		if _, err := openRing(e, h, RingRequest{Nodes: []string{"a"}}); err == nil {
			names = append(names, e.Name)
		}
	}
	return names
}

func (r *openedRing) change(q RingRequest) error {
	for _, id := range q.Remove {
		if err := r.Remove(id); err != nil {
			return err
		}
	}
	for _, id := range q.Add {
		if err := r.Add(id, 1); err != nil {
			return err
		}
	}
	return nil
}

// owners returns the ids of the keys' owners.
func (r *openedRing) owners(keys []string) []string {
	ids := make([]string, len(keys))
	for i, key := range keys {
		if at := r.LocateString(key); at >= 0 {
			ids[i] = r.Nodes()[at].ID
		}
	}
	return ids
}
