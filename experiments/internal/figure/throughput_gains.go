package figure

import (
	"fmt"
	"math"
	"strings"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
)

// A sharedRow is a use of a filter by some threads, with what more of them gain.
type sharedRow struct {
	record.ConcurrencyRow
	Gain     record.Float `csv:"gain"` // keys in the same time over those of one thread; unknown but for the most threads
	GainLow  record.Float `csv:"gain_low"`
	GainHigh record.Float `csv:"gain_high"`
}

// gainResamples and gainSeed are of the bootstrap of a gain.
const gainResamples, gainSeed = 10_000, 1

// withGains adds to each use what the most threads gain over one: the mean ratio of times over blocks, in each of which
// both were timed, with its 95 % interval. Without enough blocks it is the ratio of medians, without an interval.
func withGains(rows []record.ConcurrencyRow, points []record.ThroughputPoint) (all []sharedRow) {
	most := 0
	for _, r := range rows {
		most = max(most, r.Threads)
	}
	alone := map[string]record.Float{}
	for _, r := range rows {
		if r.Threads == 1 {
			alone[sharedName(r)] = r.NsPerKey
		}
	}
	for _, r := range rows {
		row := sharedRow{r, record.Unknown, record.Unknown, record.Unknown}
		if one := alone[sharedName(r)]; r.Threads == most && most > 1 && one > 0 {
			row.Gain = one / r.NsPerKey
			few, many := blockTimes(points, r, 1), blockTimes(points, r, most)
			if ratio, ok := stats.PairedRatio(few, many, 0.95, gainResamples, gainSeed); ok {
				row.Gain, row.GainLow, row.GainHigh = record.Float(ratio.Mean), record.Float(ratio.Interval.Low), record.Float(ratio.Interval.High)
			}
		}
		all = append(all, row)
	}
	return all
}

// blockTimes returns the ns a key of a use by so many threads, by block from 1 on; 0 where a block is missing.
func blockTimes(points []record.ThroughputPoint, use record.ConcurrencyRow, threads int) []float64 {
	times := make([]float64, use.Blocks)
	for _, p := range points {
		if p.Impl == use.Impl && p.Guard == use.Guard && p.Op == use.Op && p.N == use.N && p.Threads == threads && p.Block >= 1 && p.Block <= uint64(len(times)) {
			times[p.Block-1] = float64(p.NsPerKey)
		}
	}
	return times
}

// gained returns the rows that have a gain.
func gained(rows []sharedRow) []sharedRow {
	return where(rows, func(r sharedRow) bool { return r.Gain.Known() })
}

// concurrencyTitle says for how many uses more threads bring more keys beyond doubt, for how many fewer, and for how
// many the interval decides nothing; without intervals, between what the gains lie.
func concurrencyTitle(rows []sharedRow) string {
	all := gained(rows)
	if len(all) == 0 {
		return "Filters shared by several threads"
	}
	begin := "With " + plural(all[0].Threads, "thread")
	least, most := all[0], all[0]
	more, fewer, judged := 0, 0, 0
	for _, r := range all {
		if r.Gain < least.Gain {
			least = r
		}
		if r.Gain > most.Gain {
			most = r
		}
		if !r.GainLow.Known() {
			continue
		}
		judged++
		switch {
		case r.GainLow > 1:
			more++
		case r.GainHigh < 1:
			fewer++
		}
	}
	if judged < len(all) {
		return fmt.Sprintf("%s a filter handles %s to %s times as many keys in the same time", begin, num(least.Gain), num(most.Gain))
	}
	parts := []string{begin + " more keys are handled in the same time in none of " + plural(len(all), "use") + " of a filter"}
	if more > 0 {
		parts[0] = fmt.Sprintf("%s more keys are handled in the same time in %s of a filter", begin, share(more, len(all), "use"))
		parts[0] += fmt.Sprintf(", at most %s times (%s)", num(most.Gain), sharedName(most.ConcurrencyRow))
	}
	if fewer > 0 {
		parts = append(parts, fmt.Sprintf("fewer in %d, at least %s times (%s)", fewer, num(least.Gain), sharedName(least.ConcurrencyRow)))
	}
	if open := len(all) - more - fewer; open > 0 {
		parts = append(parts, fmt.Sprintf("in %d noise leaves it open", open))
	}
	return strings.Join(parts, "; ")
}

// interval returns the ends as a dot takes them.
func (r sharedRow) interval() (low, high float64) {
	if !r.GainLow.Known() {
		return math.NaN(), math.NaN()
	}
	return float64(r.GainLow), float64(r.GainHigh)
}
