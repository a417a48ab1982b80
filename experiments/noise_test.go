package main

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"hashlab/experiments/internal/record"
)

// wobble returns how much each series of the results was off its own mean in each block, as a logarithm: the noise
// that this machine really has, six blocks a series.
func wobble(t *testing.T) (off [][]float64) {
	t.Helper()
	series, err := relativeTimes(record.Store{Root: ".."})
	if err != nil {
		t.Fatal(err)
	}
	for _, times := range series {
		var logs []float64
		mean := 0.0
		for _, block := range blocksOf(times) {
			logs = append(logs, math.Log(times[block]))
			mean += logs[len(logs)-1]
		}
		for i := range logs {
			logs[i] -= mean / float64(len(logs))
		}
		if len(logs) >= 6 {
			off = append(off, logs)
		}
	}
	if len(off) < 100 {
		t.Fatalf("got the noise of %d series, too few for this test", len(off))
	}
	return off
}

// TestSameIsRarelyCalledDifferent: of 200 comparisons of a series with itself at most 5 % come out as different.
// Blocks are drawn anew from the noise of real series; the code that compares is the command's own. At a true rate
// of 10 %, more than 10 of 200 are seen with 99 % probability.
func TestSameIsRarelyCalledDifferent(t *testing.T) {
	const repetitions, most = 200, 10
	noise := wobble(t)
	r := rand.New(rand.NewPCG(3, 5))
	called := map[string]int{}
	for range repetitions {
		from := noise[r.IntN(len(noise))]
		draw := func() timedSeries {
			s := timedSeries{}
			for block := range uint64(len(from)) {
				s[block] = math.Exp(from[r.IntN(len(from))])
			}
			return s
		}
		c := []change{judge("A against A", draw(), draw())}
		correct(c)
		called[c[0].verdict]++
	}
	t.Logf("verdicts: %v", called)
	if different := called["slower"] + called["faster"]; different > most {
		t.Errorf("%d of %d comparisons of a series with itself are called different, want at most %d", different, repetitions, most)
	}
}

// Three times as long is called slower, in the same noise: what never calls anything different would pass the test
// above.
func TestDifferenceIsCalled(t *testing.T) {
	noise := wobble(t)
	r := rand.New(rand.NewPCG(3, 6))
	found := 0
	const repetitions = 200
	for range repetitions {
		from := noise[r.IntN(len(noise))]
		a, b := timedSeries{}, timedSeries{}
		for block := range uint64(len(from)) {
			a[block], b[block] = math.Exp(from[r.IntN(len(from))]), 3*math.Exp(from[r.IntN(len(from))])
		}
		c := []change{judge("A against 3 A", a, b)}
		correct(c)
		if strings.HasPrefix(c[0].verdict, "slower") {
			found++
		}
	}
	if found < repetitions/2 {
		t.Errorf("three times as long is called slower in %d of %d comparisons, want at least half", found, repetitions)
	}
}
