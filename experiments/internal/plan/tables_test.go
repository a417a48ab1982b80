package plan

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/experiments/internal/record"
)

// A dot is a point row: cells by name, in order of name.
type dot struct {
	Name  string       `csv:"name" json:"name"`
	Rate  record.Float `csv:"rate" json:"rate"` // part of the cell
	Seed  uint64       `csv:"seed" json:"seed"`
	Value record.Float `csv:"value" json:"value"`
}

var dots = Order[dot]{
	Cell: func(a, b dot) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		switch {
		case a.Rate < b.Rate:
			return -1
		case a.Rate > b.Rate:
			return 1
		}
		return 0
	},
	Seed: func(d dot) uint64 { return d.Seed },
}

func payloads(t *testing.T, rows ...dot) []json.RawMessage {
	t.Helper()
	var all []json.RawMessage
	for _, r := range rows {
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text)
	}
	return all
}

// storeOf returns a store whose file dots.csv holds the rows.
func storeOf(t *testing.T, rows []dot) record.Store {
	t.Helper()
	s := record.Store{Root: t.TempDir()}
	text, err := record.Encode(rows)
	if err != nil {
		t.Fatal(err)
	}
	if err := record.WriteFile(s.Result("dots.csv"), text); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRows(t *testing.T) {
	base := storeOf(t, []dot{{"b", 1, 1, 10}, {"a", 1, 2, 20}, {"a", 1, 1, 30}, {"c", 1, 9, 40}})
	tests := []struct {
		name  string
		base  record.Store
		fresh []dot
		want  []dot
	}{
		{"without a base", record.Store{}, []dot{{"b", 1, 2, 1}, {"b", 1, 1, 2}, {"a", 2, 1, 3}, {"a", 1, 1, 4}},
			[]dot{{"a", 1, 1, 4}, {"a", 2, 1, 3}, {"b", 1, 1, 2}, {"b", 1, 2, 1}}},
		{"replace and add", base, []dot{{"a", 1, 1, -1}, {"b", 1, 2, -2}},
			[]dot{{"a", 1, 1, -1}, {"a", 1, 2, 20}, {"b", 1, 1, 10}, {"b", 1, 2, -2}, {"c", 1, 9, 40}}},
		{"nothing fresh", base, nil, []dot{{"a", 1, 1, 30}, {"a", 1, 2, 20}, {"b", 1, 1, 10}, {"c", 1, 9, 40}}},
		{"the last of three", base, []dot{{"c", 1, 9, 1}, {"c", 1, 9, 2}}, []dot{{"a", 1, 1, 30}, {"a", 1, 2, 20}, {"b", 1, 1, 10}, {"c", 1, 9, 2}}},
		{"nothing at all", record.Store{}, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := dots.Rows(tt.base, "dots.csv", payloads(t, tt.fresh...))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, append([]dot(nil), got...)); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

func TestRowsReplaceMany(t *testing.T) {
	var old, fresh []dot
	for i := range 500 {
		d := dot{Name: string(rune('a' + i%20)), Rate: 1, Seed: uint64(i / 20), Value: 1}
		old = append(old, d)
		d.Value = 2
		fresh = append(fresh, d)
	}
	rows, err := dots.Rows(storeOf(t, old), "dots.csv", payloads(t, fresh...))
	if err != nil || len(rows) != len(old) {
		t.Fatalf("got %d rows, %v, want %d", len(rows), err, len(old))
	}
	for i, row := range rows {
		if row.Value != 2 {
			t.Errorf("row %d is the old %v", i, row)
		}
	}
}

// A row is the same whether it comes from a payload or from the file that was made of it: else a second run beside
// the results of a first would find other rows, or find each of them twice.
func TestRowsFromFileAndPayload(t *testing.T) {
	fresh := payloads(t, dot{"a", 0.123456789, 1, 2.0 / 3}, dot{"a", 1.0 / 3, 1, 1e-9 / 7})
	first, err := dots.Rows(record.Store{}, "dots.csv", fresh)
	if err != nil {
		t.Fatal(err)
	}
	s := storeOf(t, first)
	for name, texts := range map[string][]json.RawMessage{"file alone": nil, "file and payloads": fresh} {
		again, err := dots.Rows(s, "dots.csv", texts)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(first, again); diff != "" {
			t.Errorf("%s: want -, got +:\n%s", name, diff)
		}
	}
}

func TestRowsRefuses(t *testing.T) {
	if _, err := dots.Rows(record.Store{}, "dots.csv", []json.RawMessage{[]byte(`{"seed":"x"}`)}); err == nil || !strings.Contains(err.Error(), "point 0") {
		t.Errorf("a broken payload: got %v, want an error that names it", err)
	}
	s := record.Store{Root: t.TempDir()}
	if err := record.WriteFile(s.Result("dots.csv"), []byte("name,seed\na,x\n")); err != nil {
		t.Fatal(err)
	}
	if _, err := dots.Rows(s, "dots.csv", nil); !errors.Is(err, record.ErrStore) {
		t.Errorf("a broken file: got %v, want ErrStore", err)
	}
}

func TestCells(t *testing.T) {
	a1, a2, b1, c1 := dot{"a", 1, 1, 1}, dot{"a", 1, 2, 2}, dot{"a", 2, 1, 3}, dot{"b", 1, 1, 4}
	want := [][]dot{{a1, a2}, {b1}, {c1}}
	if diff := cmp.Diff(want, dots.Cells([]dot{a1, a2, b1, c1})); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	if got := dots.Cells(nil); got != nil {
		t.Errorf("of no rows: got %v, want none", got)
	}
}
