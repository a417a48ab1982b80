package measure

import (
	"testing"
	"time"
)

// Everything but samples is overhead: on a clock that only the kernel and the control move, what is left of the
// time that a timing takes.
func TestOverhead(t *testing.T) {
	clock := &fakeClock{cost: 20, step: 1}
	timer, err := newTimer(clock.now, undisturbed)
	if err != nil {
		t.Fatal(err)
	}
	runs, begin, before := 0, clock.at, Overhead()
	got, err := timer.Time(clock.kernel(1000, 1000, &runs), 6)
	if err != nil {
		t.Fatal(err)
	}
	sampled := time.Duration(0)
	for _, ns := range got.Samples {
		sampled += time.Duration(ns * float64(got.Batch))
	}
	spent := Overhead() - before
	if left := clock.at - begin - sampled - spent; left < 0 || left > 100*time.Nanosecond {
		t.Errorf("a timing of %v with samples of %v: got an overhead of %v, %v are nowhere", clock.at-begin, sampled, spent, left)
	}
	if want := 2 * time.Millisecond; spent < want { // the run that warms and the one that decides
		t.Errorf("got an overhead of %v, want at least %v", spent, want)
	}
}

var hoarded []byte

// A collection comes first, then only after much was allocated.
func TestGarbage(t *testing.T) {
	var g garbage
	g.collect()
	if !g.collected {
		t.Fatal("the first is left out")
	}
	at := g.at
	g.collect()
	if g.at != at {
		t.Errorf("it collects although %d bytes were allocated", g.at-at)
	}
	much := max(littleGarbage, g.live/2)
	hoarded = make([]byte, much+littleGarbage)
	g.collect()
	if g.at < at+much {
		t.Errorf("it does not collect after %d bytes", len(hoarded))
	}
	if g.live < much {
		t.Errorf("it left %d bytes, want at least the %d that are held", g.live, much)
	}
	at, g.live = g.at, 1<<40
	hoarded = append([]byte(nil), hoarded...)
	if g.collect(); g.at != at {
		t.Errorf("it collects after %d bytes, which are little beside 2^40", len(hoarded))
	}
}
