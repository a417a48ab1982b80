package fpr

import (
	"context"
	"errors"
	"fmt"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// run fills one filter with the keys that the seed picks, and asks it for all of them and for absent ones.
func run(ctx context.Context, s plan.Scope, key record.Key) (any, error) {
	d, err := read(s, key.Factors)
	if err != nil {
		return nil, err
	}
	class, err := s.Class(d.class)
	if err != nil {
		return nil, err
	}
	present, absent, err := class.Split(d.added, d.queries, key.Asked())
	if err != nil {
		return nil, err
	}
	h, err := plan.OpenHash(d.hash)
	if err != nil {
		return nil, err
	}
	hs, err := hashes(ctx, d, h, present)
	if err != nil {
		return nil, err
	}
	f, taken, err := fill(ctx, d, h, present, hs)
	if err != nil {
		return nil, err
	}
	out := outcome{refused: d.added - taken}
	present = keys.Part(present, 0, taken)
	var found uint64
	switch {
	case d.removes:
		out.removed, err = remove(ctx, f, present)
		found = out.removed
	case hs != nil:
		found = uint64(filter.Unjoin(f).Count(hs[:taken]))
	default:
		found, err = count(ctx, f, present)
	}
	if err != nil {
		return nil, err
	}
	out.falseNegatives = taken - found
	if out.falsePositives, err = count(ctx, f, absent); err != nil {
		return nil, err
	}
	return point(d, key.Seed, f, out)
}

// outcome is what was counted of one filter.
type outcome struct{ refused, removed, falseNegatives, falsePositives uint64 }

// mostHashes bounds the hashes that are kept: 16 MiB.
const mostHashes = 1 << 21

// hashes returns those of the present keys, so that they are made once for adding and for asking; nil where the filter takes
// keys, and where there are too many to keep.
func hashes(ctx context.Context, d design, h hash.Hash, present keys.Stream) ([]uint64, error) {
	if d.entry.NewKeyed != nil || present.Len() > mostHashes {
		return nil, nil
	}
	return plan.Hashes(ctx, present, h)
}

// errFull ends the adding of keys to a filter that refuses one.
var errFull = errors.New("the filter is full")

// fill makes the filter and adds keys until one is refused, which is an error unless the design asks for it.
// It returns how many were taken. hs are the hashes of the keys, or nil.
func fill(ctx context.Context, d design, h hash.Hash, present keys.Stream, hs []uint64) (filter.KeyFilter, uint64, error) {
	if hs != nil {
		return fillHashes(d, h, hs)
	}
	if !d.fills {
		f, err := plan.BuildFilter(ctx, d.entry, d.spec, h, present)
		return f, present.Len(), err
	}
	f, err := d.entry.Keyed(d.spec, h)
	if err != nil {
		return nil, 0, err
	}
	taken := uint64(0)
	err = keys.Each(ctx, present, func(_ uint64, keys [][]byte) error {
		added := f.AddAll(keys)
		if taken += uint64(added); added < len(keys) {
			return errFull
		}
		return nil
	})
	if err != nil && !errors.Is(err, errFull) {
		return nil, 0, err
	}
	return f, taken, nil
}

// fillHashes is fill for a filter that works on hashes.
func fillHashes(d design, h hash.Hash, hs []uint64) (filter.KeyFilter, uint64, error) {
	if d.entry.Build != nil {
		f, err := d.entry.Build(d.spec, hs)
		if err != nil {
			return nil, 0, err
		}
		return filter.Join(f, h), uint64(len(hs)), nil
	}
	f, err := d.entry.New(d.spec)
	if err != nil {
		return nil, 0, err
	}
	taken := f.AddAll(hs)
	if taken < len(hs) && !d.fills {
		return nil, 0, fmt.Errorf("filter %s is full after %d of %d keys", d.entry.Name, taken, len(hs))
	}
	return filter.Join(f, h), uint64(taken), nil
}

// remove takes all keys of the stream out of the filter and returns how many were there.
func remove(ctx context.Context, f filter.KeyFilter, s keys.Stream) (uint64, error) {
	d, ok := f.(filter.DeletableKeyFilter)
	if !ok {
		return 0, fmt.Errorf("the filter has no Remove: %w", errors.ErrUnsupported)
	}
	removed := uint64(0)
	err := keys.Each(ctx, s, func(_ uint64, keys [][]byte) error {
		for _, key := range keys {
			if d.Remove(key) {
				removed++
			}
		}
		return nil
	})
	return removed, err
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

func point(d design, seed uint64, f filter.KeyFilter, out outcome) (any, error) {
	p := f.Params()
	row := record.FPRPoint{
		Filter: d.entry.Name, Hash: plan.HashColumn(d.hash, d.entry.BuiltinHash), KeyClass: d.class,
		N: d.added, NDesign: d.n, M: p.M, K: p.K, TargetFPR: record.Unknown, Sizing: "m,k", Seed: seed,
		Queries: d.queries, FalsePositives: out.falsePositives, FalseNegatives: out.falseNegatives,
		FillRatio: record.Unknown, BitsPerKey: record.Float(float64(p.M) / float64(d.n)), FPRTheory: record.Unknown, ScatterTheory: record.Unknown,
		Refused: out.refused, Removed: out.removed, FillTheory: record.Unknown,
	}
	if d.spec.FPR > 0 {
		row.TargetFPR, row.Sizing = record.Float(d.spec.FPR), "fpr"
	}
	if ratio, ok := filter.FillRatio(f); ok {
		row.FillRatio = record.Float(ratio)
	}
	err := expect(&row, d, p)
	return row, err
}

// expect sets what theory says of the keys that the filter holds.
func expect(row *record.FPRPoint, d design, p filter.Params) error {
	holds := row.N - row.Refused
	switch {
	case d.removes:
		stuck, err := plan.TheoryStuck(p, holds)
		row.FillTheory = record.Float(stuck)
		return err
	case d.entry.Theory == "":
		return nil
	}
	fpr, err := plan.TheoryFPR(d.entry, p, holds)
	if err != nil {
		return fmt.Errorf("theory of %s: %w", d.entry.Name, err)
	}
	row.FPRTheory, row.ScatterTheory = record.Float(fpr), plan.TheoryScatter(d.entry, p, holds)
	return nil
}
