package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"hashlab/experiments/internal/record"
)

// faultsMark is set for workers that know the experiment of faults.
const faultsMark = "HASHLAB_TEST_FAULTS"

// childFile is where the worker that hangs says which process it has started.
const childFile = "child"

// hoard keeps what a point allocates without end.
var hoard [][]byte

// faults is an experiment whose points go wrong in every way that a worker can.
var faults = planted(7, func(n uint64) (any, error) {
	switch n {
	case 1:
		go func() { panic("in another goroutine") }()
		time.Sleep(time.Minute)
	case 2:
		child := exec.Command("sleep", "3600")
		if err := child.Start(); err != nil {
			return nil, err
		}
		if err := os.WriteFile(childFile, []byte(strconv.Itoa(child.Process.Pid)), 0o644); err != nil {
			return nil, err
		}
		time.Sleep(time.Hour)
	case 3:
		for {
			hoard = append(hoard, make([]byte, 1<<30))
		}
	case 4:
		os.NewFile(answerFD, "answers").WriteString("12345678 garbage\n")
	case 5:
		os.Exit(0)
	}
	return spot{N: n}, nil
}, record.CheckRow{Experiment: "planted", Check: "is there", Holds: true})

// runFaults runs them in an empty folder. Whatever a worker does costs one point, with its reason, and the rest
// is saved.
func runFaults(t *testing.T) ended {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv(faultsMark, "1")
	t.Setenv(pointTimeout, "3s")
	real := experiments
	experiments = append(experiments[:0:0], faults)
	t.Cleanup(func() { experiments = real })
	start := time.Now()
	r := hashlab("run")
	r.expect(t, codePointsFailed, "2 points done, 5 failed")
	if got, want := plantedTable(t, "."), "n\n0\n6\n"; got != want {
		t.Errorf("got the table %q, want %q", got, want)
	}
	text, err := os.ReadFile(childFile)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if !gone(pid) {
		t.Errorf("process %d, which the worker that hung had started, still runs", pid)
	}
	if took := time.Since(start); took > 60*time.Second {
		t.Errorf("it took %v: a stopped worker was waited for", took)
	}
	return r
}

// TestWorkerAloneSaysWhatItIs: nobody is meant to start one by hand.
func TestWorkerAloneSaysWhatItIs(t *testing.T) {
	if r := hashlab("worker", "no-such"); r.code != codeUsage || !strings.Contains(r.stderr, "no-such") {
		t.Errorf("got code %d and %q", r.code, r.stderr)
	}
}

// gone reports whether a process has ended; one that nobody has waited for has.
func gone(pid int) bool {
	for range 100 {
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if _, after, _ := strings.Cut(string(state), ") "); err != nil || strings.HasPrefix(after, "Z") {
			return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || err == nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}
