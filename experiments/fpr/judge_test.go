package fpr

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"hashlab/experiments/internal/record"
	_ "hashlab/impl/all"
)

// cellOf returns the points of a cell of bloom-classic at 1 %, one for each count of false positives.
func cellOf(theory float64, queries uint64, counts ...uint64) []json.RawMessage {
	var payloads []json.RawMessage
	for i, x := range counts {
		text, err := json.Marshal(record.FPRPoint{
			Filter: "bloom-classic", Hash: "xxh3", KeyClass: "random8", N: 100_000, NDesign: 100_000, M: 958_506, K: 7, TargetFPR: 0.01, Sizing: "fpr",
			Seed: uint64(i + 1), Queries: queries, FalsePositives: x, FillRatio: 0.5, BitsPerKey: 9.585, FPRTheory: record.Float(theory), ScatterTheory: 0.0039,
		})
		if err != nil {
			panic(err)
		}
		payloads = append(payloads, text)
	}
	return payloads
}

// drawn returns counts of false positives as filters of the rate give them, with a relative scatter between
// filters; the seed is fixed.
func drawn(filters int, queries uint64, rate, scatter float64) []uint64 {
	r := rand.New(rand.NewPCG(1, 2))
	counts := make([]uint64, filters)
	for i := range counts {
		mean := float64(queries) * rate * (1 + scatter*r.NormFloat64())
		counts[i] = uint64(math.Round(mean + math.Sqrt(mean*(1-rate))*r.NormFloat64()))
	}
	return counts
}

func same(filters int, x uint64) []uint64 {
	counts := make([]uint64, filters)
	for i := range counts {
		counts[i] = x
	}
	return counts
}

func TestChecksSeeWhatIsWrong(t *testing.T) {
	const (
		agree   = "measured over exact theory is 1 for good hash functions"
		scatter = "filters that differ by seed scatter around theory as they should"
	)
	for _, tt := range []struct {
		name   string
		theory float64
		counts []uint64
		fails  string // the check that must not hold, "" for none
		within string
	}{
		{"as it should be", 0.01, drawn(20, 100_000, 0.01, 0.0039), "", equivalent},
		{"theory 10 % high", 0.011, drawn(20, 100_000, 0.01, 0.0039), agree, different},
		{"a seed that is ignored", 0.01, same(20, 1000), scatter, equivalent},
		{"seeds of which some are bad", 0.01, drawn(20, 100_000, 0.01, 0.3), scatter, undecided},
	} {
		t.Run(tt.name, func(t *testing.T) {
			made, err := tables(record.Store{}, cellOf(tt.theory, 100_000, tt.counts...))
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range made.Checks { // one that is planted may show in others too
				if c.Check == tt.fails && c.Holds || tt.fails == "" && (c.Check == agree || c.Check == scatter) && !c.Holds {
					t.Errorf("%s: got holds %t: %s", c.Check, c.Holds, c.Detail)
				}
			}
			tests, err := record.Decode[record.FPRTest](made.Files[testsFile])
			if err != nil || len(tests) != 1 {
				t.Fatalf("got %d tests, %v", len(tests), err)
			}
			if tests[0].Within != tt.within {
				t.Errorf("got %s (%g to %g), want %s", tests[0].Within, tests[0].RatioLow, tests[0].RatioHigh, tt.within)
			}
		})
	}
}

// Under theory a gate of the family gives a false alarm as often as it says: at a level that a simulation can
// see, 5 % of tests of the ratio and 5 % of those of the scatter, up to what 2000 cells tell.
func TestGatesAlarmAsOftenAsTheySay(t *testing.T) {
	const cells, filters, queries, rate, scatterSD = 2000, 20, 100_000, 0.01, 0.0039
	r := rand.New(rand.NewPCG(7, 7))
	ratios, scatters := 0, 0
	for range cells {
		counts := make([]uint64, filters)
		for i := range counts {
			mean := queries * rate * (1 + scatterSD*r.NormFloat64())
			// A normal draw with the binomial's variance: at a mean of 1000 no test tells them apart.
			counts[i] = uint64(math.Round(mean + math.Sqrt(mean*(1-rate))*r.NormFloat64()))
		}
		made, err := tables(record.Store{}, cellOf(rate, queries, counts...))
		if err != nil {
			t.Fatal(err)
		}
		tests, err := record.Decode[record.FPRTest](made.Files[testsFile])
		if err != nil {
			t.Fatal(err)
		}
		if tests[0].RatioHolm <= 0.05 {
			ratios++
		}
		if tests[0].ScatterHolm <= 0.05 {
			scatters++
		}
	}
	// 100 are expected; 5.2 standard deviations of 9.7 are left with probability 1e-7 a side. A rate of 8 % or
	// of 2.5 % would be seen.
	for name, got := range map[string]int{"ratio": ratios, "scatter": scatters} {
		if got < 100-51 || got > 100+51 {
			t.Errorf("%s: %d of %d cells that follow theory are called off at 5 %%, want about %d", name, got, cells, cells/20)
		}
	}
}

// Where few counters stick, filters that agree by chance are no proof of precision.
func TestFewStuckCounters(t *testing.T) {
	const counters = 191_861
	i, ok := stuckInterval([]float64{1.0 / counters, 1.0 / counters}, counters, 0.95)
	if !ok || !i.Contains(6.9e-6) || i.Contains(1e-4) {
		t.Errorf("one counter of each of two filters: got %v, %t", i, ok)
	}
	if i, ok := stuckInterval([]float64{0, 0}, counters, 0.95); ok {
		t.Errorf("none: got %v", i)
	}
	if i, ok := stuckInterval([]float64{0.01, 0.012, 0.011}, counters, 0.95); !ok || !i.Contains(0.011) {
		t.Errorf("many: got %v, %t", i, ok)
	}
}
