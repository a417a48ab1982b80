package hashing

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
)

const (
	rowsFile   = "hashing.csv"
	pointsFile = "hashing_points.csv"
	benchFile  = "hashing.txt"
	costsFile  = "hashing_costs.csv"
	noiseFile  = "hashing_noise.csv"
)

var order = plan.Order[record.HashingPoint]{
	Cell: func(a, b record.HashingPoint) int {
		return cmp.Or(strings.Compare(a.Hash, b.Hash), strings.Compare(loopOf(a), loopOf(b)), strings.Compare(a.Form, b.Form), cmp.Compare(a.KeyBytes, b.KeyBytes),
			record.CompareTwins(a.Twin, b.Twin))
	},
	Seed: func(p record.HashingPoint) uint64 { return p.Block },
}

func tables(base record.Store, payloads []json.RawMessage) (plan.Tables, error) {
	points, err := order.Rows(base, pointsFile, payloads)
	if err != nil {
		return plan.Tables{}, err
	}
	var rows []record.HashingRow
	var lines []record.BenchLine
	cells, noise := apart(order.Cells(points))
	for _, cell := range cells {
		if loopOf(cell[0]) != loopBulk {
			continue
		}
		rows = append(rows, summary(cell))
		for _, p := range cell {
			lines = append(lines, record.BenchLine{
				Name:   "Hash",
				Levels: []string{"hash=" + p.Hash, "form=" + p.Form, fmt.Sprintf("bytes=%d", p.KeyBytes)},
				Keys:   p.Batch * len(strings.Fields(p.SampleList)), Ns: float64(p.NsPerKey),
			})
		}
	}
	files := record.Files{}
	if files[rowsFile], err = record.Encode(rows); err != nil {
		return plan.Tables{}, err
	}
	if files[pointsFile], err = record.Encode(points); err != nil {
		return plan.Tables{}, err
	}
	if files[costsFile], err = record.Encode(costs(cells)); err != nil {
		return plan.Tables{}, err
	}
	if files[noiseFile], err = record.Encode(noise); err != nil {
		return plan.Tables{}, err
	}
	if files[benchFile], err = record.BenchText(lines); err != nil {
		return plan.Tables{}, err
	}
	return plan.Tables{Files: files}, nil
}

// loopOf returns the loop of a point. One from before there were others has none.
func loopOf(p record.HashingPoint) string { return cmp.Or(p.Loop, loopBulk) }

func summarise(cell []record.HashingPoint) plan.Timed {
	blocks := make([]plan.Block, len(cell))
	for i, p := range cell {
		blocks[i] = plan.Block{Ns: p.NsPerKey, Least: p.NsMin, Samples: p.SampleList}
	}
	return plan.SummariseBlocks(blocks)
}

func summary(cell []record.HashingPoint) record.HashingRow {
	first, t := cell[0], summarise(cell)
	return record.HashingRow{
		Hash: first.Hash, KeyBytes: first.KeyBytes, Form: first.Form, NsPerKey: t.Ns, NsLow: t.Low, NsHigh: t.High,
		NsMin: t.Least, GBPerSec: record.Float(float64(first.KeyBytes)) / t.Ns, Blocks: t.Blocks, Samples: t.Samples,
		Outliers: t.Outliers, Trend: t.Trend, TrendP: t.TrendP, BootLow: t.BootLow, BootHigh: t.BootHigh,
	}
}

// costs returns a row for each cell that is not of the bulk loop.
func costs(cells [][]record.HashingPoint) (rows []record.HashingCost) {
	type series struct {
		hash, loop, form string
		length           int
	}
	of, widened := map[series][]record.HashingPoint{}, map[string]bool{}
	for _, cell := range cells {
		p := cell[0]
		of[series{p.Hash, loopOf(p), p.Form, p.KeyBytes}] = cell
		widened[p.Hash] = widened[p.Hash] || loopOf(p) == loopNarrow
	}
	for _, cell := range cells {
		first := cell[0]
		if loopOf(first) == loopBulk {
			continue
		}
		t, base := summarise(cell), baseOf(first.Loop, widened[first.Hash])
		row := record.HashingCost{
			Hash: first.Hash, Loop: first.Loop, Form: first.Form, KeyBytes: first.KeyBytes, NsPerKey: t.Ns, NsLow: t.Low, NsHigh: t.High,
			NsMin: t.Least, Base: base, BaseNs: record.Unknown, Blocks: t.Blocks, Samples: t.Samples,
			BootLow: t.BootLow, BootHigh: t.BootHigh,
		}
		beside := of[series{first.Hash, base, first.Form, first.KeyBytes}]
		if len(beside) > 0 {
			row.BaseNs = summarise(beside).Ns
		}
		row.Ratio, row.RatioLow, row.RatioHigh = ratio(cell, beside)
		rows = append(rows, row)
	}
	return rows
}

// ratio returns the median over blocks of the times of one cell over those of another, with its 95 % interval.
func ratio(cell, base []record.HashingPoint) (middle, low, high record.Float) {
	var ratios []float64
	for _, p := range cell {
		for _, b := range base {
			if b.Block == p.Block {
				ratios = append(ratios, float64(p.NsPerKey/b.NsPerKey))
			}
		}
	}
	middle, low, high = record.Unknown, record.Unknown, record.Unknown
	if m, ok := stats.Median(ratios); ok {
		middle = record.Float(m)
	}
	if i, ok := stats.MedianInterval(ratios, 0.95); ok {
		low, high = record.Float(i.Low), record.Float(i.High)
	}
	return middle, low, high
}
