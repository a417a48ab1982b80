package theory_test

import (
	"math"
	"testing"

	"hashlab/experiments/internal/theory"
	"hashlab/impl/filter"
)

// splitMix steps the state of splitmix64 and returns its value: hashes that share nothing with those of filters.
func splitMix(state *uint64) uint64 {
	*state += 0x9e3779b97f4a7c15
	x := *state
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Each filter has the rate of the theory that it names. Filters of keys of their own, each asked for absent keys: the
// mean of their rates has a standard error that is measured with it and is bounded here, and 6 of them, a false alarm
// of 2e-9, find a deviation of 6 times that bound.
func TestFiltersHaveTheirRate(t *testing.T) {
	for _, c := range []struct {
		name             string
		n, added         uint64
		filters, queries int
		error            float64 // bound of the standard error, relative
	}{
		{"bloom-classic", 1000, 1000, 250, 20_000, 0.0055},
		{"bloom-classic-modulo", 1000, 1000, 250, 20_000, 0.0055},
		{"bloom-classic-pow2", 1000, 1500, 250, 20_000, 0.0065},
		{"bloom-classic-enhanced", 1000, 1000, 250, 20_000, 0.0055},
		{"bloom-classic-triple", 1000, 1000, 250, 20_000, 0.0055},
		{"bloom-classic-double", 100_000, 100_000, 20, 200_000, 0.005},
		{"bloom-concurrent", 1000, 1000, 250, 20_000, 0.0055},
		{"bloom-counting", 1000, 1000, 250, 20_000, 0.0055},
		{"bloom-partitioned", 1000, 1000, 250, 20_000, 0.0055},
		{"bloom-blocked-512", 1000, 1000, 250, 20_000, 0.0065},
		{"bloom-register-64", 1000, 1000, 250, 20_000, 0.0065},
		{"bloom-split-256", 1000, 1000, 250, 20_000, 0.0065},
		{"bloom-split-512", 1000, 1000, 250, 20_000, 0.0065},
		{"bloom-counting-blocked", 1000, 1000, 250, 20_000, 0.0065},
		{"bloom-stable", 1000, 1000, 250, 20_000, 0.007},
		{"bloom-stable", 1000, 5400, 250, 20_000, 0.007},
		{"bloom-scalable", 20_000, 19_000, 30, 300_000, 0.009},
		{"bloom-scalable", 20_000, 150_000, 30, 200_000, 0.005},
	} {
		e, err := filter.Find(c.name)
		if err != nil {
			t.Fatal(err)
		}
		state, sum, squares := uint64(0), 0.0, 0.0
		var params filter.Params
		for range c.filters {
			f, err := e.New(filter.Spec{N: c.n, FPR: 0.02})
			if err != nil {
				t.Fatal(err)
			}
			for range c.added {
				f.Add(splitMix(&state))
			}
			positives := 0
			for range c.queries {
				if f.Contains(splitMix(&state)) {
					positives++
				}
			}
			r := float64(positives) / float64(c.queries)
			sum, squares, params = sum+r, squares+r*r, f.Params()
		}
		mean := sum / float64(c.filters)
		se := math.Sqrt((squares/float64(c.filters) - mean*mean) / float64(c.filters))
		want, err := theory.FPR(e.Theory, shape(params, c.added))
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(mean-want) > 6*se || se > c.error*want {
			t.Errorf("%s, n=%d, %d added: got %.6f +- %.2f %%, want %.6f: %+.1f standard errors",
				c.name, c.n, c.added, mean, 100*se/want, want, (mean-want)/se)
		}
	}
}
