package main

import (
	"slices"
	"testing"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// TestDraws goes through every factor of every experiment that draws: what its points draw differs when a factor that counts
// differs, or the seed, and is the same when one differs that is shared by design. Each factor that is named as shared is one
// that the experiment has.
func TestDraws(t *testing.T) {
	for _, e := range experiments {
		shared := record.Shared(e.Name)
		if len(shared) == 0 {
			continue // it draws nothing: see record.Key.Asked
		}
		points, err := e.Points(plan.Scope{Profile: plan.Standard, Seed: 1}, plan.Narrowing{}, func(kind, name string) string { return name }, "")
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, p := range points {
			for factor, level := range p.Factors {
				if seen[factor] {
					continue
				}
				seen[factor] = true
				other := p.Key
				other.Factors = plan.Factors(p.Factors).With(factor, level+"1")
				if same := other.Asked() == p.Asked(); same != slices.Contains(shared, factor) {
					t.Errorf("%s: another %s draws the same: %v", e.Name, factor, same)
				}
			}
		}
		next := points[0].Key
		next.Seed++
		if next.Asked() == points[0].Asked() {
			t.Errorf("%s: another seed draws the same", e.Name)
		}
		for _, factor := range shared {
			if !seen[factor] {
				t.Errorf("%s shares %s, which it does not have", e.Name, factor)
			}
		}
	}
}
