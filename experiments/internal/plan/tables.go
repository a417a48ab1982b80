package plan

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"hashlab/experiments/internal/record"
)

// An Order tells point rows apart: Cell compares what the rows of one design cell share, Seed what they
// differ in.
type Order[P any] struct {
	Cell func(a, b P) int
	Seed func(P) uint64
}

func (o Order[P]) compare(a, b P) int {
	return cmp.Or(o.Cell(a, b), cmp.Compare(o.Seed(a), o.Seed(b)))
}

// Rows decodes the payloads of an experiment's points and puts them beside the point rows of the base's
// file, which they replace where they are the same point: so a narrowed run stands beside what was measured
// before. The rows come sorted by cell and seed.
func (o Order[P]) Rows(base record.Store, file string, payloads []json.RawMessage) ([]P, error) {
	rows, err := record.Read[P](base, file)
	if err != nil {
		return nil, err
	}
	fresh := make([]P, len(payloads))
	for i, text := range payloads {
		if err := json.Unmarshal(text, &fresh[i]); err != nil {
			return nil, fmt.Errorf("plan: point %d: %w", i, err)
		}
	}
	// As they will stand in the file: what is made of them must not depend on which of the two they came from.
	text, err := record.Encode(fresh)
	if err != nil {
		return nil, err
	}
	if fresh, err = record.Decode[P](text); err != nil {
		return nil, err
	}
	rows = append(rows, fresh...)
	slices.SortStableFunc(rows, o.compare)
	kept := rows[:0]
	for i, row := range rows {
		if i+1 < len(rows) && o.compare(row, rows[i+1]) == 0 {
			continue // a later one replaces it
		}
		kept = append(kept, row)
	}
	return kept, nil
}

// Cells returns the runs of rows, as Rows sorts them, that share a cell.
func (o Order[P]) Cells(rows []P) [][]P {
	var cells [][]P
	for start := 0; start < len(rows); {
		end := start + 1
		for end < len(rows) && o.Cell(rows[start], rows[end]) == 0 {
			end++
		}
		cells = append(cells, rows[start:end])
		start = end
	}
	return cells
}
