package balance

import (
	"context"
	"fmt"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/impl/consistent"
)

// An outcome is how a locator spread what it was given.
type outcome struct {
	nodes     []consistent.Node // as the locator numbers them
	loads     []float64         // by number
	effective float64           // the number of keys, asked for alike, that would scatter as much; 0 for arcs
	requests  uint64            // that were given out one by one
	overflow  uint64            // requests that did not go to their first node
	overBound uint64            // requests that took a node above its bound
	short     uint64            // keys whose copies were too few, on one node twice, or not on the owner first
	points    []int             // of each node, where the locator shows its points
}

// run builds one locator over the nodes that the seed picks and weighs their shares.
func run(ctx context.Context, s plan.Scope, key record.Key) (any, error) {
	d, err := read(s, key.Factors)
	if err != nil {
		return nil, err
	}
	o := d.options()
	if o.Hash, err = plan.OpenHash(d.hash); err != nil {
		return nil, err
	}
	seed := key.Asked(d.besides()...)
	nodes, ids := d.place(s, seed)
	var out outcome
	switch {
	case d.keys == 0:
		out, err = arcs(d, o, nodes)
	case d.slack > 0:
		out, err = underBound(ctx, s, d, o, nodes, seed)
	case d.replicas > 1:
		out, err = copies(ctx, s, d, o, nodes, seed)
	default:
		out, err = loads(ctx, s, d, o, nodes, seed)
	}
	if err != nil {
		return nil, err
	}
	p := record.BalancePoint{
		Locator: d.entry.Name, Hash: plan.HashColumn(d.hash, d.entry.BuiltinHash), Labels: string(d.labels), Nodes: len(nodes), Vnodes: d.vnodes,
		Keys: d.keys, Seed: key.Seed, IDs: ids, KeyClass: d.class, Zipf: record.Float(d.zipf), Weights: d.pattern, Replicas: d.replicas,
		Slack: record.Float(d.slack), Requests: out.requests, Effective: record.Float(out.effective),
		Overflow: out.overflow, OverBound: out.overBound, ShortCopies: out.short,
	}
	if p.OverflowLaw, err = overflowTheory(d, len(nodes)); err != nil {
		return nil, err
	}
	return p, out.weigh(&p)
}

// besides are the factors that say who spreads, not what, besides those that are never counted: the points a node where
// locators with and without points are compared on keys, and not where they are varied, on arcs.
func (d design) besides() []string {
	if d.keys > 0 {
		return []string{"vnodes"}
	}
	return nil
}

// weigh fills what the loads amount to.
func (o outcome) weigh(p *record.BalancePoint) error {
	weights := weightsOf(o.nodes)
	relative, ok := stats.NewLoads(o.loads, weights)
	if !ok {
		return fmt.Errorf("the shares of %d nodes add up to nothing", len(o.loads))
	}
	p.PeakToAverage, p.CV, p.Least = record.Float(relative.PeakToAverage()), record.Float(relative.CV()), record.Float(relative.TroughToAverage())
	p.Lightest, p.Heaviest, p.LightestAsked, p.HeaviestAsked = record.Unknown, record.Unknown, record.Unknown, record.Unknown
	p.Quantisation, p.CVWeighted = record.Unknown, record.Unknown
	if p.Weights == "" {
		return nil
	}
	return o.weighClasses(p, relative, weights)
}

func weightsOf(nodes []consistent.Node) []float64 {
	weights := make([]float64, len(nodes))
	for i, n := range nodes {
		weights[i] = n.Weight
	}
	return weights
}
