package fpr

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/impl/filter"
)

// The result files. What differs from process to process stands apart, in randomFile.
const (
	rowsFile     = "fpr.csv"
	pointsFile   = "fpr_points.csv"
	randomFile   = "fpr_random.csv"
	overflowFile = "fpr_overflow.csv"
)

// order tells cells apart by what was asked for. A filter that sizes itself has other m and k with each seed:
// they count where they were given.
var order = plan.Order[record.FPRPoint]{
	Cell: func(a, b record.FPRPoint) int {
		m, k := cmp.Compare(a.M, b.M), cmp.Compare(a.K, b.K)
		if a.Sizing == "fpr" && b.Sizing == "fpr" {
			m, k = 0, 0
		}
		return cmp.Or(
			strings.Compare(a.Filter, b.Filter), strings.Compare(a.Hash, b.Hash),
			strings.Compare(a.KeyClass, b.KeyClass), strings.Compare(a.Sizing, b.Sizing),
			cmp.Compare(a.TargetFPR, b.TargetFPR), cmp.Compare(a.NDesign, b.NDesign), cmp.Compare(a.N, b.N),
			cmp.Compare(min(a.Removed, 1), min(b.Removed, 1)), m, k, cmp.Compare(a.Queries, b.Queries))
	},
	Seed: func(p record.FPRPoint) uint64 { return p.Seed },
}

func tables(base record.Store, payloads []json.RawMessage) (plan.Tables, error) {
	points, err := order.Rows(base, pointsFile, payloads)
	if err != nil {
		return plan.Tables{}, err
	}
	var stable, random, asked, emptied []record.FPRPoint
	for _, p := range points {
		switch {
		case isRandom(p):
			random = append(random, p)
		case p.Removed > 0:
			emptied = append(emptied, p)
		default:
			asked = append(asked, p)
		}
		if !isRandom(p) {
			stable = append(stable, p)
		}
	}
	rows := summarise(asked)
	gate(rows, asked)
	files := record.Files{}
	if err := encode(files, rowsFile, rows); err != nil {
		return plan.Tables{}, err
	}
	if err := encode(files, pointsFile, stable); err != nil {
		return plan.Tables{}, err
	}
	if len(random) > 0 {
		if err := encode(files, randomFile, summarise(random)); err != nil {
			return plan.Tables{}, err
		}
	}
	tests := judge(rows, asked)
	if err := encode(files, testsFile, tests); err != nil {
		return plan.Tables{}, err
	}
	left := overflow(emptied)
	if err := encode(files, overflowFile, left); err != nil {
		return plan.Tables{}, err
	}
	return plan.Tables{Files: files, Checks: slices.Concat(checks(rows), doubleHashingAgrees(rows, asked), []record.CheckRow{scattersAsExpected(tests)}, stuckAgree(left))}, nil
}

func encode[T any](files record.Files, name string, rows []T) error {
	text, err := record.Encode(rows)
	files[name] = text
	return err
}

// isRandom reports whether the point's filter or hash function differs from process to process. A library that loses a
// key when it is full picks which by chance.
func isRandom(p record.FPRPoint) bool {
	if e, err := filter.Find(p.Filter); err == nil && (e.Traits.Random || p.Refused > 0 && losesWhenFull(e)) {
		return true
	}
	return plan.IsRandomHash(p.Hash)
}

// summarise makes a row of each cell.
func summarise(points []record.FPRPoint) []record.FPRRow {
	var rows []record.FPRRow
	for _, cell := range order.Cells(points) {
		rows = append(rows, summary(cell))
	}
	return rows
}

func summary(cell []record.FPRPoint) record.FPRRow {
	first := cell[0]
	row := record.FPRRow{
		Filter: first.Filter, Hash: first.Hash, KeyClass: first.KeyClass, N: first.N, NDesign: first.NDesign,
		M: first.M, K: first.K, BitsPerKey: first.BitsPerKey, TargetFPR: first.TargetFPR, Sizing: first.Sizing,
		Seeds: len(cell), Ratio: record.Unknown, RatioLow: record.Unknown, RatioHigh: record.Unknown,
		GateLow: record.Unknown, GateHigh: record.Unknown, Detectable: record.Unknown, GateDetectable: record.Unknown,
	}
	var rates []float64
	fill, bits, exact, m := 0.0, 0.0, 0.0, 0.0 // M and theory differ between seeds where a filter sizes itself or refuses keys
	for _, p := range cell {
		row.Queries += p.Queries
		row.FalsePositives += p.FalsePositives
		row.FalseNegatives += p.FalseNegatives
		rates = append(rates, float64(p.FalsePositives)/float64(p.Queries))
		row.Refused += p.Refused
		fill, bits, exact, m = fill+float64(p.FillRatio), bits+float64(p.BitsPerKey), exact+float64(p.FPRTheory), m+float64(p.M)
	}
	seeds := float64(len(cell))
	row.FillRatio, row.BitsPerKey, row.FPRTheory = record.Float(fill/seeds), record.Float(bits/seeds), record.Float(exact/seeds)
	row.M = uint64(math.Round(m / seeds))
	row.FPR = record.Float(float64(row.FalsePositives) / float64(row.Queries))
	between := interval(row, rates)
	row.FPRLow, row.FPRHigh = record.Float(between.Low), record.Float(between.High)
	if row.FPRTheory.Known() && row.FPRTheory > 0 {
		row.Ratio = row.FPR / row.FPRTheory
		row.RatioLow, row.RatioHigh = row.FPRLow/row.FPRTheory, row.FPRHigh/row.FPRTheory
		row.Detectable = detectable(row, first.ScatterTheory)
	}
	return row
}

