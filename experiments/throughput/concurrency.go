package throughput

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// Filters that are read by several threads at a time; the last of them is written by several too, and the
// first one behind a lock, which is what programs do that have no other.
var readByMany = []string{"bloom-classic", "bloom-split-256", "fuse-8", concurrentFilter}

const (
	concurrentFilter = "bloom-concurrent"
	guardRWMutex     = "rwmutex" // a sync.RWMutex, taken for each key
	threadKeys       = 1 << 16   // keys that all threads handle in a call between them
)

func concurrencies(s plan.Scope) (cells []plan.Cell) {
	add := func(name, op, guard string) {
		e, err := filter.Find(name)
		if err != nil {
			return
		}
		for _, threads := range []int{1, 2} {
			f := filterSeries(e, op, modePrehashed, equalN, 0.5)
			for factor, level := range plan.NewFactors("threads", threads, "guard", guard) {
				f = f.With(factor, level)
			}
			cells = append(cells, plan.Cell{Factors: f, Seeds: blocks(s)})
		}
	}
	for _, name := range readByMany {
		add(name, opBulk, "")
	}
	for _, op := range plan.Pick(s.Profile, []string{opMixed}, []string{opAdd, opMixed}, []string{opAdd, opMixed}) {
		add(concurrentFilter, op, "")
		add(plan.BaseFilter, op, guardRWMutex)
	}
	return cells
}

// checkThreads returns an error where a filter cannot be used so by several threads.
func checkThreads(d *design) error {
	switch {
	case d.guard != "" && d.guard != guardRWMutex:
		return fmt.Errorf("guard %q: there is %s", d.guard, guardRWMutex)
	case d.op == opContains:
		return fmt.Errorf("op %s of %d threads: look-ups of several threads are timed by %s", d.op, d.threads, opBulk)
	case d.op != opBulk && d.guard == "" && !d.filter.Concurrent:
		return fmt.Errorf("op %s of %d threads: %s is not safe without a guard", d.op, d.threads, d.filter.Name)
	case d.op != opBulk && d.filter.New == nil:
		return fmt.Errorf("op %s: %s takes no keys one by one", d.op, d.filter.Name)
	case d.n < 1 || !(d.hit >= 0 && d.hit <= 1) || d.mode != modePrehashed:
		return fmt.Errorf("n = %d keys at hit share %v, mode %s: want at least 1, 0 … 1 and %s", d.n, d.hit, d.mode, modePrehashed)
	case !d.meets():
		return errors.New("it meets no rate that is timed")
	}
	return nil
}

// concurrencyCost predicts the seconds of a series; starting threads and taking locks comes to tens of ns a key.
func concurrencyCost(d design, add, query float64) float64 {
	perCall := map[string]float64{opBulk: query, opAdd: add, opMixed: (add + query) / 2}[d.op]
	return plan.SeriesCost(samples, perCall+20e-9, threadKeys) + plan.CollectCost
}

// concurrent times what several threads do to one filter, each on its own part of the hashes.
func concurrent(ctx context.Context, d design, spec filter.Spec, h hash.Hash) (series, error) {
	pool, err := hashPool(ctx, d, h)
	if err != nil {
		return series{}, err
	}
	if d.op == opBulk {
		f, err := built(ctx, d, spec, h)
		if err != nil {
			return series{}, err
		}
		return series{bytes: f.Bytes(), kernel: byThreads(d.threads, pool, func(hs []uint64) uint64 { return uint64(f.Count(hs)) })}, nil
	}
	f, err := d.filter.New(spec)
	if err != nil {
		return series{}, err
	}
	var shared writer = f
	if d.guard == guardRWMutex {
		shared = &guarded{filter: f}
	}
	work := func(hs []uint64) uint64 { return addEach(shared, hs) }
	if d.op == opMixed {
		work = func(hs []uint64) uint64 { return addAndLook(shared, hs) }
	}
	kernel := byThreads(d.threads, pool, work)
	if d.op == opAdd {
		for at := 0; at < len(pool); at += threadKeys { // every part once, then all must be there
			kernel.Run()
		}
		if found := f.Count(pool); found < len(pool) {
			return series{}, fmt.Errorf("%d of %d keys that %d threads added are lost", len(pool)-found, len(pool), d.threads)
		}
	}
	return series{bytes: f.Bytes(), kernel: kernel}, nil
}

// byThreads is a kernel that has each thread do a part of the next hashes of the pool.
func byThreads(threads int, pool []uint64, work func([]uint64) uint64) measure.Kernel {
	at := 0
	return measure.Kernel{Keys: threadKeys, Run: func() uint64 {
		part := pool[at : at+threadKeys]
		at = (at + threadKeys) % len(pool)
		if threads == 1 {
			return work(part)
		}
		var sum atomic.Uint64
		var wg sync.WaitGroup
		for i := range threads {
			wg.Go(func() { sum.Add(work(part[i*len(part)/threads : (i+1)*len(part)/threads])) })
		}
		wg.Wait()
		return sum.Load()
	}}
}

// A writer takes keys and answers for them, one by one.
type writer interface {
	Add(h uint64) bool
	Contains(h uint64) bool
}

func addEach(f writer, hs []uint64) (taken uint64) {
	for _, h := range hs {
		if f.Add(h) {
			taken++
		}
	}
	return taken
}

// addAndLook adds every second hash and looks the others up.
func addAndLook(f writer, hs []uint64) (yes uint64) {
	for i, h := range hs {
		if i%2 == 0 && f.Add(h) || i%2 == 1 && f.Contains(h) {
			yes++
		}
	}
	return yes
}

// guarded is a filter behind a lock that look-ups share.
type guarded struct {
	lock   sync.RWMutex
	filter filter.Mutable
}

func (g *guarded) Add(h uint64) bool {
	g.lock.Lock()
	defer g.lock.Unlock()
	return g.filter.Add(h)
}

func (g *guarded) Contains(h uint64) bool {
	g.lock.RLock()
	defer g.lock.RUnlock()
	return g.filter.Contains(h)
}

func concurrencyRow(cell []record.ThroughputPoint) record.ConcurrencyRow {
	first, t := cell[0], timed(cell)
	return record.ConcurrencyRow{Impl: first.Impl, Guard: first.Guard, Op: first.Op, N: first.N, Threads: first.Threads,
		NsPerKey: t.Ns, NsLow: t.Low, NsHigh: t.High, NsMin: t.Least, Blocks: t.Blocks, BootLow: t.BootLow, BootHigh: t.BootHigh}
}
