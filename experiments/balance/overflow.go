package balance

import (
	"fmt"
	"sync"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/experiments/internal/theory"
	"hashlab/impl/consistent"
)

// The requests of cells that theory is asked about: it goes through them one by one, and takes seconds for many more. With few
// a node, or few nodes, what single rings do is no law.
const (
	mostLaw  = 100_000
	leastLaw = 1_000 // a node
)

// hasOverflowLaw reports whether theory knows what goes past its first node.
func (d design) hasOverflowLaw(nodes int) bool {
	return d.slack > 0 && d.entry.Overflow != "" && d.entry.Theory == "dirichlet" && d.zipf == 0 && d.pattern == "" && d.vnodes >= fewVnodes &&
		d.requests == d.keys && d.requests <= mostLaw && d.requests >= uint64(leastLaw*nodes)
}

// overflowLaws keeps what was computed: all seeds of a cell share it.
var overflowLaws = map[theory.BoundedRequests]record.Float{}

// overflowTheory returns the share of requests that theory expects past their first node, where each key is asked for once;
// unknown where it has no law.
func overflowTheory(d design, nodes int) (record.Float, error) {
	if !d.hasOverflowLaw(nodes) {
		return record.Unknown, nil
	}
	b := theory.BoundedRequests{Nodes: nodes, Vnodes: d.vnodes, Slack: d.slack, Requests: d.requests, Jump: d.entry.Overflow == consistent.OverflowJump}
	overflowLock.Lock()
	defer overflowLock.Unlock()
	if law, ok := overflowLaws[b]; ok {
		return law, nil
	}
	past, err := theory.BoundedOverflow(b)
	if err != nil {
		return record.Unknown, err
	}
	overflowLaws[b] = record.Float(past)
	return overflowLaws[b], nil
}

var overflowLock sync.Mutex

// The least that a mean over seeds needs for its interval to be one: seeds, and expected requests past their first node in
// each of them.
const (
	gateSeeds = 10
	gatePast  = 25
	gateNodes = 50
)

// gatedOverflow reports whether a row must agree with theory.
func gatedOverflow(r record.BalanceRow) bool {
	return r.OverflowLaw > 0 && r.Seeds >= gateSeeds && r.Nodes >= gateNodes && float64(r.OverflowLaw)*float64(r.Requests) >= gatePast
}

// overflowError is by which part theory may be off itself.
const overflowError = 0.05

// overflowAgrees checks that as many requests go past their first node as theory says: the interval of the mean over seeds
// has to meet what theory says, give or take its own error.
func overflowAgrees(rows []record.BalanceRow, cells [][]record.BalancePoint) record.CheckRow {
	c := newCheck("as many requests go past their first node as theory says where each key is asked for once")
	for _, r := range rows {
		if gatedOverflow(r) {
			c.Tests++
		}
	}
	level, ok := stats.SimultaneousLevel(familyError, c.Tests)
	if !ok {
		c.Detail = fmt.Sprintf("no row of %d seeds or more has such a law", gateSeeds)
		return c
	}
	finest, name := record.Unknown, ""
	for i, r := range rows {
		if !gatedOverflow(r) {
			continue
		}
		var shares []float64
		for _, p := range cells[i] {
			shares = append(shares, float64(p.Overflow)/float64(p.Requests)/float64(r.OverflowLaw))
		}
		in, ok := stats.MeanInterval(shares, level)
		if !ok || in.High < 1-overflowError || in.Low > 1+overflowError {
			c.Holds = false
			c.Detail += fmt.Sprintf("%s N=%d slack %g: %.3g to %.3g times theory; ", r.Locator, r.Nodes, r.Slack, in.Low, in.High)
		}
		if wide := record.Float(in.High-in.Low) + overflowError; !finest.Known() || wide < finest {
			finest, name = wide, fmt.Sprintf("%s on %d nodes at slack %g", r.Locator, r.Nodes, r.Slack)
		}
	}
	c.Detail += fmt.Sprintf("simultaneous at family level %g, theory's own error of %g allowed for; the finest test (%s) finds a share that is off by a part of %.2g", familyError, overflowError, name, finest)
	return c
}
