package signup

import (
	"math"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
)

// figures are the columns of times that are compared with those of a twin.
var figures = []struct {
	name string
	of   func(record.SignupTimes) record.Float
}{
	{"lookups_per_s", func(t record.SignupTimes) record.Float { return t.LookupsPerSec }},
	{"p50_ns", func(t record.SignupTimes) record.Float { return t.P50 }},
	{"p99_ns", func(t record.SignupTimes) record.Float { return t.P99 }},
	{"guard_ns_per_key", func(t record.SignupTimes) record.Float { return t.GuardNs }},
	{"database_ns_per_query", func(t record.SignupTimes) record.Float { return t.NsPerQuery }},
	{"read_seconds", func(t record.SignupTimes) record.Float { return t.ReadSeconds }},
	{"build_seconds", func(t record.SignupTimes) record.Float { return t.BuildSeconds }},
	{"restore_seconds", func(t record.SignupTimes) record.Float { return t.RestoreSec }},
	{"writes_per_s", func(t record.SignupTimes) record.Float { return t.WritesPerSec }},
}

// noise compares each twin with its series, block by block: nothing where there are too few blocks for an interval.
func noise(times []record.SignupTimes) (rows []record.SignupNoiseRow) {
	cells := timesOrder.Cells(times)
	for i, twin := range cells {
		if i == 0 || !twin[0].Twin {
			continue
		}
		series := cells[i-1] // the order puts it there, where it was timed
		once := series[0]
		once.Twin = true
		if timesOrder.Cell(once, twin[0]) != 0 {
			continue
		}
		for _, f := range figures {
			if row, ok := noiseOf(series, twin, f.of); ok {
				row.Figure = f.name
				rows = append(rows, row)
			}
		}
	}
	return rows
}

func noiseOf(series, twin []record.SignupTimes, of func(record.SignupTimes) record.Float) (row record.SignupNoiseRow, ok bool) {
	first := map[uint64]float64{}
	for _, t := range series {
		if v := of(t); v > 0 {
			first[t.Block] = float64(v)
		}
	}
	var logs []float64
	for _, t := range twin {
		if once, there := first[t.Block]; there && of(t) > 0 {
			logs = append(logs, math.Log(float64(of(t))/once))
		}
	}
	ratio, i, ok := stats.RatioInterval(logs, 0.95)
	if !ok {
		return row, false
	}
	t := twin[0]
	return record.SignupNoiseRow{Story: t.Story, Database: t.Database, Cache: t.Cache, Filter: t.Filter, N: t.N, HitShare: t.HitShare,
		Blocks: len(logs), Ratio: record.Float(ratio), Low: record.Float(i.Low), High: record.Float(i.High)}, true
}
