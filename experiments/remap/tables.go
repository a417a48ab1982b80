package remap

import (
	"cmp"
	"encoding/json"
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
			cmp.Compare(a.Vnodes, b.Vnodes), cmp.Compare(a.Keys, b.Keys), cmp.Compare(a.Replicas, b.Replicas), cmp.Compare(a.Slack, b.Slack))
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
		row := summary(cell)
		law, err := expect(row, cell)
		if err != nil {
			return plan.Tables{}, err
		}
		row.MovedTheory = record.Float(law.mean)
		rows = append(rows, row)
	}
	files := record.Files{}
	if files[rowsFile], err = record.Encode(rows); err != nil {
		return plan.Tables{}, err
	}
	if files[pointsFile], err = record.Encode(points); err != nil {
		return plan.Tables{}, err
	}
	return plan.Tables{Files: files, Checks: checks(rows, order.Cells(points))}, nil
}

// draws returns how many keys or copies a point placed before and after a step.
func draws(p record.RemapPoint) uint64 { return p.Keys * uint64(max(p.Steps, 1)*max(p.Replicas, 1)) }

// summary returns the row of a cell without theory.
func summary(cell []record.RemapPoint) record.RemapRow {
	first := cell[0]
	row := record.RemapRow{
		Locator: first.Locator, Hash: first.Hash, Change: first.Change, NodesBefore: first.NodesBefore, NodesAfter: first.NodesAfter,
		Vnodes: first.Vnodes, KeyClass: first.KeyClass, Seeds: len(cell), Steps: first.Steps, Replicas: first.Replicas, Slack: first.Slack,
		MovedLow: record.Unknown, MovedHigh: record.Unknown, MovedTheory: record.Unknown, ShareSD: record.Unknown,
	}
	var shares []float64
	all, ideal := uint64(0), 0.0
	for _, p := range cell {
		row.Keys += p.Keys
		row.Moved += p.Moved
		row.Unnecessary += p.Unnecessary
		all += draws(p)
		ideal += float64(p.Ideal)
		shares = append(shares, float64(p.Moved)/float64(draws(p)))
	}
	row.MovedShare = record.Float(row.Moved) / record.Float(all)
	row.UnnecessaryShare = record.Float(row.Unnecessary) / record.Float(all)
	row.MovedIdeal = record.Float(ideal / float64(len(cell)))
	if i, ok := stats.MeanInterval(shares, 0.95); ok {
		row.MovedLow, row.MovedHigh = record.Float(max(i.Low, 0)), record.Float(min(i.High, 1))
	}
	if len(cell) > 1 {
		squares := 0.0
		for _, s := range shares {
			squares += (s - float64(row.MovedShare)) * (s - float64(row.MovedShare))
		}
		row.ShareSD = record.Float(math.Sqrt(squares / float64(len(cell)-1)))
	}
	return row
}

// A law is what theory says of a cell's moved share.
type law struct {
	mean float64 // NaN where there is none
	// sd is that of one seed's share of the hash space, over sets of nodes; what drawing keys adds is not in it. NaN where
	// it is not known.
	sd float64
}

var noLaw = law{math.NaN(), math.NaN()}

// expect returns the law for the row, whose points cell holds.
func expect(r record.RemapRow, cell []record.RemapPoint) (law, error) {
	e, err := consistent.Find(r.Locator)
	if err != nil || r.Slack > 0 {
		return noLaw, nil // no longer registered, or a bound: none is known
	}
	if r.Replicas > 1 { // where each node is as likely to hold a copy, and none moves between nodes that stay, that is the least
		if e.Theory == "multinomial" && e.Monotone && !e.Vnodes {
			return law{float64(r.MovedIdeal), math.NaN()}, nil
		}
		return noLaw, nil
	}
	name := e.MoveTheory()
	switch r.Change {
	case addThenRemove:
		if !e.HistoryBound {
			return law{0, 0}, nil
		}
		return noLaw, nil
	case replace:
		if name == "" || !e.Monotone || e.HistoryBound {
			return noLaw, nil
		}
		mean, err := theory.ReplacedShare(r.NodesBefore)
		return law{mean, betaSD(mean, r.Vnodes*(r.NodesBefore+1))}, err
	case weight:
		return weightLaw(r, e), nil
	case history:
		return historyLaw(r, e, cell)
	}
	if name == "" {
		return noLaw, nil
	}
	return oneChange(r, e, r.NodesBefore, r.NodesAfter)
}

// betaSD is that of a share with the mean p that is Beta with parameters that add up to the number of points on a ring; NaN
// where there are no points, since other schemes scatter otherwise.
func betaSD(p float64, points int) float64 {
	if points == 0 {
		return math.NaN()
	}
	return math.Sqrt(p * (1 - p) / float64(points+1))
}

// oneChange is the law of one change of the number of nodes.
func oneChange(r record.RemapRow, e consistent.Entry, before, after int) (law, error) {
	name := e.MoveTheory()
	if name == "modulo-shift" && (r.Change == removeFirst || r.Change == removeMiddle) {
		at := 0
		if r.Change == removeMiddle {
			at = before / 2
		}
		mean, err := theory.ShiftMoved(before, at)
		return law{mean, 0}, err
	}
	mean, _, err := theory.Moves(name, theory.Change{Before: before, After: after, Vnodes: r.Vnodes})
	if err != nil {
		return noLaw, err
	}
	switch {
	case e.FixedTotal || name == "least":
		return law{mean, math.NaN()}, nil
	case r.Vnodes > 0 && name == "dirichlet":
		return law{mean, betaSD(mean, r.Vnodes*max(before, after))}, nil
	case name == "modulo" || name == "modulo-shift":
		return law{mean, 0}, nil
	}
	sd, err := theory.MovedSD(name, before, after)
	return law{mean, sd}, err
}

// weightLaw is that of a weight that goes from 1 to 2 among equal ones.
func weightLaw(r record.RemapRow, e consistent.Entry) law {
	n, v := float64(r.NodesBefore), float64(r.Vnodes)
	switch {
	case e.Theory == "multinomial" && e.Monotone:
		return law{theory.MovedByWeight(1, 1, n), 0}
	case e.Theory == "dirichlet" && e.Monotone && v > 0:
		return law{theory.MovedByVnodes(v, v, n*v), theory.MovedByVnodesSD(v, v, n*v)}
	}
	return noLaw
}

// historyLaw is the mean over the steps of the walks of all seeds. Steps are not independent, so the deviations are added
// as if they depended on each other wholly, which bounds them.
func historyLaw(r record.RemapRow, e consistent.Entry, cell []record.RemapPoint) (law, error) {
	name := e.MoveTheory()
	if name == "" || name == "modulo-shift" { // which moves as much as the place of who leaves makes it
		return noLaw, nil
	}
	var sum law
	for _, p := range cell {
		counts := sizes(p.NodesBefore, p.Seed)
		for i := range historySteps {
			step, err := oneChange(r, e, counts[i], counts[i+1])
			if err != nil {
				return noLaw, err
			}
			sum.mean, sum.sd = sum.mean+step.mean, sum.sd+step.sd
		}
	}
	steps := float64(historySteps * len(cell))
	return law{sum.mean / steps, sum.sd / steps}, nil
}
