package main

import (
	"math"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"hashlab/experiments/internal/plan"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// Every experiment's grid is one that can be measured, without a point given twice.
func TestGrids(t *testing.T) {
	for _, profile := range []plan.Profile{plan.Smoke, plan.Standard} {
		t.Run("profile="+string(profile), func(t *testing.T) { tryGrids(t, profile) })
	}
}

func tryGrids(t *testing.T, profile plan.Profile) {
	s := plan.Scope{Profile: profile, Seed: 1}
	for _, e := range experiments {
		for _, c := range e.Grid(s) {
			if err := e.Check(s, c.Factors); err != nil || c.Seeds < 1 {
				t.Errorf("%s: %v with %d seeds: %v", e.Name, c.Factors, c.Seeds, err)
			}
		}
		points, err := e.Points(s, plan.Narrowing{}, digest, measuring(e.Name))
		if err != nil || len(points) == 0 {
			t.Errorf("%s: got %d points, %v", e.Name, len(points), err)
		}
		seen := map[string]bool{}
		for _, p := range points {
			if seen[p.ID()] {
				t.Errorf("%v is there twice", p.Key)
			}
			seen[p.ID()] = true
			if !(p.Seconds > 0) || math.IsInf(p.Seconds, 1) {
				t.Errorf("%v is predicted to take %v s", p.Key, p.Seconds)
			}
		}
	}
}

// The bounds of the two profiles that are run often. A prediction is for the machine as it is loaded at the
// moment, so the least of several counts.
func TestPredictedTime(t *testing.T) {
	const attempts = 5
	for profile, most := range map[plan.Profile]float64{plan.Smoke: 60, plan.Standard: 600} {
		least := math.Inf(1)
		for range attempts {
			if least = min(least, predict(t, profile)); least < most {
				break
			}
			plan.Recalibrate()
		}
		if least >= most {
			t.Errorf("%s: got %.0f s at the least of %d predictions, want less than %.0f", profile, least, attempts, most)
		}
	}
}

// predict returns the predicted seconds of a profile.
func predict(t *testing.T, profile plan.Profile) (total float64) {
	t.Helper()
	for _, e := range experiments {
		points, err := e.Points(plan.Scope{Profile: profile, Seed: 1}, plan.Narrowing{}, digest, measuring(e.Name))
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, p := range points {
			sum += p.Seconds / float64((&job{experiment: e}).parallel())
		}
		t.Logf("%s %s: %.1f s", profile, e.Name, sum)
		total += sum
	}
	return total
}

// The code in a key tells experiments apart, and implementations of different files; "" would stand for a source
// that was not found.
func TestDigests(t *testing.T) {
	want := regexp.MustCompile(`^[0-9a-f]{12}-[0-9a-f]{12}(@go.+)?$`)
	seen := map[string]string{}
	for _, e := range experiments {
		d := measuring(e.Name)
		if timed := strings.Contains(d, "@"+runtime.Version()); timed != e.Measured {
			t.Errorf("%s: got the digest %q; it should tell the version of Go if it is timed", e.Name, d)
		}
		if other, same := seen[d]; same || !want.MatchString(d) {
			t.Errorf("%s: got the digest %q, which is that of %q too", e.Name, d, other)
		}
		seen[d] = e.Name
	}
	want = regexp.MustCompile(`^[0-9a-f]{12}(@.+)?$`)
	files := map[string]func(string) string{"hash": hash.File, "filter": filter.File, "locator": consistent.File}
	for _, row := range implementations() {
		d, file := digest(row.Kind, row.Name), files[row.Kind](row.Name)
		if other, same := seen[d]; same && other != file || !want.MatchString(d) {
			t.Errorf("%s: got the digest %q, which is that of %q too", file, d, other)
		}
		if adapts := row.Module != ""; adapts != strings.Contains(d, "@") {
			t.Errorf("%s %s: got the digest %q, which should tell the version of its module %q", row.Kind, row.Name, d, row.Module)
		}
		seen[d] = file
	}
}
