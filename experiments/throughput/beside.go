package throughput

import (
	"fmt"
	"sync"
	"time"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/impl/consistent"
)

// Look-ups of one thread beside another that changes the nodes all the time: does a change hold them up?

const (
	opBeside      = "locate-beside-changes"
	guardSnapshot = "snapshot" // consistent.Concurrent: a change is made on a copy, which then takes the old one's place
	besideNodes   = 1_000      // a change takes long enough to be seen
	besideKeys    = 512        // of one call, a batch: short beside a change
	besideLasts   = 40 * time.Millisecond
)

// besides are look-ups with nobody beside them (1 thread) and with a thread that changes nodes (2), by how they are
// kept apart.
func besides(s plan.Scope) (cells []plan.Cell) {
	e, err := consistent.Find(plan.BaseLocator)
	if err != nil || s.Profile == plan.Smoke {
		return nil
	}
	for _, guard := range []string{guardSnapshot, guardRWMutex} {
		for _, threads := range []int{1, 2} {
			f := locatorSeriesOf(e, modePrehashed, besideNodes).With("op", opBeside)
			for factor, level := range plan.NewFactors("threads", threads, "guard", guard) {
				f = f.With(factor, level)
			}
			cells = append(cells, plan.Cell{Factors: f, Seeds: blocks(s)})
		}
	}
	return cells
}

// checkBeside returns an error where look-ups of a locator cannot be timed so.
func checkBeside(d design) error {
	switch {
	case d.guard != guardSnapshot && d.guard != guardRWMutex:
		return fmt.Errorf("guard %q: look-ups beside changes are kept apart by %s and %s", d.guard, guardSnapshot, guardRWMutex)
	case d.threads != 1 && d.threads != 2:
		return fmt.Errorf("op %s of %d threads: one looks up, and another may change nodes", d.op, d.threads)
	case d.mode != modePrehashed || d.locator.New == nil:
		return fmt.Errorf("op %s in mode %q: want %s, of a locator on hashes", d.op, d.mode, modePrehashed)
	}
	return nil
}

// timeBeside times one series in one block.
func timeBeside(t *measure.Timer, d design) (series, measure.Timing, measure.Beside, error) {
	kernel, change, bytes, err := besideKernel(d)
	if err != nil {
		return series{}, measure.Timing{}, measure.Beside{}, err
	}
	if d.threads == 1 {
		change = nil
	}
	b, err := t.TimeBeside(kernel, change, besideLasts)
	timing := measure.Timing{Batch: besideKeys * len(b.Batches) / samples, Attempts: 1}
	for i := range samples { // so many parts of the time, one after the other
		part := b.Batches[i*len(b.Batches)/samples : (i+1)*len(b.Batches)/samples]
		sum := 0.0
		for _, ns := range part {
			sum += ns
		}
		timing.Samples = append(timing.Samples, sum/float64(max(len(part), 1)*besideKeys))
	}
	return series{kernel: kernel, bytes: bytes}, timing, b, err
}

// besideKernel returns look-ups, and a change: a node in the middle leaves, or comes back.
func besideKernel(d design) (kernel measure.Kernel, change func() error, bytes int64, err error) {
	class, err := keys.Find(locateClass)
	if err != nil {
		return measure.Kernel{}, nil, 0, err
	}
	in, _, err := class.Split(poolKeys, 0, keySeed)
	if err != nil {
		return measure.Kernel{}, nil, 0, err
	}
	h, err := plan.OpenHash(plan.BaseHash)
	if err != nil {
		return measure.Kernel{}, nil, 0, err
	}
	pool, err := locatedHashes(in, h)
	if err != nil {
		return measure.Kernel{}, nil, 0, err
	}
	nodes := plan.Nodes(d.nodes, keySeed)
	l, err := d.locator.New(consistent.Options{Hash: h}, nodes)
	if err != nil {
		return measure.Kernel{}, nil, 0, err
	}
	shared, err := keptApart(l, d.guard)
	if err != nil {
		return measure.Kernel{}, nil, 0, err
	}
	at, dst := 0, make([]int32, besideKeys)
	kernel = measure.Kernel{Keys: besideKeys, Run: func() uint64 {
		shared.LocateAll(dst, pool[at:at+besideKeys])
		at = (at + besideKeys) % len(pool)
		return total(dst)
	}}
	id, there := nodes[len(nodes)/2].ID, true
	change = func() error {
		there = !there
		if there {
			return shared.Add(id, 1)
		}
		return shared.Remove(id)
	}
	return kernel, change, l.Bytes(), nil
}

// A changing locator may be changed beside look-ups.
type changing interface {
	LocateAll(dst []int32, hs []uint64)
	Add(id string, weight float64) error
	Remove(id string) error
}

func keptApart(l consistent.Locator, guard string) (changing, error) {
	if guard == guardRWMutex {
		return &lockedLocator{locator: l}, nil
	}
	return consistent.NewConcurrent(l)
}

// lockedLocator is a locator behind a lock that look-ups share, taken once a batch.
type lockedLocator struct {
	lock    sync.RWMutex
	locator consistent.Locator
}

func (l *lockedLocator) LocateAll(dst []int32, hs []uint64) {
	l.lock.RLock()
	defer l.lock.RUnlock()
	l.locator.LocateAll(dst, hs)
}

func (l *lockedLocator) Add(id string, weight float64) error {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.locator.Add(id, weight)
}

func (l *lockedLocator) Remove(id string) error {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.locator.Remove(id)
}

// besideCost predicts the seconds of one series in one block: its ring is built for each.
func besideCost(d design) float64 {
	return besideLasts.Seconds() + plan.BuildCost(*d.locator, plan.BaseHash, d.nodes) + plan.CollectCost
}

// besideRow summarises the blocks of a series.
func besideRow(cell []record.ThroughputPoint) record.BesideRow {
	first, t := cell[0], timed(cell)
	row := record.BesideRow{Impl: first.Impl, Guard: first.Guard, Nodes: first.Nodes, Threads: first.Threads, BatchKeys: besideKeys, Batches: 0,
		NsPerKey: t.Ns, NsLow: t.Low, NsHigh: t.High, Blocks: t.Blocks, MedianNs: record.Unknown, P99Ns: record.Unknown, MostNs: record.Unknown,
		ChangesPerS: record.Unknown}
	middle := func(of func(record.ThroughputPoint) record.Float) record.Float {
		var values []float64
		for _, p := range cell {
			values = append(values, float64(of(p)))
		}
		if m, ok := stats.Median(values); ok {
			return record.Float(m)
		}
		return record.Unknown
	}
	row.MedianNs = middle(func(p record.ThroughputPoint) record.Float { return p.BatchMedian })
	row.P99Ns = middle(func(p record.ThroughputPoint) record.Float { return p.BatchP99 })
	row.ChangesPerS = middle(func(p record.ThroughputPoint) record.Float { return p.Changes })
	for _, p := range cell {
		row.Batches += p.Batches
		if !row.MostNs.Known() || p.BatchMost > row.MostNs {
			row.MostNs = p.BatchMost
		}
	}
	return row
}
