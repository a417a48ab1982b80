package main

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
)

// timedStore writes the times of hash functions over blocks, with a noise that is fixed.
func timedStore(t *testing.T, ns map[string]float64, machine float64) record.Store {
	t.Helper()
	s := record.Store{Root: t.TempDir()}
	var points []record.HashingPoint
	for block := uint64(1); block <= 12; block++ {
		for name, v := range ns {
			noise := 1 + 0.01*math.Sin(float64(block)*3+v+machine)
			points = append(points, record.HashingPoint{Hash: name, KeyBytes: 16, Form: "bytes", Block: block, NsPerKey: record.Float(v * noise * machine)})
		}
	}
	text, err := record.Encode(points)
	if err != nil {
		t.Fatal(err)
	}
	if err := record.WriteFile(s.Result("hashing_points.csv"), text); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCompareTellsSlowerFromNoiseAndFromASlowMachine(t *testing.T) {
	old := timedStore(t, map[string]float64{"xxh3": 4, "md5": 100, "sha1": 80}, 1)
	for name, tc := range map[string]struct {
		ns      map[string]float64
		machine float64
		code    int
		want    string
	}{
		"same":            {map[string]float64{"xxh3": 4, "md5": 100, "sha1": 80}, 1, 0, "0 slower, 0 faster, 2 the same within 5 %"},
		"slower machine":  {map[string]float64{"xxh3": 4, "md5": 100, "sha1": 80}, 3, 0, "0 slower, 0 faster, 2 the same within 5 %"},
		"slower function": {map[string]float64{"xxh3": 4, "md5": 130, "sha1": 80}, 1, codeCheckFailed, "slower       md5 bytes 16 bytes"},
		"faster function": {map[string]float64{"xxh3": 4, "md5": 70, "sha1": 80}, 1, 0, "faster       md5 bytes 16 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			err := compareStores(old, timedStore(t, tc.ns, tc.machine), &out)
			if got := codeOf(err); got != tc.code {
				t.Errorf("got code %d, want %d", got, tc.code)
			}
			if !strings.Contains(out.String(), tc.want) {
				t.Errorf("got\n%swant %q in it", out.String(), tc.want)
			}
		})
	}
}

func TestCompareSaysWhereNothingCanBeSaid(t *testing.T) {
	store := func(noise float64) record.Store {
		s := record.Store{Root: t.TempDir()}
		var points []record.HashingPoint
		for block := uint64(1); block <= 6; block++ {
			for _, name := range []string{"xxh3", "md5"} {
				ns := 10 * (1 + noise*math.Sin(float64(block*block)+float64(len(name))))
				points = append(points, record.HashingPoint{Hash: name, KeyBytes: 16, Form: "bytes", Block: block, NsPerKey: record.Float(ns)})
			}
		}
		text, err := record.Encode(points)
		if err != nil {
			t.Fatal(err)
		}
		if err := record.WriteFile(s.Result("hashing_points.csv"), text); err != nil {
			t.Fatal(err)
		}
		return s
	}
	var out bytes.Buffer
	if err := compareStores(store(0.3), store(0.29), &out); err != nil {
		t.Fatal(err)
	}
	if err := compareStores(store(0), store(0.5), &out); err != nil || !strings.Contains(out.String(), "1 inconclusive") {
		t.Errorf("got %v and\n%swant an inconclusive series", err, out.String())
	}
}

// The noise floor of each run stands beside every comparison.
func TestCompareSaysTheNoiseFloor(t *testing.T) {
	s := timedStore(t, map[string]float64{"xxh3": 4, "md5": 100}, 1)
	text, err := record.Encode([]record.NoiseRow{{Impl: "bloom-classic", Op: "contains", N: 10_000, Ratio: 1.01, Low: 0.97, High: 1.05, Blocks: 6}})
	if err != nil {
		t.Fatal(err)
	}
	if err := record.WriteFile(s.Result("throughput_noise.csv"), text); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	want := "bloom-classic contains n=10000 nodes=0 against itself: 1.010 (0.970 to 1.050), over 6 blocks"
	if err := compareStores(s, s, &out); err != nil || strings.Count(out.String(), want) != 2 {
		t.Errorf("got %v and\n%swant %q for both", err, out.String(), want)
	}
}

