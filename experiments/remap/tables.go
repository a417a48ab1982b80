package remap

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/experiments/internal/theory"
	"hashlab/impl/consistent"
)

const (
	rowsFile   = "remap.csv"
	pointsFile = "remap_points.csv"
)

var order = plan.Order[record.RemapPoint]{
	Cell: func(a, b record.RemapPoint) int {
		return cmp.Or(strings.Compare(a.Locator, b.Locator), strings.Compare(a.Hash, b.Hash), strings.Compare(a.KeyClass, b.KeyClass),
			cmp.Compare(a.NodesBefore, b.NodesBefore), strings.Compare(a.Change, b.Change),
			cmp.Compare(a.Vnodes, b.Vnodes), cmp.Compare(a.Keys, b.Keys))
	},
	Seed: func(p record.RemapPoint) uint64 { return p.Seed },
}

func tables(base record.Store, payloads []json.RawMessage) (plan.Tables, error) {
	points, err := order.Rows(base, pointsFile, payloads)
	if err != nil {
		return plan.Tables{}, err
	}
	var rows []record.RemapRow
	for _, cell := range order.Cells(points) {
		row, err := summary(cell)
		if err != nil {
			return plan.Tables{}, err
		}
		rows = append(rows, row)
	}
	files := record.Files{}
	if files[rowsFile], err = record.Encode(rows); err != nil {
		return plan.Tables{}, err
	}
	if files[pointsFile], err = record.Encode(points); err != nil {
		return plan.Tables{}, err
	}
	return plan.Tables{Files: files, Checks: []record.CheckRow{nothingUnnecessary(rows), movedAgrees(rows)}}, nil
}

func summary(cell []record.RemapPoint) (record.RemapRow, error) {
	first := cell[0]
	row := record.RemapRow{
		Locator: first.Locator, Hash: first.Hash, Change: first.Change, NodesBefore: first.NodesBefore, NodesAfter: first.NodesAfter,
		Vnodes: first.Vnodes, KeyClass: first.KeyClass, Seeds: len(cell),
		MovedLow: record.Unknown, MovedHigh: record.Unknown, MovedTheory: record.Unknown,
	}
	var shares []float64
	for _, p := range cell {
		row.Keys += p.Keys
		row.Moved += p.Moved
		row.Unnecessary += p.Unnecessary
		shares = append(shares, float64(p.Moved)/float64(p.Keys))
	}
	row.MovedShare = record.Float(row.Moved) / record.Float(row.Keys)
	row.UnnecessaryShare = record.Float(row.Unnecessary) / record.Float(row.Keys)
	if i, ok := stats.MeanInterval(shares, 0.95); ok {
		row.MovedLow, row.MovedHigh = record.Float(max(i.Low, 0)), record.Float(min(i.High, 1))
	}
	ideal, err := theory.MovedShare("multinomial", row.NodesBefore, row.NodesAfter)
	if err != nil {
		return row, err
	}
	row.MovedIdeal = record.Float(ideal)
	if e, err := consistent.Find(row.Locator); err == nil && e.MoveTheory() != "" {
		moved, err := theory.MovedShare(e.MoveTheory(), row.NodesBefore, row.NodesAfter)
		if err != nil {
			return row, err
		}
		row.MovedTheory = record.Float(moved)
	}
	return row, nil
}

// nothingUnnecessary checks that no monotone locator moves a key between two nodes that stay.
func nothingUnnecessary(rows []record.RemapRow) record.CheckRow {
	c := record.CheckRow{Experiment: "remap", Check: "monotone locators make no unnecessary move", Holds: true}
	keys := uint64(0)
	for _, r := range rows {
		e, err := consistent.Find(r.Locator)
		if err != nil || !e.Monotone {
			continue
		}
		c.Tests++
		keys += r.Keys
		if r.Unnecessary > 0 {
			c.Holds = false
			c.Detail += fmt.Sprintf("%s %s of %d nodes: %d; ", r.Locator, r.Change, r.NodesBefore, r.Unnecessary)
		}
	}
	c.Detail += fmt.Sprintf("%d keys placed before and after a change", keys)
	return c
}

// familyError is the chance that movedAgrees fails anywhere although all is well.
const familyError = 1e-6

// movedAgrees checks the mean moved share of every locator of ours against theory.
func movedAgrees(rows []record.RemapRow) record.CheckRow {
	c := record.CheckRow{Experiment: "remap", Check: "moved share agrees with theory", Holds: true}
	var gated []record.RemapRow
	for _, r := range rows {
		if e, err := consistent.Find(r.Locator); err == nil && e.Module == "" && r.MovedTheory.Known() {
			gated = append(gated, r)
		}
	}
	level, ok := stats.SimultaneousLevel(familyError, len(gated))
	if !ok {
		c.Detail = "no row has a theory"
		return c
	}
	z, _ := stats.NormalQuantile(level)
	for _, r := range gated {
		c.Tests++
		half := z * scatter(r)
		if off := math.Abs(float64(r.MovedShare - r.MovedTheory)); off > half {
			c.Holds = false
			c.Detail += fmt.Sprintf("%s %s of %d nodes: %.4f, theory %.4f ± %.4f; ", r.Locator, r.Change, r.NodesBefore, r.MovedShare, r.MovedTheory, half)
		}
	}
	c.Detail += fmt.Sprintf("simultaneous at family level %g", familyError)
	return c
}

// scatter returns the standard deviation of the mean moved share under theory: of drawing keys, and, on a
// ring, of the share that the node which comes or goes happens to own, Beta(V, V(N-1)) among N nodes. Other
// schemes have a theory of their own, or none beside the keys.
func scatter(r record.RemapRow) float64 {
	p := float64(r.MovedTheory)
	v := p * (1 - p) / float64(r.Keys)
	if r.Vnodes > 0 {
		points := float64(r.Vnodes * max(r.NodesBefore, r.NodesAfter))
		v += p * (1 - p) / (points + 1) / float64(r.Seeds)
	} else if e, err := consistent.Find(r.Locator); err == nil {
		if sd, err := theory.MovedSD(e.MoveTheory(), r.NodesBefore, r.NodesAfter); err == nil {
			v += sd * sd / float64(r.Seeds)
		}
	}
	return math.Sqrt(v)
}
