package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"hashlab/experiments/internal/theory"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
)

// Stock benchstat reads the timings and pivots them by any of their levels.
func TestBenchstatPivots(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want []string
	}{
		{[]string{"-col", "/impl", "-row", "/n", "-filter", "/mode:prehashed .name:Contains /hit:0.5 /impl:(bloom-classic OR bloom-split-256)", "../results/throughput.txt"},
			[]string{"bloom-classic", "bloom-split-256", "sec/key", "vs base", "1000000 "}},
		{[]string{"-col", "/hash", "-row", "/bytes", "-filter", "/form:bytes /hash:(xxh3 OR md5)", "../results/hashing.txt"},
			[]string{"xxh3", "md5", "sec/key", "vs base", "1024 "}},
	} {
		out, err := exec.Command("go", slices.Concat([]string{"tool", "benchstat"}, tt.args)...).CombinedOutput()
		if err != nil {
			t.Fatalf("benchstat %q: %v\n%s", tt.args, err, out)
		}
		for _, want := range tt.want {
			if !strings.Contains(string(out), want) {
				t.Errorf("benchstat %q: got\n%swant %q in it", tt.args, out, want)
			}
		}
	}
}

// Every theory that an implementation names has a formula that explain can give.
func TestFormulas(t *testing.T) {
	named := map[string]bool{}
	for _, e := range filter.All() {
		named[e.Theory] = true
	}
	for _, e := range consistent.All() {
		named[e.Theory], named[e.MoveTheory()] = true, true
	}
	for _, name := range theory.FilterTheories() {
		named[name] = true
	}
	for name := range named {
		if name != "" && formulas[name] == "" {
			t.Errorf("theory %s has no formula", name)
		}
	}
	for name := range formulas {
		if !named[name] {
			t.Errorf("formula of %s, which nothing names", name)
		}
	}
}