// fewPositives is the count below which sampling hides any scatter between filters: the exact binomial
// interval of all queries together is then right, and a t interval over so few events is not.
const fewPositives = 100

// interval returns the 95 % interval of the mean rate: over filters, since one filter is one sample; by the
// pooled queries where false positives are few or there is one filter.
func interval(row record.FPRRow, rates []float64) stats.Interval {
	if row.FalsePositives >= fewPositives {
		if i, ok := stats.MeanInterval(rates, 0.95); ok {
			i.Low = max(i.Low, 0)
			return i
		}
	}
	i, _ := stats.ClopperPearson(row.FalsePositives, row.Queries, 0.95)
	return i
}

// variance returns the relative variance of the mean rate under theory: of the binomial queries, and of the
// filters where the theory of their scatter is known.
func variance(row record.FPRRow, scatter record.Float) float64 {
	p := float64(row.FPRTheory)
	v := (1 - p) / (p * float64(row.Queries))
	if scatter.Known() {
		v += float64(scatter*scatter) / float64(row.Seeds)
	}
	return v
}

// detectable returns the relative excess over theory that a one-sided test at 2.5 % sees with 99 % power.
func detectable(row record.FPRRow, scatter record.Float) record.Float {
	excess, ok := stats.DetectableExcess(1/variance(row, scatter), 0.025, 0.99)
	if !ok {
		return record.Unknown
	}
	return record.Float(excess)
}

// familyError is the chance that a gate fails anywhere although all is well.
const familyError = 1e-6

// fewExpected is the count of expected false positives below which the normal approximation of the gate
// would not hold its level; such rows are shown and not gated.
const fewExpected = 200

// inTheLimit are the filters whose theory holds in the limit of many bits. Those that derive all probes of a key
// from two or three numbers have the theory of independent probes: in few bits progressions overlap, and the rate
// lies above it. The stages of a scalable filter are taken as large: a small one is full before its rate is
// reached. Rows of few bits are shown, and the report says how far off they are.
var inTheLimit = []string{"bloom-classic-double", "bloom-classic-enhanced", "bloom-classic-triple", "bloom-scalable"}

// limitBits is the number of bits from which on the difference is below what the gate can see.
const limitBits = 100_000

// gated reports whether the row has to agree with theory: a filter of ours whose theory gives its scatter,
// with a good hash function.
func gated(row record.FPRRow, scatter record.Float) bool {
	e, err := filter.Find(row.Filter)
	if err != nil || e.Module != "" || len(e.Traits.Fails) > 0 || !scatter.Known() || !row.FPRTheory.Known() {
		return false
	}
	if slices.Contains(inTheLimit, row.Filter) && row.M < limitBits || doubleExcess(row) > limitExcess {
		return false
	}
	own := strings.HasPrefix(row.Hash, "(")
	return (own || plan.IsGoodHash(row.Hash)) && float64(row.FPRTheory)*float64(row.Queries) >= fewExpected
}

// gate gives every gated row the interval of its ratio that holds simultaneously over all of them.
func gate(rows []record.FPRRow, points []record.FPRPoint) {
	cells := order.Cells(points)
	var at []int
	for i := range rows {
		if gated(rows[i], cells[i][0].ScatterTheory) {
			at = append(at, i)
		}
	}
	level, ok := stats.SimultaneousLevel(familyError, len(at))
	if !ok {
		return
	}
	z, _ := stats.NormalQuantile(level)
	for _, i := range at {
		v := variance(rows[i], cells[i][0].ScatterTheory)
		half := record.Float(z * math.Sqrt(v))
		rows[i].GateLow, rows[i].GateHigh = rows[i].Ratio-half, rows[i].Ratio+half
		if excess, ok := stats.DetectableExcess(1/v, (1-level)/2, 0.99); ok {
			rows[i].GateDetectable = record.Float(excess)
		}
	}
}
