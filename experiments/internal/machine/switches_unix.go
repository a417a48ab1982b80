//go:build unix

package machine

import "golang.org/x/sys/unix"

func involuntarySwitches() int64 {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		return NotCounted
	}
	return int64(usage.Nivcsw)
}
