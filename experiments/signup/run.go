package signup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/filter"
)

func run(ctx context.Context, s plan.Scope, key record.Key) (any, error) {
	d, err := read(s, key.Factors)
	if err != nil {
		return nil, err
	}
	d.drawn = key.Asked()
	d.block = key.Seed - s.Seed
	shared := record.Key{Experiment: key.Experiment, Factors: plan.Factors{"key_class": d.class, "n": key.Factors["n"]}, Seed: key.Seed}
	if d.story.timed {
		shared.Seed = s.Seed // all blocks ask one table
	}
	d.rows = shared.Draws() // a table takes too long to make for one point
	p, err := d.story.run(ctx, s, d, key.Seed)
	if err != nil {
		return nil, err
	}
	if !d.timed() {
		p.Times = record.SignupTimes{}
	}
	if d.twin { // it counts what its series counts
		p.Point = record.SignupPoint{Database: p.Point.Database}
	}
	return p, nil
}

// blank returns the payload of a point before anything is counted.
func (d design) blank(seed uint64) record.SignupPayload {
	hash := plan.HashColumn(d.hash, d.entry.BuiltinHash)
	if d.guard == none || d.guard == hashSet {
		hash = ""
	}
	u := record.Unknown
	return record.SignupPayload{
		Point: record.SignupPoint{
			Story: d.story.name, Database: d.database, Cache: d.cache, Filter: d.guard, Hash: hash, KeyClass: d.class, N: d.n, NDesign: d.n,
			TargetFPR: record.Float(d.target), HitShare: record.Float(d.hit), Seed: seed, AvoidedTheory: u, FPRTheory: u, WrongTheory: u,
		},
		Times: record.SignupTimes{
			Story: d.story.name, Database: d.database, Cache: d.cache, Filter: d.guard, Hash: hash, KeyClass: d.class, N: d.n,
			HitShare: record.Float(d.hit), Block: seed, LookupsPerSec: u, P50: u, P99: u, P999: u, GuardNs: u, ReadSeconds: u, BuildSeconds: u,
			RestoreSec: u, HeapBytes: u, WritesPerSec: u, NsPerQuery: u, Twin: d.twin, NullNs: u,
		},
	}
}

// describe enters what is known of the guard: parameters, bytes and the rates that theory gives for n keys.
func (d design) describe(p *record.SignupPoint, g guard, n uint64) error {
	params := g.params()
	p.N, p.M, p.K, p.GuardBytes = n, params.M, params.K, g.bytes()
	switch {
	case d.guard == none:
		p.FPRTheory = 1 // it lets every absent key through
	case d.guard == hashSet:
		p.FPRTheory = 0
	case d.entry.Theory != "":
		fpr, err := plan.TheoryFPR(d.entry, params, n)
		if err != nil {
			return fmt.Errorf("theory of %s: %w", d.guard, err)
		}
		p.FPRTheory = record.Float(fpr)
	}
	if p.FPRTheory.Known() {
		p.AvoidedTheory = (1 - p.HitShare) * (1 - p.FPRTheory)
	}
	return nil
}

// guards are those of a run that are in use by turns: loading one takes as long as many queries.
var guards = struct {
	names []string
	held  map[string]guard
}{held: map[string]guard{}}

// mostGuards is enough for those of one story, so that its blocks share them.
const mostGuards = 12

// loaded returns the guard with the keys; it must not be changed.
func loaded(ctx context.Context, d design, in keys.Stream) (guard, error) {
	name := fmt.Sprint(d.guard, " ", d.hash, " ", d.class, " ", d.spec, " ", d.rows)
	if g, ok := guards.held[name]; ok {
		return g, nil
	}
	g, err := newGuard(ctx, d, in)
	if err != nil {
		return nil, err
	}
	if len(guards.names) == mostGuards {
		delete(guards.held, guards.names[0])
		guards.names = guards.names[1:]
	}
	guards.names, guards.held[name] = append(guards.names, name), g
	return g, nil
}

