package signup

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// runWrites answers queries while another goroutine signs people up. Whoever is signed up is in the guard
// before the table, so that no reader can miss them. The guard is behind a lock.
func runWrites(ctx context.Context, s plan.Scope, d design, seed uint64) (p record.SignupPayload, err error) {
	in, out, err := d.split(s, d.n, 2*d.queries, d.rows)
	if err != nil {
		return p, err
	}
	old, fresh := keys.Part(out, 0, out.Len()/2), keys.Part(out, out.Len()/2, out.Len()/2)
	d.spec.N += fresh.Len()
	g, err := newGuard(ctx, d, in)
	if err != nil {
		return p, err
	}
	t, err := open(ctx, d, rows{d.class, d.n, d.rows, in}, both)
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, t.close()) }()
	queries, err := d.draw(in, old)
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
	if p.Times.NullNs, err = nullNs(ctx, t, queries); err != nil {
		return p, err
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
