package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"hashlab/experiments/internal/record"
)

// faultsMark is set for workers that know the experiment of faults.
const faultsMark = "HASHLAB_TEST_FAULTS"

// hoard keeps what a point allocates without end.
var hoard [][]byte

// faults is an experiment whose points go wrong in every way that a worker can.
var faults = planted(7, func(n uint64) (any, error) {
	switch n {
	case 1:
		go func() { panic("in another goroutine") }()
		time.Sleep(time.Minute)
	case 2:
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

// TestFaultsOfWorkersCostOnePoint: a crash, a hang, memory without end, garbage and a silent end are failed
// points with their reasons, and the rest is saved.
func TestFaultsOfWorkersCostOnePoint(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(faultsMark, "1")
	t.Setenv(pointTimeout, "3s")
	real := experiments
	experiments = append(experiments[:0:0], faults)
	t.Cleanup(func() { experiments = real })
	start := time.Now()
	r := hashlab("run")
	r.expect(t, codePointsFailed, "2 points done, 5 failed",
		"n=1 seed=1: the worker ended: exit status 2: panic: in another goroutine",
		"n=2 seed=1: no answer within 3s: the worker was stopped",
		"n=3 seed=1: the worker ended: exit status 2: fatal error: ",
		"n=4 seed=1: the worker's answer cannot be read: its checksum is 12345678",
		"n=5 seed=1: the worker ended: exit status 0")
	if got, want := plantedTable(t, "."), "n\n0\n6\n"; got != want {
		t.Errorf("got the table %q, want %q", got, want)
	}
	if took := time.Since(start); took > 40*time.Second {
		t.Errorf("it took %v: a stopped worker was waited for", took)
	}
}

// TestWorkerAloneSaysWhatItIs: nobody is meant to start one by hand.
func TestWorkerAloneSaysWhatItIs(t *testing.T) {
	if r := hashlab("worker", "no-such"); r.code != codeUsage || !strings.Contains(r.stderr, "no-such") {
		t.Errorf("got code %d and %q", r.code, r.stderr)
	}
}