// split returns the keys of the design that are present, and absent ones.
func (d design) split(s plan.Scope, present, absent, seed uint64) (in, out keys.Stream, err error) {
	class, err := s.Class(d.class)
	if err != nil {
		return nil, nil, err
	}
	if class.AbsentSize == 0 {
		absent = min(absent, class.Size-min(present, class.Size))
	} else {
		absent = min(absent, class.AbsentSize)
	}
	return class.Split(present, absent, seed)
}

// draw returns the queries of a design, in memory.
func (d design) draw(in, out keys.Stream) ([]keys.Query, error) {
	make1 := keys.NewQueries
	if d.class == "usernames" {
		make1 = keys.NewTyped
	}
	q, err := make1(in, out, d.hit, d.drawn)
	if err != nil {
		return nil, err
	}
	all := make([]keys.Query, d.queries)
	for i := range all {
		all[i] = q.Next(nil)
	}
	return all, nil
}

// warmUp is how many look-ups go before those that count.
const warmUp = 1_000

// runLookups asks guard and table for keys that are there and keys that are not.
func runLookups(ctx context.Context, s plan.Scope, d design, seed uint64) (p record.SignupPayload, err error) {
	absent := d.queries
	if !d.story.plain {
		absent = hammeredKeys
	}
	if d.story.timed {
		absent *= uint64(blocks(s))
	}
	in, out, err := d.split(s, d.n, absent, d.rows)
	if err != nil {
		return p, err
	}
	if d.story.timed { // blocks share the rows, and must not share the absent keys
		part := out.Len() / uint64(blocks(s))
		out = keys.Part(out, d.block%uint64(blocks(s))*part, part)
	}
	g, err := loaded(ctx, d, in)
	if err != nil {
		return p, err
	}
	if isControl(d.guard) {
		queries, err := d.draw(in, out)
		if err != nil {
			return p, err
		}
		return timeControl(d, g, queries, seed)
	}
	t, err := open(ctx, d, rows{d.class, d.n, d.rows, in}, reading)
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, t.close()) }()
	queries, err := d.draw(in, out)
	if err != nil {
		return p, err
	}
	p = d.blank(seed)
	if err := d.describe(&p.Point, g, d.n); err != nil {
		return p, err
	}
	for _, q := range queries[:min(warmUp, len(queries))] {
		if _, err := t.find(ctx, string(q.Key)); err != nil {
			return p, err
		}
	}
	if err := lookUp(ctx, &p, g, t, queries); err != nil {
		return p, err
	}
	if d.timed() {
		if err := timeApart(ctx, &p.Times, g, t, queries); err != nil {
			return p, err
		}
	}
	p.Times.DatabaseBytes, err = t.bytes(ctx)
	return p, err
}

// lookUp answers the queries, by the table where the guard lets them through, and counts and times them.
func lookUp(ctx context.Context, p *record.SignupPayload, g guard, t table, queries []keys.Query) error {
	took := make([]float64, len(queries))
	asked := time.Duration(0)
	begin := time.Now()
	for i, q := range queries {
		start := time.Now()
		taken := g.contains(q.Key)
		through := taken
		if through {
			var err error
			if taken, err = t.find(ctx, string(q.Key)); err != nil {
				return err
			}
		}
		elapsed := time.Since(start)
		took[i] = float64(elapsed.Nanoseconds())
		if through {
			asked += elapsed
		}
		tally(&p.Point, q, through, taken)
	}
	elapsed := time.Since(begin)
	p.Times.Queries = uint64(len(queries))
	p.Times.LookupsPerSec = record.Float(float64(len(queries)) / elapsed.Seconds())
	p.Times.P50, p.Times.P99, p.Times.P999 = percentile(took, 0.5), percentile(took, 0.99), percentile(took, 0.999)
	if reached := p.Point.Queries - p.Point.Avoided; reached > 0 {
		p.Times.NsPerQuery = record.Float(float64(asked.Nanoseconds()) / float64(reached))
	}
	return nil
}

