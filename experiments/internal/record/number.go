package record

import (
	"fmt"
	"math"
	"strconv"
)

// Float is a number of a record. NaN stands for unknown: an empty CSV cell, null in JSON. In CSV it has six
// significant digits, in JSON all of them.
type Float float64

// Unknown is the Float that is not known.
var Unknown = Float(math.NaN())

// Known reports whether f is a number that may be written.
func (f Float) Known() bool { return !math.IsNaN(float64(f)) && !math.IsInf(float64(f), 0) }

// MarshalText gives six significant digits, or nothing where f is unknown.
func (f Float) MarshalText() ([]byte, error) {
	if !f.Known() {
		return []byte{}, nil
	}
	return strconv.AppendFloat(nil, float64(f), 'g', 6, 64), nil
}

// UnmarshalText reads what MarshalText wrote.
func (f *Float) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*f = Unknown
		return nil
	}
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil || !Float(v).Known() {
		return fmt.Errorf("record: %q is not a finite number", text)
	}
	*f = Float(v)
	return nil
}

// MarshalJSON gives the shortest text that reads back to f, or null where f is unknown.
func (f Float) MarshalJSON() ([]byte, error) {
	if !f.Known() {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(f), 'g', -1, 64), nil
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (f *Float) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*f = Unknown
		return nil
	}
	return f.UnmarshalText(text)
}
