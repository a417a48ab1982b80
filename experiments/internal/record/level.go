package record

import (
	"math"
	"strconv"
)

// Level returns the canonical text of a level of a factor, so that one level has one key: 1e5 and 100000
// are one. Whole numbers from 1-2^63 to 2^64-1 are in decimal, other finite numbers as short as reads back;
// what is no number is left as it is.
func Level(text string) string {
	if u, err := strconv.ParseUint(text, 10, 64); err == nil {
		return strconv.FormatUint(u, 10)
	}
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || math.IsNaN(v) || math.IsInf(v, 0):
		return text
	case v == math.Trunc(v) && math.Abs(v) < 1<<63:
		return strconv.FormatInt(int64(v), 10)
	case v == math.Trunc(v) && v > 0 && v < 1<<64:
		return strconv.FormatUint(uint64(v), 10)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
