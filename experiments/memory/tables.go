package memory

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

const (
	modelFile = "memory.csv"
	heapFile  = "memory_heap.csv"
)

var modelOrder = plan.Order[record.MemoryRow]{
	Cell: func(a, b record.MemoryRow) int {
		return cmp.Or(strings.Compare(a.Kind, b.Kind), strings.Compare(a.Impl, b.Impl), cmp.Compare(a.N, b.N),
			cmp.Compare(a.Nodes, b.Nodes), cmp.Compare(a.Vnodes, b.Vnodes), cmp.Compare(a.TargetFPR, b.TargetFPR))
	},
	Seed: func(record.MemoryRow) uint64 { return 0 },
}

var heapOrder = plan.Order[record.HeapRow]{
	Cell: func(a, b record.HeapRow) int {
		return cmp.Or(strings.Compare(a.Kind, b.Kind), strings.Compare(a.Impl, b.Impl), cmp.Compare(a.N, b.N),
			cmp.Compare(a.Nodes, b.Nodes), cmp.Compare(a.Vnodes, b.Vnodes), cmp.Compare(a.TargetFPR, b.TargetFPR))
	},
	Seed: func(record.HeapRow) uint64 { return 0 },
}

// tables parts what a structure says of itself, which is deterministic, from what the heap showed.
func tables(base record.Store, payloads []json.RawMessage) (plan.Tables, error) {
	models, heaps := make([]json.RawMessage, len(payloads)), make([]json.RawMessage, len(payloads))
	for i, text := range payloads {
		var both struct {
			Model, Heap json.RawMessage
		}
		if err := json.Unmarshal(text, &both); err != nil {
			return plan.Tables{}, fmt.Errorf("memory: %w", err)
		}
		models[i], heaps[i] = both.Model, both.Heap
	}
	rows, err := modelOrder.Rows(base, modelFile, models)
	if err != nil {
		return plan.Tables{}, err
	}
	heapRows, err := heapOrder.Rows(base, heapFile, heaps)
	if err != nil {
		return plan.Tables{}, err
	}
	files := record.Files{}
	if files[modelFile], err = record.Encode(rows); err != nil {
		return plan.Tables{}, err
	}
	if files[heapFile], err = record.Encode(heapRows); err != nil {
		return plan.Tables{}, err
	}
	return plan.Tables{Files: files, Checks: []record.CheckRow{aboveBound(rows)}}, nil
}

// aboveBound checks that no filter takes less space than its rate needs: one that did would be counted
// wrongly.
func aboveBound(rows []record.MemoryRow) record.CheckRow {
	c := record.CheckRow{Experiment: "memory", Check: "no filter takes fewer bits a key than the information bound", Holds: true}
	least, name := record.Unknown, ""
	for _, r := range rows {
		if !r.BoundBitsPerKey.Known() || r.N < plan.BaseN {
			continue
		}
		c.Tests++
		if over := r.BitsPerKey / r.BoundBitsPerKey; !least.Known() || over < least {
			least, name = over, r.Impl
		}
		if r.BitsPerKey < r.BoundBitsPerKey {
			c.Holds = false
		}
	}
	c.Detail = fmt.Sprintf("the nearest is %s at %.3f times the bound", name, least)
	return c
}
