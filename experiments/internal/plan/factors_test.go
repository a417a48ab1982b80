package plan

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hashlab/impl/consistent"
)

func TestNewFactors(t *testing.T) {
	f := NewFactors("n", 100_000, "target_fpr", 1e-2, "hash", "xxh3", "labels", consistent.LabelsSeparated, "queries", uint64(1)<<60, "owned", "")
	want := "hash=xxh3 labels=" + string(consistent.LabelsSeparated) + " n=100000 owned= queries=1152921504606846976 target_fpr=0.01"
	if got := f.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	g := f.With("n", "1e6")
	if f["n"] != "100000" || g["n"] != "1000000" {
		t.Errorf("With: got %q, and the original has %q, want 1000000 and 100000", g["n"], f["n"])
	}
}

// However a number comes in, it has one text, and the text reads back as the number.
func TestLevelIsCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := rapid.Uint64().Draw(t, "u")
		if got, want := Level(strconv.FormatUint(u, 10)), strconv.FormatUint(u, 10); got != want {
			t.Errorf("of %d: got %q", u, got)
		}
		v := rapid.Float64Range(-1e300, 1e300).Draw(t, "v")
		text := Level(strconv.FormatFloat(v, 'e', -1, 64))
		if other := Level(strconv.FormatFloat(v, 'g', 17, 64)); other != text {
			t.Errorf("of %v: got %q and %q", v, text, other)
		}
		if back, err := strconv.ParseFloat(text, 64); err != nil || back != v {
			t.Errorf("%q reads back as %v, %v, want %v", text, back, err, v)
		}
		if again := Level(text); again != text {
			t.Errorf("of %q: got %q", text, again)
		}
	})
}

func TestReader(t *testing.T) {
	r := NewFactors("n", "1e6", "fpr", "0.01", "hash", "xxh3", "empty", "").Read()
	if n, i, f, text := r.Uint("n"), r.Int("n"), r.Float("fpr"), r.Text("hash"); n != 1_000_000 || i != 1_000_000 || f != 0.01 || text != "xxh3" {
		t.Errorf("got %v %v %v %v", n, i, f, text)
	}
	if n, i, f, text := r.Uint("empty"), r.Int("absent"), r.Float("empty"), r.Text("absent"); n != 0 || i != 0 || f != 0 || text != "" {
		t.Errorf("without levels: got %v %v %v %q, want zeros", n, i, f, text)
	}
	if err := r.Err(); err != nil {
		t.Errorf("got %v, want no error", err)
	}
}

func TestReaderRefuses(t *testing.T) {
	for _, tt := range []struct {
		level, want string
		read        func(*Reader)
	}{
		{"1.5", `x = "1.5" is not a whole number`, func(r *Reader) { r.Uint("x") }},
		{"-1", `x = "-1" is not a whole number`, func(r *Reader) { r.Uint("x") }},
		{"many", `x = "many" is not a whole number`, func(r *Reader) { r.Int("x") }},
		{"1e30", `x = "1e+30" is not a whole number`, func(r *Reader) { r.Uint("x") }},
		{"3000000000", "x = 3000000000 is more than 2^31-1", func(r *Reader) { r.Int("x") }},
		{"many", `x = "many" is not a number`, func(r *Reader) { r.Float("x") }},
		{"NaN", `x = "NaN" is not a number`, func(r *Reader) { r.Float("x") }},
		{"Inf", `x = "Inf" is not a number`, func(r *Reader) { r.Float("x") }},
	} {
		r := NewFactors("x", tt.level, "y", "worse").Read()
		tt.read(r)
		r.Float("y") // the first error is kept
		if err := r.Err(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("level=%s: got %v, want %q", tt.level, err, tt.want)
		}
	}
}
