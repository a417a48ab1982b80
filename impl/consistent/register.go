package consistent

import (
	"fmt"
	"strings"

	"hashlab/impl/registry"
)

// Capabilities say what a scheme promises; each promise brings its tests.
type Capabilities struct {
	RemovesAny    bool // any node may leave; otherwise only the one that was added last leaves without reshuffling
	Monotone      bool // a change of nodes moves no key between two nodes that stay
	Weights       bool // shares follow weights; otherwise every weight must be 1
	Replicas      bool // LocateN gives distinct nodes
	Vnodes        bool // Options.Vnodes applies, and of Options.Labels what the scheme has
	FixedTotal    bool // Options.Vnodes and DefaultVnodes count the points of all nodes together
	Bounded       bool // it is Bounded: no node bears more than 1 + Options.Slack times its part
	HistoryBound  bool // the mapping depends on the order of past changes, not on the set of nodes alone
	DefaultVnodes int  // points of a node where Options.Vnodes is 0; 0 where they do not apply
}

// An Entry is one registered locator. Exactly one of its two constructors is set.
type Entry struct {
	registry.Meta
	Capabilities
	Theory      string // name of the theory of its shares; "" where none holds
	Overflow    string // of a bounded one, how a request goes on from a full node: OverflowWalk, OverflowJump, or "" where no law is known
	Moves       string // name of the theory of the share that a change moves, where that is not the theory of the shares
	BuiltinHash string // set where the hash function is part of the code and cannot be replaced; names it

	// New makes a locator on hashes from a list of nodes, which may be empty.
	New func(Options, []Node) (Locator, error)
	// NewKeyed makes a locator that owns its hashing. Options.Hash takes the place of its own hash function;
	// nil leaves that, and is the only choice where BuiltinHash is set.
	NewKeyed func(Options, []Node) (KeyLocator, error)
}

// How a request that finds no room on its first node goes on, which the theory of such requests depends on.
const (
	OverflowWalk = "walk" // to the owner of the next point of the ring
	OverflowJump = "jump" // to the owner of a random place
)

// Keyed returns a locator on keys that hashes labels and keys with o.Hash, or with its own function where
// o.Hash is nil.
// Errors are those of the constructor, and one that names both hash functions where the own one cannot be replaced.
func (e Entry) Keyed(o Options, nodes []Node) (KeyLocator, error) {
	switch {
	case e.BuiltinHash != "" && o.Hash != nil:
		return nil, fmt.Errorf("locator %s: its hash %s cannot be replaced by %s", e.Name, e.BuiltinHash, o.Hash.Info().Name)
	case e.NewKeyed != nil:
		return e.NewKeyed(o, nodes)
	case o.Hash == nil:
		return nil, fmt.Errorf("locator %s works on hashes: it needs a hash function", e.Name)
	}
	l, err := e.New(o, nodes)
	if err != nil {
		return nil, err
	}
	return Join(l, o.Hash), nil
}

var entries = registry.New[Entry]("locator")

// Register adds a locator. An entry without exactly one constructor is a broken program and panics.
func Register(e Entry) {
	if (e.New == nil) == (e.NewKeyed == nil) {
		panic(fmt.Sprintf("consistent: Register: %s sets both constructors or none", e.Name))
	}
	entries.Add(e)
}

// All returns the registered locators, sorted by name.
func All() []Entry { return entries.All() }

// Names returns the names of the registered locators, sorted.
func Names() []string { return entries.Names() }

// Find returns the locator called name, or an error that names what comes nearest.
func Find(name string) (Entry, error) { return entries.Find(name) }

// File returns the path of the source file that registered name, as the compiler recorded it.
func File(name string) string { return entries.File(name) }

// MoveTheory returns the name of the theory of the share of keys that a change of nodes moves: Moves where
// it is set, that of the shares for a monotone scheme, "" where none holds.
func (e Entry) MoveTheory() string {
	if e.Moves == "" && e.Monotone {
		return e.Theory
	}
	return e.Moves
}

// String names the capabilities that are there, separated by semicolons.
func (c Capabilities) String() string {
	var names []string
	for _, is := range []struct {
		there bool
		name  string
	}{
		{c.RemovesAny, "any node may leave"}, {!c.RemovesAny, "only the last node may leave"}, {c.Monotone, "monotone"},
		{c.Weights, "weights"}, {c.Replicas, "replicas"}, {c.Vnodes, "vnodes"},
		{c.FixedTotal, "a fixed number of points"}, {c.Bounded, "bounded load"}, {c.HistoryBound, "depends on history"},
	} {
		if is.there {
			names = append(names, is.name)
		}
	}
	return strings.Join(names, "; ")
}
