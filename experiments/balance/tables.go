package balance

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
	rowsFile   = "balance.csv"
	pointsFile = "balance_points.csv"
)

var order = plan.Order[record.BalancePoint]{
	Cell: func(a, b record.BalancePoint) int {
		return cmp.Or(strings.Compare(a.Locator, b.Locator), strings.Compare(a.Hash, b.Hash), strings.Compare(a.Labels, b.Labels),
			cmp.Compare(a.Nodes, b.Nodes), cmp.Compare(a.Vnodes, b.Vnodes), cmp.Compare(a.Keys, b.Keys), strings.Compare(a.IDs, b.IDs),
			strings.Compare(a.KeyClass, b.KeyClass), cmp.Compare(a.Zipf, b.Zipf), strings.Compare(a.Weights, b.Weights),
			cmp.Compare(a.Replicas, b.Replicas), cmp.Compare(a.Slack, b.Slack), cmp.Compare(a.Requests, b.Requests))
	},
	Seed: func(p record.BalancePoint) uint64 { return p.Seed },
}

func tables(base record.Store, payloads []json.RawMessage) (plan.Tables, error) {
	points, err := order.Rows(base, pointsFile, payloads)
	if err != nil {
		return plan.Tables{}, err
	}
	var rows []record.BalanceRow
	cells := order.Cells(points)
	laws := newSkewedLaws()
	for _, cell := range cells {
		row := summary(cell)
		if err := addTheory(&row, laws); err != nil {
			return plan.Tables{}, err
		}
		rows = append(rows, row)
	}
	if err := gate(rows, laws); err != nil {
		return plan.Tables{}, err
	}
	files := record.Files{}
	if files[rowsFile], err = record.Encode(rows); err != nil {
		return plan.Tables{}, err
	}
	if files[pointsFile], err = record.Encode(points); err != nil {
		return plan.Tables{}, err
	}
	return plan.Tables{Files: files, Checks: checks(rows, cells)}, nil
}

// summary returns the row of a cell, what theory says of it left unknown.
func summary(cell []record.BalancePoint) record.BalanceRow {
	first, no := cell[0], record.Unknown
	row := record.BalanceRow{
		Locator: first.Locator, Hash: first.Hash, Labels: first.Labels, Nodes: first.Nodes, Vnodes: first.Vnodes, Keys: first.Keys, IDs: first.IDs,
		Seeds: len(cell), KeyClass: first.KeyClass, Zipf: first.Zipf, Weights: first.Weights, Replicas: first.Replicas, Slack: first.Slack,
		Requests: first.Requests, PeakTheory: no, CVTheory: first.CVWeighted, CVBandLow: no, CVBandHigh: no, CVGateLow: no, CVGateHigh: no,
		CVFloor: no, CVExcess: no, PeakGateLow: no, PeakGateHigh: no, PeakFloor: no, PeakBound: no, OverflowShare: no, OverflowLow: no,
		OverflowHigh: no, OverflowLaw: first.OverflowLaw, LightestAsked: first.LightestAsked, HeaviestAsked: first.HeaviestAsked, Quantisation: no,
	}
	column := func(of func(record.BalancePoint) record.Float) []float64 {
		var values []float64
		for _, p := range cell {
			values = append(values, float64(of(p)))
		}
		return values
	}
	peaks := column(func(p record.BalancePoint) record.Float { return p.PeakToAverage })
	row.PeakToAverage, row.PeakLow, row.PeakHigh = meanOver(peaks)
	row.Least, _, _ = meanOver(column(func(p record.BalancePoint) record.Float { return p.Least }))
	row.Effective, _, _ = meanOver(column(func(p record.BalancePoint) record.Float { return p.Effective }))
	row.Lightest, row.LightestLow, row.LightestHigh = meanOver(column(func(p record.BalancePoint) record.Float { return p.Lightest }))
	row.Heaviest, row.HeaviestLow, row.HeaviestHigh = meanOver(column(func(p record.BalancePoint) record.Float { return p.Heaviest }))
	if rms, ok := stats.RMS(column(func(p record.BalancePoint) record.Float { return p.CV })); ok {
		row.CV = record.Float(rms)
	}
	if first.OverflowLaw == 0 { // a point that was measured before there was a law
		row.OverflowLaw = no
	}
	if first.Requests > 0 {
		row.OverflowShare, row.OverflowLow, row.OverflowHigh = meanOver(column(func(p record.BalancePoint) record.Float {
			return record.Float(p.Overflow) / record.Float(p.Requests)
		}))
	}
	row.PeakMin, row.PeakMax = first.PeakToAverage, first.PeakToAverage
	for _, p := range cell {
		row.PeakMin, row.PeakMax = min(row.PeakMin, p.PeakToAverage), max(row.PeakMax, p.PeakToAverage)
		row.OverBound, row.ShortCopies = row.OverBound+p.OverBound, row.ShortCopies+p.ShortCopies
		if p.Quantisation.Known() && (!row.Quantisation.Known() || p.Quantisation > row.Quantisation) {
			row.Quantisation = p.Quantisation
		}
	}
	return row
}

