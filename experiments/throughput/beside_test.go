package throughput

import (
	"slices"
	"strings"
	"testing"

	"hashlab/experiments/internal/plan"
)

// Look-ups find nodes of the locator, and the changes beside them do change it.
func TestBesideKernels(t *testing.T) {
	cells := besides(plan.Scope{Profile: plan.Standard, Seed: 1})
	if len(cells) != 4 {
		t.Fatalf("got %d series, want 2 guards with and without changes", len(cells))
	}
	for _, c := range cells {
		d, err := read(c.Factors)
		if err != nil {
			t.Fatal(err)
		}
		d.nodes = 3
		kernel, change, bytes, err := besideKernel(d)
		if err != nil || bytes <= 0 || kernel.Keys != besideKeys {
			t.Fatalf("%v: got %d bytes, %d keys, %v", c.Factors, bytes, kernel.Keys, err)
		}
		if sum := kernel.Run(); sum == 0 || sum > 2*besideKeys {
			t.Errorf("%v: numbers of %d nodes add up to %d", c.Factors, besideKeys, sum)
		}
		for range 3 { // it leaves, comes back and leaves; nothing is there twice or missing, which would be an error
			if err := change(); err != nil {
				t.Errorf("%v: %v", c.Factors, err)
			}
		}
		if sum := kernel.Run(); sum > besideKeys {
			t.Errorf("%v: numbers of %d look-ups among two nodes add up to %d", c.Factors, besideKeys, sum)
		}
	}
}

func TestBesideIsChecked(t *testing.T) {
	f := besides(plan.Scope{Profile: plan.Standard, Seed: 1})[0].Factors
	for want, f := range map[string]plan.Factors{
		`guard "hope"`:       f.With("guard", "hope"),
		"of 3 threads":       f.With("threads", "3"),
		"mode \"keys\"":      f.With("mode", modeKeys).With("hash", plan.BaseHash),
		"a locator is timed": f.With("op", "sing"),
	} {
		if err := check(plan.Scope{}, f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %q", f, err, want)
		}
	}
	if !slices.ContainsFunc(grid(plan.Scope{Profile: plan.Standard, Seed: 1}), func(c plan.Cell) bool { return c.Factors["op"] == opBeside }) {
		t.Error("the grid has no look-ups beside changes")
	}
}
