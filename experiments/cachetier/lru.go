package cachetier

// An lru is a cache of the keys used last, numbered 0 … n-1: a ring of links through two arrays, so that a
// look-up is an array access and nothing is allocated. It evicts as hashicorp/golang-lru does, which is its
// oracle in the tests.
type lru struct {
	next, prev []int32 // at the key's number; absent where it is not in the cache; the last entry is the ring's anchor
	size, most int
}

const absent = -1

// newLRU returns an empty cache for at most most >= 1 of n keys.
func newLRU(n, most int) *lru {
	c := &lru{next: make([]int32, n+1), prev: make([]int32, n+1), most: most}
	c.clear()
	return c
}

// clear empties the cache.
func (c *lru) clear() {
	for i := range c.next {
		c.next[i], c.prev[i] = absent, absent
	}
	anchor := int32(len(c.next) - 1)
	c.next[anchor], c.prev[anchor] = anchor, anchor
	c.size = 0
}

// get reports whether the key is there, and marks it as used.
func (c *lru) get(key uint32) bool {
	if c.next[key] == absent {
		return false
	}
	c.unlink(key)
	c.link(key)
	return true
}

// put adds the key, or marks it as used; where there is no room, the key that was used longest ago leaves.
func (c *lru) put(key uint32) {
	if c.get(key) {
		return
	}
	if c.size == c.most {
		c.unlink(uint32(c.prev[len(c.prev)-1]))
		c.size--
	}
	c.link(key)
	c.size++
}

func (c *lru) link(key uint32) {
	anchor := int32(len(c.next) - 1)
	first := c.next[anchor]
	c.next[key], c.prev[key] = first, anchor
	c.prev[first], c.next[anchor] = int32(key), int32(key)
}

func (c *lru) unlink(key uint32) {
	before, after := c.prev[key], c.next[key]
	c.next[before], c.prev[after] = after, before
	c.next[key], c.prev[key] = absent, absent
}
