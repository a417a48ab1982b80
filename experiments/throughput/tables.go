package throughput

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/impl/filter"
)

const (
	rowsFile   = "throughput.csv"
	pointsFile = "throughput_points.csv"
	noiseFile  = "throughput_noise.csv"
	benchFile  = "throughput.txt"

	equalFile       = "throughput_equal.csv"
	concurrencyFile = "throughput_concurrency.csv"
	besideFile      = "throughput_beside.csv"
)

var order = plan.Order[record.ThroughputPoint]{
	Cell: func(a, b record.ThroughputPoint) int {
		return cmp.Or(
			strings.Compare(a.Kind, b.Kind), strings.Compare(a.Impl, b.Impl), strings.Compare(a.Op, b.Op),
			strings.Compare(a.Mode, b.Mode), strings.Compare(a.Hash, b.Hash), cmp.Compare(a.N, b.N),
			cmp.Compare(a.Nodes, b.Nodes), cmp.Compare(a.HitShare, b.HitShare), cmp.Compare(order01(a.Equal), order01(b.Equal)), equalTargets(a, b),
			cmp.Compare(a.Threads, b.Threads), strings.Compare(a.Guard, b.Guard), cmp.Compare(order01(a.Twin), order01(b.Twin)))
	},
	Seed: func(p record.ThroughputPoint) uint64 { return p.Block },
}

func tables(base record.Store, payloads []json.RawMessage) (plan.Tables, error) {
	points, err := order.Rows(base, pointsFile, payloads)
	if err != nil {
		return plan.Tables{}, err
	}
	var rows []record.ThroughputRow
	var lines []record.BenchLine
	var noise []record.NoiseRow
	var equal []record.EqualRow
	var threads []record.ConcurrencyRow
	var beside []record.BesideRow
	cells := order.Cells(points)
	for i, cell := range cells {
		if cell[0].Twin {
			noise = append(noise, noiseOf(cells[max(i-1, 0)], cell)...)
			continue
		}
		switch first := cell[0]; {
		case first.Equal:
			equal = append(equal, equalRow(cell))
		case first.Op == opBeside:
			beside = append(beside, besideRow(cell))
		case first.Threads > 0:
			threads = append(threads, concurrencyRow(cell))
		default:
			rows = append(rows, summary(cell))
		}
		for _, p := range cell {
			lines = append(lines, benchLine(p))
		}
	}
	files := record.Files{}
	if files[rowsFile], err = record.Encode(rows); err != nil {
		return plan.Tables{}, err
	}
	if files[pointsFile], err = record.Encode(points); err != nil {
		return plan.Tables{}, err
	}
	if files[noiseFile], err = record.Encode(noise); err != nil {
		return plan.Tables{}, err
	}
	if files[equalFile], err = record.Encode(equal); err != nil {
		return plan.Tables{}, err
	}
	if files[concurrencyFile], err = record.Encode(threads); err != nil {
		return plan.Tables{}, err
	}
	if files[besideFile], err = record.Encode(beside); err != nil {
		return plan.Tables{}, err
	}
	if files[benchFile], err = record.BenchText(lines); err != nil {
		return plan.Tables{}, err
	}
	return plan.Tables{Files: files, Checks: []record.CheckRow{controlIsCheap(rows)}}, nil
}

// timed summarises the blocks of a series.
func timed(cell []record.ThroughputPoint) plan.Timed {
	blocks := make([]plan.Block, len(cell))
	for i, p := range cell {
		blocks[i] = plan.Block{Ns: p.NsPerKey, Least: p.NsMin, Samples: p.SampleList}
	}
	return plan.SummariseBlocks(blocks)
}

func summary(cell []record.ThroughputPoint) record.ThroughputRow {
	first, t := cell[0], timed(cell)
	return record.ThroughputRow{
		Impl: first.Impl, Kind: first.Kind, Hash: first.Hash, Op: first.Op, Mode: first.Mode, N: first.N,
		Nodes: first.Nodes, Bytes: first.Bytes, HitShare: first.HitShare, NsPerKey: t.Ns, NsLow: t.Low,
		NsHigh: t.High, NsMin: t.Least, Blocks: t.Blocks, Samples: t.Samples, TargetFPR: first.TargetFPR,
		Outliers: t.Outliers, Trend: t.Trend, TrendP: t.TrendP, BootLow: t.BootLow, BootHigh: t.BootHigh,
	}
}

