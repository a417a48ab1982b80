package main

import (
	"fmt"
	"hash/fnv"
	"os"
	"strconv"
	"strings"

	"hashlab/experiments/internal/plan"
)

// A shard is part index of count of a run, numbered from 0. The zero shard is the whole.
type shard struct{ index, count uint64 }

// whole reports whether the shard is all of the run.
func (s shard) whole() bool { return s.count <= 1 }

// takes reports whether the point belongs to the shard: by its key, so that it stays where it is when
// points are added. Timings are divided by block, so that what is compared is timed on one machine.
func (s shard) takes(e plan.Experiment, p plan.Point) bool {
	switch {
	case s.whole():
		return true
	case e.Measured:
		return p.Seed%s.count == s.index
	}
	h := fnv.New64a()
	h.Write([]byte(p.ID()))
	return h.Sum64()%s.count == s.index
}

// String returns the shard as --shard takes it.
func (s shard) String() string { return fmt.Sprintf("%d/%d", s.index, s.count) }

// parseShard reads "i/m" with i from 0 to m-1; "auto", which takes both from the array variables of Slurm;
// or "auto/m", which takes i from them or from the index of a Kubernetes indexed job. "" is the whole.
func parseShard(text string, env func(string) string) (shard, error) {
	if text == "" {
		return shard{}, nil
	}
	first, second, divided := strings.Cut(text, "/")
	if first == "auto" {
		index, count, err := arrayIndex(env)
		if err != nil {
			return shard{}, fmt.Errorf("--shard %s: %w", text, err)
		}
		if !divided && count == 0 {
			return shard{}, fmt.Errorf("--shard auto: JOB_COMPLETION_INDEX does not tell the number of shards: use auto/M")
		}
		first = strconv.FormatUint(index, 10)
		if !divided {
			second = strconv.FormatUint(count, 10)
		}
	} else if !divided {
		return shard{}, fmt.Errorf("--shard %q is not i/m, auto or auto/m", text)
	}
	i, errI := strconv.ParseUint(first, 10, 32)
	m, errM := strconv.ParseUint(second, 10, 32)
	if errI != nil || errM != nil || m == 0 || i >= m {
		return shard{}, fmt.Errorf("--shard %s/%s: want i/m with i from 0 to m-1", first, second)
	}
	return shard{i, m}, nil
}

// arrayIndex returns the place in the array of jobs; count is 0 where that is not told.
func arrayIndex(env func(string) string) (index, count uint64, err error) {
	number := func(name string) uint64 {
		v, e := strconv.ParseUint(env(name), 10, 32)
		if e != nil && err == nil {
			err = fmt.Errorf("%s = %q is not a whole number", name, env(name))
		}
		return v
	}
	switch {
	case env("SLURM_ARRAY_TASK_ID") != "":
		id, low, n := number("SLURM_ARRAY_TASK_ID"), number("SLURM_ARRAY_TASK_MIN"), number("SLURM_ARRAY_TASK_COUNT")
		if err == nil && id < low {
			err = fmt.Errorf("SLURM_ARRAY_TASK_ID = %d is below SLURM_ARRAY_TASK_MIN = %d", id, low)
		}
		return id - low, n, err
	case env("JOB_COMPLETION_INDEX") != "":
		return number("JOB_COMPLETION_INDEX"), 0, err
	}
	return 0, 0, fmt.Errorf("neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set: this is no array job")
}

// parseShardEnv is parseShard with the environment of the process.
func parseShardEnv(text string) (shard, error) { return parseShard(text, os.Getenv) }
