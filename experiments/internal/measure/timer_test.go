package measure

import (
	"errors"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"hashlab/experiments/internal/machine"
)

// A fakeClock moves by cost each time it is read, and shows whole steps.
type fakeClock struct {
	at         time.Duration
	cost, step time.Duration
	stuck      bool
}

func (c *fakeClock) now() time.Time {
	if !c.stuck {
		c.at += c.cost
	}
	return time.Unix(0, int64(c.at/c.step*c.step))
}

// kernel returns a kernel whose keys take ns each on the clock, and which counts its runs.
func (c *fakeClock) kernel(keys int, ns float64, runs *int) Kernel {
	return Kernel{Keys: keys, Run: func() uint64 {
		*runs++
		c.at += time.Duration(ns * float64(keys))
		return 1
	}}
}

// undisturbed is the usage of a machine on which nothing else runs.
func undisturbed() machine.Usage { return machine.Usage{} }

func TestTimerOnFineClock(t *testing.T) {
	for _, tt := range []struct {
		keys  int
		ns    float64
		tries int // runs before samples: the one that warms, shorter ones, and those that last half a millisecond at least
		batch int // a quarter more keys than last a millisecond, or the first try that lasts one
	}{
		{1024, 5, 1 + 1 + 16 + 123, 1024 * 245},                   // 5.12 µs a run: 16 of them are 82, 1.25 × 500 / 5.12 and then 1.25 × 1000 / 5.12 are enough
		{1000, 1000, 1 + 1, 1000},                                 // a run is a sample
		{1, 1, 1 + 1 + 16 + 256 + 4096 + 65536 + 624810, 1249960}, // the clock's own 20 ns count among the tries
		{1 << 20, 0.5, 1 + 1, 3 << 20},
	} {
		clock := &fakeClock{cost: 20, step: 1}
		timer, err := newTimer(clock.now, undisturbed)
		if err != nil {
			t.Fatal(err)
		}
		runs := 0
		got, err := timer.Time(clock.kernel(tt.keys, tt.ns, &runs), 7)
		if err != nil {
			t.Fatal(err)
		}
		if got.Batch != tt.batch || len(got.Samples) != 7 {
			t.Errorf("keys=%d ns=%g: got %d samples of %d keys, want 7 of %d", tt.keys, tt.ns, len(got.Samples), got.Batch, tt.batch)
		}
		// A sample is the batch and one reading of the clock.
		want := (float64(tt.batch)*tt.ns + 20) / float64(tt.batch)
		for i, ns := range got.Samples {
			if math.Abs(ns-want) > 1e-9*want {
				t.Errorf("keys=%d ns=%g: sample %d: got %v ns per key, want %v", tt.keys, tt.ns, i, ns, want)
			}
		}
		repeats := tt.batch / tt.keys
		if want := tt.tries + 7*repeats; runs != want {
			t.Errorf("keys=%d ns=%g: the kernel ran %d times, want %d: tries and samples", tt.keys, tt.ns, runs, want)
		}
	}
}

// A clock that moves in steps of 1 ms needs samples of a second, of which a step is a thousandth.
func TestTimerOnCoarseClock(t *testing.T) {
	clock := &fakeClock{cost: 100 * time.Nanosecond, step: time.Millisecond}
	timer, err := newTimer(clock.now, undisturbed)
	if err != nil {
		t.Fatal(err)
	}
	runs := 0
	got, err := timer.Time(clock.kernel(1000, 1500, &runs), 5)
	if err != nil {
		t.Fatal(err)
	}
	if want := 1000 * 834; got.Batch != want {
		t.Errorf("got samples of %d keys, want %d: what lasts a second, and a quarter more", got.Batch, want)
	}
	for i, ns := range got.Samples {
		if math.Abs(ns-1500) > 1.5 {
			t.Errorf("sample %d: got %v ns per key, want 1500 within a thousandth", i, ns)
		}
	}
}

// TestTimerLeavesResetsOut: each run has a reset before it, which no sample holds.
func TestTimerLeavesResetsOut(t *testing.T) {
	clock := &fakeClock{cost: 20, step: 1}
	timer, err := newTimer(clock.now, undisturbed)
	if err != nil {
		t.Fatal(err)
	}
	runs, resets := 0, 0
	k := clock.kernel(1, 250_000, &runs)
	k.Reset = func() {
		if resets++; resets != runs+1 {
			t.Errorf("reset %d comes before run %d", resets, runs+1)
		}
		clock.at += 3 * time.Millisecond
	}
	got, err := timer.Time(k, 5)
	if err != nil {
		t.Fatal(err)
	}
	for i, ns := range got.Samples {
		if math.Abs(ns-250_020) > 1e-6 { // a run and one reading of the clock
			t.Errorf("sample %d: got %v ns, want 250020: the run alone", i, ns)
		}
	}
	if resets != runs || got.Batch < 4 {
		t.Errorf("got %d resets for %d runs, in batches of %d", resets, runs, got.Batch)
	}
	if k.Once(); resets != runs {
		t.Errorf("Once: got %d resets for %d runs", resets, runs)
	}
}

