package theory

import "math"

// A lattice is a unimodal distribution on the whole numbers 0 … most.
type lattice struct {
	logMass        func(c float64) float64 // up to a constant; smooth, so that it may be read between numbers
	mean, sd, most float64
}

// A latticeTable holds the mass of blocks of numbers: block i has those from start + i stride on.
type latticeTable struct {
	start, stride float64
	mass          []float64 // sums to 1
}

// negligible is the logarithm of a mass, relative to that at the mean, below which a tail is cut.
const negligible = -50

// tabulate returns the masses of blocks of sd/resolution numbers, at least one. With one number a block it
// is exact; otherwise a block's mass is its size times the mass at its middle, off by a part of about
// 1/(24 resolution^2).
func (l lattice) tabulate(resolution float64) latticeTable {
	t := latticeTable{stride: max(1, math.Floor(l.sd/resolution))}
	middle := func(start float64) float64 { return l.logMass(min(start+(t.stride-1)/2, l.most)) }
	t.start = math.Floor(l.mean)
	top := middle(t.start)
	for t.start > 0 && middle(t.start)-top > negligible {
		t.start = max(0, t.start-t.stride)
	}
	total := 0.0
	for c := t.start; c <= l.most; c += t.stride {
		log := middle(c) - top
		if c > l.mean && log < negligible {
			break
		}
		size := min(t.stride, l.most-c+1)
		t.mass = append(t.mass, size*math.Exp(log))
		total += size * math.Exp(log)
	}
	for i := range t.mass {
		t.mass[i] /= total
	}
	return t
}

// meanOfMax returns the mean of the greatest of n independent variates, the sum over c >= 0 of 1 - F(c)^n.
// Inside a block it takes F(c)^n as linear.
func (t latticeTable) meanOfMax(n int) float64 {
	sum, above, last := 0.0, 0.0, 0.0
	for i := len(t.mass) - 1; i >= 0; i-- { // from the far end, where 1 - F is small and wants its digits
		above += t.mass[i]
		first := -math.Expm1(float64(n) * math.Log1p(-min(above, 1)))
		sum += t.stride*first + (last-first)*(t.stride+1)/2
		last = first
	}
	return t.start + sum
}

// band returns the narrowest numbers that the table can tell with P(X < low) <= tail and P(X > high) <= tail.
func (t latticeTable) band(tail float64) (low, high float64) {
	low, high = t.start, t.start+t.stride*float64(len(t.mass))-1
	for i, below := 0, t.mass[0]; below <= tail && i+1 < len(t.mass); i++ {
		low += t.stride
		below += t.mass[i+1]
	}
	for i, above := len(t.mass)-1, t.mass[len(t.mass)-1]; above <= tail && i > 0; i-- {
		high -= t.stride
		above += t.mass[i-1]
	}
	return low, high
}
