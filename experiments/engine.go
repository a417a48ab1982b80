package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// A job is an experiment with the points that a run covers.
type job struct {
	experiment plan.Experiment
	points     []plan.Point
	journal    *record.Journal
	pending    []plan.Point            // points that the journal lacks
	united     map[string]record.Point // points of other folders, in place of the journal
	judged     time.Duration           // for setting the points beside theory
	took       time.Duration           // to measure what was pending and to make the result files
}

// prepare expands the grids and opens the journals. Nothing selected is a usage error.
func prepare(f *runFlags) (jobs []*job, err error) {
	if err := f.checkNames(); err != nil {
		return nil, err
	}
	total := 0
	for _, e := range f.selected {
		points, err := e.Points(f.scope, f.narrowing, digest, measuring(e.Name))
		if err != nil {
			return nil, err
		}
		points = slices.DeleteFunc(points, func(p plan.Point) bool { return !f.shard.takes(e, p) })
		total += len(points)
		if len(points) > 0 {
			jobs = append(jobs, &job{experiment: e, points: points})
		}
	}
	if total == 0 {
		return nil, fmt.Errorf("nothing is selected: no point of the grid matches %s", f.narrowedBy())
	}
	return jobs, nil
}

// open opens the job's journal and finds what it lacks. A failed point runs again.
func (j *job) open(s record.Store, fresh bool) error {
	journal, err := record.OpenJournal(s.Journal(j.experiment.Name))
	if err != nil {
		return err
	}
	j.journal = journal
	if fresh {
		if err := journal.Forget(); err != nil {
			return err
		}
	}
	for _, p := range j.points {
		if done, ok := journal.Find(p.Key); !ok || done.Status != record.OK {
			j.pending = append(j.pending, p)
		}
	}
	return nil
}