func TestTimerOnStuckClock(t *testing.T) {
	clock := &fakeClock{cost: 20, step: 1, stuck: true}
	if timer, err := newTimer(clock.now, undisturbed); !errors.Is(err, ErrClock) {
		t.Errorf("from the start: got %v, %v, want ErrClock", timer, err)
	}
	clock.stuck = false
	timer, err := newTimer(clock.now, undisturbed)
	if err != nil {
		t.Fatal(err)
	}
	clock.stuck = true
	idle := Kernel{Keys: 1, Run: func() uint64 { return 1 }}
	if got, err := timer.Time(idle, 3); !errors.Is(err, ErrClock) {
		t.Errorf("after calibration: got %v, %v, want ErrClock", got, err)
	}
	clock.stuck = false
	late := Kernel{Keys: 1, Run: func() uint64 {
		clock.at += 2 * time.Millisecond
		clock.stuck = clock.at > 40*time.Millisecond
		if clock.stuck {
			clock.at = 40 * time.Millisecond
		}
		return 1
	}}
	clock.at = 0
	if got, err := timer.Time(late, 100); !errors.Is(err, ErrClock) {
		t.Errorf("during samples: got %v, %v, want ErrClock", got, err)
	}
}

func TestTimeRefuses(t *testing.T) {
	timer, err := NewTimer()
	if err != nil {
		t.Fatal(err)
	}
	run := func() uint64 { return 1 }
	for _, tt := range []struct {
		keys, samples int
		want          string
	}{
		{0, 3, "3 samples of a kernel of 0 keys"},
		{-1, 3, "3 samples of a kernel of -1 keys"},
		{8, 0, "0 samples of a kernel of 8 keys"},
	} {
		if got, err := timer.Time(Kernel{Keys: tt.keys, Run: run}, tt.samples); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("keys=%d samples=%d: got %v, %v, want an error with %q", tt.keys, tt.samples, got, err, tt.want)
		}
	}
}

// collectAt returns the GOGC value in force; math.MaxUint64 is off.
func collectAt() uint64 {
	s := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

func TestTimeTurnsCollectionOff(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(77))
	timer, err := NewTimer()
	if err != nil {
		t.Fatal(err)
	}
	during := uint64(0)
	k := Kernel{Keys: 1, Run: func() uint64 {
		during = collectAt()
		time.Sleep(timer.least)
		return 1
	}}
	if _, err := timer.Time(k, 2); err != nil {
		t.Fatal(err)
	}
	if during != math.MaxUint64 {
		t.Errorf("while samples were taken: got GOGC %d, want off", during)
	}
	if got := collectAt(); got != 77 {
		t.Errorf("afterwards: got GOGC %d, want 77", got)
	}
}

// On the machine's own clock a kernel that sleeps takes at least as long as it sleeps.
func TestTimerOnTheMachine(t *testing.T) {
	timer, err := NewTimer()
	if err != nil {
		t.Fatal(err)
	}
	got, err := timer.Time(Kernel{Keys: 1000, Run: func() uint64 { time.Sleep(2 * time.Millisecond); return 1 }}, 4)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Samples) != 4 || got.Least() < 2000 {
		t.Errorf("got %v, want 4 samples of at least 2000 ns per key", got.Samples)
	}
}

func TestMedianAndLeast(t *testing.T) {
	for _, tt := range []struct{ samples []float64 }{{[]float64{3}}, {[]float64{4, 2}}, {[]float64{9, 1, 3}}, {[]float64{9, 2, 4, 1}}} {
		given := slices.Clone(tt.samples)
		if got := (Timing{Samples: given}).Median(); got != 3 {
			t.Errorf("samples=%v: got median %v, want 3", tt.samples, got)
		}
		if got, want := (Timing{Samples: given}).Least(), slices.Min(tt.samples); got != want {
			t.Errorf("samples=%v: got least %v, want %v", tt.samples, got, want)
		}
		if !slices.Equal(given, tt.samples) {
			t.Errorf("samples=%v: they became %v", tt.samples, given)
		}
	}
}

