package advise

import (
	"fmt"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/filter"
)

// TestCalibrate: without results of this machine the candidates are timed now, and say so.
func TestCalibrate(t *testing.T) {
	a := planted(t, even)
	a.From, a.Machine = Auto, "m-other"
	w := FilterWish{N: 1000, FPR: 0.01, HitShare: 0.5, MissCost: 100, Threads: 2}
	advice, err := a.Filter(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(advice.Basis, "a calibration just now") {
		t.Errorf("timings are from %s", advice.Basis)
	}
	for i, c := range advice.Ranked {
		if !(c.Timing.Low > 0 && c.Timing.Low <= c.Timing.Ns && c.Timing.Ns <= c.Timing.High) {
			t.Errorf("%s: %+v is no interval around a time", c.Entry.Name, c.Timing)
		}
		if i > 0 && c.Total(w) < advice.Ranked[i-1].Total(w) {
			t.Errorf("%s comes after %s, and costs less", c.Entry.Name, advice.Ranked[i-1].Entry.Name)
		}
	}
}

// TestGoLines: the lines that construct what is advised are Go, and name what the candidate is.
func TestGoLines(t *testing.T) {
	e, err := consistent.Find("ring-bounded")
	if err != nil {
		t.Fatal(err)
	}
	spec := filter.Spec{N: 10_000_000, FPR: 0.001}
	for want, lines := range map[string]string{
		"entry.Keyed(filter.Spec{N: 10000000, FPR: 0.001}, h)":          Candidate{Entry: find(t, "bloom-split-256"), Hash: "xxh3", Spec: spec}.Go(FilterWish{}),
		"entry.Keyed(filter.Spec{N: 10000000, FPR: 0.001}, nil)":        Candidate{Entry: find(t, "article-filter"), Spec: spec}.Go(FilterWish{}),
		"entry.FromKeys(filter.Spec{N: 10000000, FPR: 0.001}, h, keys)": Candidate{Entry: find(t, "fuse-8"), Hash: "xxh3", Spec: spec}.Go(FilterWish{}),
		"family.New(secret)": Candidate{Entry: find(t, "cuckoo-12"), Hash: "siphash24", Spec: spec}.Go(FilterWish{Untrusted: true}),
		"entry.New(consistent.Options{Hash: h, Vnodes: 7, Slack: 0.25}, nodes)": RingCandidate{Entry: e, Hash: "xxh3", Options: consistent.Options{Vnodes: 7, Slack: 0.25}}.Go(),
	} {
		if !strings.Contains(lines, want) {
			t.Errorf("no %s in\n%s", want, lines)
		}
		if _, err := parser.ParseFile(token.NewFileSet(), "", fmt.Sprintf("package p\nfunc f() {\n%s}\n", lines), 0); err != nil {
			t.Errorf("%v in\n%s", err, lines)
		}
	}
}
