package signup

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/impl/filter"
)

// fileNames are the result files of what the embedded database gave, or of a server's: those stand apart.
type fileNames struct{ rows, points, times, noise string }

func filesOf(server string) fileNames {
	if server != "" {
		server = "_" + server
	}
	return fileNames{"signup" + server + ".csv", "signup" + server + "_points.csv", "signup" + server + "_times.csv", "signup" + server + "_noise.csv"}
}

var order = plan.Order[record.SignupPoint]{
	Cell: func(a, b record.SignupPoint) int {
		return cmp.Or(
			strings.Compare(a.Story, b.Story), strings.Compare(a.Database, b.Database), strings.Compare(a.Cache, b.Cache),
			strings.Compare(a.Filter, b.Filter), strings.Compare(a.Hash, b.Hash), strings.Compare(a.KeyClass, b.KeyClass),
			cmp.Compare(a.NDesign, b.NDesign), compareN(a, b), cmp.Compare(a.TargetFPR, b.TargetFPR),
			compareK(a, b), cmp.Compare(a.HitShare, b.HitShare))
	},
	Seed: func(p record.SignupPoint) uint64 { return p.Seed },
}

// compareN compares loads; where keys repeat at random their number differs from seed to seed.
func compareN(a, b record.SignupPoint) int {
	if a.Story == "crawler" || a.Story == "seen-items" {
		return 0
	}
	return cmp.Compare(a.N, b.N)
}

// compareK compares the probes where they are a factor; a filter that grows may have other ones with other keys.
func compareK(a, b record.SignupPoint) int {
	if a.Story != "probes" {
		return 0
	}
	return cmp.Compare(a.K, b.K)
}

var timesOrder = plan.Order[record.SignupTimes]{
	Cell: func(a, b record.SignupTimes) int {
		return cmp.Or(
			strings.Compare(a.Story, b.Story), strings.Compare(a.Database, b.Database), strings.Compare(a.Cache, b.Cache),
			strings.Compare(a.Filter, b.Filter), strings.Compare(a.Hash, b.Hash), strings.Compare(a.KeyClass, b.KeyClass),
			cmp.Compare(a.N, b.N), cmp.Compare(a.HitShare, b.HitShare), record.CompareTwins(a.Twin, b.Twin))
	},
	Seed: func(t record.SignupTimes) uint64 { return t.Block },
}

func tables(base record.Store, payloads []json.RawMessage) (plan.Tables, error) {
	embedded, server := [2][]json.RawMessage{}, [2][]json.RawMessage{}
	for i, text := range payloads {
		var p record.SignupPayload
		if err := json.Unmarshal(text, &p); err != nil {
			return plan.Tables{}, fmt.Errorf("signup: point %d: %w", i, err)
		}
		to := &embedded
		if p.Point.Database == databasePostgres {
			to = &server
		}
		if p.Point.Queries > 0 { // else it is a control or a twin, which count nothing
			point, err := json.Marshal(p.Point)
			if err != nil {
				return plan.Tables{}, err
			}
			to[0] = append(to[0], point)
		}
		if p.Times.Queries > 0 { // else it is not about time
			times, err := json.Marshal(p.Times)
			if err != nil {
				return plan.Tables{}, err
			}
			to[1] = append(to[1], times)
		}
	}
	t := plan.Tables{Files: record.Files{}}
	for _, part := range []struct {
		payloads [2][]json.RawMessage
		files    fileNames
	}{{embedded, filesOf("")}, {server, filesOf(databasePostgres)}} {
		if len(part.payloads[0])+len(part.payloads[1]) == 0 {
			continue
		}
		rows, times, err := encode(t.Files, base, part.files, part.payloads)
		if err != nil {
			return plan.Tables{}, err
		}
		t.Checks = append(t.Checks, checks(rows, times)...)
	}
	return t, nil
}

