package throughput

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	_ "hashlab/impl/all"
	"hashlab/impl/filter"
)

// seriesOf returns the kernel of a cell of the grid with so many keys.
func seriesOf(t *testing.T, f plan.Factors, n string) series {
	t.Helper()
	d, err := read(f.With("n", n))
	if err != nil {
		t.Fatal(err)
	}
	d.first = true
	s, err := filterKernel(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Whatever the number of threads, the threads of a kernel do all of the keys, each once.
func TestThreadsShareTheKeys(t *testing.T) {
	pool := make([]uint64, 2*threadKeys)
	for i := range pool {
		pool[i] = uint64(i)
	}
	for _, threads := range []int{1, 2, 3, 7} {
		var lock sync.Mutex
		var seen []uint64
		kernel := byThreads(threads, pool, func(hs []uint64) uint64 {
			lock.Lock()
			defer lock.Unlock()
			seen = append(seen, hs...)
			return uint64(len(hs))
		})
		if got := kernel.Run() + kernel.Run(); got != uint64(len(pool)) {
			t.Errorf("threads=%d: two calls did %d keys, want %d", threads, got, len(pool))
		}
		slices.Sort(seen)
		if !slices.Equal(seen, pool) {
			t.Errorf("threads=%d: %d keys were done, not each of %d once", threads, len(seen), len(pool))
		}
	}
}

// Single and bulk look-ups, by one thread and by two, say yes to the same share: half, and the false positives.
func TestLookUpsAgree(t *testing.T) {
	s := plan.Scope{Profile: plan.Standard, Seed: 1}
	seen := 0
	for _, c := range slices.Concat(concurrencies(s), equals(s)) {
		if name := c.Factors["filter"]; name != "bloom-split-256" && name != "fuse-8" {
			continue
		}
		seen++
		kernel := seriesOf(t, c.Factors, "20000").kernel
		yes := uint64(0)
		for range 8 {
			yes += kernel.Run()
		}
		if share := float64(yes) / float64(8*kernel.Keys); c.Factors["op"] == opContains && (share < 0.48 || share > 0.53) ||
			c.Factors["threads"] != "" && (share < 0.49 || share > 0.52) {
			t.Errorf("%v: a share of %v is found", c.Factors, share)
		}
	}
	if seen < 6 {
		t.Errorf("only %d series were tried", seen)
	}
}

func TestBulkAnswers(t *testing.T) {
	s := seriesOf(t, filterSeries(entry(t, "bloom-classic"), opBulk, modePrehashed, 1000, 1), "1000")
	if got := s.kernel.Run(); got != 1 {
		t.Errorf("the last of 4096 present keys: got %d", got)
	}
	keyed := seriesOf(t, filterSeries(entry(t, "bloom-classic"), opBulk, modeKeys, 1000, 1), "1000")
	if got := keyed.kernel.Run(); got != callKeys {
		t.Errorf("present keys: got %d of %d", got, callKeys)
	}
}

func entry(t *testing.T, name string) (e filter.Entry) {
	t.Helper()
	for _, e := range plan.Measurables() {
		if e.Name == name {
			return e
		}
	}
	t.Fatalf("no filter %s", name)
	return e
}

// The rate of a filter that is compared at one is what theory says: 4 standard errors of 1000 positives, 13 %,
// hold but for 6e-5 of fixed keys.
func TestEqualRates(t *testing.T) {
	s := plan.Scope{Profile: plan.Standard, Seed: 1}
	for _, c := range equals(s) {
		if c.Factors["op"] != opBulk || c.Factors["target_fpr"] != "0.00390625" || c.Factors["filter"] != "bloom-split-512" && c.Factors["filter"] != "ribbon-8" {
			continue
		}
		of := seriesOf(t, c.Factors, "20000")
		if rate := float64(of.positives) / float64(of.queries) * 256; rate < 0.87 || rate > 1.13 || !(of.bitsPerKey > 8) {
			t.Errorf("%v: %v of 1/256 at %v bits a key", c.Factors, rate, of.bitsPerKey)
		}
	}
}

// What is not safe is refused, by a sentence that says why.
func TestThreadsAreChecked(t *testing.T) {
	f := filterSeries(entry(t, "bloom-classic"), opAdd, modePrehashed, 100, 0.5).With("threads", "2")
	for want, f := range map[string]plan.Factors{
		"not safe without a guard":     f,
		"takes no keys one by one":     filterSeries(entry(t, "fuse-8"), opAdd, modePrehashed, 100, 0.5).With("threads", "2").With("guard", guardRWMutex),
		`guard "hope"`:                 f.With("guard", "hope"),
		"timed by bulk":                f.With("op", opContains),
		"op mixed is timed by":         f.With("op", opMixed).With("threads", "0"),
		"cannot be sized":              filterSeries(entry(t, "fuse-8"), opBulk, modePrehashed, 100, 0.5).With("target_fpr", "1e-6"),
		`op "sing": a filter is timed`: f.With("op", "sing"),
	} {
		if err := check(plan.Scope{}, f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %q", f, err, want)
		}
	}
	if err := check(plan.Scope{}, f.With("guard", guardRWMutex)); err != nil {
		t.Error(err)
	}
}

// Series of one rate, of threads and of the grid go to files of their own.
func TestTablesPart(t *testing.T) {
	p := record.ThroughputPoint{Impl: "bloom-classic", Kind: "filter", Op: opBulk, Mode: modePrehashed, N: 10, NsPerKey: 2, NsMin: 1, HitShare: 0.5,
		Batch: 1, SampleList: "2", BitsPerKey: record.Unknown, TargetFPR: 0.01, ControlNs: 1}
	equal, threads := p, p
	equal.Equal, equal.TargetFPR, equal.Positives, equal.Queries, equal.BitsPerKey = true, 1.0/256, 4, 1000, 11
	threads.Threads = 2
	other := equal
	other.TargetFPR = 1.0 / 65536
	points := []record.ThroughputPoint{p, equal, other, threads}
	slices.SortStableFunc(points, order.Cell)
	if cells := order.Cells(points); len(cells) != 4 {
		t.Errorf("got %d cells of 4", len(cells))
	}
	row := equalRow([]record.ThroughputPoint{equal})
	if row.FPR != 0.004 || !(row.FPRLow < 0.004 && row.FPRHigh > 0.004) || row.BitsPerKey != 11 {
		t.Errorf("got %+v", row)
	}
	if row := equalRow([]record.ThroughputPoint{p}); row.FPR.Known() {
		t.Errorf("nothing was asked: got %v", row.FPR)
	}
	beside := threads
	beside.Kind, beside.Op, beside.Guard, beside.Batches = "locator", opBeside, guardSnapshot, 3
	beside.BatchMedian, beside.BatchP99, beside.BatchMost, beside.Changes = 10, 20, 30, 40
	slower := beside
	slower.Block, slower.BatchMedian, slower.BatchP99, slower.BatchMost, slower.Changes = 1, 12, 24, 90, 44
	want := record.BesideRow{Impl: "bloom-classic", Guard: guardSnapshot, Threads: 2, BatchKeys: besideKeys, Batches: 6, NsPerKey: 2, MedianNs: 11, P99Ns: 22, MostNs: 90,
		ChangesPerS: 42, Blocks: 2, NsLow: record.Unknown, NsHigh: record.Unknown}
	if got := besideRow([]record.ThroughputPoint{beside, slower}); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if row := concurrencyRow([]record.ThroughputPoint{threads}); row.Threads != 2 || row.NsPerKey != 2 {
		t.Errorf("got %+v", row)
	}
}
