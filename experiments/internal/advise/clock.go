package advise

import (
	"context"
	"math/rand/v2"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// What a calibration takes: first all that fit, small and short; then those that came near the best, at the size that
// is wished for.
const (
	coarseN      = 50_000
	finalN       = 10_000_000
	coarseBlocks = 3
	finalBlocks  = 7
	sampleCount  = 3

	keyBytes  = 16 // as the throughput experiment has them
	keySeed   = 1
	poolKeys  = 1 << 16
	callKeys  = 4096
	finalists = 8
	nearBest  = 1.6 // times the best total of the first round
)

// timeAll times kernels side by side: each once a block, in another order in each.
func timeAll(ctx context.Context, kernels []measure.Kernel, blocks int) ([]plan.Timed, error) {
	timer, err := measure.NewTimer()
	if err != nil {
		return nil, err
	}
	taken := make([][]plan.Block, len(kernels))
	order := rand.New(rand.NewPCG(keySeed, uint64(len(kernels))))
	for range blocks {
		for _, i := range order.Perm(len(kernels)) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			t, err := timer.Time(kernels[i], sampleCount)
			if err != nil {
				return nil, err
			}
			taken[i] = append(taken[i], plan.Block{Ns: record.Float(t.Median()), Least: record.Float(t.Least()), Samples: plan.SampleList(t.Samples)})
		}
	}
	all := make([]plan.Timed, len(kernels))
	for i, blocks := range taken {
		all[i] = plan.SummariseBlocks(blocks)
	}
	return all, nil
}

// filterKernel builds the filter with n keys and returns its look-ups, one a call or in bulk as the wish has them: from
// a pool, of whose keys the wish's share is in the filter. The results' look-ups of keys are timed the same way.
func filterKernel(ctx context.Context, e filter.Entry, spec filter.Spec, h hash.Hash, w FilterWish) (measure.Kernel, error) {
	all, err := keys.Fixed(keyBytes, keySeed, spec.N+poolKeys)
	if err != nil {
		return measure.Kernel{}, err
	}
	f, err := plan.BuildFilter(ctx, e, spec, h, keys.Part(all, 0, spec.N))
	if err != nil {
		return measure.Kernel{}, err
	}
	pool, draw := make([][]byte, poolKeys), rand.New(rand.NewPCG(keySeed, spec.N))
	for i := range pool {
		at := spec.N + draw.Uint64N(poolKeys)
		if draw.Float64() < w.HitShare {
			at = draw.Uint64N(spec.N)
		}
		pool[i] = all.Append(nil, at)
	}
	at := 0
	return measure.Kernel{Keys: callKeys, Run: func() (count uint64) {
		asked := pool[at : at+callKeys]
		at = (at + callKeys) % len(pool)
		if w.Bulk {
			return uint64(f.Count(asked))
		}
		for _, key := range asked {
			if f.Contains(key) {
				count++
			}
		}
		return count
	}}, nil
}
