package record

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fill returns a row with every field set, the texts to one that CSV has to quote; odd rows have their
// floats unknown.
func fill[T any](i int) T {
	var row T
	v := reflect.ValueOf(&row).Elem()
	for at := range v.NumField() {
		f, number := v.Field(at), at+100*i+1
		switch {
		case f.Type() == reflect.TypeFor[Float]() && i%2 == 1:
			f.SetFloat(float64(Unknown))
		case f.Kind() == reflect.Float64:
			f.SetFloat(float64(number) + 0.25)
		case f.Kind() == reflect.String:
			f.SetString(`a, "b"` + "\n" + strings.Repeat("é", number%7))
		case f.Kind() == reflect.Bool:
			f.SetBool(i%2 == 0)
		case f.CanInt():
			f.SetInt(int64(number))
		case f.CanUint():
			f.SetUint(1<<63 + uint64(number))
		default:
			panic("sheet_test: fill: no value for a field of type " + f.Type().String())
		}
	}
	return row
}

// sameFloats takes unknown numbers, which are NaN, as equal.
var sameFloats = cmp.Comparer(func(a, b Float) bool { return a == b || !a.Known() && !b.Known() })

// sheets tries each row type. Its keys are checked against the source of the package.
var sheets = map[string]func(t *testing.T){
	"BalancePoint":        trySheet[BalancePoint],
	"BalanceRow":          trySheet[BalanceRow],
	"BarRow":              trySheet[BarRow],
	"BesideRow":           trySheet[BesideRow],
	"CachetierPoint":      trySheet[CachetierPoint],
	"CachetierRow":        trySheet[CachetierRow],
	"CachetierShare":      trySheet[CachetierShare],
	"CachetierStep":       trySheet[CachetierStep],
	"CheckRow":            trySheet[CheckRow],
	"ClaimRow":            trySheet[ClaimRow],
	"ConcurrencyRow":      trySheet[ConcurrencyRow],
	"EqualRow":            trySheet[EqualRow],
	"FPROverflowRow":      trySheet[FPROverflowRow],
	"FPRPoint":            trySheet[FPRPoint],
	"FPRRow":              trySheet[FPRRow],
	"FPRTest":             trySheet[FPRTest],
	"HashingCost":         trySheet[HashingCost],
	"HashingNoiseRow":     trySheet[HashingNoiseRow],
	"HashingPoint":        trySheet[HashingPoint],
	"HashingRow":          trySheet[HashingRow],
	"HeapRow":             trySheet[HeapRow],
	"ImplementationRow":   trySheet[ImplementationRow],
	"MemoryRow":           trySheet[MemoryRow],
	"NoiseRow":            trySheet[NoiseRow],
	"QualityAttackRow":    trySheet[QualityAttackRow],
	"QualityPoint":        trySheet[QualityPoint],
	"QualityPollutionRow": trySheet[QualityPollutionRow],
	"QualityRow":          trySheet[QualityRow],
	"QualityStep":         trySheet[QualityStep],
	"QualityStepRow":      trySheet[QualityStepRow],
	"QualityVerdict":      trySheet[QualityVerdict],
	"RemapPoint":          trySheet[RemapPoint],
	"RemapRow":            trySheet[RemapRow],
	"SignupNoiseRow":      trySheet[SignupNoiseRow],
	"SignupPoint":         trySheet[SignupPoint],
	"SignupRow":           trySheet[SignupRow],
	"SignupTimes":         trySheet[SignupTimes],
	"ThroughputPoint":     trySheet[ThroughputPoint],
	"ThroughputRow":       trySheet[ThroughputRow],
}

// trySheet writes rows, reads them back, and does the same with no rows and with a column that T lacks.
func trySheet[T any](t *testing.T) {
	want := []T{fill[T](0), fill[T](1), fill[T](2)}
	text, err := Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	if low := strings.ToLower(string(text)); strings.Contains(low, "nan") || strings.Contains(low, "inf") {
		t.Errorf("an unknown number was written:\n%s", text)
	}
	got, err := Decode[T](text)
	if diff := cmp.Diff(want, got, sameFloats); diff != "" || err != nil {
		t.Errorf("read back: %v; want -, got +:\n%s", err, diff)
	}

	header, _, _ := strings.Cut(string(text), "\n")
	for name, rows := range map[string][]T{"nil": nil, "empty": {}} {
		text, err := Encode(rows)
		if err != nil || string(text) != header+"\n" {
			t.Errorf("%s rows: got %q, %v, want the header %q", name, text, err, header)
		}
		if got, err := Decode[T](text); err != nil || len(got) != 0 {
			t.Errorf("%s rows read back: got %v, %v, want none", name, got, err)
		}
	}
	got, err = Decode[T](widen(t, text))
	if diff := cmp.Diff(want, got, sameFloats); diff != "" || err != nil {
		t.Errorf("read back with a column more: %v; want -, got +:\n%s", err, diff)
	}
	if n := reflect.TypeFor[T]().NumField(); strings.Count(header, ",")+1 != n {
		t.Errorf("got the header %s, want %d columns", header, n)
	}
	if strings.ToLower(header) != header || strings.Contains(header, " ") {
		t.Errorf("got the header %s, want lower-case names without spaces", header)
	}
}