// tally counts one query: whether the guard let it through, and what was answered in the end.
func tally(p *record.SignupPoint, q keys.Query, through, answer bool) {
	p.Queries++
	if !q.Present {
		p.Absent++
	}
	switch {
	case !through:
		p.Avoided++
	case !q.Present:
		p.FalsePositives++
	}
	if answer != q.Present {
		p.Wrong++
	}
}

// percentile returns the value at or below which the share p of values lies. It sorts values.
func percentile(values []float64, p float64) record.Float {
	if len(values) == 0 {
		return record.Unknown
	}
	slices.Sort(values)
	return record.Float(values[min(int(p*float64(len(values))), len(values)-1)])
}

var timer = sync.OnceValues(measure.NewTimer)

// guardSamples is how many samples a guard's own time is the median of.
const guardSamples = 5

// guardNs times the guard alone over the keys of the queries, in ns per key.
func guardNs(g guard, queries []keys.Query) (record.Float, error) {
	t, err := timer()
	if _, unguarded := g.(open4all); unguarded || err != nil {
		return record.Unknown, err
	}
	all := make([][]byte, len(queries))
	for i, q := range queries {
		all[i] = q.Key
	}
	timing, err := t.Time(measure.Kernel{Keys: len(all), Run: func() uint64 { return uint64(g.count(all)) }}, guardSamples)
	if err != nil {
		return record.Unknown, err
	}
	return record.Float(timing.Median()), nil
}

// runGuard asks the guard alone, for absent keys, holding load times the keys that it was sized for.
func runGuard(ctx context.Context, s plan.Scope, d design, seed uint64) (p record.SignupPayload, err error) {
	n := d.n
	if d.load > 0 {
		n = uint64(d.load * float64(d.n))
	}
	in, out, err := d.split(s, n, d.queries, d.drawn)
	if err != nil {
		return p, err
	}
	g, err := newGuard(ctx, d, in)
	if err != nil {
		return p, err
	}
	return d.askAbsent(ctx, g, n, out, seed)
}

// askAbsent counts the absent keys that the guard lets through; there is no table, so no answer.
func (d design) askAbsent(ctx context.Context, g guard, n uint64, out keys.Stream, seed uint64) (record.SignupPayload, error) {
	p := d.blank(seed)
	if err := d.describe(&p.Point, g, n); err != nil {
		return p, err
	}
	err := keys.Each(ctx, out, func(_ uint64, keys [][]byte) error {
		through := uint64(g.count(keys))
		p.Point.Queries += uint64(len(keys))
		p.Point.FalsePositives += through
		p.Point.Avoided += uint64(len(keys)) - through
		return nil
	})
	p.Point.Absent = p.Point.Queries
	return p, err
}

// ended is a stream with one more byte at the end of each key.
type ended struct {
	keys.Stream
	end byte
}

func (s ended) Append(dst []byte, i uint64) []byte { return append(s.Stream.Append(dst, i), s.end) }

// runSuffix fills the guard with names that end in a 1 and asks for the same names without it: in the
// article's scheme probe 10 + i of the one is probe i of the other.
func runSuffix(ctx context.Context, s plan.Scope, d design, seed uint64) (p record.SignupPayload, err error) {
	in, _, err := d.split(s, min(d.n, d.queries), 0, d.drawn)
	if err != nil {
		return p, err
	}
	g, err := newGuard(ctx, d, ended{in, '1'})
	if err != nil {
		return p, err
	}
	return d.askAbsent(ctx, g, in.Len(), in, seed)
}

// cannotAdd is the error of a guard that a story needs to add to.
func cannotAdd(d design, p filter.Params) error {
	return fmt.Errorf("guard %s cannot take a key after it was built (%+v)", d.guard, p)
}
