package signup

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// runStart times a server's start: reading all names from the table, and making the guard from them or from
// its stored form. Then it answers queries as usual.
func runStart(ctx context.Context, s plan.Scope, d design, seed uint64) (p record.SignupPayload, err error) {
	in, out, err := d.split(s, d.n, d.queries, seed)
	if err != nil {
		return p, err
	}
	t, err := open(ctx, d, rows{d.class, d.n, seed, in}, reading)
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
	p.Times.HeapBytes = record.Float(heap)
	if f, ok := g.(filtered); ok {
		took, can, err := f.restore(d.entry)
		if err != nil {
			return p, err
		}
		if can {
			p.Times.RestoreSec = record.Float(took.Seconds())
		}
	}
	if err := d.describe(&p.Point, g, d.n); err != nil {
		return p, err
	}
	queries, err := d.draw(in, out, seed)
	if err != nil {
		return p, err
	}
	if err := lookUp(ctx, &p, g, t, queries); err != nil {
		return p, err
	}
	if p.Times.GuardNs, err = guardNs(g, queries); err != nil {
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

// runWrites answers queries while another goroutine signs people up. Whoever is signed up is in the guard
// before the table, so that no reader can miss them. The guard is behind a lock.
func runWrites(ctx context.Context, s plan.Scope, d design, seed uint64) (p record.SignupPayload, err error) {
	in, out, err := d.split(s, d.n, 2*d.queries, seed)
	if err != nil {
		return p, err
	}
	old, fresh := keys.Part(out, 0, out.Len()/2), keys.Part(out, out.Len()/2, out.Len()/2)
	d.spec.N += fresh.Len()
	g, err := newGuard(ctx, d, in)
	if err != nil {
		return p, err
	}
	t, err := open(ctx, d, rows{d.class, d.n, seed, in}, both)
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, t.close()) }()
	queries, err := d.draw(in, old, seed)
	if err != nil {
		return p, err
	}
	p = d.blank(seed)
	if err := d.describe(&p.Point, g, d.n); err != nil {
		return p, err
	}
	p.Point.NDesign, p.Point.AvoidedTheory, p.Point.FPRTheory = d.spec.N, record.Unknown, record.Unknown // it fills up meanwhile
	shared := &locked{guard: g}
	w := &writer{d: d, t: t, g: shared, fresh: fresh, stop: make(chan struct{})}
	w.done.Go(func() { w.run(ctx) })
	begin := time.Now()
	err = lookUp(ctx, &p, shared, t, queries)
	p.Point.Avoided, p.Point.FalsePositives = 0, 0 // how full the guard was depends on who was quicker
	close(w.stop)
	w.done.Wait()
	p.Times.WritesPerSec = record.Float(float64(w.written) / time.Since(begin).Seconds())
	if err := errors.Join(err, w.err); err != nil {
		return p, err
	}
	// Everyone who signed up must be found.
	for i := range w.written {
		key := fresh.Append(nil, i)
		through := g.contains(key)
		if found, err := t.find(ctx, string(key)); err != nil {
			return p, err
		} else if !through || !found {
			p.Point.Wrong++
		}
	}
	p.Times.DatabaseBytes, err = t.bytes(ctx)
	return p, err
}

// locked is a guard that may be added to while it is asked.
type locked struct {
	mu sync.RWMutex
	guard
}

func (l *locked) contains(key []byte) bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.guard.contains(key)
}

func (l *locked) add(key []byte) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.guard.add(key)
}

// writer signs people up, one after the other, until it is stopped.
type writer struct {
	d       design
	t       table
	g       guard
	fresh   keys.Stream
	stop    chan struct{}
	done    sync.WaitGroup
	written uint64
	err     error
}

func (w *writer) run(ctx context.Context) {
	for w.written < w.fresh.Len() {
		select {
		case <-w.stop:
			return
		default:
		}
		key := w.fresh.Append(nil, w.written)
		if !w.g.add(key) {
			w.err = fmt.Errorf("guard %s took %d keys of those signed up and no more", w.d.guard, w.written)
			return
		}
		if w.err = w.t.insert(ctx, string(key)); w.err != nil {
			return
		}
		w.written++
	}
}

// runStale has a second server whose guard was loaded at its start. A tenth as many people as there are sign
// up by the first one; then they, and absent names, are asked for by the second. In the story "reloaded" it
// takes in the new names first.
func runStale(ctx context.Context, s plan.Scope, d design, seed uint64) (p record.SignupPayload, err error) {
	late := d.n / 10
	in, out, err := d.split(s, d.n, late+d.queries, seed)
	if err != nil {
		return p, err
	}
	d.spec.N += late
	g, err := newGuard(ctx, d, in)
	if err != nil {
		return p, err
	}
	t, err := open(ctx, d, rows{d.class, d.n, seed, in}, writing)
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
	queries, err := d.draw(fresh, keys.Part(out, late, out.Len()-late), seed)
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
	in, _, err := d.split(s, d.n, 0, seed)
	if err != nil {
		return p, err
	}
	g, err := newGuard(ctx, d, in)
	if err != nil {
		return p, err
	}
	t, err := open(ctx, d, rows{d.class, d.n, seed, in}, writing)
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
