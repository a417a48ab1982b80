package throughput

import (
	"strings"
	"testing"

	"hashlab/experiments/internal/plan"
	_ "hashlab/impl/all"
	"hashlab/impl/consistent"
)

// TestLocatorKernels runs the kernel of each operation on each locator once: look-ups find nodes, and changes leave as many
// nodes as there were.
func TestLocatorKernels(t *testing.T) {
	for _, e := range plan.Locatables() {
		for _, op := range []string{opLocate, opSingle, opBuild, opChange} {
			f := locatorSeriesOf(e, modeKeys, 3).With("op", op)
			if op == opSingle {
				if e.NewKeyed != nil {
					continue
				}
				f = locatorSeriesOf(e, modePrehashed, 3).With("op", op)
			}
			d, err := read(f)
			if err != nil {
				t.Fatal(err)
			}
			var s series
			switch op {
			case opBuild:
				s, err = buildSeries(d)
			case opChange:
				s, err = changeSeries(d)
			default:
				s, err = locatorSeries(d)
			}
			if err != nil {
				t.Fatalf("%s %s: %v", e.Name, op, err)
			}
			got := s.kernel.Run()
			if changes := op == opBuild || op == opChange; changes && got != 3 || !changes && (got == 0 || got > 2*callKeys) {
				t.Errorf("%s %s: the kernel returns %d", e.Name, op, got)
			}
			if s.kernel.Keys != map[string]int{opLocate: callKeys, opSingle: callKeys, opBuild: 3, opChange: 2}[op] {
				t.Errorf("%s %s: %d keys a call", e.Name, op, s.kernel.Keys)
			}
		}
	}
}

// TestSingleEqualsBulk: both ways of asking name the same nodes.
func TestSingleEqualsBulk(t *testing.T) {
	e, err := consistent.Find(plan.BaseLocator)
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]uint64{}
	for _, op := range []string{opLocate, opSingle} {
		d, err := read(locatorSeriesOf(e, modePrehashed, 10).With("op", op))
		if err != nil {
			t.Fatal(err)
		}
		s, err := locatorSeries(d)
		if err != nil {
			t.Fatal(err)
		}
		sums[op] = s.kernel.Run()
	}
	if sums[opLocate] != sums[opSingle] {
		t.Errorf("the sums of nodes are %v", sums)
	}
}

// TestLocatorFactorsRefused: what cannot be timed is refused, and the error names it.
func TestLocatorFactorsRefused(t *testing.T) {
	e, err := consistent.Find("jump")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ mode, factor, level, says string }{
		{modeKeys, "op", "vanish", `"vanish"`},
		{modeKeys, "op", opSingle, opSingle},
		{modePrehashed, "op", opBuild, opBuild},
		{modeKeys, "nodes", "0", "on 0 nodes"},
	} {
		if _, err := read(locatorSeriesOf(e, c.mode, 10).With(c.factor, c.level)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s=%s in mode %s: got %v, want an error that says %q", c.factor, c.level, c.mode, err, c.says)
		}
	}
}
