package signup

import (
	"context"
	"fmt"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/filter"
)

// kernelNames is how many absent names the kernels go through, and kernelCall how many of them in one run.
const (
	kernelNames = 1 << 14
	kernelCall  = 1 << 10
)

// Kernels returns what a look-up in the embedded database costs that a guard saves, and what the guard costs: both
// ask for absent names, the one in a warm table of n users, the other the filter bloom-classic with xxh3 that
// holds them at a rate of 1 %. The table is kept as long as the process lives.
func Kernels(ctx context.Context, n uint64) (database, guard measure.Kernel, err error) {
	class, err := keys.Find("usernames")
	if err != nil {
		return database, guard, err
	}
	in, out, err := class.Split(n, kernelNames, 1)
	if err != nil {
		return database, guard, err
	}
	e, err := filter.Find(plan.BaseFilter)
	if err != nil {
		return database, guard, err
	}
	h, err := plan.OpenHash(plan.BaseHash)
	if err != nil {
		return database, guard, err
	}
	f, err := plan.BuildFilter(ctx, e, filter.Spec{N: n, FPR: 0.01}, h, in)
	if err != nil {
		return database, guard, err
	}
	t, err := openSQLite(ctx, cacheWarm, rows{class.Name, n, 1, in}, reading)
	if err != nil {
		return database, guard, err
	}
	absent := keys.All(out)
	names := make([]string, len(absent))
	for i, key := range absent {
		names[i] = string(key)
		if found, err := t.find(ctx, names[i]); found || err != nil {
			return database, guard, fmt.Errorf("absent name %q is found: %t, %w", names[i], found, err)
		}
	}
	return turns(names, func(some []string) (found uint64) {
		for _, name := range some {
			if there, err := t.find(ctx, name); there || err != nil {
				return 0 // seen above
			}
			found++
		}
		return found
	}), turns(absent, func(some [][]byte) uint64 { return uint64(f.Count(some)) + 1 }), nil
}

// turns returns a kernel that hands the queries to run in calls, from the first again after the last.
func turns[K any](queries []K, run func([]K) uint64) measure.Kernel {
	at := 0
	return measure.Kernel{Keys: kernelCall, Run: func() uint64 {
		n := run(queries[at : at+kernelCall])
		at = (at + kernelCall) % len(queries)
		return n
	}}
}
