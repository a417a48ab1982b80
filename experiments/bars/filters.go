package bars

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/impl/filter"
)

const (
	target   = 0.01 // rate that filters are sized for
	keyBytes = 16
	keySeed  = 1
	callKeys = 4096 // of one call of a bulk operation
)

// The pool of queries is large enough to touch every cache line of a filter in one turn, so that what stays
// in the cache is what the filter's size allows.
const (
	leastPool    = 1 << 18
	mostHashes   = 1 << 22
	mostPoolKeys = 1 << 20
)

func (s *Shelf) poolSize(filterBytes int64, most uint64) uint64 {
	if s.shrink > 1 {
		return 2 * callKeys
	}
	lines := uint64(filterBytes) / 64
	return min(max(leastPool, uint64(1)<<bits.Len64(4*lines)), most)
}

// A filled is a filter of n present keys, and what it is sized as.
type filled struct {
	name string // as registered
	n    uint64
	// as is the filter whose m, and k where that is free, this one takes over; "" sizes it for the target rate.
	as string
}

func (f filled) String() string { return fmt.Sprintf("%s as %s n=%d", f.name, f.as, f.n) }

// spec returns what the filter is asked for.
func (f filled) spec(s *Shelf) (filter.Spec, error) {
	n := s.size(f.n)
	if f.as == "" {
		return filter.Spec{N: n, FPR: target}, nil
	}
	like, err := filled{f.as, f.n, ""}.open(s)
	if err != nil {
		return filter.Spec{}, err
	}
	p := like.Params()
	return filter.Spec{M: p.M, K: p.K}, nil
}

// stream returns all keys that there are: the first n are present.
func (f filled) stream(s *Shelf) (keys.Stream, error) {
	return keys.Fixed(keyBytes, keySeed, s.size(f.n)+mostHashes)
}

// open returns the filter with its keys in it.
func (f filled) open(s *Shelf) (filter.KeyFilter, error) {
	return keep(s, f.String(), func() (filter.KeyFilter, error) {
		e, err := filter.Find(f.name)
		if err != nil {
			return nil, err
		}
		spec, err := f.spec(s)
		if err != nil {
			return nil, err
		}
		h, err := plan.OpenHash(plan.FilterHash(e))
		if err != nil {
			return nil, err
		}
		all, err := f.stream(s)
		if err != nil {
			return nil, err
		}
		return plan.BuildFilter(s.ctx, e, spec, h, keys.Part(all, 0, s.size(f.n)))
	})
}

// A mix is a list of queries of which some are for present keys.
type mix[K any] struct {
	queries []K
	present int
}

// picks returns the numbers of the keys that are asked for, of which hit are present, in random order, and how
// many those are.
func picks(n, size uint64, hit float64) (numbers []uint64, present int) {
	r := rand.New(rand.NewPCG(keySeed, n))
	numbers = make([]uint64, size)
	for i := range numbers {
		if r.Float64() < hit {
			numbers[i] = r.Uint64N(n)
			present++
		} else {
			numbers[i] = n + r.Uint64N(mostHashes)
		}
	}
	return numbers, present
}

// keyMix returns queries as keys, back to back in memory.
func (f filled) keyMix(s *Shelf, size uint64, hit float64) (mix[[]byte], error) {
	return keep(s, fmt.Sprintf("keys n=%d hit=%v of %d", f.n, hit, size), func() (m mix[[]byte], err error) {
		all, err := f.stream(s)
		if err != nil {
			return m, err
		}
		numbers, present := picks(s.size(f.n), size, hit)
		m.present = present
		buf := make([]byte, 0, keyBytes*len(numbers))
		for _, i := range numbers {
			start := len(buf)
			buf = all.Append(buf, i)
			m.queries = append(m.queries, buf[start:len(buf):len(buf)])
		}
		return m, nil
	})
}

// hashMix returns queries as hashes.
func (f filled) hashMix(s *Shelf, size uint64, hit float64) (mix[uint64], error) {
	return keep(s, fmt.Sprintf("hashes n=%d hit=%v of %d", f.n, hit, size), func() (m mix[uint64], err error) {
		all, err := f.stream(s)
		if err != nil {
			return m, err
		}
		h, err := plan.OpenHash(plan.BaseHash)
		if err != nil {
			return m, err
		}
		numbers, present := picks(s.size(f.n), size, hit)
		m.present = present
		m.queries = make([]uint64, len(numbers))
		var key []byte
		for i, at := range numbers {
			key = all.Append(key[:0], at)
			m.queries[i] = h.Bytes(key)
		}
		return m, nil
	})
}

// check returns an error where a filter does not say yes to all present keys of the queries, or says it to
// more of the absent ones than any rate near the target explains: what is timed is then not the work.
func (m mix[K]) check(yes int) error {
	absent := len(m.queries) - m.present
	if most := m.present + absent/20; yes < m.present || yes > most {
		return fmt.Errorf("it says yes to %d of %d queries, of which %d are for present keys: want up to %d", yes, len(m.queries), m.present, most)
	}
	return nil
}

// turns returns a kernel that hands the queries to run in calls, from the first again after the last.
func turns[K any](queries []K, run func([]K) int) measure.Kernel {
	at := 0
	return measure.Kernel{Keys: callKeys, Run: func() uint64 {
		n := run(queries[at : at+callKeys])
		at = (at + callKeys) % len(queries)
		return uint64(n)
	}}
}

