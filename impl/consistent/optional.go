package consistent

// What a locator may offer beyond the contract, by having it.

// A Point is a place on a ring and the number of the node that owns the arc which ends there: a hash h
// belongs to the first point with Hash >= h, and past the last point to the first.
type Point struct {
	Hash uint64 // where the arc ends
	Node int32  // number of its owner
}

// Pointed is a locator on a ring, which can show its points.
type Pointed interface {
	// Points returns the points in ascending order of Hash; of equal ones the first owns the place.
	Points() []Point
}

// Copier is a locator that can be copied.
type Copier interface {
	// Copy returns an independent locator with the same nodes, mapping and loads.
	Copy() Locator
}

// Bounded is a locator that counts the requests which each node bears, and gives none to a node that bears
// its bound. Where K requests are borne in all, the next one included, a node of weight w among nodes of
// total weight W bears at most ceil((1 + slack) K w / W) after a request was given to it. That other requests
// end, or nodes come, lowers the bound and takes no request away.
//
// Locate, LocateN and LocateAll tell where requests would go at the loads of the moment, and count none.
// Acquire and Release are changes: they are not safe beside anything else.
type Bounded interface {
	// Acquire gives one request with hash h to a node, and returns the node's number; -1 where there are no
	// nodes.
	Acquire(h uint64) int32
	// Release ends one request that the node of that number bears. Where there is no such node, or it bears
	// none, it changes nothing and returns an error that wraps ErrUnknown.
	Release(node int32) error
	// Loads returns how many requests each node bears, indexed by number. The caller must not change it. A
	// node that comes bears none, and what a node bore that leaves is no longer counted.
	Loads() []int64
}
