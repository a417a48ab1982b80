package plan

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"hashlab/experiments/internal/record"
)

// Factors are levels by factor. Numbers have one text each: integers in decimal, others as short as reads
// back.
type Factors map[string]string

// NewFactors makes factors from names and levels in turn; levels are strings or numbers.
func NewFactors(pairs ...any) Factors {
	f := Factors{}
	for i := 0; i+1 < len(pairs); i += 2 {
		f[pairs[i].(string)] = Level(fmt.Sprint(pairs[i+1]))
	}
	return f
}

// Level returns the canonical text of a level: 1e5 and 100000 are one.
func Level(text string) string { return record.Level(text) }

// With returns a copy of f with the factor at another level.
func (f Factors) With(factor, level string) Factors {
	g := maps.Clone(f)
	g[factor] = Level(level)
	return g
}

// String returns "factor=level …" in order of factor.
func (f Factors) String() string {
	parts := make([]string, 0, len(f))
	for _, name := range slices.Sorted(maps.Keys(f)) {
		parts = append(parts, name+"="+f[name])
	}
	return strings.Join(parts, " ")
}

// A Reader reads typed levels and keeps the first error.
type Reader struct {
	factors Factors
	err     error
}

// Read returns a Reader of f.
func (f Factors) Read() *Reader { return &Reader{factors: f} }

// Text returns the level of a factor as text.
func (r *Reader) Text(factor string) string { return r.factors[factor] }

// Uint returns a level that is a whole number from 0; "" is 0.
func (r *Reader) Uint(factor string) uint64 {
	text := r.factors[factor]
	if text == "" {
		return 0
	}
	v, err := strconv.ParseUint(text, 10, 64)
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("%s = %q is not a whole number from 0", factor, text)
	}
	return v
}

// Int is Uint as an int.
func (r *Reader) Int(factor string) int {
	v := r.Uint(factor)
	if v > math.MaxInt32 && r.err == nil {
		r.err = fmt.Errorf("%s = %d is more than 2^31-1", factor, v)
	}
	return int(v)
}

// Float returns a level that is a finite number; "" is 0.
func (r *Reader) Float(factor string) float64 {
	text := r.factors[factor]
	if text == "" {
		return 0
	}
	v, err := strconv.ParseFloat(text, 64)
	if (err != nil || math.IsNaN(v) || math.IsInf(v, 0)) && r.err == nil {
		r.err = fmt.Errorf("%s = %q is not a number", factor, text)
	}
	return v
}

// Err returns the first error.
func (r *Reader) Err() error { return r.err }
