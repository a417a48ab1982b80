package consistent

import (
	"sync"

	"hashlab/impl/hash"
)

// A KeyLocator is a locator on keys, as users see it: a locator joined with a hash function, or code that
// owns its hashing.
type KeyLocator interface {
	// Locate returns the number of the node that owns the key, -1 where there are no nodes.
	Locate(key []byte) int32
	// LocateString is Locate([]byte(key)) without a copy.
	LocateString(key string) int32
	// LocateAll sets dst[i] to Locate(keys[i]): the timed kernel. dst must be at least as long as keys.
	LocateAll(dst []int32, keys [][]byte)
	// Add adds a node. A failed Add changes nothing.
	Add(id string, weight float64) error
	// Remove removes a node. A failed Remove changes nothing.
	Remove(id string) error
	// Nodes returns the nodes, indexed by number. The caller must not change it.
	Nodes() []Node
	// Bytes returns the size in memory of what the locator keeps, in bytes, the ids' own bytes apart.
	Bytes() int64
}

// Join puts h before l.
func Join(l Locator, h hash.Hash) KeyLocator { return &joined{l, h} }

// chunk is how many keys LocateAll hashes at a time: their hashes stay in the first-level cache.
const chunk = 512

// chunks are the arrays for those hashes: on the stack they would escape through the interface calls.
var chunks = sync.Pool{New: func() any { return new([chunk]uint64) }}

type joined struct {
	locator Locator
	hash    hash.Hash
}

func (j *joined) Locate(key []byte) int32             { return j.locator.Locate(j.hash.Bytes(key)) }
func (j *joined) LocateString(key string) int32       { return j.locator.Locate(j.hash.String(key)) }
func (j *joined) Add(id string, weight float64) error { return j.locator.Add(id, weight) }
func (j *joined) Remove(id string) error              { return j.locator.Remove(id) }
func (j *joined) Nodes() []Node                       { return j.locator.Nodes() }
func (j *joined) Bytes() int64                        { return j.locator.Bytes() }

func (j *joined) LocateAll(dst []int32, keys [][]byte) {
	dst = dst[:len(keys):len(dst)] // a dst that is too short panics, whatever its capacity
	hs := chunks.Get().(*[chunk]uint64)
	defer chunks.Put(hs)
	for len(keys) > 0 {
		n := min(chunk, len(keys))
		j.hash.Sum(hs[:n], keys[:n])
		j.locator.LocateAll(dst[:n], hs[:n])
		dst, keys = dst[n:], keys[n:]
	}
}