// widen puts a column that no row type has before the others, as a later program might.
func widen(t *testing.T, text []byte) []byte {
	t.Helper()
	lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i := range lines {
		lines[i] = append([]string{"column_of_a_later_program"}, lines[i]...)
	}
	var wide bytes.Buffer
	if err := csv.NewWriter(&wide).WriteAll(lines); err != nil {
		t.Fatal(err)
	}
	return wide.Bytes()
}

func TestSheets(t *testing.T) {
	for name, try := range sheets {
		t.Run("type="+name, try)
	}
	var names []string
	for name := range sheets {
		names = append(names, name)
	}
	slices.Sort(names)
	if diff := cmp.Diff(sheetTypes(t), names); diff != "" {
		t.Errorf("row types of the package -, tried +:\n%s", diff)
	}
}

// sheetTypes returns the names of the package's structs with CSV columns.
func sheetTypes(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if s, ok := spec.Type.(*ast.StructType); ok && s.Fields.List[0].Tag != nil && strings.Contains(s.Fields.List[0].Tag.Value, "csv:") {
				names = append(names, spec.Name.Name)
			}
			return true
		})
	}
	slices.Sort(names)
	return names
}

// Points are kept as JSON in the journal before they are rows: both forms must hold the same.
func TestPointsRoundTripInJSON(t *testing.T) {
	t.Run("type=BalancePoint", tryJSON[BalancePoint])
	t.Run("type=CachetierPoint", tryJSON[CachetierPoint])
	t.Run("type=FPRPoint", tryJSON[FPRPoint])
	t.Run("type=HashingPoint", tryJSON[HashingPoint])
	t.Run("type=HeapRow", tryJSON[HeapRow])
	t.Run("type=MemoryRow", tryJSON[MemoryRow])
	t.Run("type=QualityPoint", tryJSON[QualityPoint])
	t.Run("type=QualityRow", tryJSON[QualityRow])
	t.Run("type=QualityStep", tryJSON[QualityStep])
	t.Run("type=RemapPoint", tryJSON[RemapPoint])
	t.Run("type=SignupPoint", tryJSON[SignupPoint])
	t.Run("type=SignupTimes", tryJSON[SignupTimes])
	t.Run("type=ThroughputPoint", tryJSON[ThroughputPoint])
}

func tryJSON[T any](t *testing.T) {
	for i := range 2 {
		want := fill[T](i)
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got T
		err = json.Unmarshal(text, &got)
		if diff := cmp.Diff(want, got, sameFloats); diff != "" || err != nil {
			t.Errorf("read back: %v; want -, got +:\n%s", err, diff)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, text := range []string{"check,holds\na,perhaps\n", "check,holds\na\n", "check,tests\na,1.5\n", "check\n\"a\n"} {
		if rows, err := Decode[CheckRow]([]byte(text)); err == nil {
			t.Errorf("%q: got %v and no error", text, rows)
		}
	}
}

func TestRead(t *testing.T) {
	s := Store{t.TempDir()}
	want := []CheckRow{fill[CheckRow](0)}
	text, err := Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"good.csv": text, "empty.csv": {}, "bad.csv": []byte("check,tests\na,x\n")} {
		if err := WriteFile(s.Result(name), text); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(s.Result("folder.csv"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got, err := Read[CheckRow](s, "good.csv"); err != nil || !cmp.Equal(got, want) {
		t.Errorf("good.csv: got %v, %v, want %v", got, err, want)
	}
	for name, s := range map[string]Store{"empty.csv": s, "absent.csv": s, "good.csv": {}} {
		if got, err := Read[CheckRow](s, name); err != nil || got != nil {
			t.Errorf("%s in store %q: got %v, %v, want no rows", name, s.Root, got, err)
		}
	}
	for _, name := range []string{"bad.csv", "folder.csv"} {
		if got, err := Read[CheckRow](s, name); !errors.Is(err, ErrStore) || !strings.Contains(err.Error(), s.Result(name)) {
			t.Errorf("%s: got %v, %v, want ErrStore with its path", name, got, err)
		}
	}
}