func benchLine(p record.ThroughputPoint) record.BenchLine {
	levels := []string{"impl=" + p.Impl, "mode=" + p.Mode}
	if p.Hash != "" {
		levels = append(levels, "hash="+p.Hash)
	}
	if p.Kind == "locator" {
		levels = append(levels, fmt.Sprintf("nodes=%d", p.Nodes))
	} else {
		levels = append(levels, fmt.Sprintf("n=%d", p.N))
	}
	if p.HitShare.Known() {
		levels = append(levels, fmt.Sprintf("hit=%g", p.HitShare))
	}
	if p.Equal {
		levels = append(levels, fmt.Sprintf("target=%g", p.TargetFPR))
	}
	if p.Threads > 0 {
		levels = append(levels, fmt.Sprintf("threads=%d", p.Threads))
	}
	if p.Guard != "" {
		levels = append(levels, "guard="+p.Guard)
	}
	name := strings.ToUpper(p.Op[:1]) + p.Op[1:]
	return record.BenchLine{Name: name, Levels: levels, Keys: p.Batch * len(strings.Fields(p.SampleList)), Ns: float64(p.NsPerKey)}
}

// controlIsCheap checks that the control which only reads its input is at least as fast as every filter: if
// not, what is timed is not the work. Calls of one key by the interface cost as much as a fast filter does, and
// hashing more, so bulk look-ups of prepared hashes are compared.
func controlIsCheap(rows []record.ThroughputRow) record.CheckRow {
	c := record.CheckRow{Experiment: "throughput", Check: "no filter looks up faster than the control that does nothing", Holds: true}
	control := map[string]record.Float{}
	same := func(r record.ThroughputRow) string { return fmt.Sprint(r.N, r.HitShare) }
	bulk := func(r record.ThroughputRow) bool { return r.Op == opBulk && r.Mode == modePrehashed }
	for _, r := range rows {
		if e, err := filter.Find(r.Impl); err == nil && len(e.Traits.Fails) > 0 && bulk(r) {
			if floor, ok := control[same(r)]; !ok || r.NsMin < floor { // of several controls, the one that does least
				control[same(r)] = r.NsMin
			}
		}
	}
	least := record.Unknown
	for _, r := range rows {
		floor, ok := control[same(r)]
		if e, err := filter.Find(r.Impl); !ok || !bulk(r) || err != nil || len(e.Traits.Fails) > 0 {
			continue
		}
		c.Tests++
		if share := r.NsPerKey / floor; !least.Known() || share < least {
			least = share
		}
		if r.NsPerKey < floor {
			c.Holds = false
			c.Detail += fmt.Sprintf("%s at n = %d: %.3g ns against %.3g; ", r.Impl, r.N, r.NsPerKey, floor)
		}
	}
	c.Detail += fmt.Sprintf("the fastest takes %.3g times the control's least", least)
	return c
}

// order01 orders a series before its twin.
func order01(twin bool) int {
	if twin {
		return 1
	}
	return 0
}

// noiseOf compares a series with its twin, block by block; nothing where the series was not timed.
func noiseOf(series, twin []record.ThroughputPoint) []record.NoiseRow {
	ns := map[uint64]float64{}
	for _, p := range series {
		if p.Impl == twin[0].Impl && p.N == twin[0].N && !p.Twin {
			ns[p.Block] = float64(p.NsPerKey)
		}
	}
	var logs []float64
	for _, p := range twin {
		if first, ok := ns[p.Block]; ok {
			logs = append(logs, math.Log(float64(p.NsPerKey)/first))
		}
	}
	ratio, interval, ok := stats.RatioInterval(logs, 0.95)
	if !ok {
		return nil
	}
	return []record.NoiseRow{{
		Impl: twin[0].Impl, Op: twin[0].Op, N: twin[0].N, Nodes: twin[0].Nodes, Blocks: len(logs),
		Ratio: record.Float(ratio), Low: record.Float(interval.Low), High: record.Float(interval.High),
	}}
}
