// Package memory sets the space that filters and locators take beside the information bound, by their own
// account and as the heap grows.
package memory

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// Experiment is the design. Points run one at a time, since the heap is the whole process's.
var Experiment = plan.Experiment{
	Name:     "memory",
	Question: "How many bits a key does each filter need for its rate, beside the least that any could, and how many bytes does each locator take?",
	Measured: true,
	Stored:   modelFile,
	Grid:     grid,
	Check:    check,
	Cost:     cost,
	Run:      run,
	Tables:   tables,
}

// equalRate is the rate of 8-bit fingerprints, at which all filters can be compared.
const equalRate = 1.0 / 256

func grid(s plan.Scope) (cells []plan.Cell) {
	add := func(f plan.Factors) { cells = append(cells, plan.Cell{Factors: f, Seeds: 1}) }
	for _, e := range plan.Measurables() {
		for _, target := range []float64{1e-1, 3e-2, 1e-2, equalRate, 3e-3, 1e-3, 1e-4, 1e-5} {
			if plan.Meets(e, plan.BaseN, target) {
				add(plan.NewFactors("filter", e.Name, "hash", plan.FilterHash(e), "n", plan.BaseN, "target_fpr", target))
			}
		}
		for _, n := range plan.Pick(s.Profile, []int{100}, []int{10, 100, 1_000, 10_000, 1_000_000}, []int{1, 10, 100, 1_000, 10_000, 1_000_000, 10_000_000}) {
			if plan.Meets(e, uint64(n), 1e-2) {
				add(plan.NewFactors("filter", e.Name, "hash", plan.FilterHash(e), "n", n, "target_fpr", 1e-2))
			}
		}
	}
	for _, e := range plan.Locatables() {
		for _, nodes := range plan.Pick(s.Profile, []int{10, 100}, []int{10, 100, 1_000, 10_000}, []int{10, 100, 1_000, 10_000}) {
			if plan.TooMany(e.Name, nodes) == "" {
				add(plan.NewFactors("locator", e.Name, "hash", plan.LocatorHash(e), "nodes", nodes, "vnodes", e.DefaultVnodes))
			}
		}
		if e.Vnodes {
			for _, vnodes := range []int{4, 64, 256, 1_024} { // multiples of 4 for ketama, powers of two for spread tokens
				add(plan.NewFactors("locator", e.Name, "hash", plan.LocatorHash(e), "nodes", plan.BaseNodes, "vnodes", vnodes))
			}
		}
	}
	return cells
}

// design is a cell with its levels read.
type design struct {
	filter        *filter.Entry
	locator       *consistent.Entry
	hash          string
	spec          filter.Spec
	nodes, vnodes int
}

func read(f plan.Factors) (d design, err error) {
	r := f.Read()
	d = design{hash: r.Text("hash"), nodes: r.Int("nodes"), vnodes: r.Int("vnodes"),
		spec: filter.Spec{N: r.Uint("n"), FPR: r.Float("target_fpr")}}
	if err := r.Err(); err != nil {
		return d, err
	}
	if name := r.Text("locator"); name != "" {
		e, err := plan.CheckLocator(name, d.hash)
		d.locator = &e
		if err == nil && d.nodes < 1 {
			err = fmt.Errorf("nodes = %d: want at least 1", d.nodes)
		}
		return d, err
	}
	e, err := plan.CheckFilter(r.Text("filter"), d.hash)
	d.filter = &e
	if err == nil {
		err = d.spec.Check()
	}
	return d, err
}

func check(_ plan.Scope, f plan.Factors) error {
	_, err := read(f)
	return err
}

func cost(_ plan.Scope, f plan.Factors) float64 {
	d, err := read(f)
	if err != nil {
		return 0
	}
	const collect = 6e-3
	if d.locator != nil {
		return collect + builtIn(d)
	}
	add, query := plan.FilterCost(*d.filter, d.hash, d.spec)
	if d.spec.N >= peakN {
		add *= 1.5 // the collector runs often
	}
	return collect + float64(d.spec.N)*(add+10e-9) + float64(queriesOf(d))*(query+10e-9)
}

// builtIn predicts the seconds of building a locator whose memory is new, from one of few nodes in memory that was used.
func builtIn(d design) float64 {
	const tried, fresh = 1_000, 1.5
	seconds := fresh * plan.BuildCost(*d.locator, d.hash, min(d.nodes, tried))
	if d.nodes > tried {
		seconds *= float64(d.nodes) / tried
	}
	if d.vnodes > 0 && d.locator.DefaultVnodes > 0 {
		seconds *= float64(d.vnodes) / float64(d.locator.DefaultVnodes)
	}
	return seconds
}

func run(ctx context.Context, _ plan.Scope, key record.Key) (any, error) {
	d, err := read(key.Factors)
	if err != nil {
		return nil, err
	}
	if d.locator != nil {
		return runLocator(d)
	}
	return runFilter(ctx, d)
}

// keySeed picks the keys that fill a filter; how much space it takes does not depend on them.
const keySeed = 1

// peakN is the least number of keys of a filter whose peak while it is built can be told from the noise.
const peakN = 1_000_000

