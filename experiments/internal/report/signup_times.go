package report

import (
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
)

// controlGuards are the filters that guard nothing: what calling one costs, and reading a word of memory besides.
var controlGuards = []string{"null", "load"}

// signupTimes returns the times of a file, without those that are taken once more for the noise floor.
func signupTimes(s record.Store, file string) ([]record.SignupTimes, error) {
	rows, err := record.Read[record.SignupTimes](s, file)
	return slices.DeleteFunc(rows, func(r record.SignupTimes) bool { return r.Twin }), err
}

func halfNs(r record.SignupTimes) record.Float { return r.P50 }

// blockMedian writes the median of a column over blocks with its 95 % interval by order statistics, where there are
// blocks enough for one.
func blockMedian(times []record.SignupTimes, column func(record.SignupTimes) record.Float) string {
	var values []float64
	for _, r := range times {
		if v := column(r); v > 0 { // results from before a column was there read 0
			values = append(values, float64(v))
		}
	}
	if len(values) == 0 {
		return unknown
	}
	middle := median(times, column)
	if i, ok := stats.MedianInterval(values, 0.95); ok {
		return within(middle, record.Float(i.Low), record.Float(i.High), 3)
	}
	return digits(middle, 3)
}

// noiseAt says of which series the noise floor is.
type noiseAt struct {
	story, database, guard string
	hit                    record.Float
}

// floor writes the ratio of a figure of the series to its twin's; unknown where it was not timed twice.
func (at noiseAt) floor(rows []record.SignupNoiseRow, figure string) string {
	for _, r := range rows {
		if (noiseAt{r.Story, r.Database, r.Filter, r.HitShare}) == at && r.Figure == figure {
			return "×" + within(r.Ratio, r.Low, r.High, 3)
		}
	}
	return unknown
}

// noiseTable shows every figure of a series that was timed twice in each block over the same of its twin.
func noiseTable(rows []record.SignupNoiseRow) table {
	t := table{
		Caption: "Noise floor: series timed twice in each block, as if they were two, the second over the first, with the 95 % interval. Differences smaller than these between two guards mean nothing.",
		Header:  []string{"story", "database", "guard", "taken names", "figure", "blocks", "ratio"},
	}
	for _, r := range rows {
		t.add(r.Story, r.Database, r.Filter, digits(r.HitShare, 2), r.Figure, fmt.Sprint(r.Blocks), within(r.Ratio, r.Low, r.High, 3))
	}
	return t
}

// signupFloor says how far apart two timings of one series are.
func signupFloor(rows []record.SignupNoiseRow) []string {
	if len(rows) == 0 {
		return []string{"The noise floor of these times was not measured."}
	}
	words := []struct{ figure, name string }{{"p50_ns", "half of the look-ups"}, {"guard_ns_per_key", "the guard alone"}, {"database_ns_per_query", "the database alone"}}
	var parts []string
	for _, w := range words {
		for _, guard := range []string{"none", "bloom-classic"} {
			if floor := (noiseAt{"lookups", "sqlite", guard, 0}).floor(rows, w.figure); floor != unknown {
				parts = append(parts, fmt.Sprintf("%s behind `%s` %s", w.name, guard, floor))
			}
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{"Noise floor: series timed twice in each block, as if they were two, have the ratios " + strings.Join(parts, ", ") + ". Smaller differences than these between two guards mean nothing."}
}
