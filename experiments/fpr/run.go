package fpr

import (
	"context"
	"fmt"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/filter"
)

// run builds one filter from the keys that the seed picks, and asks it for all of them and for absent ones.
func run(ctx context.Context, s plan.Scope, key record.Key) (any, error) {
	d, err := read(s, key.Factors)
	if err != nil {
		return nil, err
	}
	class, err := s.Class(d.class)
	if err != nil {
		return nil, err
	}
	present, absent, err := class.Split(d.added, d.queries, key.Seed)
	if err != nil {
		return nil, err
	}
	h, err := plan.OpenHash(d.hash)
	if err != nil {
		return nil, err
	}
	f, err := plan.BuildFilter(ctx, d.entry, d.spec, h, present)
	if err != nil {
		return nil, err
	}
	found, err := count(ctx, f, present)
	if err != nil {
		return nil, err
	}
	positives, err := count(ctx, f, absent)
	if err != nil {
		return nil, err
	}
	return point(d, key.Seed, f, d.added-found, positives)
}

// count returns for how many keys of the stream the filter says yes.
func count(ctx context.Context, f filter.KeyFilter, s keys.Stream) (uint64, error) {
	positives := uint64(0)
	err := keys.Each(ctx, s, func(_ uint64, keys [][]byte) error {
		positives += uint64(f.Count(keys))
		return nil
	})
	return positives, err
}

func point(d design, seed uint64, f filter.KeyFilter, falseNegatives, falsePositives uint64) (any, error) {
	p := f.Params()
	row := record.FPRPoint{
		Filter: d.entry.Name, Hash: plan.HashColumn(d.hash, d.entry.BuiltinHash), KeyClass: d.class,
		N: d.added, NDesign: d.n, M: p.M, K: p.K, TargetFPR: record.Unknown, Sizing: "m,k", Seed: seed,
		Queries: d.queries, FalsePositives: falsePositives, FalseNegatives: falseNegatives,
		FillRatio: record.Unknown, BitsPerKey: record.Float(float64(p.M) / float64(d.n)), FPRTheory: record.Unknown, ScatterTheory: record.Unknown,
	}
	if d.spec.FPR > 0 {
		row.TargetFPR, row.Sizing = record.Float(d.spec.FPR), "fpr"
	}
	if ratio, ok := filter.FillRatio(f); ok {
		row.FillRatio = record.Float(ratio)
	}
	if d.entry.Theory != "" {
		fpr, err := plan.TheoryFPR(d.entry, p, d.added)
		if err != nil {
			return nil, fmt.Errorf("theory of %s: %w", d.entry.Name, err)
		}
		row.FPRTheory, row.ScatterTheory = record.Float(fpr), plan.TheoryScatter(d.entry, p, d.added)
	}
	return row, nil
}
