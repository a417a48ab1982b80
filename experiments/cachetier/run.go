package cachetier

import (
	"context"
	"math"
	"slices"
	"time"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/consistent"
)

// A course is one run of a tier through its phases.
type course struct {
	design
	phases
	w       workload
	t       *tier
	ids     []consistent.Node
	seconds []second
	first   second      // the first requests after the join
	loads   [3][]uint64 // requests by node: while the mean is taken, from the join until one dies, and after that is noticed
	step    [2]float64  // share of requests whose node holds the key, at the instants before and after the join
	moved   moves
	heirs   int                  // nodes that the keys of the dead one go to
	kill    func(node int) error // ends a node for good
}

// firstRequests is how many requests after the join count as the first: few, so that little is filled again.
const firstRequests = 500

func run(ctx context.Context, s plan.Scope, key record.Key) (any, error) {
	d, err := read(s, key.Factors)
	if err != nil {
		return nil, err
	}
	seed := key.Asked()
	c := &course{design: d, phases: virtualPhases, ids: plan.Nodes(nodesBefore+1, seed)}
	if d.backend != backendLRU {
		c.phases = wallPhases
	}
	if c.w, err = load(s, d, c.end, seed); err != nil {
		return nil, err
	}
	if err := c.w.check(c.phases); err != nil {
		return nil, err
	}
	const second = 1e9
	c.t = &tier{db: database{service: int64(second / (databaseShare * c.w.rate)), patience: patience * second}, load: make([]uint64, len(c.ids))}
	if d.locator != none {
		if c.t.p, err = place(ctx, d, c.ids, c.w); err != nil {
			return nil, err
		}
		stop, err := c.openCaches(ctx)
		if err != nil {
			return nil, err
		}
		defer stop()
	}
	if err := c.play(ctx); err != nil {
		return nil, err
	}
	return c.payload(key.Seed)
}

// openCaches gives every node its cache. The returned function ends what was started.
func (c *course) openCaches(ctx context.Context) (stop func(), err error) {
	if c.backend != backendLRU {
		return c.openServers(ctx)
	}
	most := max(1, int(capacityShare*float64(c.w.objects)))
	for range c.ids {
		cache, err := newInProcess(most)
		if err != nil {
			return nil, err
		}
		c.t.caches = append(c.t.caches, cache)
	}
	c.kill = func(int) error { return nil }
	return func() {}, nil
}

// play sends all requests at their times and changes the nodes at theirs.
func (c *course) play(ctx context.Context) error {
	begin := time.Now()
	per := float64(time.Second) / c.w.rate
	at, sinceJoin := 0, 0
	for i, key := range c.w.order {
		now := int64(float64(i) * per)
		for sec := int(now / int64(time.Second)); at <= sec; at++ {
			if err := c.turn(ctx, at); err != nil {
				return err
			}
		}
		if c.backend != backendLRU {
			if now = int64(time.Since(begin)); now < int64(float64(i)*per) {
				if err := sleep(ctx, time.Duration(float64(i)*per)-time.Duration(now)); err != nil {
					return err
				}
				now = int64(time.Since(begin))
			}
		}
		before := c.t.now
		if err := c.t.request(i, key, now); err != nil {
			return err
		}
		if at > c.join && sinceJoin < firstRequests {
			c.first.hits += c.t.now.hits - before.hits
			sinceJoin++
		}
	}
	c.loads[2] = c.t.load
	return c.close()
}

// turn ends a second, and does what is due at the beginning of the next, number at.
func (c *course) turn(ctx context.Context, at int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if at > 0 {
		if err := c.close(); err != nil {
			return err
		}
	}
	switch {
	case at == c.mean:
		clear(c.t.load)
	case at == c.join:
		c.loads[0] = slices.Clone(c.t.load)
		clear(c.t.load)
		return c.joins(ctx)
	case c.story == storySteps && at > c.join && at <= c.join+stepSeconds*(steps-1) && (at-c.join)%stepSeconds == 0:
		return c.t.p.reweigh(ctx, c.fifth(), float64((at-c.join)/stepSeconds+1)/steps)
	case at == c.die:
		c.loads[1] = slices.Clone(c.t.load)
		return c.dies()
	case at == c.die+detection && c.t.p != nil:
		clear(c.t.load)
		return c.leaves(ctx)
	}
	return nil
}

func (c *course) close() error {
	c.t.now.queue = c.t.db.queue()
	c.seconds = append(c.seconds, c.t.now)
	c.t.now = second{}
	return nil
}

// leaves takes the dead node out, and counts the nodes that its keys go to.
func (c *course) leaves(ctx context.Context) error {
	before := slices.Clone(c.t.p.owner)
	if err := c.t.p.change(ctx, c.ids[c.victim()].ID, 0); err != nil {
		return err
	}
	heirs := map[int32]bool{}
	for key := range c.w.objects {
		if int(before[key]) == c.victim() {
			heirs[c.t.p.owner[key]] = true
		}
	}
	c.heirs = len(heirs)
	return nil
}

// fifth is the id of the node that joins.
func (c *course) fifth() string { return c.ids[nodesBefore].ID }

// victim is the node that dies: one of the first, or the fifth where no other can leave.
func (c *course) victim() int {
	if c.entry.RemovesAny {
		return 1
	}
	return nodesBefore
}

// joins adds the fifth node, and counts what moves when it has its full weight.
func (c *course) joins(ctx context.Context) error {
	if c.t.p == nil {
		return nil
	}
	c.step[0] = c.held()
	before := slices.Clone(c.t.p.owner)
	if err := c.t.p.change(ctx, c.fifth(), 1); err != nil {
		return err
	}
	c.moved = c.w.moves(before, c.t.p.owner)
	if c.story == storySteps {
		if err := c.t.p.reweigh(ctx, c.fifth(), 1./steps); err != nil {
			return err
		}
	}
	c.step[1] = c.held()
	return nil
}

// held returns the share of requests for objects whose node holds the key, by the popularity of the keys; NaN where
// the caches cannot tell without counting it as a use, or where loads decide which node that is.
func (c *course) held() float64 {
	if c.t.p.loads != nil {
		return math.NaN()
	}
	share := 0.0
	for key := range c.w.objects {
		for _, owners := range [][]int32{c.t.p.owner, c.t.p.second} {
			if owners == nil {
				continue
			}
			cache, ok := c.t.caches[owners[key]].(interface{ holds(uint32) bool })
			if !ok {
				return math.NaN()
			}
			if cache.holds(uint32(key)) {
				share += c.w.weights[key]
				break
			}
		}
	}
	return share
}

func (c *course) dies() error {
	if c.t.p == nil {
		return nil
	}
	c.t.caches[c.victim()] = nil
	return c.kill(c.victim())
}

// moves are the keys that change node.
type moves struct {
	keys   uint64
	weight float64 // share of the requests for objects
	givers int     // nodes that keys leave for the node that joins
}

func (w workload) moves(before, after []int32) (m moves) {
	givers := map[int32]bool{}
	for i := range w.objects {
		if before[i] != after[i] {
			m.keys++
			m.weight += w.weights[i]
			if after[i] == nodesBefore {
				givers[before[i]] = true
			}
		}
	}
	m.givers = len(givers)
	return m
}

// sleep waits, or returns early with the context's error.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