// encode makes the files of one database and returns the rows and the times.
func encode(files record.Files, base record.Store, names fileNames, payloads [2][]json.RawMessage) (rows []record.SignupRow, times []record.SignupTimes, err error) {
	points, err := order.Rows(base, names.points, payloads[0])
	if err != nil {
		return nil, nil, err
	}
	if times, err = timesOrder.Rows(base, names.times, payloads[1]); err != nil {
		return nil, nil, err
	}
	for _, cell := range order.Cells(points) {
		rows = append(rows, summary(cell))
	}
	gate(rows)
	if files[names.rows], err = record.Encode(rows); err != nil {
		return nil, nil, err
	}
	if files[names.points], err = record.Encode(points); err != nil {
		return nil, nil, err
	}
	if files[names.times], err = record.Encode(times); err != nil {
		return nil, nil, err
	}
	files[names.noise], err = record.Encode(noise(times))
	return rows, times, err
}

func summary(cell []record.SignupPoint) record.SignupRow {
	p := cell[0]
	u := record.Unknown
	row := record.SignupRow{Story: p.Story, Database: p.Database, Cache: p.Cache, Filter: p.Filter, Hash: p.Hash, KeyClass: p.KeyClass, N: p.N,
		NDesign: p.NDesign, M: p.M, K: p.K, TargetFPR: p.TargetFPR, HitShare: p.HitShare, Seeds: len(cell), GuardBytes: p.GuardBytes,
		AvoidedLow: u, AvoidedHigh: u, GateLow: u, GateHigh: u, FPR: u, FPRLow: u, FPRHigh: u}
	seeds := record.Float(len(cell))
	for _, p := range cell {
		row.Queries += p.Queries
		row.Absent += p.Absent
		row.Avoided += p.Avoided
		row.FalsePositives += p.FalsePositives
		row.Wrong += p.Wrong
		row.AvoidedTheory += p.AvoidedTheory / seeds
		row.FPRTheory += p.FPRTheory / seeds
		row.WrongTheory += p.WrongTheory / seeds
	}
	row.AvoidedShare = record.Float(row.Avoided) / record.Float(row.Queries)
	row.WrongShare = record.Float(row.Wrong) / record.Float(row.Queries)
	if row.Absent > 0 {
		row.FPR = record.Float(row.FalsePositives) / record.Float(row.Absent)
	}
	if !plain(row) {
		return row
	}
	if i, ok := stats.ClopperPearson(row.Avoided, row.Queries, 0.95); ok {
		row.AvoidedLow, row.AvoidedHigh = record.Float(i.Low), record.Float(i.High)
	}
	if i, ok := stats.ClopperPearson(row.FalsePositives, row.Absent, 0.95); ok {
		row.FPRLow, row.FPRHigh = record.Float(i.Low), record.Float(i.High)
	}
	return row
}

// plain reports whether the row's queries are independent, so that their number says how certain it is.
func plain(row record.SignupRow) bool {
	st, err := findStory(row.Story)
	return err == nil && st.plain
}

// familyError is the chance that a gate fails anywhere although all is well.
const familyError = 1e-6

// gated reports whether the row has to agree with theory: a guard of ours with a good hash function, within
// what it was sized for, and independent queries. The story of the suffix is about a fault of the scheme.
func gated(row record.SignupRow) bool {
	if !plain(row) || row.Story == "suffix" || !row.AvoidedTheory.Known() {
		return false
	}
	if row.Filter == none || row.Filter == hashSet {
		return true
	}
	e, err := filter.Find(row.Filter)
	own := strings.HasPrefix(row.Hash, "(")
	return err == nil && e.Module == "" && len(e.Traits.Fails) == 0 && (own || plan.IsGoodHash(row.Hash))
}

// gate gives every gated row the interval of its avoided share that holds simultaneously over all of them.
// Filters of one shape scatter by less than a tenth of what the queries do, and that is left out.
func gate(rows []record.SignupRow) {
	var at []int
	for i, row := range rows {
		if gated(row) {
			at = append(at, i)
		}
	}
	level, ok := stats.SimultaneousLevel(familyError, len(at))
	if !ok {
		return
	}
	for _, i := range at {
		if gate, ok := stats.ClopperPearson(rows[i].Avoided, rows[i].Queries, level); ok {
			rows[i].GateLow, rows[i].GateHigh = record.Float(gate.Low), record.Float(gate.High)
		}
	}
}
