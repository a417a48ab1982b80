package bars

import (
	"context"
	"fmt"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/filter"
)

// Outside is what other experiments provide, which know a database, or what a run does.
type Outside struct {
	// Guard returns kernels that look absent names up in a database table of n users, and that ask the filter
	// before it.
	Guard func(ctx context.Context, n uint64) (database, guard measure.Kernel, err error)
	// Positives counts for how many keys of a stream a filter says yes, as the fpr experiment does.
	Positives func(context.Context, filter.KeyFilter, keys.Stream) (uint64, error)
}

const (
	guardedUsers = 1_000_000
	engineKeys   = 100_000 // in the filter
	engineAsked  = 1 << 16 // absent keys a run
)

// contests are those with the sides from outside.
func (o Outside) contests() []Contest {
	contests := []Contest{{"the sign-up page", []Bar{{
		Name: "guard-sqlite-1e6", What: "asking bloom-classic with xxh3 for absent names, 1e6 users: against the look-up in warm SQLite that it saves",
		Relation: AtLeast, Wanted: 100, Unit: "name",
		Over:  Side{"SQLite", func(s *Shelf) (measure.Kernel, error) { k, err := o.kernels(s); return k[0], err }},
		Under: Side{"bloom-classic with xxh3", func(s *Shelf) (measure.Kernel, error) { k, err := o.kernels(s); return k[1], err }},
	}}}}
	for _, name := range plan.BaseFilters() {
		contests = append(contests, Contest{"the engine of fpr, " + name, []Bar{{
			Name: "engine-" + name, What: fmt.Sprintf("probing %s with xxh3 as the fpr experiment does, 1e5 keys: against the bulk look-up and the stream of keys, timed apart", name),
			Relation: AtMost, Wanted: 1.5, Unit: "key",
			Over: o.probing(name), Under: asking(name), And: streaming(),
		}}})
	}
	return contests
}

func (o Outside) kernels(s *Shelf) ([2]measure.Kernel, error) {
	return keep(s, "guard and database", func() (k [2]measure.Kernel, err error) {
		k[0], k[1], err = o.Guard(s.ctx, s.size(guardedUsers))
		return k, err
	})
}

// engine returns a filter of the base, and absent keys.
func engine(s *Shelf, name string) (f filter.KeyFilter, absent keys.Stream, err error) {
	class, err := keys.Find(plan.BaseClass)
	if err != nil {
		return nil, nil, err
	}
	n := s.size(engineKeys)
	in, out, err := class.Split(n, engineAsked, keySeed)
	if err != nil {
		return nil, nil, err
	}
	f, err = keep(s, "probed "+name, func() (filter.KeyFilter, error) {
		e, err := filter.Find(name)
		if err != nil {
			return nil, err
		}
		h, err := plan.OpenHash(plan.BaseHash)
		if err != nil {
			return nil, err
		}
		return plan.BuildFilter(s.ctx, e, filter.Spec{N: n, FPR: target}, h, in)
	})
	return f, out, err
}

// probing is what the experiment does for each key.
func (o Outside) probing(name string) Side {
	return Side{name + ", the engine", func(s *Shelf) (measure.Kernel, error) {
		f, absent, err := engine(s, name)
		if err != nil {
			return measure.Kernel{}, err
		}
		_, err = o.Positives(s.ctx, f, absent)
		return measure.Kernel{Keys: engineAsked, Run: func() uint64 {
			positives, err := o.Positives(context.Background(), f, absent)
			if err != nil {
				return 0
			}
			return positives + 1
		}}, err
	}}
}

// asking is the bulk look-up of the same keys, which are ready in memory.
func asking(name string) Side {
	return Side{name + " with xxh3, bulk, and the keys' stream", func(s *Shelf) (measure.Kernel, error) {
		f, absent, err := engine(s, name)
		if err != nil {
			return measure.Kernel{}, err
		}
		return turns(keys.All(absent), f.Count), nil
	}}
}

// streaming is making the same keys, some at a time.
func streaming() Side {
	return Side{"the stream of keys", func(s *Shelf) (measure.Kernel, error) {
		_, absent, err := engine(s, plan.BaseFilter)
		return measure.Kernel{Keys: engineAsked, Run: func() (sum uint64) {
			each := func(_ uint64, some [][]byte) error {
				sum += uint64(len(some))
				return nil
			}
			if keys.Each(context.Background(), absent, each) != nil {
				return 0
			}
			return sum
		}}, err
	}}
}
