package quality

import (
	"fmt"

	"gonum.org/v1/gonum/mathext"

	"hashlab/experiments/internal/theory"
)

// collisionsOf counts the keys whose hash another key had before, against the birthday rule at the function's
// own width. Of 2^18 keys a 32-bit function expects 8 such, and about 30 fail; none at all, as of a function that
// permutes 4 bytes, does no harm and passes. At 64 bits the first or the second fails, by the number of results.
func collisionsOf(s subject, class string, hashes []uint64) finding {
	expected := theory.PointCollisions(float64(len(hashes)), s.entry.Bits)
	p := func(count float64) float64 { return poissonTwoSided(count, expected) }
	shared := float64(len(hashes) - distinct(hashes))
	return finding{
		Result: Result{Test: Collisions, Keys: class, Detail: fmt.Sprintf("%d bits", s.entry.Bits), N: len(hashes),
			Statistic: shared, Expected: expected, P: p(shared)},
		limits: func(alpha float64) (low, high float64) {
			return countLimits(expected, float64(len(hashes)), alpha, p)
		},
	}
}

// distinct returns how many different values there are: by open addressing, several times as fast as sorting.
func distinct(values []uint64) int {
	bits := 1
	for 1<<bits < 2*len(values) {
		bits++
	}
	table, mask := make([]uint64, 1<<bits), uint64(1)<<bits-1
	count, zero := 0, false
	for _, v := range values {
		if v == 0 { // marks a free place
			zero = true
			continue
		}
		at := splitMix(v) & mask
		for table[at] != 0 && table[at] != v {
			at = (at + 1) & mask
		}
		if table[at] == 0 {
			table[at] = v
			count++
		}
	}
	if zero {
		count++
	}
	return count
}

// poissonTwoSided returns twice the smaller tail at count of a Poisson variate, at most 1.
func poissonTwoSided(count, mean float64) float64 {
	lower, upper := mathext.GammaIncRegComp(count+1, mean), 1.0
	if count > 0 {
		upper = mathext.GammaIncReg(count, mean)
	}
	return min(1, 2*min(lower, upper))
}
