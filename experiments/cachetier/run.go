package cachetier

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/theory"
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
	first   second   // the first requests after the join
	load    []uint64 // requests by node from the join until one dies
	moved   moves
	kill    func(node int) error // ends a node for good
}

// firstRequests is how many requests after the join count as the first: few, so that little is filled again.
const firstRequests = 500

func run(ctx context.Context, s plan.Scope, key record.Key) (any, error) {
	d, err := read(s, key.Factors)
	if err != nil {
		return nil, err
	}
	c := &course{design: d, phases: virtualPhases, ids: plan.Nodes(nodesBefore+1, key.Seed)}
	if d.backend != backendLRU {
		c.phases = wallPhases
	}
	if c.w, err = load(s, d, c.end, key.Seed); err != nil {
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
		c.t.caches = append(c.t.caches, inProcess{newLRU(int(c.w.keys.Len()), most)})
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
	case at == c.join:
		clear(c.t.load)
		return c.joins(ctx)
	case c.story == storySteps && at > c.join && at <= c.join+stepSeconds*(steps-1) && (at-c.join)%stepSeconds == 0:
		return c.t.p.reweigh(ctx, c.fifth(), float64((at-c.join)/stepSeconds+1)/steps)
	case at == c.die:
		c.load = slices.Clone(c.t.load)
		return c.dies()
	case at == c.die+detection && c.t.p != nil:
		clear(c.t.load)
		return c.t.p.change(ctx, c.ids[c.victim()].ID, 0)
	}
	return nil
}

func (c *course) close() error {
	c.t.now.queue = c.t.db.queue()
	c.seconds = append(c.seconds, c.t.now)
	c.t.now = second{}
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
	before := slices.Clone(c.t.p.owner)
	if err := c.t.p.change(ctx, c.fifth(), 1); err != nil {
		return err
	}
	c.moved = c.w.moves(before, c.t.p.owner)
	if c.story == storySteps {
		return c.t.p.reweigh(ctx, c.fifth(), 1./steps)
	}
	return nil
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
}

func (w workload) moves(before, after []int32) (m moves) {
	for i := range w.objects {
		if before[i] != after[i] {
			m.keys++
			m.weight += w.weights[i]
		}
	}
	return m
}

// bandError is the chance that the moved share of one point lies outside its band although all is well.
const bandError = 1e-9

// payload sums the run up.
func (c *course) payload(seed uint64) (record.CachetierPayload, error) {
	u := record.Unknown
	p := record.CachetierPoint{Story: c.story, Backend: c.backend, Locator: c.locator, Hash: plan.HashColumn(c.hash, c.entry.BuiltinHash),
		Vnodes: c.vnodes, Replicas: c.replicas, Workload: c.workload, NodesBefore: nodesBefore, NodesAfter: nodesBefore + 1, Seed: seed,
		Requests: uint64(len(c.w.order)), Distinct: c.w.distinct(), Once: c.w.once, Keys: uint64(c.w.objects), Moved: c.moved.keys,
		MovedWeight: record.Float(c.moved.weight), MovedTheory: u, BandLow: u, BandHigh: u, HitFirst: record.Float(c.first.hits) / firstRequests,
		HitTheory: u, Capacity: record.Float(databaseShare * c.w.rate)}
	if c.locator == none {
		p.Hash, p.Keys, p.MovedWeight = "", 0, u
	} else if law := c.entry.MoveTheory(); law != "" {
		moved, err := theory.MovedShare(law, nodesBefore, nodesBefore+1)
		if err != nil {
			return record.CachetierPayload{}, fmt.Errorf("theory of %s: %w", c.locator, err)
		}
		low, high, err := theory.MovedBand(law, nodesBefore, nodesBefore+1, c.vnodes, p.Keys, bandError)
		if err != nil {
			return record.CachetierPayload{}, fmt.Errorf("theory of %s: %w", c.locator, err)
		}
		p.MovedTheory, p.BandLow, p.BandHigh = record.Float(moved), record.Float(low), record.Float(high)
	}
	before := c.seconds[c.mean:c.join]
	p.HitBefore, p.MissesBefore = hitRatio(before), meanMisses(before)
	if p.MovedTheory.Known() {
		p.HitTheory = p.HitBefore * (1 - p.MovedTheory)
	}
	after := c.seconds[c.join:c.die]
	for _, s := range after {
		p.MissesPeak = max(p.MissesPeak, record.Float(s.misses))
		p.Failed += s.failed
	}
	p.Excess, p.Recovery = excess(after, p.MissesBefore)
	died := c.seconds[c.die:]
	for _, s := range died {
		p.DiedFailed += s.failed
	}
	p.DiedExcess, p.DiedRecovery = excess(died, meanMisses(c.seconds[c.end-(c.join-c.mean):]))
	p.Peak, p.DiedPeak = peak(c.load), u
	if c.t.p != nil {
		p.DiedPeak = peak(slices.Delete(slices.Clone(c.t.load), c.victim(), c.victim()+1))
	}
	return record.CachetierPayload{Point: p, Steps: c.steps()}, nil
}

func hitRatio(seconds []second) record.Float {
	hits, all := uint64(0), uint64(0)
	for _, s := range seconds {
		hits, all = hits+s.hits, all+s.hits+s.misses
	}
	return record.Float(hits) / record.Float(all)
}

func meanMisses(seconds []second) record.Float {
	sum := uint64(0)
	for _, s := range seconds {
		sum += s.misses
	}
	return record.Float(sum) / record.Float(len(seconds))
}

// excess returns by how much the misses exceed their mean before, summed until recovery, and the seconds that
// took: until three seconds in turn are at most 5 % above it. Where that never comes the sum goes to the end,
// and the time is unknown.
func excess(seconds []second, mean record.Float) (sum, recovery record.Float) {
	calm := 0
	for i, s := range seconds {
		if record.Float(s.misses) <= 1.05*mean {
			calm++
		} else {
			calm = 0
		}
		if calm == 3 {
			recovery = record.Float(i - 2)
			break
		}
		if i == len(seconds)-1 {
			recovery = record.Unknown
		}
	}
	for i, s := range seconds {
		if recovery.Known() && record.Float(i) >= recovery {
			break
		}
		sum += record.Float(s.misses) - mean
	}
	return sum, recovery
}

// peak returns the requests of the fullest node over the mean, unknown without any.
func peak(load []uint64) record.Float {
	sum := uint64(0)
	for _, n := range load {
		sum += n
	}
	if sum == 0 {
		return record.Unknown
	}
	return record.Float(slices.Max(load)) * record.Float(len(load)) / record.Float(sum)
}

// steps returns the seconds as they are recorded, counted from the join.
func (c *course) steps() []record.CachetierStep {
	var all []record.CachetierStep
	for i, s := range c.seconds {
		all = append(all, record.CachetierStep{Second: i - c.join, HitRatio: hitRatio([]second{s}), Misses: record.Float(s.misses),
			Served: record.Float(s.served), Failed: record.Float(s.failed), Queue: record.Float(s.queue)})
	}
	return all
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
