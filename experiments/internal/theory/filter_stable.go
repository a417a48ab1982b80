package theory

import "math"

func init() {
	filterTheories["bloom-stable"] = filterTheory{
		fits: needsDesign,
		fpr: func(f Filter) (float64, error) {
			old, young := generations(f)
			return old + young - old*young, nil
		},
		scatter: func(f Filter) float64 {
			m, k := f.M/2, float64(f.K)
			full := fullAfter(m, f.Design, f.K)
			old, young := generations(f)
			left := lastGeneration(float64(f.N), full)
			variance := 0.0
			if old > 0 {
				variance += math.Pow(old*(1-young)*RelativeSD(float64(m), full, k), 2)
			}
			if left > 0 {
				variance += math.Pow(young*(1-old)*RelativeSD(float64(m), left, k), 2)
			}
			return math.Sqrt(variance) / (old + young - old*young)
		},
	}
}

// generations returns the rates of the old and the young one of two filters of M/2 bits, after N distinct keys: the
// young one takes keys until Design of them have changed it, then is the old one, and another begins empty.
func generations(f Filter) (old, young float64) {
	m := f.M / 2
	full := fullAfter(m, f.Design, f.K)
	if float64(f.N) >= full {
		old = bloomExact(m, uint64(math.Round(full)), f.K)
	}
	if left := math.Round(lastGeneration(float64(f.N), full)); left > 0 {
		young = bloomExact(m, uint64(left), f.K)
	}
	return old, young
}

// lastGeneration returns how many of n keys came since the last filter was full.
func lastGeneration(n, full float64) float64 {
	if n < full {
		return n
	}
	return math.Mod(n, full)
}

// fullAfter returns after how many distinct keys so many of them have changed a filter of m bits: a key that is found
// changes nothing. That is the a at which a less the integral of the rate from 0 to a is design; the integral of the
// finite-m form is taken by Simpson's rule.
func fullAfter(m, design uint64, k int) float64 {
	found := func(a float64) float64 {
		const steps = 200
		h, sum := a/steps, FiniteM(float64(m), a, float64(k))
		for i := 1; i < steps; i++ {
			sum += float64(2+2*(i%2)) * FiniteM(float64(m), float64(i)*h, float64(k))
		}
		return sum * h / 3
	}
	a := float64(design)
	for range 50 { // each step cuts the error by the rate
		a = float64(design) + found(a)
	}
	return a
}
