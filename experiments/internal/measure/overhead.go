package measure

import (
	"sync/atomic"
	"time"
)

// overhead is what the timers of this process spent on anything but samples, in ns.
var overhead atomic.Int64

// Overhead returns the time that timers of this process have spent so far on anything but samples: warming up,
// finding out how often a kernel repeats, collecting garbage, the control kernel and the counters.
func Overhead() time.Duration { return time.Duration(overhead.Load()) }

// account adds what was spent on a timing, its samples apart.
func account(elapsed time.Duration, t Timing) {
	sampled := 0.0
	for _, list := range [][]float64{t.Samples, t.Discarded} {
		for _, ns := range list {
			sampled += ns * float64(t.Batch)
		}
	}
	overhead.Add(int64(elapsed) - int64(sampled))
}