// meanOver returns the mean of values and its 95 % interval, unknown where a value is.
func meanOver(values []float64) (mean, low, high record.Float) {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	mean, low, high = record.Float(sum/float64(len(values))), record.Unknown, record.Unknown
	if i, ok := stats.MeanInterval(values, 0.95); ok {
		low, high = record.Float(i.Low), record.Float(i.High)
	}
	return mean, low, high
}

// addTheory fills what theory says of the row, with the law that fits what was placed.
func addTheory(row *record.BalanceRow, laws *skewedLaws) error {
	e, err := consistent.Find(row.Locator)
	if err != nil || row.Nodes < 2 {
		return nil // a locator that is no longer registered, or nothing to spread over
	}
	switch {
	case row.Slack > 0:
		mean := float64(row.Requests) / float64(row.Nodes)
		row.PeakBound = record.Float(roundedUp((1+float64(row.Slack))*mean) / mean)
		return nil
	case row.Weights != "":
		return weightedTheory(row, e)
	case row.IDs != "made":
		return addShares(row, e, laws)
	case row.Replicas > 1:
		return copiesTheory(row, e)
	}
	return addShares(row, e, laws)
}

// addShares is for nodes of equal weight, on arcs or keys.
func addShares(row *record.BalanceRow, e consistent.Entry, laws *skewedLaws) error {
	if row.Keys > 0 && row.Effective >= 1 {
		floor := math.Sqrt(float64(row.Nodes-1) / float64(row.Effective))
		row.CVFloor = record.Float(floor)
		row.CVExcess = record.Float(math.Sqrt(max(0, float64(row.CV)*float64(row.CV)-floor*floor)))
	}
	if e.Theory == "" {
		return nil
	}
	if row.Zipf > 0 {
		return skewedTheory(row, e, laws)
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

// copiesTheory holds for schemes that are uniform by design: each node holds a key with the same chance.
func copiesTheory(row *record.BalanceRow, e consistent.Entry) error {
	if e.Theory != "multinomial" || e.Vnodes { // copies that follow each other on a ring are not placed alike
		return nil
	}
	cv, err := theory.CopiesCV(row.Nodes, min(row.Replicas, row.Nodes), row.Keys)
	row.CVTheory = record.Float(cv)
	return err
}

// weightedTheory is that of the points where the point rows have it, else of a scheme that meets weights exactly.
func weightedTheory(row *record.BalanceRow, e consistent.Entry) error {
	if e.Theory != "multinomial" {
		if e.Theory != "dirichlet" && e.Theory != "fixed-total" {
			row.CVTheory = record.Unknown // its points are no independent ones
		}
		return nil
	}
	pattern, err := readWeights(row.Weights)
	if err != nil || len(pattern) == 0 {
		return err
	}
	weights := make([]float64, row.Nodes)
	for i := range weights {
		weights[i] = pattern[i%len(pattern)]
	}
	cv, err := theory.WeightedKeysCV(weights, row.Keys)
	row.CVTheory, row.LightestAsked, row.HeaviestAsked = record.Float(cv), 1, 1
	return err
}
