package main

import (
	"slices"
	"testing"

	"hashlab/experiments/internal/figure"
	"hashlab/experiments/internal/plan"
)

// TestFiguresFollowTheReport: the gallery has the experiments in the order of the report.
func TestFiguresFollowTheReport(t *testing.T) {
	at := 0
	for _, f := range figure.All() {
		i := slices.IndexFunc(experiments, func(e plan.Experiment) bool { return e.Name == f.Experiment })
		if i < at {
			t.Errorf("%s of %s comes after figures of %s", f.Name, f.Experiment, experiments[at].Name)
		}
		at = max(at, i)
	}
}
