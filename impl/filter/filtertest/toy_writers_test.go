package filtertest

import (
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"hashlab/impl/filter"
)

// guarded is a toy behind a lock. With the fault planted, a writer that meets another drops its key, as one that
// overwrites the other's word does.
type guarded struct {
	mu      sync.RWMutex
	toy     filter.Mutable
	drops   bool
	writing atomic.Int64
}

func (g *guarded) Add(h uint64) bool {
	met := g.writing.Add(1) > 1
	defer g.writing.Add(-1)
	if g.drops {
		runtime.Gosched()
		if met {
			return true
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.toy.Add(h)
}

func (g *guarded) AddAll(hs []uint64) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.toy.AddAll(hs)
}

func (g *guarded) Contains(h uint64) bool {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.toy.Contains(h)
}

func (g *guarded) ContainsAll(dst []bool, hs []uint64) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	g.toy.ContainsAll(dst, hs)
}

func (g *guarded) Count(hs []uint64) int {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.toy.Count(hs)
}

func (g *guarded) Params() filter.Params { return g.toy.Params() }
func (g *guarded) Bytes() int64          { return g.toy.Bytes() }

// TestConcurrentWriters: a filter that is declared concurrent is written by several goroutines, and one that loses a
// key then is found out; one that is not declared is left in peace.
func TestConcurrentWriters(t *testing.T) {
	of := func(declared, drops bool) error {
		e := entry("")
		e.Restore, e.Concurrent = nil, declared
		e.New = func(s filter.Spec) (filter.Mutable, error) {
			f, err := newToy("")(s)
			if f == nil || err != nil {
				return nil, err
			}
			return &guarded{toy: f, drops: drops}, nil
		}
		return Run(e, testing.AllocsPerRun)
	}
	if err := of(true, false); err != nil {
		t.Errorf("a filter behind a lock: %v", err)
	}
	if err := of(false, true); err != nil {
		t.Errorf("a filter that is not declared concurrent: %v", err)
	}
	if err := of(true, true); err == nil || !strings.Contains(err.Error(), "concurrent-writers") {
		t.Errorf("a filter that loses what writers add at once: got %v, want concurrent-writers", err)
	}
}
