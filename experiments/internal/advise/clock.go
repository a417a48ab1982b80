package advise

import (
	"context"
	"math/rand/v2"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/filter"
)

// The keys of a calibration, as the throughput experiment has them, and how much is timed at once.
const (
	keyBytes    = 16
	keySeed     = 1
	poolKeys    = 1 << 16
	callKeys    = 4096
	sampleCount = 3
	kernelTurns = 15 // of each hash function and locator
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

// queries returns the keys that filters of n keys are asked for, of which the share hit is present. All filters that are
// compared are asked for the same keys in the same memory, as in the throughput experiment: with copies of their own two
// builds of one filter differed by up to 30 %, since the copies lay better or worse in the caches; so they do not by 5 %.
func queries(n uint64, hit float64) ([][]byte, error) {
	all, err := keys.Fixed(keyBytes, keySeed, n+poolKeys)
	if err != nil {
		return nil, err
	}
	draw := rand.New(rand.NewPCG(keySeed, n))
	pool, text := make([][]byte, poolKeys), make([]byte, 0, poolKeys*keyBytes)
	for i := range pool {
		at := n + draw.Uint64N(poolKeys)
		if draw.Float64() < hit {
			at = draw.Uint64N(n)
		}
		text = all.Append(text, at)
		pool[i] = text[len(text)-keyBytes:]
	}
	return pool, nil
}

// filterKernel builds the candidate with n keys and returns its look-ups of the pool, one a call or in bulk.
func filterKernel(ctx context.Context, c Candidate, n uint64, pool [][]byte, bulk bool) (measure.Kernel, error) {
	h, err := plan.OpenHash(c.Hash)
	if err != nil {
		return measure.Kernel{}, err
	}
	in, err := keys.Fixed(keyBytes, keySeed, n)
	if err != nil {
		return measure.Kernel{}, err
	}
	f, err := plan.BuildFilter(ctx, c.Entry, filter.Spec{N: n, FPR: c.Spec.FPR}, h, in)
	if err != nil {
		return measure.Kernel{}, err
	}
	at := 0
	return measure.Kernel{Keys: callKeys, Run: func() (count uint64) {
		asked := pool[at : at+callKeys]
		at = (at + callKeys) % len(pool)
		if bulk {
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
