// Package consistent is the contract that every locator meets, and their registry.
//
// A locator assigns keys to nodes, and moves few of them when nodes come or go. It works on 64-bit hashes
// and node numbers inside, and on ids and weights at its edge; Join puts a hash function before it. The
// mapping is a pure function of the set of (id, weight) unless the entry declares that it depends on
// history. Look-ups are safe for concurrent use; a change of nodes is not safe beside anything else.
package consistent

import "errors"

// A Node is a physical target.
type Node struct {
	ID     string  // any non-empty string
	Weight float64 // its share relative to others, > 0; 1 where the scheme knows no weights
}

// A Locator assigns hashes to nodes. A node's number is its index in Nodes; numbers live until the next
// change, so what moved is compared by id.
type Locator interface {
	// Locate returns the number of the node that owns the hash, -1 where there are no nodes.
	Locate(h uint64) int32
	// LocateN fills dst with the numbers of distinct nodes for the hash, the owner first, and returns how
	// many: at most len(dst), at most the number of nodes; 0 where the scheme knows no replicas.
	LocateN(dst []int32, h uint64) int
	// LocateAll sets dst[i] to Locate(hs[i]): the timed kernel, a loop over the concrete method. dst must
	// be at least as long as hs; a shorter one panics.
	LocateAll(dst []int32, hs []uint64)
	// Add adds a node. A failed Add changes nothing.
	Add(id string, weight float64) error
	// Remove removes a node. A failed Remove changes nothing.
	Remove(id string) error
	// Nodes returns the nodes, indexed by number. The caller must not change it.
	Nodes() []Node
	// Bytes returns the size in memory of what the locator keeps, in bytes, the ids' own bytes apart.
	Bytes() int64
}

// The errors of Add, Remove and constructors; what is returned wraps one of them and names the value.
var (
	ErrDuplicate   = errors.New("node is already there")
	ErrUnknown     = errors.New("node is not there")
	ErrID          = errors.New("bad node id")
	ErrWeight      = errors.New("bad weight")
	ErrOptions     = errors.New("bad options")
	ErrUnsupported = errors.New("not supported by this scheme")
)
