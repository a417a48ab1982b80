package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"hashlab/experiments/internal/machine"
	"hashlab/experiments/internal/record"
)

// books keep what a run amounts to: the result files, the checks and the facts about the run.
type books struct {
	flags  *runFlags
	run    record.Run
	checks []record.CheckRow // of all experiments of the store
	fresh  []record.CheckRow // of this run
	failed []record.Point
	done   int
}

func openBooks(f *runFlags) (*books, error) {
	run, err := f.store.ReadRun()
	if err != nil {
		return nil, err
	}
	checks, err := record.Read[record.CheckRow](f.store, record.ChecksFile)
	if err != nil {
		return nil, err
	}
	print := machine.Read()
	if run.Machine, err = json.Marshal(print); err != nil {
		return nil, err
	}
	run.MachineID, run.Date = print.ID(), time.Now().UTC().Format(time.DateOnly)
	run.Commit, run.Dirty = machine.Commit(".")
	return &books{flags: f, run: run, checks: checks}, nil
}

// enter makes the result files of a job from the points that are done. An experiment without any is left
// as it was.
func (b *books) enter(j *job) error {
	payloads, failed, seconds := j.outcome()
	b.done += len(payloads)
	b.failed = append(b.failed, failed...)
	if len(payloads) == 0 {
		return nil
	}
	begin := time.Now()
	tables, err := j.experiment.Tables(b.flags.base, payloads)
	j.judged = time.Since(begin)
	if err != nil {
		return coded{codePointsFailed, fmt.Errorf("%s: %w", j.experiment.Name, err)}
	}
	for name, text := range tables.Files {
		if err := record.WriteFile(b.flags.store.Result(name), text); err != nil {
			return err
		}
	}
	name := j.experiment.Name
	b.checks = slices.DeleteFunc(b.checks, func(c record.CheckRow) bool { return c.Experiment == name })
	b.checks = append(b.checks, tables.Checks...)
	b.fresh = append(b.fresh, tables.Checks...)
	b.run.Experiments[name] = record.Measurement{
		Profile: string(b.flags.scope.Profile), Seed: b.flags.scope.Seed, Points: len(payloads), Failed: len(failed),
		Seconds: seconds, Machine: b.run.MachineID, Kernels: kernels(), Narrowed: b.flags.narrowed,
	}
	return nil
}

// close writes what belongs to the run as a whole.
func (b *books) close() error {
	slices.SortStableFunc(b.checks, func(x, y record.CheckRow) int { return strings.Compare(x.Experiment, y.Experiment) })
	checks, err := record.Encode(b.checks)
	if err != nil {
		return err
	}
	listed, err := record.Encode(implementations())
	if err != nil {
		return err
	}
	if err := record.WriteFile(b.flags.store.Result(record.ChecksFile), checks); err != nil {
		return err
	}
	if err := record.WriteFile(b.flags.store.Result("implementations.csv"), listed); err != nil {
		return err
	}
	return b.flags.store.WriteRun(b.run)
}