// run measures the pending points, timed ones one at a time, others on all processors, and saves each as it
// ends. It stops early when ctx is done or the store fails.
func (j *job) run(ctx context.Context, f *runFlags, p *progress) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan plan.Point)
	var wg sync.WaitGroup
	for range j.parallel() {
		wg.Go(func() {
			ex := newExecutor(j, f)
			defer ex.close()
			for point := range queue {
				result, err := ex.execute(ctx, point)
				if ctx.Err() != nil {
					return // half measured: it runs again
				}
				if err == nil {
					err = j.journal.Append(result)
				}
				if err != nil {
					cancel(err)
					return
				}
				p.finished(point, result)
			}
		})
	}
	for _, point := range j.pending {
		select {
		case queue <- point:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(queue)
	wg.Wait()
	return context.Cause(ctx)
}

// measurePoint runs one point. A panic in it is a failed point.
func measurePoint(e plan.Experiment, s plan.Scope, key record.Key) (result record.Point) {
	start := time.Now()
	result = record.Point{Key: key, Status: record.Failed}
	measuring := measure.Overhead()
	defer func() {
		if p := recover(); p != nil {
			result.Reason = fmt.Sprintf("panic: %v", p)
		}
		result.Seconds = time.Since(start).Seconds()
		result.Work = max(0, result.Seconds-(measure.Overhead()-measuring).Seconds())
	}()
	payload, err := e.Run(context.Background(), s, key)
	if err == nil {
		result.Payload, err = json.Marshal(payload)
	}
	if err != nil {
		result.Reason = err.Error()
		return result
	}
	result.Status = record.OK
	return result
}

// outcome returns the payloads of the points that are done, and the points that failed.
func (j *job) outcome() (payloads []json.RawMessage, failed []record.Point, seconds float64) {
	for _, done := range j.results() {
		switch {
		case done.Status == record.OK:
			payloads = append(payloads, done.Payload)
		default:
			failed = append(failed, done)
		}
		seconds += done.Seconds
	}
	return payloads, failed, seconds
}

// results returns what is known of the job's points.
func (j *job) results() (results []record.Point) {
	for _, id := range slices.Sorted(maps.Keys(j.united)) {
		results = append(results, j.united[id])
	}
	for _, p := range j.points {
		if done, ok := j.journal.Find(p.Key); ok {
			results = append(results, done)
		}
	}
	return results
}

// runAll runs the jobs one after the other and writes what they amount to.
func runAll(ctx context.Context, f *runFlags, stdout, stderr io.Writer) error {
	start := time.Now()
	jobs, err := prepare(f)
	if err != nil {
		return err
	}
	if f.dryRun {
		return dryRun(jobs, stdout)
	}
	if f.base != (record.Store{}) {
		if err := f.store.CopyFrom(record.Store{Root: "."}); err != nil {
			return err
		}
	}
	defer closeAll(jobs)
	if err := openAll(jobs, f, stderr); err != nil {
		return err
	}
	announce(jobs, f.store, stdout)
	books, err := openBooks(f)
	if err != nil {
		return err
	}
	p := newProgress(jobs, stderr)
	var stopped error
	for _, j := range jobs {
		begin := time.Now()
		if stopped == nil {
			stopped = j.run(ctx, f, p)
		}
		if err := books.enter(j); err != nil {
			p.stop()
			return err
		}
		j.took = time.Since(begin)
	}
	p.stop()
	if stopped == nil {
		books.account(jobs, p.steps, time.Since(start), stdout)
	}
	if err := books.close(); err != nil {
		return err
	}
	return conclude(books, stopped, f, stdout, stderr)
}

// openAll opens the journals, and tells what is odd in them.
func openAll(jobs []*job, f *runFlags, stderr io.Writer) error {
	for _, j := range jobs {
		if err := j.open(f.store, f.fresh); err != nil {
			return err
		}
		for _, note := range j.journal.Notes() {
			fmt.Fprintln(stderr, "note:", note)
		}
	}
	return nil
}

func closeAll(jobs []*job) {
	for _, j := range jobs {
		if j.journal != nil {
			j.journal.Close()
		}
	}
}

// dryRun prints what would be measured.
func dryRun(jobs []*job, w io.Writer) error {
	points, seconds := 0, 0.0
	for _, j := range jobs {
		sum := 0.0
		for _, p := range j.points {
			sum += p.Seconds / float64(j.parallel())
		}
		fmt.Fprintf(w, "%-12s %6d points %8.1f s\n", j.experiment.Name, len(j.points), sum)
		points, seconds = points+len(j.points), seconds+sum
	}
	fmt.Fprintf(w, "%-12s %6d points %8.1f s\n", "total", points, seconds)
	return nil
}

// parallel returns how many points of the job run at a time.
func (j *job) parallel() int {
	if j.experiment.Measured {
		return 1
	}
	return runtime.GOMAXPROCS(0)
}

// announce says what will happen.
func announce(jobs []*job, s record.Store, w io.Writer) {
	all, pending, seconds := 0, 0, 0.0
	for _, j := range jobs {
		all, pending = all+len(j.points), pending+len(j.pending)
		for _, p := range j.pending {
			seconds += p.Seconds / float64(j.parallel())
		}
	}
	fmt.Fprintf(w, "%d of %d points are done; %d to measure, about %s; results go to %s\n",
		all-pending, all, pending, clock(seconds), s.Result(""))
}

// conclude says what was done and what to do next, and returns the error that carries the exit code.
func conclude(b *books, stopped error, f *runFlags, stdout, stderr io.Writer) error {
	for _, p := range b.failed {
		fmt.Fprintf(stderr, "failed: %v: %s\n", p.Key, p.Reason)
	}
	bad := 0
	for _, c := range b.fresh {
		if !c.Holds {
			bad++
			fmt.Fprintf(stderr, "check does not hold: %s: %s: %s\n", c.Experiment, c.Check, c.Detail)
		}
	}
	fmt.Fprintf(stdout, "%d points done, %d failed, %d of %d checks hold; results are in %s\n",
		b.done, len(b.failed), len(b.fresh)-bad, len(b.fresh), f.store.Result(""))
	switch {
	case stopped != nil && !errors.Is(stopped, context.Canceled):
		return coded{codeStore, stopped}
	case stopped != nil:
		fmt.Fprintln(stdout, "interrupted: every finished point is saved; the same command goes on from here")
		return coded{codeInterrupted, errSaid}
	case len(b.failed) > 0:
		return coded{codePointsFailed, errSaid}
	case bad > 0:
		return coded{codeCheckFailed, errSaid}
	}
	out := ""
	if f.inOut {
		out = " --out " + f.store.Root
	}
	fmt.Fprintf(stdout, "next: hashlab plot%s && hashlab report%s, then open %s\n", out, out, f.store.Report())
	return nil
}
