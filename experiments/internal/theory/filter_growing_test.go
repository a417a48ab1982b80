package theory

import (
	"math"
	"testing"
)

// The compound rate of infinitely many full stages for a target of 0.01: within it where the first stage takes its
// share P(1-r), and up to ten times above where it takes all of P, as many programs have it.
func TestScalableCompoundGolden(t *testing.T) {
	const target, stages = 0.01, 2000
	for _, c := range []struct{ r, share, whole float64 }{
		{0.5, 0.0099667, 0.0198670}, {0.8, 0.0099557, 0.0489033}, {0.85, 0.0099542, 0.0646624}, {0.9, 0.0099528, 0.0954018},
	} {
		if got := ScalableCompound(target*(1-c.r), c.r, stages); math.Abs(got-c.share) > 5.1e-8 {
			t.Errorf("r=%v: got %.7f, want %.7f", c.r, got, c.share)
		}
		if got := ScalableCompound(target, c.r, stages); math.Abs(got-c.whole) > 5.1e-8 {
			t.Errorf("r=%v, the first with all of it: got %.7f, want %.7f", c.r, got, c.whole)
		}
	}
}

// The rate does not fall with the number of keys, is that of the full stages at their borders, and stays below the target.
func TestScalableRises(t *testing.T) {
	const design, target = 1e4, 0.01
	before := 0.0
	for n := uint64(1000); n < 1<<40; n += n / 10 {
		got, err := FPR("bloom-scalable", Filter{N: n, M: 1, K: 1, Design: design, Target: target})
		if err != nil || got < before || got >= target {
			t.Fatalf("n=%d: got %v, %v; want at least %v and below %v", n, got, err, before, target)
		}
		before = got
	}
	if got, want := scalable(design*0.9999999, design, target), target*0.15; math.Abs(got/want-1) > 1e-3 {
		t.Errorf("the first stage full: got %v, want %v", got, want)
	}
	if got, want := scalable(1e30, design, target), 0.0099542; math.Abs(got-want) > 1e-6 {
		t.Errorf("n without end: got %v, want %v", got, want)
	}
}

func TestStable(t *testing.T) {
	const m, n, k = 9593, 1000, 7
	f := Filter{M: 2 * m, K: k, Design: n, Target: 0.02}
	one := func(n uint64) float64 { return bloomExact(m, n, k) }
	full := fullAfter(m, n, k)
	// The integral of the rate over the first 1000 keys, as the sum of its values between them.
	sum := 0.0
	for a := range n {
		sum += FiniteM(m, float64(a)+0.5, k)
	}
	if got := full - n; math.Abs(got/sum-1) > 0.02 { // the keys beyond 1000 add the rate times itself
		t.Errorf("full after %v keys more, want about %v", got, sum)
	}
	for _, c := range []struct {
		keys uint64
		want float64
	}{
		{500, one(500)},
		{uint64(math.Round(full)) + 300, one(uint64(math.Round(full))) + one(300) - one(uint64(math.Round(full)))*one(300)},
	} {
		f.N = c.keys
		if got, err := FPR("bloom-stable", f); err != nil || math.Abs(got/c.want-1) > 0.01 {
			t.Errorf("n=%d: got %v, %v; want %v", c.keys, got, err, c.want)
		}
	}
	f.N = 500
	if got, ok := Scatter("bloom-stable", f); !ok || math.Abs(got/RelativeSD(m, 500, k)-1) > 1e-12 {
		t.Errorf("scatter with one generation: got %v, %t; want that of a classic filter", got, ok)
	}
}

// What does not fit a theory is an error, in the rate and in its scatter, and no panic.
func TestShapesThatDoNotFit(t *testing.T) {
	for name, f := range map[string]Filter{
		"bloom-blocked":     {N: 1, M: 512, K: 3},
		"bloom-partitioned": {N: 1, M: 512, K: 3, LaneBits: 100},
		"bloom-split":       {N: 1, M: 512, K: 8},
		"bloom-scalable":    {N: 1, M: 512, K: 3, Design: 5},
		"bloom-stable":      {N: 1, M: 512, K: 3, Target: 0.1},
	} {
		if got, err := FPR(name, f); err == nil {
			t.Errorf("%s %+v: got %v, want an error", name, f, got)
		}
		if got, ok := Scatter(name, f); ok {
			t.Errorf("%s %+v: got a scatter of %v, want none", name, f, got)
		}
	}
}
