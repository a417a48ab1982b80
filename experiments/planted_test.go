package main

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// A spot is the point row of planted experiments.
type spot struct {
	N uint64 `csv:"n" json:"n"`
}

// planted returns an experiment of the points n = 0 … points-1, which run measures.
func planted(points int, run func(n uint64) (any, error), checks ...record.CheckRow) plan.Experiment {
	return plan.Experiment{
		Name:     "planted",
		Question: "Does the command do what it says?",
		Grid: func(plan.Scope) (cells []plan.Cell) {
			for n := range points {
				cells = append(cells, plan.Cell{Factors: plan.NewFactors("n", n), Seeds: 1})
			}
			return cells
		},
		Check: func(_ plan.Scope, f plan.Factors) error {
			r := f.Read()
			r.Uint("n")
			return r.Err()
		},
		Cost: func(plan.Scope, plan.Factors) float64 { return 1e-3 },
		Run: func(_ context.Context, _ plan.Scope, k record.Key) (any, error) {
			return run(plan.Factors(k.Factors).Read().Uint("n"))
		},
		Tables: func(base record.Store, payloads []json.RawMessage) (plan.Tables, error) {
			rows, err := plan.Order[spot]{
				Cell: func(a, b spot) int { return int(a.N) - int(b.N) },
				Seed: func(spot) uint64 { return 0 },
			}.Rows(base, "planted.csv", payloads)
			if err != nil {
				return plan.Tables{}, err
			}
			text, err := record.Encode(rows)
			return plan.Tables{Files: record.Files{"planted.csv": text}, Checks: checks}, err
		},
	}
}

func allWell(n uint64) (any, error) { return spot{n}, nil }

