package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hashlab/experiments/internal/record"
)

func newCompare() *cobra.Command {
	return &cobra.Command{
		Use:   "compare OLD NEW",
		Short: "Compare the results of two folders; exit 1 where NEW is slower or has other rates",
		Long: `Compare sets the timings of two folders side by side and says of each series whether NEW is slower, faster, the same
or whether nothing can be said. Times of different runs are compared only as ratios to a base series of the same run
and block, so that a machine that was slower as a whole changes nothing. That series is
` + baseSeries + `.

A series is slower or faster where Student's t test of its log ratios over blocks says so, by Holm's method for all series
together at 1 %, and the change is more than 5 %. It is the same where its interval, at the level that Holm's method
leaves to those it does not reject, lies within 5 %; else it is inconclusive. Deterministic results must be equal.`,
		Args: takes(2, 2, "two folders, OLD and NEW"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return compareStores(record.Store{Root: args[0]}, record.Store{Root: args[1]}, cmd.OutOrStdout())
		},
	}
}

const baseSeries = "xxh3 at the same key length, or bloom-classic or ring-vnodes in the same place of the grid"

// A timedSeries is the times of a series over its blocks, relative to the base series of its run.
type timedSeries map[uint64]float64

func compareStores(old, new record.Store, w io.Writer) error {
	before, err := relativeTimes(old)
	if err != nil {
		return err
	}
	after, err := relativeTimes(new)
	if err != nil {
		return err
	}
	var changes []change
	for name, times := range before {
		if _, both := after[name]; both {
			changes = append(changes, judge(name, times, after[name]))
		}
	}
	slices.SortFunc(changes, func(a, b change) int { return strings.Compare(a.name, b.name) })
	f := correct(changes)
	worse := f.print(w, changes)
	for _, s := range []record.Store{old, new} {
		if err := printNoise(w, s); err != nil {
			return err
		}
	}
	differ, err := deterministicChanges(old, new, w)
	if err != nil {
		return err
	}
	if len(changes) == 0 && differ < 0 {
		return fmt.Errorf("%s and %s have no result in common", old.Result(""), new.Result(""))
	}
	if worse > 0 || differ > 0 {
		return coded{codeCheckFailed, errSaid}
	}
	return nil
}

// relativeTimes returns the series of a store: their times in each block over those of the base series.
func relativeTimes(s record.Store) (map[string]timedSeries, error) {
	points, err := timedPoints(s)
	if err != nil {
		return nil, err
	}
	ns := map[string]timedSeries{}
	for _, p := range points {
		if ns[p.series] == nil {
			ns[p.series] = timedSeries{}
		}
		ns[p.series][p.block] = p.ns
	}
	relative := map[string]timedSeries{}
	for _, p := range points {
		base, ok := ns[p.base][p.block]
		if !ok || p.series == p.base {
			continue
		}
		if relative[p.series] == nil {
			relative[p.series] = timedSeries{}
		}
		relative[p.series][p.block] = p.ns / base
	}
	return relative, nil
}

// A timedPoint is one block of a series, with the name of the series that it is compared with in its run.
type timedPoint struct {
	series, base string
	block        uint64
	ns           float64
}

// timedPoints reads the timings of a store; the second of two twins, and what else it costs to call a hash function, are
// left out.
func timedPoints(s record.Store) (points []timedPoint, err error) {
	throughput, err := record.Read[record.ThroughputPoint](s, "throughput_points.csv")
	if err != nil {
		return nil, err
	}
	for _, p := range throughput {
		if !p.Twin {
			base := map[string]string{"filter": "bloom-classic", "locator": "ring-vnodes"}[p.Kind]
			points = append(points, timedPoint{throughputPlace(p, p.Impl), throughputPlace(p, base), p.Block, float64(p.NsPerKey)})
		}
	}
	hashing, err := record.Read[record.HashingPoint](s, "hashing_points.csv")
	if err != nil {
		return nil, err
	}
	for _, p := range hashing {
		if p.Twin || p.Loop != "" && p.Loop != "bulk" {
			continue // its time hangs on that of the bulk loop
		}
		place := func(hash string) string {
			return fmt.Sprintf("%s %s %d bytes %s", hash, p.Form, p.KeyBytes, cmp.Or(p.Loop, "bulk"))
		}
		points = append(points, timedPoint{place(p.Hash), place("xxh3"), p.Block, float64(p.NsPerKey)})
	}
	return points, nil
}

// throughputPlace names the series of an implementation in the place of the grid where a point is.
func throughputPlace(p record.ThroughputPoint, impl string) string {
	name := fmt.Sprintf("%s %s %s n=%d nodes=%d hit=%g", impl, p.Op, p.Mode, p.N, p.Nodes, p.HitShare)
	if p.Equal { // all are sized for that rate; elsewhere a filter may have a rate of its own
		name += fmt.Sprintf(" fpr=%g", p.TargetFPR)
	}
	if p.Threads > 0 {
		name += fmt.Sprintf(" threads=%d", p.Threads)
	}
	if p.Guard != "" {
		name += " " + p.Guard
	}
	return name
}

// printNoise says what a series against itself gave in the run of a store: smaller differences than that mean nothing.
func printNoise(w io.Writer, s record.Store) error {
	rows, err := record.Read[record.NoiseRow](s, "throughput_noise.csv")
	if err != nil {
		return err
	}
	for _, r := range rows {
		fmt.Fprintf(w, "noise floor in %s: %s %s n=%d nodes=%d against itself: %.3f (%.3f to %.3f), over %d blocks\n",
			s.Root, r.Impl, r.Op, r.N, r.Nodes, r.Ratio, r.Low, r.High, r.Blocks)
	}
	hashes, err := record.Read[record.HashingNoiseRow](s, "hashing_noise.csv")
	if err != nil {
		return err
	}
	for _, r := range hashes {
		fmt.Fprintf(w, "noise floor in %s: %s %s %s %d bytes against itself: %.3f (%.3f to %.3f), over %d blocks\n",
			s.Root, r.Hash, r.Loop, r.Form, r.KeyBytes, r.Ratio, r.Low, r.High, r.Blocks)
	}
	return nil
}

// deterministicChanges lists deterministic rows that differ, and returns how many; -1 where neither store
// has any.
func deterministicChanges(old, new record.Store, w io.Writer) (int, error) {
	differ, compared := 0, 0
	for _, e := range experiments {
		if e.Stored == "" {
			continue
		}
		before, okOld, err := storedRows(old, e.Stored)
		if err != nil {
			return 0, err
		}
		after, okNew, err := storedRows(new, e.Stored)
		if err != nil {
			return 0, err
		}
		if !okOld || !okNew {
			continue
		}
		compared++
		gone, come := 0, 0
		for row := range before {
			if !after[row] {
				gone++
			}
		}
		for row := range after {
			if !before[row] {
				come++
			}
		}
		fmt.Fprintf(w, "%s: %d rows in the first, %d in the second, %d only in the first, %d only in the second\n", e.Stored, len(before), len(after), gone, come)
		differ += min(gone, come) // a row that only came or went is another grid, not another result
	}
	if compared == 0 {
		return -1, nil
	}
	return differ, nil
}

func storedRows(s record.Store, name string) (map[string]bool, bool, error) {
	text, err := readResult(s, name)
	if err != nil || text == nil {
		return nil, false, err
	}
	rows, err := rowTexts(text)
	return rows, true, err
}
