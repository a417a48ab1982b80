package quality

import (
	"context"
	"fmt"
	"math/bits"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// The filter of the pollution arm, and how often it is asked. After about 3.3 million candidates the adversary has
// chosen all keys; at twelve times as many he gives up.
const (
	pollutedN       = 10_000
	pollutedM       = 100_000
	pollutedK       = 7
	pollutedQueries = 500_000
	mostCandidates  = 40_000_000
	pollutedSteps   = 10     // in which the filter fills
	firstStep       = 4      // after which it is asked for the first time: before, a rate is too low to be seen
	stepQueries     = 25_000 // how many of the absent keys it is asked for after a step
)

// runPollution fills a filter with chosen or with honest keys and asks it for others, some on the way and many at the
// end.
func runPollution(ctx context.Context, d design, p *record.QualityPoint) ([]record.QualityStep, error) {
	h, err := d.open()
	if err != nil {
		return nil, err
	}
	e, err := filter.Find(plan.BaseFilter)
	if err != nil {
		return nil, err
	}
	f, err := e.Keyed(filter.Spec{M: pollutedM, K: pollutedK}, h)
	if err != nil {
		return nil, err
	}
	class, err := keys.Find(plan.BaseClass)
	if err != nil {
		return nil, err
	}
	candidates, absent, err := class.Split(mostCandidates, pollutedQueries, d.drawn)
	if err != nil {
		return nil, err
	}
	var steps []record.QualityStep
	few := keys.Part(absent, 0, stepQueries)
	if p.Candidates, err = d.insert(ctx, f, candidates, func(n uint64) error {
		if n < firstStep*pollutedN/pollutedSteps {
			return nil
		}
		step := record.QualityStep{Hash: d.hash.Name, HashSeed: d.hashSeed, Insertion: d.insertion, Seed: p.Seed, N: n}
		step.Queries, step.FalsePositives, step.FillRatio, err = count(ctx, f, few)
		steps = append(steps, step)
		return err
	}); err != nil {
		return nil, err
	}
	p.N, p.M, p.K = pollutedN, f.Params().M, f.Params().K
	p.Queries, p.FalsePositives, p.FillRatio, err = count(ctx, f, absent)
	return steps, err
}

// count asks the filter for absent keys.
func count(ctx context.Context, f filter.MutableKeyFilter, absent keys.Stream) (queries, positives uint64, fill record.Float, err error) {
	fill = record.Unknown
	if ratio, ok := filter.FillRatio(f); ok {
		fill = record.Float(ratio)
	}
	err = keys.Each(ctx, absent, func(_ uint64, ks [][]byte) error {
		positives += uint64(f.Count(ks))
		return nil
	})
	return absent.Len(), positives, fill, err
}

// insert adds the keys of the design, calls each after every step of them, and returns how many were tried.
func (d design) insert(ctx context.Context, f filter.MutableKeyFilter, candidates keys.Stream, each func(n uint64) error) (tried uint64, err error) {
	if d.insertion == honest {
		for n := uint64(0); n < pollutedN; {
			if added := f.AddAll(keys.All(keys.Part(candidates, n, pollutedN/pollutedSteps))); added < pollutedN/pollutedSteps {
				return 0, fmt.Errorf("the filter took %d of %d keys", added, pollutedN/pollutedSteps)
			}
			n += pollutedN / pollutedSteps
			if err := each(n); err != nil {
				return 0, err
			}
		}
		return pollutedN, nil
	}
	public, err := d.hash.New(0)
	if err != nil {
		return 0, err
	}
	return choose(ctx, candidates, public, f, each)
}

// choose adds only keys whose probes are unset bits, all different, of a filter on the public function. The
// adversary knows that function and keeps a filter of his own.
func choose(ctx context.Context, stream keys.Stream, public hash.Hash, f filter.MutableKeyFilter, each func(n uint64) error) (tried uint64, err error) {
	own, added := make([]uint64, (pollutedM+63)/64), 0
	var batch keys.Batch
	var hashes [512]uint64
	for from := uint64(0); from+uint64(len(hashes)) <= stream.Len(); from += uint64(len(hashes)) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		ks := batch.Load(stream, from, len(hashes))
		public.Sum(hashes[:], ks)
		for i, h := range hashes {
			if !claim(own, h) {
				continue
			}
			if !f.Add(ks[i]) {
				return 0, fmt.Errorf("the filter is full after %d keys", added)
			}
			if added++; added%(pollutedN/pollutedSteps) != 0 {
				continue
			}
			if err := each(uint64(added)); err != nil || added == pollutedN {
				return from + uint64(i) + 1, err
			}
		}
	}
	return 0, fmt.Errorf("only %d of %d keys could be chosen among %d", added, pollutedN, stream.Len())
}

// claim sets the bits of h in the adversary's own filter where all of them are unset and different, and reports
// whether that was so. It is written out from the description of plan.BaseFilter: the hash is multiplied by a
// constant for each probe, and the high word of its product with m is the bit.
func claim(own []uint64, h uint64) bool {
	const multiplier = 0xf1357aea2e62a9c5
	var at [pollutedK]uint64
	for i := range at {
		h *= multiplier
		at[i], _ = bits.Mul64(h, pollutedM)
		if own[at[i]/64]>>(at[i]%64)&1 == 1 {
			return false
		}
		for _, before := range at[:i] {
			if before == at[i] {
				return false
			}
		}
	}
	for _, bit := range at {
		own[bit/64] |= 1 << (bit % 64)
	}
	return true
}
