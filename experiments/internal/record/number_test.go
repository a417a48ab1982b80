package record

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFloatText(t *testing.T) {
	tests := []struct {
		f    Float
		text string
		json string
	}{
		{0, "0", "0"},
		{1, "1", "1"},
		{-2.5, "-2.5", "-2.5"},
		{0.01, "0.01", "0.01"},
		{1.0 / 3, "0.333333", "0.3333333333333333"},
		{2.0 / 3, "0.666667", "0.6666666666666666"},
		{1234567, "1.23457e+06", "1.234567e+06"},
		{1e-300, "1e-300", "1e-300"},
		{math.MaxFloat64, "1.79769e+308", "1.7976931348623157e+308"},
		{Unknown, "", "null"},
		{Float(math.Inf(1)), "", "null"},
		{Float(math.Inf(-1)), "", "null"},
	}
	for _, tt := range tests {
		t.Run("f="+tt.json, func(t *testing.T) {
			text, err := tt.f.MarshalText()
			if err != nil || string(text) != tt.text {
				t.Errorf("text: got %q, %v, want %q", text, err, tt.text)
			}
			inJSON, err := json.Marshal(tt.f)
			if err != nil || string(inJSON) != tt.json {
				t.Errorf("JSON: got %s, %v, want %s", inJSON, err, tt.json)
			}
		})
	}
}

// Text keeps six significant digits, so half a unit of the sixth is lost at most: 5e-6 of the value. What was
// read back is written as the same text again. JSON loses nothing.
func TestFloatRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := Float(rapid.Float64Range(-1e300, 1e300).Draw(t, "f"))
		text, _ := f.MarshalText()
		var back Float
		if err := back.UnmarshalText(text); err != nil {
			t.Fatal(err)
		}
		if math.Abs(float64(back-f)) > 5.000001e-6*math.Abs(float64(f))+5e-324 {
			t.Errorf("%v reads back as %v", float64(f), float64(back))
		}
		if again, _ := back.MarshalText(); string(again) != string(text) {
			t.Errorf("written again: got %s, want %s", again, text)
		}
		inJSON, _ := f.MarshalJSON()
		if err := back.UnmarshalJSON(inJSON); err != nil || back != f {
			t.Errorf("JSON: got %v, %v, want %v", float64(back), err, float64(f))
		}
	})
}

func TestFloatUnknown(t *testing.T) {
	for _, text := range []string{"", "null"} {
		f := Float(7)
		read := f.UnmarshalText
		if text == "null" {
			read = f.UnmarshalJSON
		}
		if err := read([]byte(text)); err != nil || f.Known() {
			t.Errorf("%q: got %v, %v, want an unknown number", text, float64(f), err)
		}
	}
}

func TestFloatRefuses(t *testing.T) {
	for _, text := range []string{"NaN", "Inf", "-Inf", "+infinity", "1e999", "1,5", "x", " 1", `"1"`} {
		f := Float(7)
		err := f.UnmarshalText([]byte(text))
		if err == nil || !strings.Contains(err.Error(), text) && !strings.Contains(err.Error(), `\"1\"`) {
			t.Errorf("%q: got %v, %v, want an error that names it", text, float64(f), err)
		}
		if f != 7 {
			t.Errorf("%q: a refused text changed the number to %v", text, float64(f))
		}
	}
}

func TestLevel(t *testing.T) {
	tests := []struct{ text, want string }{
		{"1e5", "100000"},
		{"100000", "100000"},
		{"1.0", "1"},
		{"-3.0", "-3"},
		{"0.010", "0.01"},
		{"1e-2", "0.01"},
		{"1e-9", "1e-09"},
		{"9007199254740993", "9007199254740993"}, // 2^53 + 1 is no float64
		{"18446744073709551615", "18446744073709551615"},
		{"1e17", "100000000000000000"},
		{"1e19", "10000000000000000000"},
		{"1e20", "1e+20"},
		{"-1e20", "-1e+20"},
		{"", ""},
		{"xxh3", "xxh3"},
		{"nan", "nan"},
		{"Inf", "Inf"},
		{"1e999", "1e999"},
		{"1 000", "1 000"},
	}
	for _, tt := range tests {
		t.Run("text="+tt.text, func(t *testing.T) {
			if got := Level(tt.text); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if got := Level(tt.want); got != tt.want {
				t.Errorf("of the canonical text: got %q, want %q", got, tt.want)
			}
		})
	}
}
