package throughput

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/filter"
)

const (
	rowsFile   = "throughput.csv"
	pointsFile = "throughput_points.csv"
	benchFile  = "throughput.txt"
)

var order = plan.Order[record.ThroughputPoint]{
	Cell: func(a, b record.ThroughputPoint) int {
		return cmp.Or(
			strings.Compare(a.Kind, b.Kind), strings.Compare(a.Impl, b.Impl), strings.Compare(a.Op, b.Op),
			strings.Compare(a.Mode, b.Mode), strings.Compare(a.Hash, b.Hash), cmp.Compare(a.N, b.N),
			cmp.Compare(a.Nodes, b.Nodes), cmp.Compare(a.HitShare, b.HitShare))
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
	for _, cell := range order.Cells(points) {
		rows = append(rows, summary(cell))
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
	if files[benchFile], err = record.BenchText(lines); err != nil {
		return plan.Tables{}, err
	}
	return plan.Tables{Files: files, Checks: []record.CheckRow{controlIsCheap(rows)}}, nil
}

func summary(cell []record.ThroughputPoint) record.ThroughputRow {
	first := cell[0]
	var medians, least []float64
	samples := 0
	for _, p := range cell {
		medians, least = append(medians, float64(p.NsPerKey)), append(least, float64(p.NsMin))
		samples += len(strings.Fields(p.SampleList))
	}
	t := plan.SummariseBlocks(medians, least, samples)
	return record.ThroughputRow{
		Impl: first.Impl, Kind: first.Kind, Hash: first.Hash, Op: first.Op, Mode: first.Mode, N: first.N,
		Nodes: first.Nodes, Bytes: first.Bytes, HitShare: first.HitShare, NsPerKey: t.Ns, NsLow: t.Low,
		NsHigh: t.High, NsMin: t.Least, Blocks: t.Blocks, Samples: t.Samples,
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
	name := strings.ToUpper(p.Op[:1]) + p.Op[1:]
	return record.BenchLine{Name: name, Levels: levels, Keys: p.Batch * len(strings.Fields(p.SampleList)), Ns: float64(p.NsPerKey)}
}

// controlIsCheap checks that the control which only reads its input is at least as fast as every filter: if
// not, what is timed is not the work.
func controlIsCheap(rows []record.ThroughputRow) record.CheckRow {
	c := record.CheckRow{Experiment: "throughput", Check: "no filter looks up faster than the control that does nothing", Holds: true}
	control := map[string]record.Float{}
	same := func(r record.ThroughputRow) string { return fmt.Sprint(r.Mode, r.N, r.HitShare) }
	for _, r := range rows {
		if e, err := filter.Find(r.Impl); err == nil && len(e.Traits.Fails) > 0 && r.Op == opContains {
			control[same(r)] = r.NsMin
		}
	}
	least := record.Unknown
	for _, r := range rows {
		floor, ok := control[same(r)]
		if e, err := filter.Find(r.Impl); !ok || r.Op != opContains || err != nil || len(e.Traits.Fails) > 0 {
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
