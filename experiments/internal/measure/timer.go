// Package measure times kernels: loops over batches of prepared keys.
//
// A timing is worth something only beside another one of the same run: the caller interleaves what it
// compares in blocks of random order, and summarises over blocks.
package measure

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"hashlab/experiments/internal/machine"
)

// A Kernel is what is timed: Run handles Keys keys and returns a value that depends on every result, so
// that no work can be left out.
type Kernel struct {
	Keys int
	Run  func() uint64
	// Reset, where it is set, undoes what Run changed. It goes before each run and is not timed, so that a run
	// has to be long beside two readings of the clock.
	Reset func()
}

// Once undoes what the run before changed, and runs the kernel.
func (k Kernel) Once() uint64 {
	if k.Reset != nil {
		k.Reset()
	}
	return k.Run()
}

// A Timing is one series in one block.
type Timing struct {
	Samples   []float64 // ns per key, in the order they were taken
	Batch     int       // keys a sample
	Disturbed bool      // the machine did something else while a sample ran, in the last attempt too
	Discarded []float64 // samples of attempts before, which were disturbed
	Attempts  int
	Control   float64 // ns of the control kernel beside the samples, the worse of before and after
}

// Median returns the median sample, in ns per key.
func (t Timing) Median() float64 {
	sorted := slices.Sorted(slices.Values(t.Samples))
	mid := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[mid]
	}
	return (sorted[mid-1] + sorted[mid]) / 2
}

// Least returns the least sample, in ns per key.
func (t Timing) Least() float64 { return slices.Min(t.Samples) }

// A Timer takes samples that are long beside the steps of its clock.
type Timer struct {
	now     func() time.Time
	least   time.Duration // of a sample
	usage   func() machine.Usage
	control control
	garbage garbage
}

// The bounds of a sample: long beside the clock's steps and its own cost, short enough for many of them.
const (
	leastSample = time.Millisecond
	mostRepeats = 1 << 24
)

// ErrClock is returned where the clock does not move.
var ErrClock = errors.New("the clock stands still")

// NewTimer calibrates a timer on the clock of the machine.
func NewTimer() (*Timer, error) { return newTimer(time.Now, machine.ReadUsage) }

// NewTimerOn calibrates a timer on another clock.
func NewTimerOn(now func() time.Time) (*Timer, error) { return newTimer(now, machine.ReadUsage) }

func newTimer(now func() time.Time, usage func() machine.Usage) (*Timer, error) {
	step := time.Duration(math.MaxInt64)
	for range 1000 {
		d := nextStep(now)
		if d <= 0 {
			return nil, ErrClock
		}
		step = min(step, d)
	}
	return &Timer{now: now, usage: usage, least: max(leastSample, 1000*step), control: newControl()}, nil
}

// nextStep returns by how much the clock moves next, or 0 where it does not.
func nextStep(now func() time.Time) time.Duration {
	start := now()
	for range 1_000_000 {
		if d := now().Sub(start); d > 0 {
			return d
		}
	}
	return 0
}

// sink takes what kernels return, where the compiler cannot see that nobody reads it.
//
//lint:ignore U1000 it is only written
var sink uint64

