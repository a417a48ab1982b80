package cachetier

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
)

// fileNames are the result files of the virtual runs, or of those on real servers: these are measured, and
// stand apart.
type fileNames struct{ rows, points, series, shares string }

func filesOf(servers bool) fileNames {
	if servers {
		return fileNames{"cachetier_servers.csv", "cachetier_servers_points.csv", "cachetier_servers_series.csv", "cachetier_servers_shares.csv"}
	}
	return fileNames{"cachetier.csv", "cachetier_points.csv", "cachetier_series.csv", "cachetier_shares.csv"}
}

var order = plan.Order[record.CachetierPoint]{
	Cell: func(a, b record.CachetierPoint) int {
		return cmp.Or(
			strings.Compare(a.Story, b.Story), strings.Compare(a.Backend, b.Backend), strings.Compare(a.Workload, b.Workload),
			strings.Compare(a.Locator, b.Locator), strings.Compare(a.Hash, b.Hash), cmp.Compare(a.Vnodes, b.Vnodes),
			cmp.Compare(a.Replicas, b.Replicas), cmp.Compare(a.Keys, b.Keys), cmp.Compare(a.Requests, b.Requests))
	},
	Seed: func(p record.CachetierPoint) uint64 { return p.Seed },
}

func tables(base record.Store, payloads []json.RawMessage) (plan.Tables, error) {
	var virtual, real []record.CachetierPayload
	for i, text := range payloads {
		var p record.CachetierPayload
		if err := json.Unmarshal(text, &p); err != nil {
			return plan.Tables{}, fmt.Errorf("cachetier: point %d: %w", i, err)
		}
		if p.Point.Backend == backendLRU {
			virtual = append(virtual, p)
		} else {
			real = append(real, p)
		}
	}
	t := plan.Tables{Files: record.Files{}}
	for _, part := range []struct {
		payloads []record.CachetierPayload
		servers  bool
	}{{virtual, false}, {real, true}} {
		if len(part.payloads) == 0 {
			continue
		}
		rows, points, err := encode(t.Files, base, filesOf(part.servers), part.payloads)
		if err != nil {
			return plan.Tables{}, err
		}
		t.Checks = append(t.Checks, checks(rows, points)...)
	}
	return t, nil
}

// encode makes the four files of some payloads and returns the rows and the points.
func encode(files record.Files, base record.Store, names fileNames, payloads []record.CachetierPayload) (rows []record.CachetierRow, points []record.CachetierPoint, err error) {
	var texts []json.RawMessage
	for _, p := range payloads {
		text, err := json.Marshal(p.Point)
		if err != nil {
			return nil, nil, err
		}
		texts = append(texts, text)
	}
	if points, err = order.Rows(base, names.points, texts); err != nil {
		return nil, nil, err
	}
	for _, cell := range order.Cells(points) {
		rows = append(rows, summary(cell))
	}
	series, err := record.Read[record.CachetierStep](base, names.series)
	if err != nil {
		return nil, nil, err
	}
	series = merge(series, seriesOf(payloads), compareSeries)
	shares, err := record.Read[record.CachetierShare](base, names.shares)
	if err != nil {
		return nil, nil, err
	}
	shares = merge(shares, sharesOf(payloads), compareShares)
	if files[names.rows], err = record.Encode(rows); err != nil {
		return nil, nil, err
	}
	if files[names.points], err = record.Encode(points); err != nil {
		return nil, nil, err
	}
	if files[names.series], err = record.Encode(series); err != nil {
		return nil, nil, err
	}
	files[names.shares], err = record.Encode(shares)
	return rows, points, err
}

// seriesOf returns the seconds of each cell, the means over its seeds.
func seriesOf(payloads []record.CachetierPayload) (all []record.CachetierStep) {
	slices.SortStableFunc(payloads, func(a, b record.CachetierPayload) int { return order.Cell(a.Point, b.Point) })
	for start := 0; start < len(payloads); {
		end := start + 1
		for end < len(payloads) && order.Cell(payloads[start].Point, payloads[end].Point) == 0 {
			end++
		}
		all = append(all, means(payloads[start:end])...)
		start = end
	}
	return all
}

func means(cell []record.CachetierPayload) []record.CachetierStep {
	n := record.Float(len(cell))
	p := cell[0].Point
	sum := slices.Clone(cell[0].Steps)
	for i := range sum {
		s := &sum[i]
		s.Story, s.Backend, s.Locator, s.Vnodes, s.Replicas, s.Workload = p.Story, p.Backend, p.Locator, p.Vnodes, p.Replicas, p.Workload
		s.Seeds = len(cell)
		s.HitRatio, s.Misses, s.Served, s.Failed, s.Queue = s.HitRatio/n, s.Misses/n, s.Served/n, s.Failed/n, s.Queue/n
		for _, other := range cell[1:] {
			o := other.Steps[i]
			s.HitRatio, s.Misses, s.Served = s.HitRatio+o.HitRatio/n, s.Misses+o.Misses/n, s.Served+o.Served/n
			s.Failed, s.Queue = s.Failed+o.Failed/n, s.Queue+o.Queue/n
		}
	}
	return sum
}

