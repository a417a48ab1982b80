package quality

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/quality"
	"hashlab/experiments/internal/record"
)

// The result files. What is found of functions that differ from process to process stands apart.
const (
	rowsFile       = "quality.csv"
	verdictsFile   = "quality_verdicts.csv"
	pointsFile     = "quality_points.csv"
	attackFile     = "quality_attack.csv"
	pollutionFile  = "quality_pollution.csv"
	stepsFile      = "quality_pollution_steps.csv"
	stepPointsFile = "quality_pollution_points.csv"
	randomFile     = "quality_random.csv"
	randomVerdicts = "quality_random_verdicts.csv"
	randomAttack   = "quality_random_attack.csv"
)

var order = plan.Order[record.QualityPoint]{
	Cell: func(a, b record.QualityPoint) int {
		return cmp.Or(strings.Compare(a.Arm, b.Arm), strings.Compare(a.Hash, b.Hash), strings.Compare(a.AttackSet, b.AttackSet),
			strings.Compare(a.Insertion, b.Insertion), strings.Compare(a.HashSeed, b.HashSeed))
	},
	Seed: func(p record.QualityPoint) uint64 { return p.Seed },
}

func tables(base record.Store, payloads []json.RawMessage) (plan.Tables, error) {
	points, results, steps, err := decode(base, payloads)
	if err != nil {
		return plan.Tables{}, err
	}
	var stable []record.QualityPoint
	var attacks, random []record.QualityAttackRow
	var polluted []record.QualityPollutionRow
	for _, cell := range order.Cells(points) {
		isRandom := plan.IsRandomHash(cell[0].Hash)
		if !isRandom {
			stable = append(stable, cell...)
		}
		switch {
		case cell[0].Arm == attack && isRandom:
			random = append(random, attackRow(cell))
		case cell[0].Arm == attack:
			attacks = append(attacks, attackRow(cell))
		case cell[0].Arm == pollution:
			row, err := pollutionRow(cell)
			if err != nil {
				return plan.Tables{}, err
			}
			polluted = append(polluted, row)
		}
	}
	stepRows, err := stepRows(steps)
	if err != nil {
		return plan.Tables{}, err
	}
	judged, drawn := apart(results)
	files := record.Files{}
	errs := []error{
		encode(files, pointsFile, stable), encode(files, rowsFile, judged), encode(files, verdictsFile, verdicts(judged)),
		encode(files, attackFile, attacks), encode(files, pollutionFile, polluted),
		encode(files, stepsFile, stepRows), encode(files, stepPointsFile, steps),
	}
	if len(drawn) > 0 {
		errs = append(errs, encode(files, randomFile, drawn), encode(files, randomVerdicts, verdicts(drawn)))
	}
	if len(random) > 0 {
		errs = append(errs, encode(files, randomAttack, random))
	}
	return plan.Tables{Files: files, Checks: checks(results, attacks, random, polluted)}, errors.Join(errs...)
}

// apart separates the results of functions that are the same in every process from the others.
func apart(results []record.QualityRow) (stable, random []record.QualityRow) {
	for _, r := range results {
		if plan.IsRandomHash(r.Hash) {
			random = append(random, r)
		} else {
			stable = append(stable, r)
		}
	}
	return stable, random
}

func encode[T any](files record.Files, name string, rows []T) error {
	text, err := record.Encode(rows)
	files[name] = text
	return err
}

// stepOrder tells the steps of pollutions apart.
var stepOrder = plan.Order[record.QualityStep]{
	Cell: func(a, b record.QualityStep) int {
		return cmp.Or(strings.Compare(a.Hash, b.Hash), strings.Compare(a.Insertion, b.Insertion), strings.Compare(a.HashSeed, b.HashSeed), cmp.Compare(a.N, b.N))
	},
	Seed: func(s record.QualityStep) uint64 { return s.Seed },
}

// decode returns the point rows, the results of the battery and the steps of pollutions, of the payloads and of what
// the base holds besides. A new verdict on a function takes the place of the whole old one.
func decode(base record.Store, payloads []json.RawMessage) (points []record.QualityPoint, results []record.QualityRow, steps []record.QualityStep, err error) {
	var stepTexts []json.RawMessage
	texts, fresh := make([]json.RawMessage, len(payloads)), map[string]bool{}
	for i, text := range payloads {
		var p struct {
			Point   json.RawMessage     `json:"point"`
			Results []record.QualityRow `json:"results"`
			Steps   []json.RawMessage   `json:"steps"`
		}
		if err := json.Unmarshal(text, &p); err != nil {
			return nil, nil, nil, fmt.Errorf("quality: point %d: %w", i, err)
		}
		texts[i] = p.Point
		results = append(results, p.Results...)
		stepTexts = append(stepTexts, p.Steps...)
		for _, r := range p.Results {
			fresh[r.Hash] = true
		}
	}
	if points, err = order.Rows(base, pointsFile, texts); err != nil {
		return nil, nil, nil, err
	}
	if steps, err = stepOrder.Rows(base, stepPointsFile, stepTexts); err != nil {
		return nil, nil, nil, err
	}
	// As they will stand in the file: what is made of them must not depend on which of the two they came from.
	text, err := record.Encode(results)
	if err != nil {
		return nil, nil, nil, err
	}
	if results, err = record.Decode[record.QualityRow](text); err != nil {
		return nil, nil, nil, err
	}
	old, err := record.Read[record.QualityRow](base, rowsFile)
	if err != nil {
		return nil, nil, nil, err
	}
	results = append(slices.DeleteFunc(old, func(r record.QualityRow) bool { return fresh[r.Hash] }), results...)
	slices.SortStableFunc(results, byTest)
	return points, results, steps, nil
}

// byTest sorts results by function, and of one function as the battery gave them: tests in their order.
func byTest(a, b record.QualityRow) int {
	place := func(r record.QualityRow) int { return slices.Index(quality.Tests(), quality.Test(r.Test)) }
	return cmp.Or(strings.Compare(a.Hash, b.Hash), cmp.Compare(place(a), place(b)))
}
