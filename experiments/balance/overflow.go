package balance

import (
	"fmt"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/experiments/internal/theory"
	"hashlab/impl/consistent"
)

// mostLaw bounds the requests of rows that theory is asked about: it goes through them one by one.
const mostLaw = 100_000

// overflowTheory fills the share of requests that theory expects past their first node, where each key is asked for once.
func overflowTheory(row *record.BalanceRow, e consistent.Entry) error {
	if e.Overflow == "" || e.Theory != "dirichlet" || row.Zipf > 0 || row.Weights != "" || row.Vnodes < fewVnodes || row.Requests > mostLaw || row.Requests != row.Keys {
		return nil
	}
	past, err := theory.BoundedOverflow(theory.BoundedRequests{
		Nodes: row.Nodes, Vnodes: row.Vnodes, Slack: float64(row.Slack), Requests: row.Requests, Jump: e.Overflow == consistent.OverflowJump,
	})
	row.OverflowLaw = record.Float(past)
	return err
}

// overflowError is by which part theory may be off itself.
const overflowError = 0.05

// judgedSeeds is how many seeds a row needs to be judged: with two, counts that happen to be equal say that nothing scatters.
const judgedSeeds = 5

// overflowAgrees checks that as many requests go past their first node as theory says: the interval of the mean over seeds
// has to meet what theory says, give or take its own error.
func overflowAgrees(rows []record.BalanceRow, cells [][]record.BalancePoint) record.CheckRow {
	c := newCheck("as many requests go past their first node as theory says where each key is asked for once")
	for _, r := range rows {
		if r.OverflowLaw > 0 && r.Seeds >= judgedSeeds {
			c.Tests++
		}
	}
	level, ok := stats.SimultaneousLevel(familyError, c.Tests)
	if !ok {
		c.Detail = fmt.Sprintf("no row of %d seeds or more has such a law", judgedSeeds)
		return c
	}
	finest, name := record.Unknown, ""
	for i, r := range rows {
		if !(r.OverflowLaw > 0) || r.Seeds < judgedSeeds {
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
