package machine

import (
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"
)

// NotCounted is the value of a counter that the system does not have.
const NotCounted = -1

// Usage is a snapshot of the counters that rise when others take the processor away. The difference of two tells
// whether a block of measurements was disturbed.
type Usage struct {
	InvoluntarySwitches int64         // of all threads of the process, since its start; or NotCounted
	Steal               time.Duration // what the hypervisor gave to others, over all CPUs, in steps of 10 ms; or NotCounted
	Throttled           int64         // periods in which a control group had spent its quota; or NotCounted
}

// ReadUsage takes a snapshot.
func ReadUsage() Usage {
	root := os.DirFS("/")
	return Usage{involuntarySwitches(), steal(root), throttled(root)}
}

// Sub returns what was counted between before and u. A counter that either lacks is NotCounted.
func (u Usage) Sub(before Usage) Usage {
	return Usage{
		difference(u.InvoluntarySwitches, before.InvoluntarySwitches),
		difference(u.Steal, before.Steal),
		difference(u.Throttled, before.Throttled),
	}
}

func difference[T int64 | time.Duration](after, before T) T {
	if after == NotCounted || before == NotCounted {
		return NotCounted
	}
	return after - before
}

// tick is the unit of /proc/stat: USER_HZ is 100 on every architecture that Go runs on.
const tick = time.Second / 100

// steal reads the eighth counter of the line "cpu user nice system idle iowait irq softirq steal …".
func steal(root fs.FS) time.Duration {
	fields := strings.Fields(line(root, "proc/stat"))
	if len(fields) < 9 || fields[0] != "cpu" {
		return NotCounted
	}
	ticks, err := strconv.ParseInt(fields[8], 10, 64)
	if err != nil {
		return NotCounted
	}
	return time.Duration(ticks) * tick
}
