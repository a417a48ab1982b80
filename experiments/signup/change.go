package signup

import (
	"context"
	"errors"
	"math"
	"runtime"
	"time"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// runStart times a server's start: reading all names from the table, and making the guard from them or from
// its stored form. The latter then answers queries as usual, where it can be stored.
func runStart(ctx context.Context, s plan.Scope, d design, seed uint64) (p record.SignupPayload, err error) {
	in, out, err := d.split(s, d.n, d.queries, d.rows)
	if err != nil {
		return p, err
	}
	t, err := open(ctx, d, rows{d.class, d.n, d.rows, in}, reading)
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, t.close()) }()
	p = d.blank(seed)
	names := &readNames{}
	start := time.Now()
	if err := t.all(ctx, names.add); err != nil {
		return p, err
	}
	p.Times.ReadSeconds = record.Float(time.Since(start).Seconds())
	var g guard
	heap, err := measure.HeapGrowth(func() (any, error) {
		start := time.Now()
		g, err = newGuard(ctx, d, names)
		p.Times.BuildSeconds = record.Float(time.Since(start).Seconds())
		return g, err
	})
	if err != nil {
		return p, err
	}
	runtime.KeepAlive(names) // or the heap would shrink by them
	p.Times.HeapBytes = record.Float(heap)
	if f, ok := g.(filtered); ok {
		again, took, can, err := f.restore()
		if err != nil {
			return p, err
		}
		if can { // and it is the one that answers the queries below
			p.Times.RestoreSec = record.Float(took.Seconds())
			g = again
		}
	}
	if err := d.describe(&p.Point, g, d.n); err != nil {
		return p, err
	}
	queries, err := d.draw(in, out)
	if err != nil {
		return p, err
	}
	if err := lookUp(ctx, &p, g, t, queries); err != nil {
		return p, err
	}
	if err := timeApart(ctx, &p.Times, g, t, queries); err != nil {
		return p, err
	}
	p.Times.DatabaseBytes, err = t.bytes(ctx)
	return p, err
}

// readNames are the names of a table, back to back.
type readNames struct {
	text []byte
	ends []int
}

func (r *readNames) add(name []byte) error {
	r.text = append(r.text, name...)
	r.ends = append(r.ends, len(r.text))
	return nil
}

func (r *readNames) Len() uint64 { return uint64(len(r.ends)) }

func (r *readNames) Append(dst []byte, i uint64) []byte {
	start := 0
	if i > 0 {
		start = r.ends[i-1]
	}
	return append(dst, r.text[start:r.ends[i]]...)
}

// runStale has a second server whose guard was loaded at its start. A tenth as many people as there are sign
// up by the first one; then they, and absent names, are asked for by the second. In the story "reloaded" it
// takes in the new names first.
func runStale(ctx context.Context, s plan.Scope, d design, seed uint64) (p record.SignupPayload, err error) {
	late := d.n / 10
	in, out, err := d.split(s, d.n, late+d.queries, d.rows)
	if err != nil {
		return p, err
	}
	d.spec.N += late
	g, err := newGuard(ctx, d, in)
	if err != nil {
		return p, err
	}
	t, err := open(ctx, d, rows{d.class, d.n, d.rows, in}, writing)
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, t.close()) }()
	fresh := keys.Part(out, 0, late)
	reload := d.story.honest
	err = keys.Each(ctx, fresh, func(_ uint64, names [][]byte) error {
		for _, name := range names {
			if err := t.insert(ctx, string(name)); err != nil {
				return err
			}
			if reload && !g.add(name) {
				return cannotAdd(d, g.params())
			}
		}
		return nil
	})
	if err != nil {
		return p, err
	}
	queries, err := d.draw(fresh, keys.Part(out, late, out.Len()-late))
	if err != nil {
		return p, err
	}
	p = d.blank(seed)
	held := d.n
	if reload {
		held += late
	}
	if err := d.describe(&p.Point, g, held); err != nil {
		return p, err
	}
	p.Point.NDesign = d.spec.N
	if !reload { // the late names are absent ones to the guard
		p.Point.AvoidedTheory = 1 - p.Point.FPRTheory
		p.Point.WrongTheory = p.Point.HitShare * (1 - p.Point.FPRTheory)
	}
	err = lookUp(ctx, &p, g, t, queries)
	return p, err
}

// runDelete deletes a tenth of the names, from the table and from the guard where it can, and asks for all
// that are left and all that are gone.
func runDelete(ctx context.Context, s plan.Scope, d design, seed uint64) (p record.SignupPayload, err error) {
	gone := d.n / 10
	in, _, err := d.split(s, d.n, 0, d.rows)
	if err != nil {
		return p, err
	}
	g, err := newGuard(ctx, d, in)
	if err != nil {
		return p, err
	}
	t, err := open(ctx, d, rows{d.class, d.n, d.rows, in}, writing)
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, t.close()) }()
	p = d.blank(seed)
	held := d.n
	var queries []keys.Query
	for i := range d.n {
		key := in.Append(nil, i)
		queries = append(queries, keys.Query{Key: key, Present: i >= gone})
		if i >= gone {
			continue
		}
		if err := t.remove(ctx, string(key)); err != nil {
			return p, err
		}
		if r, ok := g.(interface{ remove([]byte) bool }); ok && r.remove(key) {
			held--
		}
	}
	if err := d.describe(&p.Point, g, held); err != nil {
		return p, err
	}
	p.Point.HitShare = 1 - record.Float(gone)/record.Float(d.n)
	p.Times.HitShare = p.Point.HitShare
	switch {
	case d.guard == clearing:
		p.Point.WrongTheory = p.Point.HitShare * record.Float(lostByClearing(g.params().M, g.params().K, gone))
		p.Point.AvoidedTheory = record.Unknown
	case held == d.n: // it lets what is gone through
		p.Point.AvoidedTheory, p.Point.FPRTheory, p.Point.WrongTheory = 0, 1, 0
	default:
		p.Point.AvoidedTheory, p.Point.WrongTheory = (1-p.Point.HitShare)*(1-p.Point.FPRTheory), 0
	}
	err = lookUp(ctx, &p, g, t, queries)
	return p, err
}

// lostByClearing returns the share of other keys that a filter of m bits and k probes loses when the bits of
// some keys are cleared: those of which at least one of k probes fell on one of k gone places,
// 1 - (1-1/m)^(k k gone).
func lostByClearing(m uint64, k int, gone uint64) float64 {
	return -math.Expm1(float64(k) * float64(k) * float64(gone) * math.Log1p(-1/float64(m)))
}
