//go:build long

package main

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"

	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
)

// Twenty kills of a run of some seconds.
func TestKilledTwentyTimes(t *testing.T) {
	tryKills(t, 20, "0.01,0.012,0.014,0.016,0.018,0.02,0.025,0.03,0.035,0.04,0.05,0.06")
}

// The kernel of 200 real comparisons of one thing with itself: xxh3 on prepared keys, six blocks each, in which A and
// A take turns in random order. At most 5 % are called different, by interval and threshold as in a comparison.
func TestMeasuredTwinsAgree(t *testing.T) {
	const comparisons, blocks, samples = 200, 6, 3
	timer, err := measure.NewTimer()
	if err != nil {
		t.Fatal(err)
	}
	h, err := plan.OpenHash(plan.BaseHash)
	if err != nil {
		t.Fatal(err)
	}
	keys := make([]uint64, 4096)
	r := rand.New(rand.NewPCG(1, 9))
	for i := range keys {
		keys[i] = r.Uint64()
	}
	kernel := measure.Kernel{Keys: len(keys), Run: func() (sum uint64) {
		for _, k := range keys {
			sum ^= h.Uint64(k)
		}
		return sum
	}}
	different := 0
	for range comparisons {
		var times [2]timedSeries
		times[0], times[1] = timedSeries{}, timedSeries{}
		for block := range uint64(blocks) {
			for _, i := range r.Perm(2) {
				timing, err := timer.Time(kernel, samples)
				if err != nil {
					t.Fatal(err)
				}
				times[i][block] = timing.Median()
			}
		}
		c := []change{judge("A against A", times[0], times[1])}
		if correct(c); c[0].verdict == "slower" || c[0].verdict == "faster" {
			different++
		}
	}
	t.Logf("%d of %d are called different", different, comparisons)
	if different > comparisons/20 {
		t.Errorf("%d of %d comparisons of a kernel with itself are called different", different, comparisons)
	}
}

// Two runs while another goroutine burns a core agree on every ratio that one of them calls significant: the other
// has it on the same side of 1.
func TestBusyRunsAgree(t *testing.T) {
	t.Chdir(t.TempDir())
	var stop atomic.Bool
	burnt := make(chan struct{})
	go func() {
		defer close(burnt)
		runtime.LockOSThread()
		for i := uint64(1); !stop.Load(); i = i*6364136223846793005 + 1442695040888963407 {
		}
	}()
	defer func() { stop.Store(true); <-burnt }()
	var runs [2]map[string]timedSeries
	for i, out := range []string{"first", "second"} {
		p := startCommand(t, "run", "throughput", "--profile", "standard", "--out", out, "--select",
			"op:contains mode:prehashed n:10000 hit_share:0.5 twin:0 filter:(bloom-classic OR bloom-split-256 OR bloom-blocked-512 OR bloom-partitioned OR cuckoo-8 OR xor-8 OR fuse-8 OR quotient OR bloom-counting)")
		p.end(t).expect(t, 0)
		var err error
		if runs[i], err = relativeTimes(record.Store{Root: out}); err != nil {
			t.Fatal(err)
		}
	}
	significant := 0
	for name := range runs[0] {
		a, okA := significance(runs[0][name], len(runs[0]))
		b, okB := significance(runs[1][name], len(runs[0]))
		if !okA && !okB {
			continue
		}
		significant++
		if a*b <= 0 {
			t.Errorf("%s: one run calls its ratio to the base significant, and they are %.3f and %.3f", name, math.Exp(a), math.Exp(b))
		}
	}
	t.Logf("%d of %d ratios are significant in a run", significant, len(runs[0]))
	if significant == 0 {
		t.Error("no ratio is significant in any run: the test sees nothing")
	}
}

// significance returns the mean logarithm of a ratio to the base, and whether its interval, simultaneous over m
// ratios, excludes 1 and it is beyond the threshold.
func significance(s timedSeries, m int) (mean float64, ok bool) {
	var logs []float64
	for _, block := range blocksOf(s) {
		logs = append(logs, math.Log(s[block]))
	}
	level, ok := stats.SimultaneousLevel(0.05, m)
	i, known := stats.MeanInterval(logs, level)
	mean = (i.Low + i.High) / 2
	return mean, ok && known && !i.Contains(0) && math.Abs(mean) > math.Log(1+threshold)
}

// The last whole run whose results are committed was within its bars.
func TestCommittedRunWithinItsBars(t *testing.T) {
	run, err := record.Store{Root: ".."}.ReadRun()
	if err != nil {
		t.Fatal(err)
	}
	a := run.Account
	if a == nil {
		t.Fatal("the committed results have no account of where the time went: make experiments writes one")
	}
	if a.WorkShare() < 0.9 || a.Accuracy() > 1.5 || a.Wall > 15*60 {
		t.Errorf("it took %.0f s, %.0f predicted, %.0f %% of it for what was asked", a.Wall, a.Predicted, 100*a.WorkShare())
	}
}
