package cachetier

import (
	"fmt"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// A cache is one node of the tier.
type cache interface {
	// lookup reports whether the key is there.
	lookup(key uint32) (bool, error)
	// store puts it there.
	store(key uint32) error
}

// inProcess is a cache in this process, which evicts the key that was used longest ago.
type inProcess struct {
	lru *simplelru.LRU[uint32, struct{}]
}

// newInProcess returns an empty cache for at most most keys; most below 1 is an error.
func newInProcess(most int) (inProcess, error) {
	lru, err := simplelru.NewLRU[uint32, struct{}](most, nil)
	return inProcess{lru}, err
}

func (c inProcess) lookup(key uint32) (bool, error) {
	_, found := c.lru.Get(key)
	return found, nil
}

func (c inProcess) store(key uint32) error {
	c.lru.Add(key, struct{}{})
	return nil
}

// holds reports whether the key is there, and leaves the order of use as it is.
func (c inProcess) holds(key uint32) bool { return c.lru.Contains(key) }

// A second is what happened in one second of a run.
type second struct{ hits, misses, served, failed, queue uint64 }

// A database answers one query after the other, at a capped rate, and refuses a query that would wait longer
// than patience.
type database struct {
	service, patience int64 // in ns
	free              int64 // when it has answered all it took
	waiting           []query
	from              int // of waiting: those before it are answered
}

// A query is for a key that some nodes lack; they store it when the answer comes.
type query struct {
	at    int64
	key   uint32
	nodes [2]int32
}

// ask takes a query at a time, or refuses it.
func (d *database) ask(now int64, q query) bool {
	start := max(now, d.free)
	if start-now > d.patience {
		return false
	}
	d.free = start + d.service
	q.at = d.free
	d.waiting = append(d.waiting, q)
	return true
}

// answered returns the next query that is answered by a time.
func (d *database) answered(now int64) (query, bool) {
	if d.from == len(d.waiting) || d.waiting[d.from].at > now {
		return query{}, false
	}
	q := d.waiting[d.from]
	d.from++
	if d.from == len(d.waiting) || d.from > 1<<16 {
		d.waiting, d.from = append(d.waiting[:0], d.waiting[d.from:]...), 0
	}
	return q, true
}

// queue returns how many queries wait.
func (d *database) queue() uint64 { return uint64(len(d.waiting) - d.from) }

// A tier is the nodes and the database behind them.
type tier struct {
	caches []cache // nil for a node that is dead
	p      *placement
	db     database
	load   []uint64 // requests by node
	now    second
}

// request handles the request number i, for a key, at a time in ns.
func (t *tier) request(i int, key uint32, now int64) error {
	for {
		q, ok := t.db.answered(now)
		if !ok {
			break
		}
		t.now.served++
		if err := t.fill(q); err != nil {
			return err
		}
	}
	if t.p == nil { // no caches
		t.miss(now, query{key: key, nodes: [2]int32{-1, -1}})
		return nil
	}
	node, err := t.p.node(key, now)
	if err != nil {
		return err
	}
	nodes := [2]int32{node, -1}
	if t.p.second != nil {
		nodes[1] = t.p.second[key]
		if i&1 == 1 { // the copies share the reading
			nodes[0], nodes[1] = nodes[1], nodes[0]
		}
	}
	t.load[nodes[0]]++
	for at, node := range nodes {
		if node < 0 || t.caches[node] == nil {
			continue
		}
		found, err := t.caches[node].lookup(key)
		if err != nil {
			return fmt.Errorf("node %d: %w", node, err)
		}
		if found {
			t.now.hits++
			if at == 1 {
				return t.fill(query{key: key, nodes: [2]int32{nodes[0], -1}})
			}
			return nil
		}
	}
	t.miss(now, query{key: key, nodes: nodes})
	return nil
}

func (t *tier) miss(now int64, q query) {
	t.now.misses++
	if !t.db.ask(now, q) {
		t.now.failed++
	}
}

// fill stores the answer of a query in the nodes that lacked it, as far as they live.
func (t *tier) fill(q query) error {
	for _, node := range q.nodes {
		if node >= 0 && t.caches[node] != nil {
			if err := t.caches[node].store(q.key); err != nil {
				return fmt.Errorf("node %d: %w", node, err)
			}
		}
	}
	return nil
}
