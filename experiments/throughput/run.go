package throughput

import (
	"context"
	"fmt"
	"sync"

	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// How many samples a series takes in one block: of adding fewer, since each makes a whole filter, and of many keys fewer
// still, since each is a mean over all of them.
const (
	samples        = 5
	addSamples     = 3
	addManySamples = 2
	many           = 1_000_000
)

func samplesOf(d design) int {
	switch {
	case d.op == opAdd && d.threads == 0 && d.n >= many:
		return addManySamples
	case d.op == opAdd || d.op == opBuild || d.op == opChange:
		return addSamples
	}
	return samples
}

var timer = sync.OnceValues(measure.NewTimer)

// run times one series in one block.
func run(ctx context.Context, scope plan.Scope, key record.Key) (any, error) {
	d, err := read(key.Factors)
	if err != nil {
		return nil, err
	}
	d.first = key.Seed == scope.Seed
	t, err := timer()
	if err != nil {
		return nil, err
	}
	if d.op == opBeside {
		return runBeside(t, d, key)
	}
	var s series
	switch {
	case d.op == opBuild:
		s, err = buildSeries(d)
	case d.op == opChange:
		s, err = changeSeries(d)
	case d.locator != nil:
		s, err = locatorSeries(d)
	default:
		s, err = filterKernel(ctx, d)
	}
	if err != nil {
		return nil, err
	}
	timing, err := t.Time(s.kernel, samplesOf(d))
	if err != nil {
		return nil, err
	}
	taken++
	p := point(d, key, s, timing)
	p.Order = taken
	return p, nil
}

// runBeside times look-ups beside changes in one block.
func runBeside(t *measure.Timer, d design, key record.Key) (any, error) {
	s, timing, b, err := timeBeside(t, d)
	if err != nil {
		return nil, err
	}
	taken++
	p := point(d, key, s, timing)
	p.Order, p.Batches = taken, len(b.Batches)
	p.BatchMedian, p.BatchP99, p.BatchMost = record.Float(b.Quantile(0.5)), record.Float(b.Quantile(0.99)), record.Float(b.Quantile(1))
	p.Changes = record.Float(float64(b.Others) / b.Lasted.Seconds())
	return p, nil
}

// taken counts the series that this process has timed.
var taken int

// series is a kernel and what is known of the structure under it.
type series struct {
	kernel  measure.Kernel
	bytes   int64
	builtin string // the hash function that is part of the code

	positives, queries uint64  // of a filter that is compared at one rate: false positives of absent keys
	bitsPerKey         float64 // and its space
}

func point(d design, key record.Key, s series, t measure.Timing) record.ThroughputPoint {
	p := record.ThroughputPoint{
		Kind: "filter", Hash: d.hash, Op: d.op, Mode: d.mode, N: d.n, Nodes: d.nodes, Bytes: s.bytes,
		HitShare: record.Float(d.hit), Block: key.Seed, Batch: t.Batch, NsPerKey: record.Float(t.Median()),
		NsMin: record.Float(t.Least()), Twin: d.twin, Attempts: t.Attempts,
		Discarded: plan.SampleList(t.Discarded), ControlNs: record.Float(t.Control), Disturbed: t.Disturbed, SampleList: plan.SampleList(t.Samples),
	}
	if d.mode == modeKeys {
		p.Hash = plan.HashColumn(d.hash, s.builtin)
	}
	if d.op != opContains && d.op != opBulk {
		p.HitShare = record.Unknown
	}
	p.TargetFPR, p.BatchMedian, p.BatchP99, p.BatchMost, p.Changes = record.Unknown, record.Unknown, record.Unknown, record.Unknown, record.Unknown
	p.BitsPerKey, p.Threads, p.Guard = record.Unknown, d.threads, d.guard
	if d.filter != nil {
		p.TargetFPR = record.Float(d.target)
		p.Equal = d.equal
	}
	if d.equal {
		p.Positives, p.Queries, p.BitsPerKey = s.positives, s.queries, record.Float(s.bitsPerKey)
	}
	if d.locator != nil {
		p.Impl, p.Kind = d.locator.Name, "locator"
	} else {
		p.Impl = d.filter.Name
	}
	return p
}

// stock keeps what is costly to set up between the blocks of a run, the first that was set up leaving first.
type stock[V any] struct {
	most  int
	names []string
	held  map[string]V
}

func (s *stock[V]) get(name string, build func() (V, error)) (V, error) {
	if v, ok := s.held[name]; ok {
		return v, nil
	}
	v, err := build()
	if err != nil {
		return v, fmt.Errorf("%s: %w", name, err)
	}
	if s.held == nil {
		s.held = map[string]V{}
	}
	if len(s.names) == s.most {
		delete(s.held, s.names[0])
		s.names = s.names[1:]
	}
	s.names, s.held[name] = append(s.names, name), v
	return v, nil
}