func TestCompareFindsOtherResults(t *testing.T) {
	write := func(moved uint64) record.Store {
		s := record.Store{Root: t.TempDir()}
		text, err := record.Encode([]record.RemapPoint{{Locator: "jump", Hash: "xxh3", Change: "add", NodesBefore: 4, NodesAfter: 5, Keys: 100, Seed: 1, Moved: moved}})
		if err != nil {
			t.Fatal(err)
		}
		if err := record.WriteFile(s.Result("remap_points.csv"), text); err != nil {
			t.Fatal(err)
		}
		return s
	}
	for moved, code := range map[uint64]int{20: 0, 21: codeCheckFailed} {
		var out bytes.Buffer
		if got := codeOf(compareStores(write(20), write(moved), &out)); got != code {
			t.Errorf("moved=%d: got code %d, want %d\n%s", moved, got, code, out.String())
		}
	}
	if err := compareStores(record.Store{Root: t.TempDir()}, record.Store{Root: t.TempDir()}, &bytes.Buffer{}); err == nil {
		t.Error("two empty folders are compared without an error")
	}
}

func TestShard(t *testing.T) {
	env := func(vars map[string]string) func(string) string {
		return func(name string) string { return vars[name] }
	}
	slurm := map[string]string{"SLURM_ARRAY_TASK_ID": "12", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_COUNT": "4"}
	for i, tc := range []struct {
		text string
		vars map[string]string
		want string // the shard, or part of the error
	}{
		{"", nil, "0/0"}, {"0/1", nil, "0/1"}, {"3/8", nil, "3/8"},
		{"8/8", nil, "i from 0 to m-1"}, {"-1/8", nil, "want i/m"}, {"1", nil, "is not i/m"}, {"1/0", nil, "want i/m"},
		{"auto", slurm, "2/4"}, {"auto/8", slurm, "2/8"},
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "x"}, `"x" is not a whole number`},
		{"auto", map[string]string{"JOB_COMPLETION_INDEX": "3"}, "use auto/M"},
		{"auto/5", map[string]string{"JOB_COMPLETION_INDEX": "3"}, "3/5"},
		{"auto", nil, "no array job"},
	} {
		s, err := parseShard(tc.text, env(tc.vars))
		got := s.String()
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, tc.want) {
			t.Errorf("%d: --shard %q: got %s, want %s", i, tc.text, got, tc.want)
		}
	}
}

// TestShardsPartTheGrid: every point of every experiment belongs to one shard, and a block of timings to one.
func TestShardsPartTheGrid(t *testing.T) {
	f := &runFlags{profile: "smoke", seed: 1}
	if err := f.resolve(nil, &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
	jobs, err := prepare(f)
	if err != nil {
		t.Fatal(err)
	}
	const shards = 3
	for _, j := range jobs {
		counts := make([]int, shards)
		home := map[uint64]int{}
		for _, p := range j.points {
			in := -1
			for i := range shards {
				if (shard{uint64(i), shards}).takes(j.experiment, p) {
					if in >= 0 {
						t.Errorf("%v is in shards %d and %d", p.Key, in, i)
					}
					in = i
				}
			}
			if in < 0 {
				t.Fatalf("%v is in no shard", p.Key)
			}
			counts[in]++
			if at, seen := home[p.Seed]; j.experiment.Measured && seen && at != in {
				t.Errorf("block %d of %s is in shards %d and %d", p.Seed, j.experiment.Name, at, in)
			}
			home[p.Seed] = in
		}
		if !j.experiment.Measured {
			for i, n := range counts { // a fair one has less with probability 1e-9; every change of the source draws anew
				if p, ok := stats.BinomialLower(uint64(n), uint64(len(j.points)), 1.0/shards); !ok || p < 1e-9 {
					t.Errorf("%s: shard %d has %d of %d points: %v", j.experiment.Name, i, n, len(j.points), counts)
				}
			}
		}
	}
}

// TestThroughputPlace: what is timed at another rate, by more threads or behind a lock is a series of its own.
func TestThroughputPlace(t *testing.T) {
	bulk := record.ThroughputPoint{Impl: "fuse-8", Kind: "filter", Op: "bulk", Mode: "prehashed", N: 200_000, HitShare: 0.5, TargetFPR: 0.01}
	small, smaller, two, locked := bulk, bulk, bulk, bulk
	small.Equal, small.TargetFPR = true, 1.0/256
	smaller.Equal, smaller.TargetFPR = true, 1.0/65536
	two.Threads, locked.Threads, locked.Guard = 2, 2, "rwmutex"
	seen := map[string]bool{}
	for _, p := range []record.ThroughputPoint{bulk, small, smaller, two, locked} {
		name := throughputPlace(p, p.Impl)
		if seen[name] {
			t.Errorf("two series are called %q", name)
		}
		seen[name] = true
	}
	own := bulk
	own.TargetFPR = 0.03
	if got, want := throughputPlace(own, own.Impl), throughputPlace(bulk, bulk.Impl); got != want {
		t.Errorf("a rate of its own makes another series: %q and %q", got, want)
	}
}