func TestDisturbed(t *testing.T) {
	for _, tt := range []struct {
		name    string
		usage   machine.Usage
		elapsed time.Duration
		want    bool
	}{
		{"quiet", machine.Usage{}, time.Second, false},
		{"not counted", machine.Usage{InvoluntarySwitches: machine.NotCounted, Steal: machine.NotCounted, Throttled: machine.NotCounted}, 0, false},
		{"stolen", machine.Usage{Steal: 10 * time.Millisecond}, time.Second, true},
		{"throttled", machine.Usage{Throttled: 1}, time.Second, true},
		{"a switch every ten milliseconds", machine.Usage{InvoluntarySwitches: 101}, time.Second, false},
		{"more switches", machine.Usage{InvoluntarySwitches: 102}, time.Second, true},
		{"one switch in a short time", machine.Usage{InvoluntarySwitches: 1}, time.Millisecond, false},
		{"two switches in a short time", machine.Usage{InvoluntarySwitches: 2}, time.Millisecond, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := disturbed(tt.usage, tt.elapsed); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// TestTimerTakesDisturbedSamplesAgain: samples taken while the machine did something else are kept apart and
// taken again, a bounded number of times.
func TestTimerTakesDisturbedSamplesAgain(t *testing.T) {
	for _, tt := range []struct{ disturbed, attempts int }{{0, 1}, {1, 2}, {2, 3}, {3, 3}, {9, 3}} {
		clock := &fakeClock{cost: 20, step: 1}
		reads, left := 0, tt.disturbed
		timer, err := newTimer(clock.now, func() machine.Usage {
			if reads++; reads > 1 && reads%2 == 1 && left > 0 { // at the end of an attempt: one comes before all of them
				left--
				return machine.Usage{Steal: time.Second}
			}
			return machine.Usage{}
		})
		if err != nil {
			t.Fatal(err)
		}
		runs := 0
		got, err := timer.Time(clock.kernel(1000, 1000, &runs), 4)
		if err != nil {
			t.Fatal(err)
		}
		if got.Attempts != tt.attempts || len(got.Samples) != 4 || len(got.Discarded) != 4*(tt.attempts-1) {
			t.Errorf("disturbed=%d: got %d attempts, %d samples and %d discarded, want %d, 4 and %d",
				tt.disturbed, got.Attempts, len(got.Samples), len(got.Discarded), tt.attempts, 4*(tt.attempts-1))
		}
		if want := tt.disturbed >= mostAttempts; got.Disturbed != want {
			t.Errorf("disturbed=%d: the timing says %t, want %t", tt.disturbed, got.Disturbed, want)
		}
	}
}

// An attempt that lasts long is kept as it is, and marked.
func TestTimerTakesLongSamplesOnce(t *testing.T) {
	clock, reads, runs := &fakeClock{cost: 20, step: 1}, 0, 0
	timer, err := newTimer(clock.now, func() machine.Usage {
		reads++
		return machine.Usage{Steal: time.Duration(reads) * time.Second}
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := timer.Time(clock.kernel(1000, 1e5, &runs), 3) // 100 ms each
	if err != nil || got.Attempts != 1 || !got.Disturbed || len(got.Discarded) != 0 {
		t.Errorf("got %+v, %v; want one attempt, disturbed", got, err)
	}
}

// TestFirstLongRunIsASample: a first run of 8 ms or more is the first sample, and what disturbs it counts.
func TestFirstLongRunIsASample(t *testing.T) {
	for ms, samplesAlone := range map[int]bool{7: false, 8: true, 30: true} {
		clock, runs, reads := &fakeClock{cost: 20, step: 1}, 0, 0
		timer, err := newTimer(clock.now, func() machine.Usage {
			if reads++; reads == 1 { // before the first run
				return machine.Usage{}
			}
			return machine.Usage{Steal: time.Second}
		})
		if err != nil {
			t.Fatal(err)
		}
		got, err := timer.Time(clock.kernel(1000, float64(ms)*1000, &runs), 3)
		if err != nil || got.Batch != 1000 {
			t.Fatalf("%d ms: got %+v, %v", ms, got, err)
		}
		if taken := len(got.Samples) + len(got.Discarded); (runs == taken) != samplesAlone {
			t.Errorf("%d ms: %d runs for %d samples, want as many: %v", ms, runs, taken, samplesAlone)
		}
		if again := got.Attempts == 2; again != samplesAlone {
			t.Errorf("%d ms: got %d attempts; what came while the first run was under way counts: want %v", ms, got.Attempts, samplesAlone)
		}
	}
}

// TestControlSeesASlowMachine: the control is off when it takes clearly longer than it ever did.
func TestControlSeesASlowMachine(t *testing.T) {
	pace := time.Duration(1000)
	at := time.Duration(0)
	now := func() time.Time { at += pace; return time.Unix(0, int64(at)) }
	c := newControl()
	for _, tt := range []struct {
		pace time.Duration
		off  bool
	}{{1000, false}, {1100, false}, {1300, true}, {900, false}, {1040, true}} {
		pace = tt.pace
		if ns := c.run(now); c.off(ns) != tt.off {
			t.Errorf("pace=%d: the control took %v ns of at least %v, off is %t, want %t", tt.pace, ns, c.least, !tt.off, tt.off)
		}
	}
	seen := map[uint16]bool{}
	for i, n := 0, uint16(0); i < controlNodes; i++ {
		n = c.next[n]
		seen[n] = true
	}
	if len(seen) != controlNodes {
		t.Errorf("the chase visits %d of %d places: it is no full cycle", len(seen), controlNodes)
	}
}
