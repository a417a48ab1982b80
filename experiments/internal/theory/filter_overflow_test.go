package theory

import (
	"math"
	"math/rand/v2"
	"testing"
)

// In many counters probes meet each like a Poisson number; in one block of two counters they are binomial.
func TestStuck(t *testing.T) {
	for _, c := range []struct {
		name string
		f    Filter
		want float64
	}{
		{"no key", Filter{M: 4000, K: 7, CounterBits: 4}, 0},
		{"two keys of seven probes: 14 at most", Filter{N: 2, M: 8, K: 7, CounterBits: 4}, 0},
		{"the design load", Filter{N: 1e6, M: 4 * 9592956, K: 7, CounterBits: 4}, CounterOverflow(7e6/9592956, 15)},
		{"ten times the design load", Filter{N: 1e7, M: 4 * 9592956, K: 7, CounterBits: 4}, CounterOverflow(7e7/9592956, 15)},
		{"three keys in two counters", Filter{N: 3, M: 8, K: 7, CounterBits: 4}, binomialAbove(21, 0.5, 15)},
		{"forty times: more than the maximum on average", Filter{N: 4e7, M: 4 * 9592956, K: 7, CounterBits: 4}, CounterOverflow(28e7/9592956.0, 15)},
	} {
		if got, err := Stuck(c.f, 15); err != nil || math.Abs(got-c.want) > 1e-5*c.want+1e-18 {
			t.Errorf("case=%s: got %v, %v; want %v", c.name, got, err, c.want)
		}
	}
	for name, f := range map[string]Filter{"bits": {N: 1, M: 8, K: 1}} {
		if got, err := Stuck(f, 15); err == nil {
			t.Errorf("case=%s: got %v, want an error", name, got)
		}
	}
	if _, err := Stuck(Filter{N: 1, M: 8, K: 1, CounterBits: 4}, 0); err == nil {
		t.Error("a maximum of 0: got no error")
	}
}

// binomialAbove sums P(Binom(n, p) = i) from i = limit by products of small numbers.
func binomialAbove(n int, p float64, limit int) (sum float64) {
	for i := limit; i <= n; i++ {
		ways := 1.0
		for j := range i {
			ways *= float64(n-j) / float64(j+1)
		}
		sum += ways * math.Pow(p, float64(i)) * math.Pow(1-p, float64(n-i))
	}
	return sum
}

// Blocks of unlike load overflow more often than one array: against blocks that are filled one by one. 2000
// filters have a standard error of about 1 %; six of them are a false alarm of 2e-9.
func TestStuckInBlocks(t *testing.T) {
	f := Filter{N: 400, M: 8 * 512, K: 5, CounterBits: 4, BlockBits: 512}
	const z, b, filters = 8, 128, 2000
	r := rand.New(rand.NewPCG(1, 2))
	sum, squares := 0.0, 0.0
	for range filters {
		var counters [z][b]int
		for range f.N {
			block := &counters[r.IntN(z)]
			for range f.K {
				block[r.IntN(b)]++
			}
		}
		stuck := 0
		for i := range counters {
			for _, c := range counters[i] {
				if c >= 7 {
					stuck++
				}
			}
		}
		share := float64(stuck) / (z * b)
		sum, squares = sum+share, squares+share*share
	}
	mean := sum / filters
	se := math.Sqrt((squares/filters - mean*mean) / filters)
	if got, err := Stuck(f, 7); err != nil || math.Abs(got-mean) > 6*se || se > 0.03*mean {
		t.Errorf("got %v, %v; simulated %v ± %v", got, err, mean, se)
	}
}

// The scatter of a scalable filter, in its first stage and in its second, against stages that are filled key by
// key. The standard deviation of 600 rates is known to 2.9 %; six times that are a false alarm of 2e-9, and the
// delta method is good to a few per cent at this size.
func TestScalableScatter(t *testing.T) {
	const design, target, filters = 2000, 0.05, 600
	for _, n := range []int{1500, 2000, 5000} { // at the border between two stages, the second, it is a bound
		r := rand.New(rand.NewPCG(3, uint64(n)))
		sum, squares := 0.0, 0.0
		for range filters {
			rate := growStages(r, n, design, target)
			sum, squares = sum+rate, squares+rate*rate
		}
		mean := sum / filters
		want := math.Sqrt(squares/filters-mean*mean) / mean
		got, ok := Scatter("bloom-scalable", Filter{N: uint64(n), M: 1, K: 1, Design: design, Target: target})
		if border := n == design; !ok || got/want < 1-6*0.029 || got/want > 1+6*0.029 && !(border && got/want < 2.5) {
			t.Errorf("n=%d: got %v, %t; simulated %v", n, got, ok, want)
		}
	}
}

// growStages fills a scalable filter with n random keys and returns its rate by the set bits of its stages.
func growStages(r *rand.Rand, n int, design, target float64) float64 {
	type stage struct {
		set       []bool
		ones      int
		most, eps float64
		k         int
	}
	var stages []stage
	for range n {
		if last := len(stages) - 1; last < 0 || float64(stages[last].ones) > stages[last].most {
			eps := target * (1 - stageTightening) * math.Pow(stageTightening, float64(last+1))
			perKey, k := BloomBitsPerKey(eps)
			m := int(perKey * design * math.Pow(stageGrowth, float64(last+1)))
			stages = append(stages, stage{make([]bool, m), 0, float64(m)*math.Pow(eps, 1/float64(k)) - float64(k), eps, k})
		}
		found := false
		for _, s := range stages[:len(stages)-1] {
			found = found || r.Float64() < math.Pow(float64(s.ones)/float64(len(s.set)), float64(s.k))
		}
		if s := &stages[len(stages)-1]; !found {
			for range s.k {
				if at := r.IntN(len(s.set)); !s.set[at] {
					s.set[at], s.ones = true, s.ones+1
				}
			}
		}
	}
	missed := 1.0
	for _, s := range stages {
		missed *= 1 - math.Pow(float64(s.ones)/float64(len(s.set)), float64(s.k))
	}
	return 1 - missed
}
