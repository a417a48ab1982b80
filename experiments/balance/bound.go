package balance

import (
	"context"
	"fmt"
	"math"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
)

// underBound gives requests to nodes one by one and checks the bound after each. A request overflows that does not go to
// the node which it would go to if no node bore anything.
func underBound(ctx context.Context, s plan.Scope, d design, o consistent.Options, nodes []consistent.Node, seed uint64) (outcome, error) {
	l, err := d.entry.New(o, nodes)
	if err != nil {
		return outcome{}, err
	}
	bearer, ok := l.(consistent.Bounded)
	if !ok {
		return outcome{}, fmt.Errorf("locator %s bounds no loads", d.entry.Name)
	}
	hs, err := requests(ctx, s, d, o, seed)
	if err != nil {
		return outcome{}, err
	}
	first := make([]int32, len(hs))
	l.LocateAll(first, hs) // nobody bears anything yet
	parts := partsOf(l.Nodes())
	out := outcome{nodes: l.Nodes(), requests: uint64(len(hs)), effective: effectiveOf(hs)}
	for i, h := range hs {
		node := bearer.Acquire(h)
		if node != first[i] {
			out.overflow++
		}
		if above(bearer.Loads()[node], (1+d.slack)*parts[node]*float64(i+1)) {
			out.overBound++
		}
	}
	for _, load := range bearer.Loads() {
		out.loads = append(out.loads, float64(load))
	}
	return out, nil
}

// roundedUp returns a bound rounded up to whole requests. A product of floats that should be a whole number may lie a little
// above it, so a part in 10^12 is taken off before.
func roundedUp(bound float64) float64 { return math.Ceil(bound * (1 - 1e-12)) }

// above reports whether a load is above a bound that is rounded up.
func above(load int64, bound float64) bool { return float64(load) > roundedUp(bound) }

// partsOf returns the part of the weights that each node has.
func partsOf(nodes []consistent.Node) []float64 {
	parts, whole := weightsOf(nodes), 0.0
	for _, w := range parts {
		whole += w
	}
	for i := range parts {
		parts[i] /= whole
	}
	return parts
}

// requests returns the hashes of what is asked for, in order: each key once, or drawn by Zipf's law.
func requests(ctx context.Context, s plan.Scope, d design, o consistent.Options, seed uint64) ([]uint64, error) {
	in, err := d.stream(s, seed)
	if err != nil {
		return nil, err
	}
	hs, err := plan.Hashes(ctx, in, o.Hash)
	if err != nil {
		return nil, err
	}
	asked := make([]uint64, d.requests)
	if d.zipf == 0 {
		for i := range asked {
			asked[i] = hs[i%len(hs)]
		}
		return asked, nil
	}
	z, err := keys.NewZipf(len(hs), d.zipf)
	if err != nil {
		return nil, err
	}
	drawn, err := keys.NewRequests(z, 0, seed)
	if err != nil {
		return nil, err
	}
	for i := range asked {
		asked[i] = hs[drawn.Next()]
	}
	return asked, nil
}

// effectiveOf returns the number of keys, asked for alike, that would scatter as much as these requests do.
func effectiveOf(hs []uint64) float64 {
	counts, squares := map[uint64]float64{}, 0.0
	for _, h := range hs {
		counts[h]++
	}
	for _, c := range counts { // whole numbers: the order of the sum does not matter
		squares += c * c
	}
	return float64(len(hs)) * float64(len(hs)) / squares
}
