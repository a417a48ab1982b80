package main

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"hashlab/experiments/internal/stats"
)

// synthetic returns changes over six blocks of normal noise: the first of them of the given size, the others none.
func synthetic(r *rand.Rand, series, changed int, size float64) []change {
	const noise = 0.01
	changes := make([]change, series)
	for i := range changes {
		for range 6 {
			v := noise * r.NormFloat64()
			if i < changed {
				v += size
			}
			changes[i].logs = append(changes[i].logs, v)
		}
	}
	return changes
}

// TestHolmKeepsItsFamilyError: where nothing changed, a family of 20 independent tests rejects one with probability
// 1 - (1 - 0.01/20)^20 = 0.00995, by simulation of 20,000 families; the test is two-sided with a false-alarm probability of
// 1e-6 and a fixed seed. It sees a family error of 1.4 %, or 0.65 %, with more than 99 % probability. With half of the series
// changed the unchanged ones are still rejected in at most 1 % of the families.
func TestHolmKeepsItsFamilyError(t *testing.T) {
	const families, series = 20_000, 20
	r := rand.New(rand.NewPCG(11, 12))
	wrong := func(changed int) (x uint64) {
		for range families {
			changes := synthetic(r, series, changed, 0.2)
			correct(changes)
			for _, c := range changes[changed:] {
				if c.rejected {
					x++
					break
				}
			}
		}
		return x
	}
	x := wrong(0)
	if p, ok := stats.BinomialTwoSided(x, families, 0.00995); !ok || p < 1e-6 {
		t.Errorf("%d of %d families reject what did not change (p = %.2g), want 0.995 %%", x, families, p)
	}
	x = wrong(series / 2)
	if p, ok := stats.BinomialUpper(x, families, falseAlarm); !ok || p < 1e-6 {
		t.Errorf("with changes: %d of %d families reject what did not change (p = %.2g), want at most 1 %%", x, families, p)
	}
}

// TestHolmFindsMoreThanBonferroni: what Bonferroni's method rejects, Holm's does too, and more.
func TestHolmFindsMoreThanBonferroni(t *testing.T) {
	const families, series, changed = 300, 20, 18
	r := rand.New(rand.NewPCG(13, 14))
	holm, bonferroni := 0, 0
	for range families {
		changes := synthetic(r, series, changed, 0.035)
		correct(changes)
		for _, c := range changes[:changed] {
			p, ok := stats.MeanP(c.logs, 0)
			if !ok {
				t.Fatalf("%v: no p-value", c.logs)
			}
			if p <= falseAlarm/series {
				bonferroni++
				if !c.rejected {
					t.Fatalf("p = %v is rejected by Bonferroni's method and not by Holm's", p)
				}
			}
			if c.rejected {
				holm++
			}
		}
	}
	t.Logf("of %d: Holm %d, Bonferroni %d", families*changed, holm, bonferroni)
	if holm < bonferroni+families/4 {
		t.Errorf("Holm's method rejects %d, Bonferroni's %d: too little more", holm, bonferroni)
	}
}

// The interval of a series agrees with the test that it comes from: at the level where Holm's method tested it, it leaves
// out 1 where that was rejected, and holds 1 where it was not.
func TestHolmsIntervalsAgreeWithItsTests(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	both := [2]int{}
	for range 200 {
		changes := synthetic(r, 12, 6, 0.05)
		correct(changes)
		for _, c := range changes {
			if c.sure.Contains(1) == c.rejected {
				t.Fatalf("adjusted p = %v, rejected %v, interval %+v", c.p, c.rejected, c.sure)
			}
			if c.rejected {
				both[1]++
			} else {
				both[0]++
			}
		}
	}
	if both[0] == 0 || both[1] == 0 {
		t.Errorf("got %v kept and rejected, want both", both)
	}
}

// The verdicts: a change beyond the threshold, a sure one below it, no change, and too little known; and the number of tests
// is said.
func TestVerdicts(t *testing.T) {
	shift := func(noise, by float64) (logs []float64) {
		for _, v := range []float64{-1, 1, -0.5, 0.5, -0.2, 0.2, 0.8, -0.8} {
			logs = append(logs, noise*v+by)
		}
		return logs
	}
	changes := []change{
		{name: "slow", logs: shift(0.01, 0.2)}, {name: "quick", logs: shift(0.01, -0.2)},
		{name: "a sure change of 2 %", logs: shift(0.002, 0.02)}, {name: "as before", logs: shift(0.005, 0.001)},
		{name: "noise", logs: shift(0.3, 0.02)}, {name: "one block", logs: []float64{0.5}},
	}
	f := correct(changes)
	for i, want := range []string{"slower", "faster", "same", "same", "inconclusive", "inconclusive"} {
		if got := changes[i].verdict; got != want {
			t.Errorf("%s: got %s, want %s (%+v)", changes[i].name, got, want, changes[i])
		}
	}
	var out bytes.Buffer
	if slower := f.print(&out, changes); slower != 1 {
		t.Errorf("got %d slower, want 1", slower)
	}
	for _, want := range []string{"5 tests, 3 rejected by Holm's method at 0.01", "1 slower, 1 faster, 2 the same within 5 %, 2 inconclusive", "adjusted p"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got\n%swant %q in it", out.String(), want)
		}
	}
}
