package balance

import (
	"context"
	"fmt"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/impl/consistent"
)

// run builds one locator over the nodes that the seed picks and weighs their shares.
func run(ctx context.Context, s plan.Scope, key record.Key) (any, error) {
	d, err := read(s, key.Factors)
	if err != nil {
		return nil, err
	}
	h, err := plan.OpenHash(d.hash)
	if err != nil {
		return nil, err
	}
	nodes, ids := s.Nodes, "own"
	if nodes == nil {
		nodes, ids = plan.Nodes(d.nodes, key.Seed), "made"
	}
	options := consistent.Options{Hash: h, Vnodes: d.vnodes, Labels: d.labels}
	var shares, weights []float64
	if d.keys == 0 {
		shares, weights, err = arcs(d, options, nodes)
	} else {
		shares, weights, err = loads(ctx, d, options, nodes, key.Seed)
	}
	if err != nil {
		return nil, err
	}
	relative, ok := stats.NewLoads(shares, weights)
	if !ok {
		return nil, fmt.Errorf("the shares of %d nodes add up to nothing", len(shares))
	}
	return record.BalancePoint{
		Locator: d.entry.Name, Hash: plan.HashColumn(d.hash, d.entry.BuiltinHash), Labels: string(d.labels), Nodes: len(nodes),
		Vnodes: d.vnodes, Keys: d.keys, Seed: key.Seed, IDs: ids, PeakToAverage: record.Float(relative.PeakToAverage()),
		CV: record.Float(relative.CV()), Least: record.Float(relative.TroughToAverage()),
	}, nil
}

// arcs returns the exact share of the hash space that each node owns, from the points that the ring shows.
func arcs(d design, o consistent.Options, nodes []consistent.Node) (shares, weights []float64, err error) {
	l, err := d.entry.New(o, nodes)
	if err != nil {
		return nil, nil, err
	}
	ring, ok := l.(consistent.Pointed)
	if !ok {
		return nil, nil, fmt.Errorf("locator %s shows no points: arc shares need them", d.entry.Name)
	}
	shares, weights = make([]float64, len(nodes)), weightsOf(l.Nodes())
	points := ring.Points()
	if points[0].Hash == points[len(points)-1].Hash { // one place: its first point owns the whole circle
		shares[points[0].Node] = 1
		return shares, weights, nil
	}
	before := points[len(points)-1].Hash
	for _, p := range points {
		shares[p.Node] += float64(p.Hash - before) // modulo 2^64, so the first arc wraps
		before = p.Hash
	}
	return shares, weights, nil
}

// loads returns how many of the keys that the seed picks each node gets.
func loads(ctx context.Context, d design, o consistent.Options, nodes []consistent.Node, seed uint64) (shares, weights []float64, err error) {
	l, err := d.entry.Keyed(o, nodes)
	if err != nil {
		return nil, nil, err
	}
	class, err := keys.Find(keyClass)
	if err != nil {
		return nil, nil, err
	}
	in, _, err := class.Split(d.keys, 0, seed)
	if err != nil {
		return nil, nil, err
	}
	shares, weights = make([]float64, len(nodes)), weightsOf(l.Nodes())
	var owners [1024]int32
	err = keys.Each(ctx, in, func(_ uint64, keys [][]byte) error {
		l.LocateAll(owners[:], keys)
		for _, node := range owners[:len(keys)] {
			shares[node]++
		}
		return nil
	})
	return shares, weights, err
}

func weightsOf(nodes []consistent.Node) []float64 {
	weights := make([]float64, len(nodes))
	for i, n := range nodes {
		weights[i] = n.Weight
	}
	return weights
}
