package record

import (
	"bytes"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/perf/benchfmt"
)

// The text must be what benchstat's own reader takes.
func TestBenchText(t *testing.T) {
	lines := []BenchLine{
		{"Filter", []string{"impl=bloom-classic", "n=100000"}, 4_096_000, 3.25},
		{"Filter", []string{"impl=bloom-classic", "n=100000"}, 2_048_000, 3.5},
		{"Locator", []string{"impl=x lib", "hash="}, 1, 1e-3},
		{"Plain", nil, 7, 12345.678},
	}
	text, err := BenchText(lines)
	if err != nil {
		t.Fatal(err)
	}
	type read struct {
		Name string
		Keys int
		Ns   float64
		Unit string
	}
	var got []read
	reader := benchfmt.NewReader(bytes.NewReader(text), "text")
	for reader.Scan() {
		switch r := reader.Result().(type) {
		case *benchfmt.Result:
			if len(r.Values) != 1 || len(r.Config) != 0 {
				t.Errorf("%s: got values %v and configuration %v, want one value", r.Name, r.Values, r.Config)
			}
			v := r.Values[0] // the reader gives seconds, and what was written beside them
			got = append(got, read{string(r.Name), r.Iters, v.OrigValue, v.OrigUnit})
			if math.Abs(v.Value-v.OrigValue*1e-9) > 1e-12*v.Value || v.Unit != "sec/key" {
				t.Errorf("%s: got %g %s, want %g ns/key in seconds", r.Name, v.Value, v.Unit, v.OrigValue)
			}
		case *benchfmt.SyntaxError:
			t.Error(r)
		}
	}
	if err := reader.Err(); err != nil {
		t.Fatal(err)
	}
	want := []read{
		{"Filter/impl=bloom-classic/n=100000", 4_096_000, 3.25, "ns/key"},
		{"Filter/impl=bloom-classic/n=100000", 2_048_000, 3.5, "ns/key"},
		{"Locator/impl=x_lib/hash=", 1, 1e-3, "ns/key"},
		{"Plain", 7, 12345.678, "ns/key"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	better := reader.Units().GetBetter("ns/key")
	if better != -1 {
		t.Errorf("better of ns/key: got %d, want -1, which is lower", better)
	}
}
