package balance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/experiments/internal/theory"
	"hashlab/impl/consistent"
)

const (
	rowsFile   = "balance.csv"
	pointsFile = "balance_points.csv"
)

// familyError is the chance that the gate over all rows of arcs fails anywhere although all is well.
const familyError = 1e-6

// fewVnodes is the number of points a node below which shares are too far from normal for the band of the
// gate; such rows have the 95 % band and no gate.
const fewVnodes = 40

var order = plan.Order[record.BalancePoint]{
	Cell: func(a, b record.BalancePoint) int {
		return cmp.Or(strings.Compare(a.Locator, b.Locator), strings.Compare(a.Hash, b.Hash), strings.Compare(a.Labels, b.Labels),
			cmp.Compare(a.Nodes, b.Nodes), cmp.Compare(a.Vnodes, b.Vnodes), cmp.Compare(a.Keys, b.Keys), strings.Compare(a.IDs, b.IDs))
	},
	Seed: func(p record.BalancePoint) uint64 { return p.Seed },
}

func tables(base record.Store, payloads []json.RawMessage) (plan.Tables, error) {
	points, err := order.Rows(base, pointsFile, payloads)
	if err != nil {
		return plan.Tables{}, err
	}
	var rows []record.BalanceRow
	for _, cell := range order.Cells(points) {
		row, err := summary(cell)
		if err != nil {
			return plan.Tables{}, err
		}
		rows = append(rows, row)
	}
	if err := gate(rows); err != nil {
		return plan.Tables{}, err
	}
	files := record.Files{}
	if files[rowsFile], err = record.Encode(rows); err != nil {
		return plan.Tables{}, err
	}
	if files[pointsFile], err = record.Encode(points); err != nil {
		return plan.Tables{}, err
	}
	return plan.Tables{Files: files, Checks: checks(rows)}, nil
}

func summary(cell []record.BalancePoint) (record.BalanceRow, error) {
	first := cell[0]
	row := record.BalanceRow{
		Locator: first.Locator, Hash: first.Hash, Labels: first.Labels, Nodes: first.Nodes, Vnodes: first.Vnodes,
		Keys: first.Keys, IDs: first.IDs, Seeds: len(cell), PeakLow: record.Unknown, PeakHigh: record.Unknown, PeakTheory: record.Unknown,
		CVTheory: record.Unknown, CVBandLow: record.Unknown, CVBandHigh: record.Unknown, CVGateLow: record.Unknown, CVGateHigh: record.Unknown,
	}
	var peaks, cvs, leasts []float64
	for _, p := range cell {
		peaks, cvs, leasts = append(peaks, float64(p.PeakToAverage)), append(cvs, float64(p.CV)), append(leasts, float64(p.Least))
	}
	row.PeakToAverage, row.Least = mean(peaks), mean(leasts)
	if i, ok := stats.MeanInterval(peaks, 0.95); ok {
		row.PeakLow, row.PeakHigh = record.Float(i.Low), record.Float(i.High)
	}
	if rms, ok := stats.RMS(cvs); ok {
		row.CV = record.Float(rms)
	}
	return row, addTheory(&row)
}

func mean(values []float64) record.Float {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return record.Float(sum / float64(len(values)))
}

// addTheory fills what theory says of the row's locator, nodes and keys.
func addTheory(row *record.BalanceRow) error {
	e, err := consistent.Find(row.Locator)
	if err != nil || e.Theory == "" || row.Nodes < 2 {
		return nil // a locator that is no longer registered, or one without a theory
	}
	cv, err := theory.ShareCV(e.Theory, row.Nodes, row.Vnodes, row.Keys)
	if err != nil {
		return err
	}
	peak, err := theory.SharePeak(e.Theory, row.Nodes, row.Vnodes, row.Keys)
	if err != nil {
		return err
	}
	row.CVTheory, row.PeakTheory = record.Float(cv), record.Float(peak)
	if row.Keys == 0 {
		low, high, err := theory.CVBand(row.Nodes, row.Vnodes, row.Seeds, 0.05)
		if err != nil {
			return err
		}
		row.CVBandLow, row.CVBandHigh = record.Float(low), record.Float(high)
	}
	return nil
}

// gate gives every row of arcs with enough vnodes the band that holds simultaneously over all of them.
func gate(rows []record.BalanceRow) error {
	var at []int
	for i, r := range rows {
		if r.CVBandLow.Known() && r.Vnodes >= fewVnodes {
			at = append(at, i)
		}
	}
	level, ok := stats.SimultaneousLevel(familyError, len(at))
	if !ok {
		return nil
	}
	for _, i := range at {
		r := &rows[i]
		low, high, err := theory.CVBand(r.Nodes, r.Vnodes, r.Seeds, 1-level)
		if err != nil {
			return err
		}
		r.CVGateLow, r.CVGateHigh, r.WithinGate = record.Float(low), record.Float(high), "no"
		if r.CV >= r.CVGateLow && r.CV <= r.CVGateHigh {
			r.WithinGate = "yes"
		}
	}
	return nil
}

// checks holds the rows to what must be true: good hash functions agree with theory, weak ones show.
func checks(rows []record.BalanceRow) []record.CheckRow {
	good := record.CheckRow{Experiment: "balance", Check: "cv of ring-vnodes agrees with theory for good hash functions", Holds: true}
	weak := map[string]*record.CheckRow{}
	names := []string{"fnv1a-64", "djb2-left", "crc32c-left"}
	for _, hash := range names {
		weak[hash] = &record.CheckRow{Experiment: "balance", Check: "cv of ring-vnodes disagrees with theory for labels hashed by " + hash}
	}
	for _, r := range rows {
		if r.WithinGate == "" || r.Locator != plan.BaseLocator {
			continue
		}
		if plan.IsGoodHash(r.Hash) {
			good.Tests++
			if r.WithinGate == "no" {
				good.Holds = false
				good.Detail += fmt.Sprintf("%s %s N=%d V=%d: cv %.4g outside %.4g to %.4g; ", r.Hash, r.Labels, r.Nodes, r.Vnodes, r.CV, r.CVGateLow, r.CVGateHigh)
			}
		} else if c := weak[r.Hash]; c != nil && r.Labels == string(consistent.LabelsSeparated) && r.Nodes == plan.BaseNodes && r.Vnodes == plan.BaseVnodes {
			c.Tests++
			c.Holds = r.WithinGate == "no"
			c.Detail = fmt.Sprintf("default labels, %d nodes of %d vnodes: cv %.4g, theory %.4g, band %.4g to %.4g", r.Nodes, r.Vnodes, r.CV, r.CVTheory, r.CVGateLow, r.CVGateHigh)
		}
	}
	good.Detail += fmt.Sprintf("%d rows of arc shares, bands simultaneous at family level %g", good.Tests, familyError)
	all := []record.CheckRow{good}
	for _, hash := range names {
		if weak[hash].Tests > 0 {
			all = append(all, *weak[hash])
		}
	}
	return all
}
