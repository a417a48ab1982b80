package figure

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// The base of the grid, which figures hold fixed while they vary the rest.
const (
	baseFilter = "bloom-classic"
	baseHash   = "xxh3"
	baseClass  = "random8"
	baseN      = 100_000
	baseVnodes = 160
	baseNodes  = 100
)

// ownOrBase reports whether a hash is the base or part of the implementation's code.
func ownOrBase(hash string) bool { return hash == baseHash || strings.HasPrefix(hash, "(") }

// num writes a number for a sentence.
func num[T record.Float | float64](v T) string { return chart.Number(float64(v)) }

// oneIn writes a false-positive rate: as one over a power of two from 1/32 on where it is one, which is how
// fingerprints have theirs.
func oneIn(v float64) string {
	if exponent := -math.Log2(v); exponent >= 5 && math.Abs(exponent-math.Round(exponent)) < 1e-5 { // a file keeps six digits
		return "1/" + count(int64(math.Round(math.Exp2(exponent))))
	}
	return num(v)
}

// count writes an integer with commas.
func count[T int | int64 | uint64](n T) string {
	digits := strconv.FormatInt(int64(n), 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// times writes a ratio r > 0 as a factor: ×1.3, or ÷4 where it is below 1.
func times(r float64) string {
	if r > 0 && r < 0.995 {
		return "÷" + num(1/r)
	}
	return "×" + num(r)
}

// span writes the least and the greatest of some numbers: "20", or "10 to 20".
func span(values []int) string {
	least, most := slices.Min(values), slices.Max(values)
	if least == most {
		return count(least)
	}
	return count(least) + " to " + count(most)
}

// seeds writes how many seeds the rows have.
func seeds[T any](rows []T, of func(T) int) string {
	var values []int
	for _, r := range rows {
		values = append(values, of(r))
	}
	text := span(values)
	if text == "1" {
		return "1 seed"
	}
	return text + " seeds"
}

// plural writes n things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return count(n) + " " + thing + "s"
}

// someOf writes how many of them there are: "none", or "3".
func someOf(n int) string {
	if n == 0 {
		return "none"
	}
	return count(n)
}

// tie is how much two sizes may differ and still count as the same in a title.
const tie = 1.01

// among writes names, at most three of them, and the verb that follows, "takes" or "take".
func among(names []string) string {
	switch n := len(names); {
	case n == 1:
		return names[0] + " takes"
	case n == 2:
		return names[0] + " and " + names[1] + " take"
	case n == 3:
		return names[0] + ", " + names[1] + " and " + names[2] + " take"
	default:
		return fmt.Sprintf("%s, %s and %d others take", names[0], names[1], n-2)
	}
}

// medians says how times were summarised: intervals need six blocks.
func medians(blocks []int, intervals bool) string {
	if !intervals {
		return fmt.Sprintf("Medians over %s timing blocks, too few for intervals", span(blocks))
	}
	return fmt.Sprintf("Medians over %s timing blocks with 95 %% intervals", span(blocks))
}

// arrows explains the arrows of a figure where there are any.
func arrows[T any](rows []T, nothing func(T) bool) string {
	if len(where(rows, nothing)) == 0 {
		return ""
	}
	return " An arrow: none was seen; it starts at the upper end of the interval."
}

// every writes n things that are all there are.
func every(n int, thing string) string {
	if n == 1 {
		return "the one " + thing
	}
	return "all " + plural(n, thing)
}

// share writes k of n things.
func share(k, n int, thing string) string { return fmt.Sprintf("%d of %s", k, plural(n, thing)) }

// farthest returns the index of the value whose logarithm is farthest from 0, -1 without a value > 0.
func farthest[T any](rows []T, ratio func(T) float64) int {
	best, most := -1, math.Inf(-1)
	for i, r := range rows {
		if d := math.Abs(math.Log(ratio(r))); ratio(r) > 0 && d > most {
			best, most = i, d
		}
	}
	return best
}

// distinct returns the sorted distinct values of a column.
func distinct[T any, V int | uint64 | float64 | string](rows []T, column func(T) V) []V {
	var values []V
	for _, r := range rows {
		values = append(values, column(r))
	}
	slices.Sort(values)
	return slices.Compact(values)
}

// where returns the rows that keep accepts, in their order.
func where[T any](rows []T, keep func(T) bool) []T {
	var kept []T
	for _, r := range rows {
		if keep(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// floats appends the values of some columns of rows, in which axes do not mind unknown ones.
func floats[T any](rows []T, columns ...func(T) record.Float) []float64 {
	var values []float64
	for _, r := range rows {
		for _, column := range columns {
			values = append(values, float64(column(r)))
		}
	}
	return values
}
