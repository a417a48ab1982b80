package cachetier

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/theory"
)

// bandError is the chance that the moved share of one point lies outside its band although all is well.
const bandError = 1e-9

// payload sums the run up.
func (c *course) payload(seed uint64) (record.CachetierPayload, error) {
	u := record.Unknown
	p := record.CachetierPoint{Story: c.story, Backend: c.backend, Locator: c.locator, Hash: plan.HashColumn(c.hash, c.entry.BuiltinHash),
		Vnodes: c.vnodes, Replicas: c.replicas, Workload: c.workload, NodesBefore: nodesBefore, NodesAfter: nodesBefore + 1, Seed: seed,
		Requests: uint64(len(c.w.order)), Distinct: c.w.distinct(), Once: c.w.once, Keys: uint64(c.w.objects), Moved: c.moved.keys,
		MovedWeight: record.Float(c.moved.weight), MovedTheory: u, BandLow: u, BandHigh: u, HitFirst: record.Float(c.first.hits) / firstRequests,
		HitHeld: u, HitStep: u, HitTheory: u, Givers: u, Heirs: u, Capacity: record.Float(databaseShare * c.w.rate)}
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
	if c.t.p != nil {
		p.Givers, p.Heirs = record.Float(c.moved.givers), record.Float(c.heirs)
		p.HitHeld, p.HitStep = record.Float(c.w.repeats*c.step[0]), record.Float(c.w.repeats*c.step[1])
	}
	if c.t.p != nil && c.story == storyJoin { // by steps it moves later, and a second copy may stay
		p.HitTheory = p.HitHeld * (1 - p.MovedWeight)
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
	p.Peak, p.DiedPeak = peak(c.loads[1]), u
	if c.t.p != nil {
		p.DiedPeak = peak(slices.Delete(slices.Clone(c.loads[2]), c.victim(), c.victim()+1))
	}
	return record.CachetierPayload{Point: p, Steps: c.steps(), Shares: c.shares()}, nil
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

// shares returns each node's part of the requests; unknown where it is not there.
func (c *course) shares() (all []record.CachetierShare) {
	if c.t.p == nil {
		return nil
	}
	for node := range c.ids {
		row := record.CachetierShare{Node: node + 1, Before: shareOf(c.loads[0], node), Joined: shareOf(c.loads[1], node), Left: shareOf(c.loads[2], node)}
		if node == nodesBefore {
			row.Before = record.Unknown
		}
		if node == c.victim() {
			row.Left = record.Unknown
		}
		all = append(all, row)
	}
	return all
}

// shareOf returns a node's part of the requests, unknown without any.
func shareOf(load []uint64, node int) record.Float {
	sum := uint64(0)
	for _, n := range load {
		sum += n
	}
	if sum == 0 {
		return record.Unknown
	}
	return record.Float(load[node]) / record.Float(sum)
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