func compareSeries(a, b record.CachetierStep) int {
	return cmp.Or(strings.Compare(a.Story, b.Story), strings.Compare(a.Backend, b.Backend), strings.Compare(a.Workload, b.Workload),
		strings.Compare(a.Locator, b.Locator), cmp.Compare(a.Vnodes, b.Vnodes), cmp.Compare(a.Replicas, b.Replicas), cmp.Compare(a.Second, b.Second))
}

// sharesOf returns each node's part of the requests in each run.
func sharesOf(payloads []record.CachetierPayload) (all []record.CachetierShare) {
	for _, p := range payloads {
		for _, s := range p.Shares {
			s.Story, s.Backend, s.Locator, s.Vnodes, s.Replicas = p.Point.Story, p.Point.Backend, p.Point.Locator, p.Point.Vnodes, p.Point.Replicas
			s.Workload, s.Seed = p.Point.Workload, p.Point.Seed
			all = append(all, s)
		}
	}
	return all
}

func compareShares(a, b record.CachetierShare) int {
	return cmp.Or(strings.Compare(a.Story, b.Story), strings.Compare(a.Backend, b.Backend), strings.Compare(a.Workload, b.Workload),
		strings.Compare(a.Locator, b.Locator), cmp.Compare(a.Vnodes, b.Vnodes), cmp.Compare(a.Replicas, b.Replicas), cmp.Compare(a.Seed, b.Seed),
		cmp.Compare(a.Node, b.Node))
}

// merge returns the rows of both in order, fresh ones in place of old ones at the same place of it.
func merge[T any](old, fresh []T, compare func(a, b T) int) []T {
	all := append(fresh, old...)
	slices.SortStableFunc(all, compare)
	return slices.CompactFunc(all, func(a, b T) bool { return compare(a, b) == 0 })
}

func summary(cell []record.CachetierPoint) record.CachetierRow {
	p := cell[0]
	u := record.Unknown
	row := record.CachetierRow{Story: p.Story, Backend: p.Backend, Locator: p.Locator, Hash: p.Hash, Vnodes: p.Vnodes, Replicas: p.Replicas,
		Workload: p.Workload, NodesBefore: p.NodesBefore, NodesAfter: p.NodesAfter, Seeds: len(cell), MovedTheory: p.MovedTheory, Capacity: p.Capacity,
		MovedShare: u, MovedLow: u, MovedHigh: u, PeakFactor: u, ExcessLow: u, ExcessHigh: u}
	n := record.Float(len(cell))
	var moved, excesses []float64
	distinct, once := uint64(0), uint64(0)
	for _, p := range cell {
		row.Requests += p.Requests
		row.Failed += p.Failed
		row.DiedFailed += p.DiedFailed
		distinct, once = distinct+p.Distinct, once+p.Once
		if p.Keys > 0 {
			moved = append(moved, float64(p.Moved)/float64(p.Keys))
		}
		excesses = append(excesses, float64(p.Excess))
		for _, mean := range []struct {
			of    *record.Float
			value record.Float
		}{
			{&row.MovedWeight, p.MovedWeight}, {&row.HitBefore, p.HitBefore}, {&row.HitFirst, p.HitFirst}, {&row.HitTheory, p.HitTheory}, {&row.HitHeld, p.HitHeld}, {&row.HitStep, p.HitStep}, {&row.Givers, p.Givers}, {&row.Heirs, p.Heirs},
			{&row.MissesBefore, p.MissesBefore}, {&row.MissesPeak, p.MissesPeak}, {&row.Excess, p.Excess}, {&row.Recovery, p.Recovery},
			{&row.DiedExcess, p.DiedExcess}, {&row.DiedRecovery, p.DiedRecovery}, {&row.Peak, p.Peak}, {&row.DiedPeak, p.DiedPeak},
		} {
			*mean.of += mean.value / n
		}
	}
	row.OnceShare = record.Float(once) / record.Float(distinct)
	if row.MissesBefore > 0 {
		row.PeakFactor = row.MissesPeak / row.MissesBefore
	}
	if len(moved) > 0 {
		row.MovedShare = 0
		for _, share := range moved {
			row.MovedShare += record.Float(share) / record.Float(len(moved))
		}
	}
	if i, ok := stats.MeanInterval(moved, 0.95); ok {
		row.MovedLow, row.MovedHigh = record.Float(max(i.Low, 0)), record.Float(min(i.High, 1))
	}
	if i, ok := stats.MeanInterval(excesses, 0.95); ok {
		row.ExcessLow, row.ExcessHigh = record.Float(i.Low), record.Float(i.High)
	}
	return row
}