// Time takes samples of a kernel, after runs that warm up. Garbage is collected before, and not while the kernel runs.
func (t *Timer) Time(k Kernel, samples int) (Timing, error) {
	if k.Keys <= 0 || samples <= 0 {
		return Timing{}, fmt.Errorf("measure: %d samples of a kernel of %d keys: both must be at least 1", samples, k.Keys)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	begin, timing := t.now(), Timing{}
	defer func() { account(t.now().Sub(begin), timing) }()
	t.garbage.collect()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	w := t.watch()
	repeats, long, err := t.repeats(k)
	if err != nil {
		return Timing{}, err
	}
	timing.Batch = k.Keys * repeats
	for timing.Attempts = 1; ; timing.Attempts++ {
		if long > 0 && timing.Attempts == 1 {
			timing.Samples = []float64{timing.perKey(long)}
		} else {
			w, timing.Samples = t.watch(), nil
		}
		if err := t.attempt(k, repeats, samples, w, &timing); err != nil {
			return Timing{}, err
		}
		if !timing.Disturbed || timing.Attempts == mostAttempts || timing.lasted() > longAttempt {
			return timing, nil
		}
		timing.Discarded = append(timing.Discarded, timing.Samples...)
	}
}

// mostAttempts is how often samples are taken when the machine disturbs them. An attempt that lasts long is not
// repeated: on a machine that others share, something always comes between.
const (
	mostAttempts = 3
	longAttempt  = 200 * time.Millisecond
)

// lasted returns how long the samples took.
func (t Timing) lasted() time.Duration {
	ns := 0.0
	for _, sample := range t.Samples {
		ns += sample * float64(t.Batch)
	}
	return time.Duration(ns)
}

// perKey returns the time of a batch in ns per key.
func (t Timing) perKey(batch time.Duration) float64 {
	return float64(batch.Nanoseconds()) / float64(t.Batch)
}

// A watch is the counters and the clock at the begin of an attempt.
type watch struct {
	usage machine.Usage
	begin time.Time
}

func (t *Timer) watch() watch { return watch{t.usage(), t.now()} }

// attempt takes the samples that are missing, between two runs of the control kernel. What has disturbed the machine since
// the watch began counts.
func (t *Timer) attempt(k Kernel, repeats, samples int, w watch, timing *Timing) error {
	timing.Control = t.control.run(t.now)
	for len(timing.Samples) < samples {
		elapsed := t.take(k, repeats)
		if elapsed <= 0 {
			return ErrClock
		}
		timing.Samples = append(timing.Samples, timing.perKey(elapsed))
	}
	timing.Control = max(timing.Control, t.control.run(t.now))
	timing.Disturbed = disturbed(t.usage().Sub(w.usage), t.now().Sub(w.begin)) || t.control.off(timing.Control)
	return nil
}

// take runs the kernel so often and returns how long that took.
func (t *Timer) take(k Kernel, runs int) (took time.Duration) {
	if k.Reset == nil {
		start := t.now()
		for range runs {
			sink += k.Run()
		}
		return t.now().Sub(start)
	}
	for range runs {
		k.Reset()
		start := t.now()
		sink += k.Run()
		took += t.now().Sub(start)
	}
	return took
}

// longRun is how many times as long as a sample has to be a first run is that is the first sample itself: caches are warm
// after a small part of it.
const longRun = 8

// repeats returns how often the kernel runs in one sample, and warms it up. From a run of a few per cent of a
// sample on the pace is known well enough to jump to half of one, and from there to the number that lasts, with a
// quarter to spare. Where the first run is so long that it is a sample, long is what it took, else 0.
func (t *Timer) repeats(k Kernel) (n int, long time.Duration, err error) {
	if long = t.take(k, 1); long >= longRun*t.least {
		return 1, long, nil
	}
	const known, spare, leap = 32, 1.25, 16
	for n := 1; n <= mostRepeats; {
		elapsed := t.take(k, n)
		lasting := func(d time.Duration) int {
			return max(n+1, int(math.Ceil(spare*float64(n)*float64(d)/float64(elapsed))))
		}
		switch {
		case elapsed >= t.least:
			return n, 0, nil
		case elapsed >= t.least/2:
			return lasting(t.least), 0, nil
		case elapsed < t.least/known:
			n *= leap
		default:
			n = lasting(t.least / 2)
		}
	}
	return 0, 0, ErrClock
}

// disturbed reports whether others took the processor away while samples were taken: the hypervisor or a
// quota did at all, or the scheduler more than once in ten milliseconds, which is more than its own ticks.
func disturbed(u machine.Usage, elapsed time.Duration) bool {
	return u.Steal > 0 || u.Throttled > 0 || u.InvoluntarySwitches > 1+int64(elapsed/(10*time.Millisecond))
}

// Least returns the least length of a sample.
func (t *Timer) Least() time.Duration { return t.least }
