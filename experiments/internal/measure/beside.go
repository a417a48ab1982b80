package measure

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A Beside is what batches of one thread took while another thread did something else all the time, or nobody did.
type Beside struct {
	Batches []float64     // ns of each batch, in the order they ran
	Others  int           // how often the other thread was through
	Lasted  time.Duration // from the first batch to the last
}

// Quantile returns the least time, in ns, that at least the share q of the batches took no longer than: q = 1 gives the
// slowest. NaN where there are none, or q is outside (0, 1].
func (b Beside) Quantile(q float64) float64 {
	if len(b.Batches) == 0 || !(q > 0 && q <= 1) {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(b.Batches))
	return sorted[int(math.Ceil(q*float64(len(sorted))))-1]
}

// batchRoom is how many batches there is room for without allocating between them.
const batchRoom = 1 << 16

// TimeBeside runs the kernel for so long, reading the clock before and after each run, while other runs again and again on
// a thread of its own; nil leaves that out. Both are warm, and garbage is collected as programs collect it: a
// thread that others hold up, or that waits for memory, shows in its slowest batches. The first error of other ends
// it and is returned.
func (t *Timer) TimeBeside(k Kernel, other func() error, lasting time.Duration) (Beside, error) {
	if k.Keys <= 0 || lasting <= 0 {
		return Beside{}, fmt.Errorf("measure: a kernel of %d keys for %v: want at least 1, for a time", k.Keys, lasting)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	runtime.GC()
	b := Beside{Batches: make([]float64, 0, batchRoom)}
	sink += k.Run()
	if other == nil {
		return b, t.batches(k, lasting, &b)
	}
	if err := other(); err != nil {
		return b, err
	}
	var stop atomic.Bool
	var rounds sync.WaitGroup
	var failed error
	begun := make(chan struct{})
	rounds.Go(func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		close(begun)
		for ; failed == nil && !stop.Load(); b.Others++ {
			failed = other()
		}
	})
	<-begun
	err := t.batches(k, lasting, &b)
	stop.Store(true)
	rounds.Wait()
	return b, errors.Join(err, failed)
}

// batches fills b with what runs of the kernel take.
func (t *Timer) batches(k Kernel, lasting time.Duration, b *Beside) error {
	start := t.now()
	for at := start; at.Sub(start) < lasting; {
		sink += k.Run()
		end := t.now()
		b.Batches = append(b.Batches, float64(end.Sub(at).Nanoseconds()))
		at = end
		if len(b.Batches) == mostRepeats {
			return ErrClock
		}
	}
	b.Lasted = t.now().Sub(start)
	return nil
}
