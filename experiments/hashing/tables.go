package hashing

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

const (
	rowsFile   = "hashing.csv"
	pointsFile = "hashing_points.csv"
	benchFile  = "hashing.txt"
)

var order = plan.Order[record.HashingPoint]{
	Cell: func(a, b record.HashingPoint) int {
		return cmp.Or(strings.Compare(a.Hash, b.Hash), strings.Compare(a.Form, b.Form), cmp.Compare(a.KeyBytes, b.KeyBytes))
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
	for _, cell := range order.Cells(points) {
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
	if files[benchFile], err = record.BenchText(lines); err != nil {
		return plan.Tables{}, err
	}
	return plan.Tables{Files: files}, nil
}

func summary(cell []record.HashingPoint) record.HashingRow {
	first := cell[0]
	blocks := make([]plan.Block, len(cell))
	for i, p := range cell {
		blocks[i] = plan.Block{Ns: p.NsPerKey, Least: p.NsMin, Samples: p.SampleList}
	}
	t := plan.SummariseBlocks(blocks)
	return record.HashingRow{
		Hash: first.Hash, KeyBytes: first.KeyBytes, Form: first.Form, NsPerKey: t.Ns, NsLow: t.Low, NsHigh: t.High,
		NsMin: t.Least, GBPerSec: record.Float(float64(first.KeyBytes)) / t.Ns, Blocks: t.Blocks, Samples: t.Samples,
	}
}