// bulk is looking up prepared hashes, many a call.
func (f filled) bulk(hit float64, text string) Side {
	return f.hashed(hit, text, func(f filter.Filter) func([]uint64) int { return f.Count })
}

// single is looking up prepared hashes, one a call.
func (f filled) single(hit float64, text string) Side {
	return f.hashed(hit, text, func(f filter.Filter) func([]uint64) int {
		return func(hs []uint64) int {
			count := 0
			for _, h := range hs {
				if f.Contains(h) {
					count++
				}
			}
			return count
		}
	})
}

func (f filled) hashed(hit float64, text string, way func(filter.Filter) func([]uint64) int) Side {
	return Side{text, func(s *Shelf) (measure.Kernel, error) {
		keyed, err := f.open(s)
		if err != nil {
			return measure.Kernel{}, err
		}
		inner := filter.Unjoin(keyed)
		if inner == nil {
			return measure.Kernel{}, fmt.Errorf("filter %s takes keys only", f.name)
		}
		m, err := f.hashMix(s, s.poolSize(inner.Bytes(), mostHashes), hit)
		if err != nil {
			return measure.Kernel{}, err
		}
		run := way(inner)
		return turns(m.queries, run), m.check(run(m.queries))
	}}
}

// keyed is looking up keys, hashing included, many a call.
func (f filled) keyed(hit float64, text string) Side {
	return Side{text, func(s *Shelf) (measure.Kernel, error) {
		k, err := f.open(s)
		if err != nil {
			return measure.Kernel{}, err
		}
		m, err := f.keyMix(s, s.poolSize(k.Bytes(), mostPoolKeys), hit)
		if err != nil {
			return measure.Kernel{}, err
		}
		return turns(m.queries, k.Count), m.check(k.Count(m.queries))
	}}
}

// adding is adding keys, hashing included, many a call, to a filter that holds n keys. Keys come round again:
// setting a bit costs the same where it is set.
func (f filled) adding(text string) Side {
	return Side{text, func(s *Shelf) (measure.Kernel, error) {
		k, err := f.open(s)
		if err != nil {
			return measure.Kernel{}, err
		}
		mutable, ok := k.(filter.MutableKeyFilter)
		if !ok {
			return measure.Kernel{}, fmt.Errorf("filter %s is static", f.name)
		}
		m, err := f.keyMix(s, s.poolSize(k.Bytes(), mostPoolKeys), 1)
		if err != nil {
			return measure.Kernel{}, err
		}
		return turns(m.queries, mutable.AddAll), nil
	}}
}

// building is making a static filter of prepared hashes.
func (f filled) building(text string) Side {
	return Side{text, func(s *Shelf) (measure.Kernel, error) {
		e, hs, err := f.toBuild(s)
		if err != nil {
			return measure.Kernel{}, err
		}
		spec := filter.Spec{N: uint64(len(hs)), FPR: target}
		return measure.Kernel{Keys: len(hs), Run: func() uint64 {
			built, err := e.Build(spec, hs)
			if err != nil {
				return 0
			}
			return uint64(built.Count(hs[:1]))
		}}, buildable(e, spec, hs)
	}}
}

// toBuild returns the entry of a static filter, and its hashes.
func (f filled) toBuild(s *Shelf) (e filter.Entry, hs []uint64, err error) {
	if e, err = filter.Find(f.name); err != nil {
		return e, nil, err
	}
	if e.Build == nil {
		return e, nil, fmt.Errorf("filter %s is not static", f.name)
	}
	hs, err = keep(s, fmt.Sprintf("present hashes n=%d", f.n), func() ([]uint64, error) {
		all, err := f.stream(s)
		if err != nil {
			return nil, err
		}
		h, err := plan.OpenHash(plan.BaseHash)
		if err != nil {
			return nil, err
		}
		return plan.Hashes(s.ctx, keys.Part(all, 0, s.size(f.n)), h)
	})
	return e, hs, err
}

// buildable returns an error where the filter cannot be built, or lacks one of its keys.
func buildable(e filter.Entry, spec filter.Spec, hs []uint64) error {
	built, err := e.Build(spec, hs)
	if err != nil {
		return err
	}
	if got := built.Count(hs); got != len(hs) {
		return fmt.Errorf("filter %s holds %d of its %d keys", e.Name, got, len(hs))
	}
	return nil
}

// copying is copying the hashes of a static filter, as an adapter does before a library that reorders them.
func (f filled) copying(text string) Side {
	return Side{text, func(s *Shelf) (measure.Kernel, error) {
		_, hs, err := f.toBuild(s)
		return measure.Kernel{Keys: len(hs), Run: func() uint64 { return slices.Clone(hs)[0] }}, err
	}}
}

// reading is the machine's limit for a filter of blocks: one word of the block of each hash is read.
func (f filled) reading(hit float64, text string) Side {
	return Side{text, func(s *Shelf) (measure.Kernel, error) {
		k, err := f.open(s)
		if err != nil {
			return measure.Kernel{}, err
		}
		r, err := measure.NewBlockReader(k.Bytes(), k.Params().BlockBits)
		if err != nil {
			return measure.Kernel{}, err
		}
		m, err := f.hashMix(s, s.poolSize(k.Bytes(), mostHashes), hit)
		if err != nil {
			return measure.Kernel{}, err
		}
		return turns(m.queries, func(hs []uint64) int { return int(r.Read(hs)) }), nil
	}}
}