// plantedTable returns the planted result file of a store.
func plantedTable(t *testing.T, root string) string {
	t.Helper()
	text, err := os.ReadFile(record.Store{Root: root}.Result("planted.csv"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestRunAllWell(t *testing.T) {
	plant(t, planted(3, allWell, record.CheckRow{Experiment: "planted", Check: "sums", Holds: true}), nil)
	hashlab("run").expect(t, 0, "0 of 3 points are done; 3 to measure", "3 points done, 0 failed, 1 of 1 checks hold", "next: hashlab plot && hashlab report")
	hashlab("run").expect(t, 0, "3 of 3 points are done; 0 to measure", "3 points done")
	hashlab("run", "--fresh").expect(t, 0, "0 of 3 points are done; 3 to measure")
	if got, want := plantedTable(t, "."), "n\n0\n1\n2\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRunCheckFailed(t *testing.T) {
	bad := record.CheckRow{Experiment: "planted", Check: "sums", Holds: false, Detail: "5 is not 4"}
	plant(t, planted(3, allWell, bad, record.CheckRow{Experiment: "planted", Check: "differs", Holds: true}), nil)
	r := hashlab("run")
	r.expect(t, 1, "check does not hold: planted: sums: 5 is not 4", "1 of 2 checks hold")
	if strings.Contains(r.stderr, "differs") {
		t.Errorf("a check that holds is said not to: %s", r.stderr)
	}
	hashlab("run").expect(t, 1, "0 to measure", "1 of 2 checks hold")
	rows, err := record.Read[record.CheckRow](record.Store{Root: "."}, record.ChecksFile)
	if err != nil || len(rows) != 2 || rows[0] != bad {
		t.Errorf("got %v, %v, want both checks on file", rows, err)
	}
}

// A point that fails, in whatever way, is reported and runs again; the others are saved. Failed points come before
// failed checks in the exit code.
func TestRunPointsFailed(t *testing.T) {
	var runs [6]atomic.Int32
	broken := true
	run := func(n uint64) (any, error) {
		runs[n].Add(1)
		switch {
		case n == 1 && broken:
			return nil, errors.New("it is full")
		case n == 2 && broken:
			panic("index out of range")
		case n == 3 && broken:
			return math.NaN(), nil
		case n == 4 && broken:
			return nil, record.ErrStore // a point's error, not the store's
		}
		return spot{n}, nil
	}
	plant(t, planted(6, run, record.CheckRow{Experiment: "planted", Check: "sums"}), nil)
	hashlab("run").expect(t, 3, "2 points done, 4 failed, 0 of 1 checks hold", "failed: planted n=1 seed=1: it is full",
		"failed: planted n=2 seed=1: panic: index out of range", "failed: planted n=3 seed=1: json: unsupported value: NaN", "failed: planted n=4 seed=1: ")
	if got, want := plantedTable(t, "."), "n\n0\n5\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	broken = false
	hashlab("run").expect(t, 1, "2 of 6 points are done; 4 to measure", "6 points done, 0 failed")
	for n, want := range []int32{1, 2, 2, 2, 2, 1} {
		if got := runs[n].Load(); got != want {
			t.Errorf("point %d ran %d times, want %d", n, got, want)
		}
	}
	if got, want := plantedTable(t, "."), "n\n0\n1\n2\n3\n4\n5\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRunNothingSucceeds(t *testing.T) {
	plant(t, planted(2, func(uint64) (any, error) { return nil, errors.New("no") }), nil)
	hashlab("run").expect(t, 3, "0 points done, 2 failed")
	if _, err := os.Stat("results/planted.csv"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a result file without results: %v", err)
	}
}

// Points that no table can be made of are no usage error.
func TestRunNoTables(t *testing.T) {
	e := planted(2, allWell)
	e.Tables = func(record.Store, []json.RawMessage) (plan.Tables, error) {
		return plan.Tables{}, errors.New("no theory of that name")
	}
	plant(t, e, nil)
	hashlab("run").expect(t, 3, "hashlab: planted: no theory of that name")
}

// An interrupt keeps what is finished, and the same command goes on from there.
func TestRunInterrupted(t *testing.T) {
	var runs [8]atomic.Int32
	stop := true
	e := planted(8, func(n uint64) (any, error) {
		runs[n].Add(1)
		return spot{n}, nil
	}, record.CheckRow{Experiment: "planted", Check: "sums"})
	e.Measured = true // one point at a time
	plant(t, e, func(ctx context.Context, p plan.Point) {
		if p.Factors["n"] == "5" && stop {
			if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
				t.Error(err)
			}
			<-ctx.Done()
		}
	})
	r := hashlab("run")
	r.expect(t, 130, "interrupted: every finished point is saved", "0 failed")
	if strings.Contains(r.stdout, "next:") {
		t.Error("it names a next step as if it were done")
	}
	stop = false
	hashlab("run").expect(t, 1, "8 points done, 0 failed")
	for n := range runs {
		want := int32(1)
		if n == 5 {
			want = 2
		}
		if got := runs[n].Load(); got != want {
			t.Errorf("point %d ran %d times, want %d", n, got, want)
		}
	}
}

// An interrupt is what the exit code tells, even where something else goes wrong after it.
func TestRunInterruptedAndUnusable(t *testing.T) {
	e := planted(2, allWell)
	e.Measured = true
	points := 0
	plant(t, e, func(ctx context.Context, _ plan.Point) {
		if points++; points == 1 {
			return
		}
		if err := os.MkdirAll("results/planted.csv/in_the_way", 0o755); err != nil {
			t.Error(err)
		}
		if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
			t.Error(err)
		}
		<-ctx.Done()
	})
	hashlab("run").expect(t, 130, "results/planted.csv")
}

// Timed points run alone, since they share the machine; others on all processors.
func TestRunAtATime(t *testing.T) {
	for _, measured := range []bool{true, false} {
		var now, most atomic.Int32
		e := planted(12, func(n uint64) (any, error) {
			most.Store(max(most.Load(), now.Add(1)))
			time.Sleep(5 * time.Millisecond)
			now.Add(-1)
			return spot{n}, nil
		})
		e.Measured = measured
		plant(t, e, nil)
		hashlab("run").expect(t, 0, "12 points done")
		if want := int32((&job{experiment: e}).parallel()); most.Load() > want || measured && want != 1 {
			t.Errorf("measured=%v: got %d points at a time, want %d", measured, most.Load(), want)
		}
	}
}

// A narrowed run stands beside a copy of the results, which it leaves as they are.
func TestRunNarrowed(t *testing.T) {
	plant(t, planted(3, allWell), nil)
	hashlab("run").expect(t, 0)
	hashlab("run", "--select", "n:1").expect(t, 0, "0 of 1 points are done", "results are in out/results")
	hashlab("run", "--set", "n=7").expect(t, 0, "0 of 1 points are done")
	if got, want := plantedTable(t, "out"), "n\n0\n1\n2\n7\n"; got != want {
		t.Errorf("out: got %q, want %q", got, want)
	}
	if got, want := plantedTable(t, "."), "n\n0\n1\n2\n"; got != want {
		t.Errorf("results: got %q, want %q", got, want)
	}
	hashlab("run", "--set", "n=9", "--out", ".").expect(t, 0)
	if got, want := plantedTable(t, "."), "n\n0\n1\n2\n9\n"; got != want {
		t.Errorf("narrowed into the results themselves: got %q, want %q", got, want)
	}
}
