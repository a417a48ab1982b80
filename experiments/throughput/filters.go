package throughput

import (
	"context"
	"fmt"
	"math/rand/v2"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// Keys of 16 bytes stand for user ids and short names. Queries come from a pool much larger than what one
// call handles, so that neither the branch predictor nor the cache can learn them.
const (
	keyBytes   = 16
	keySeed    = 1
	poolHashes = 1 << 18
	poolKeys   = 1 << 16
	callKeys   = 4096
)

// The structures and query pools of a run that are in use by turns.
var (
	builtFilters = stock[filter.Filter]{most: 200} // all of a process, so that its blocks share them
	keyedFilters = stock[filter.KeyFilter]{most: 200}
	hashPools    = stock[[]uint64]{most: 16}
	keyPools     = stock[[][]byte]{most: 8}
)

// present returns n keys that are in the filter, and absent ones that are not.
func present(n uint64) (in, out keys.Stream, err error) {
	all, err := keys.Fixed(keyBytes, keySeed, n+poolHashes)
	if err != nil {
		return nil, nil, err
	}
	return keys.Part(all, 0, n), keys.Part(all, n, poolHashes), nil
}

// filterKernel returns the kernel of a filter's series.
func filterKernel(ctx context.Context, d design) (series, error) {
	spec := filter.Spec{N: d.n, FPR: d.target}
	base, err := plan.OpenHash(plan.BaseHash)
	if err != nil {
		return series{}, err
	}
	switch {
	case d.threads > 0:
		return concurrent(ctx, d, spec, base)
	case d.op == opAdd && d.mode == modePrehashed:
		return addHashes(ctx, d, spec, base)
	case d.op == opAdd:
		return addKeys(d, spec)
	case d.mode == modePrehashed:
		return containsHashes(ctx, d, spec, base)
	default:
		return containsKeys(ctx, d, spec)
	}
}

// addHashes times making an empty filter and adding n hashes to it.
func addHashes(ctx context.Context, d design, spec filter.Spec, h hash.Hash) (series, error) {
	hs, err := hashPools.get(fmt.Sprintf("added n=%d", d.n), func() ([]uint64, error) {
		in, _, err := present(d.n)
		if err != nil {
			return nil, err
		}
		return plan.Hashes(ctx, in, h)
	})
	if err != nil {
		return series{}, err
	}
	if d.filter.Build != nil {
		return buildHashes(d, spec, hs)
	}
	f, err := d.filter.New(spec)
	if err != nil {
		return series{}, err
	}
	return series{bytes: f.Bytes(), kernel: measure.Kernel{Keys: len(hs), Run: func() uint64 {
		f, err := d.filter.New(spec)
		if err != nil {
			return 0
		}
		return uint64(f.AddAll(hs))
	}}}, nil
}

// buildHashes times making a static filter of n hashes.
func buildHashes(d design, spec filter.Spec, hs []uint64) (series, error) {
	f, err := d.filter.Build(spec, hs)
	if err != nil {
		return series{}, err
	}
	return series{bytes: f.Bytes(), kernel: measure.Kernel{Keys: len(hs), Run: func() uint64 {
		f, err := d.filter.Build(spec, hs)
		if err != nil {
			return 0
		}
		return uint64(f.Count(hs[:1]))
	}}}, nil
}

// addKeys times making an empty filter and adding n keys to it.
func addKeys(d design, spec filter.Spec) (series, error) {
	all, err := keyPools.get(fmt.Sprintf("added n=%d", d.n), func() ([][]byte, error) {
		in, _, err := present(d.n)
		if err != nil {
			return nil, err
		}
		return keys.All(in), nil
	})
	if err != nil {
		return series{}, err
	}
	h, err := plan.OpenHash(d.hash)
	if err != nil {
		return series{}, err
	}
	f, err := d.filter.Keyed(spec, h)
	if err != nil {
		return series{}, err
	}
	return series{bytes: f.Bytes(), builtin: d.filter.BuiltinHash, kernel: measure.Kernel{Keys: len(all), Run: func() uint64 {
		f, err := d.filter.Keyed(spec, h)
		if err != nil {
			return 0
		}
		return uint64(f.AddAll(all))
	}}}, nil
}

// containsHashes times look-ups of hashes that are prepared.
func containsHashes(ctx context.Context, d design, spec filter.Spec, h hash.Hash) (series, error) {
	f, err := built(ctx, d, spec, h)
	if err != nil {
		return series{}, err
	}
	pool, err := hashPool(ctx, d, h)
	if err != nil {
		return series{}, err
	}
	look := singly(f)
	if d.op == opBulk {
		look = inBulk(f)
	}
	at := 0
	s := series{bytes: f.Bytes(), kernel: measure.Kernel{Keys: callKeys, Run: func() uint64 {
		count := look(pool[at : at+callKeys])
		at = (at + callKeys) % len(pool)
		return count
	}}}
	if d.equal {
		err = s.askAbsent(ctx, d, f, h)
	}
	return s, err
}

// built returns the filter of a series, filled.
func built(ctx context.Context, d design, spec filter.Spec, h hash.Hash) (filter.Filter, error) {
	return builtFilters.get(fmt.Sprintf("%s n=%d target=%v", d.filter.Name, d.n, d.target), func() (filter.Filter, error) {
		in, _, err := present(d.n)
		if err != nil {
			return nil, err
		}
		f, err := plan.BuildFilter(ctx, *d.filter, spec, h, in)
		if err != nil {
			return nil, err
		}
		return filter.Unjoin(f), nil
	})
}

// hashPool returns the hashes of a series' queries.
func hashPool(ctx context.Context, d design, h hash.Hash) ([]uint64, error) {
	return hashPools.get(fmt.Sprintf("queries n=%d hit=%v", d.n, d.hit), func() ([]uint64, error) {
		mixed, err := queries(d, poolHashes)
		if err != nil {
			return nil, err
		}
		return plan.Hashes(ctx, mixed, h)
	})
}

// singly looks hashes up one by one, by the interface, as a program does that has one at a time. The control
// null shows what the calls take.
func singly(f filter.Filter) func([]uint64) uint64 {
	return func(hs []uint64) (count uint64) {
		for _, h := range hs {
			if f.Contains(h) {
				count++
			}
		}
		return count
	}
}

// inBulk looks all hashes up in one call that says yes or no to each.
func inBulk(f filter.Filter) func([]uint64) uint64 {
	answers := make([]bool, callKeys)
	return func(hs []uint64) (yes uint64) {
		f.ContainsAll(answers, hs)
		if answers[len(hs)-1] {
			yes = 1
		}
		return yes
	}
}

// containsKeys times look-ups of keys, hashing included.
func containsKeys(ctx context.Context, d design, spec filter.Spec) (series, error) {
	f, err := keyedFilters.get(fmt.Sprintf("%s n=%d hash=%s", d.filter.Name, d.n, d.hash), func() (filter.KeyFilter, error) {
		h, err := plan.OpenHash(d.hash)
		if err != nil {
			return nil, err
		}
		in, _, err := present(d.n)
		if err != nil {
			return nil, err
		}
		return plan.BuildFilter(ctx, *d.filter, spec, h, in)
	})
	if err != nil {
		return series{}, err
	}
	pool, err := keyPools.get(fmt.Sprintf("queries n=%d hit=%v", d.n, d.hit), func() ([][]byte, error) {
		mixed, err := queries(d, poolKeys)
		if err != nil {
			return nil, err
		}
		return keys.All(mixed), nil
	})
	if err != nil {
		return series{}, err
	}
	at := 0
	return series{bytes: f.Bytes(), builtin: d.filter.BuiltinHash, kernel: measure.Kernel{Keys: callKeys, Run: func() (count uint64) {
		keys := pool[at : at+callKeys]
		at = (at + callKeys) % len(pool)
		if d.op == opBulk {
			return uint64(f.Count(keys))
		}
		for _, key := range keys {
			if f.Contains(key) {
				count++
			}
		}
		return count
	}}}, nil
}

// mixture is a stream of queries: each is drawn from the present or the absent keys.
type mixture struct {
	in, out keys.Stream
	picks   []int64 // number of a present key, or -1 minus that of an absent one
}

func (m mixture) Len() uint64 { return uint64(len(m.picks)) }

func (m mixture) Append(dst []byte, i uint64) []byte {
	if p := m.picks[i]; p < 0 {
		return m.out.Append(dst, uint64(-1-p))
	}
	return m.in.Append(dst, uint64(m.picks[i]))
}

// queries returns size queries of which the series' share is for present keys, in random order: neither
// the order of adding nor the branch predictor helps.
func queries(d design, size int) (keys.Stream, error) {
	in, out, err := present(d.n)
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(keySeed, d.n))
	m := mixture{in, out, make([]int64, size)}
	for i := range m.picks {
		if r.Float64() < d.hit {
			m.picks[i] = r.Int64N(int64(in.Len()))
		} else {
			m.picks[i] = -1 - r.Int64N(int64(out.Len()))
		}
	}
	return m, nil
}