// queriesOf returns how many absent keys a filter is asked for: enough for a thousand false positives or so at
// the rates that can be measured in a moment, at the size of the base.
func queriesOf(d design) uint64 {
	const most = 300_000
	if d.spec.N != plan.BaseN || d.spec.FPR < 1e-3 {
		return 0
	}
	if d.filter.NewKeyed != nil {
		return most / 3 // they hash longer than they look up
	}
	return most
}

func runFilter(ctx context.Context, d design) (any, error) {
	h, err := plan.OpenHash(d.hash)
	if err != nil {
		return nil, err
	}
	class, err := keys.Find(plan.BaseClass)
	if err != nil {
		return nil, err
	}
	queries := queriesOf(d)
	in, out, err := class.Split(d.spec.N, queries, keySeed)
	if err != nil {
		return nil, err
	}
	f, heap, err := grow(ctx, d, h, in)
	if err != nil {
		return nil, err
	}
	params := f.Params()
	p := record.MemoryPoint{
		Model: record.MemoryRow{Impl: d.filter.Name, Kind: "filter", N: d.spec.N, TargetFPR: record.Float(d.spec.FPR),
			FPRTheory: record.Unknown, BitsPerKey: record.Float(float64(params.M) / float64(d.spec.N)),
			BoundBitsPerKey: record.Unknown, ModelBytes: f.Bytes(), FPR: record.Unknown, FPRLow: record.Unknown, FPRHigh: record.Unknown},
		Heap: heap,
	}
	if d.filter.Theory != "" {
		fpr, err := plan.TheoryFPR(*d.filter, params, d.spec.N)
		if err != nil {
			return nil, err
		}
		p.Model.FPRTheory, p.Model.BoundBitsPerKey = record.Float(fpr), record.Float(-math.Log2(fpr))
	}
	err = ask(ctx, &p.Model, f, out)
	return p, err
}

// grow builds the filter and sees what it takes of the heap. The hashes that a static filter is built from are
// there before: they are not part of it.
func grow(ctx context.Context, d design, h hash.Hash, in keys.Stream) (f filter.KeyFilter, row record.HeapRow, err error) {
	row = record.HeapRow{Impl: d.filter.Name, Kind: "filter", N: d.spec.N, TargetFPR: record.Float(d.spec.FPR), PeakBytes: record.Unknown}
	build := func() (any, error) {
		f, err = plan.BuildFilter(ctx, *d.filter, d.spec, h, in)
		return f, err
	}
	if d.filter.Build != nil {
		hs, err := plan.Hashes(ctx, in, h)
		if err != nil {
			return nil, row, err
		}
		build = func() (any, error) {
			static, err := d.filter.Build(d.spec, hs)
			if err == nil {
				f = filter.Join(static, h)
			}
			return f, err
		}
		defer runtime.KeepAlive(hs)
	}
	if d.spec.N < peakN {
		row.HeapBytes, err = measure.HeapGrowth(build)
		return f, row, err
	}
	peak := int64(0)
	row.HeapBytes, peak, err = measure.HeapPeak(build)
	row.PeakBytes = record.Float(peak)
	return f, row, err
}

// ask counts the false positives of absent keys.
func ask(ctx context.Context, row *record.MemoryRow, f filter.KeyFilter, absent keys.Stream) error {
	if absent == nil || absent.Len() == 0 {
		return nil
	}
	err := keys.Each(ctx, absent, func(_ uint64, keys [][]byte) error {
		row.Queries += uint64(len(keys))
		row.FalsePositives += uint64(f.Count(keys))
		return nil
	})
	if i, ok := stats.ClopperPearson(row.FalsePositives, row.Queries, 0.95); ok {
		row.FPR = record.Float(float64(row.FalsePositives) / float64(row.Queries))
		row.FPRLow, row.FPRHigh = record.Float(i.Low), record.Float(i.High)
	}
	return err
}

func runLocator(d design) (any, error) {
	h, err := plan.OpenHash(d.hash)
	if err != nil {
		return nil, err
	}
	nodes := plan.Nodes(d.nodes, keySeed)
	var l consistent.KeyLocator
	heap, err := measure.HeapGrowth(func() (any, error) {
		l, err = d.locator.Keyed(consistent.Options{Hash: h, Vnodes: d.vnodes}, nodes)
		return l, err
	})
	if err != nil {
		return nil, err
	}
	return record.MemoryPoint{
		Model: record.MemoryRow{Impl: d.locator.Name, Kind: "locator", Nodes: d.nodes, Vnodes: d.vnodes, TargetFPR: record.Unknown,
			FPRTheory: record.Unknown, BitsPerKey: record.Unknown, BoundBitsPerKey: record.Unknown, ModelBytes: l.Bytes(),
			FPR: record.Unknown, FPRLow: record.Unknown, FPRHigh: record.Unknown},
		Heap: record.HeapRow{Impl: d.locator.Name, Kind: "locator", Nodes: d.nodes, Vnodes: d.vnodes, TargetFPR: record.Unknown, HeapBytes: heap, PeakBytes: record.Unknown},
	}, nil
}
