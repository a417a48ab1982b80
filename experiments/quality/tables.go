package quality

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/quality"
	"hashlab/experiments/internal/record"
)

const (
	rowsFile      = "quality.csv"
	verdictsFile  = "quality_verdicts.csv"
	pointsFile    = "quality_points.csv"
	attackFile    = "quality_attack.csv"
	pollutionFile = "quality_pollution.csv"
)

var order = plan.Order[record.QualityPoint]{
	Cell: func(a, b record.QualityPoint) int {
		return cmp.Or(strings.Compare(a.Arm, b.Arm), strings.Compare(a.Hash, b.Hash), strings.Compare(a.AttackSet, b.AttackSet),
			strings.Compare(a.Insertion, b.Insertion), strings.Compare(a.HashSeed, b.HashSeed))
	},
	Seed: func(p record.QualityPoint) uint64 { return p.Seed },
}

func tables(base record.Store, payloads []json.RawMessage) (plan.Tables, error) {
	points, results, err := decode(base, payloads)
	if err != nil {
		return plan.Tables{}, err
	}
	var attacks []record.QualityAttackRow
	var polluted []record.QualityPollutionRow
	for _, cell := range order.Cells(points) {
		switch cell[0].Arm {
		case attack:
			attacks = append(attacks, attackRow(cell))
		case pollution:
			row, err := pollutionRow(cell)
			if err != nil {
				return plan.Tables{}, err
			}
			polluted = append(polluted, row)
		}
	}
	files := record.Files{}
	for _, err := range []error{
		encode(files, pointsFile, points), encode(files, rowsFile, results), encode(files, verdictsFile, verdicts(results)),
		encode(files, attackFile, attacks), encode(files, pollutionFile, polluted),
	} {
		if err != nil {
			return plan.Tables{}, err
		}
	}
	return plan.Tables{Files: files, Checks: checks(results, attacks, polluted)}, nil
}

func encode[T any](files record.Files, name string, rows []T) error {
	text, err := record.Encode(rows)
	files[name] = text
	return err
}

// decode returns the point rows, and the results of the battery, of the payloads and of what the base holds
// besides. A new verdict on a function takes the place of the whole old one.
func decode(base record.Store, payloads []json.RawMessage) (points []record.QualityPoint, results []record.QualityRow, err error) {
	texts, fresh := make([]json.RawMessage, len(payloads)), map[string]bool{}
	for i, text := range payloads {
		var p struct {
			Point   json.RawMessage     `json:"point"`
			Results []record.QualityRow `json:"results"`
		}
		if err := json.Unmarshal(text, &p); err != nil {
			return nil, nil, fmt.Errorf("quality: point %d: %w", i, err)
		}
		texts[i] = p.Point
		results = append(results, p.Results...)
		for _, r := range p.Results {
			fresh[r.Hash] = true
		}
	}
	if points, err = order.Rows(base, pointsFile, texts); err != nil {
		return nil, nil, err
	}
	// As they will stand in the file: what is made of them must not depend on which of the two they came from.
	text, err := record.Encode(results)
	if err != nil {
		return nil, nil, err
	}
	if results, err = record.Decode[record.QualityRow](text); err != nil {
		return nil, nil, err
	}
	old, err := record.Read[record.QualityRow](base, rowsFile)
	if err != nil {
		return nil, nil, err
	}
	results = append(slices.DeleteFunc(old, func(r record.QualityRow) bool { return fresh[r.Hash] }), results...)
	slices.SortStableFunc(results, byTest)
	return points, results, nil
}

// byTest sorts results by function, and of one function as the battery gave them: tests in their order.
func byTest(a, b record.QualityRow) int {
	place := func(r record.QualityRow) int { return slices.Index(quality.Tests(), quality.Test(r.Test)) }
	return cmp.Or(strings.Compare(a.Hash, b.Hash), cmp.Compare(place(a), place(b)))
}
