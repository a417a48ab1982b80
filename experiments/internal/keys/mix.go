package keys

import (
	"math"
	"math/bits"
)

// golden is the odd number nearest to 2^64 divided by the golden ratio, the step of SplitMix64.
const golden = 0x9e3779b97f4a7c15

// mix is the output function of SplitMix64, a bijection of 64-bit words with mix(0) = 0 (Steele, Lea and
// Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014; constants of Stafford's variant 13).
// Word i of the generator with seed s, from 0 on, is mix(s + (i+1) golden).
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// startIn returns where a counter starts that seed picks: below span, and at 0 for seed 0. Two seeds share
// a start with probability 1/span.
func startIn(span, seed uint64) uint64 { return mix(seed) % span }

// A permutation is a bijection of 0 … n-1 that a seed picks. It stands in for a random shuffle without its
// memory: the generalised Feistel network of Black and Rogaway, "Ciphers with arbitrary finite domains",
// CT-RSA 2002, on a x b >= n, with mix as its round function. What falls beyond n goes round again, which
// happens to less than a share 2/sqrt(n) of the numbers.
type permutation struct {
	n, a, b uint64
	keys    [4]uint64
}

// newPermutation returns the permutation of 0 … n-1 that seed picks; n is from 1 to 2^62.
func newPermutation(n, seed uint64) *permutation {
	a := uint64(math.Sqrt(float64(n)))
	for a*a < n { // the root is rounded down, and above 2^52 may be off
		a++
	}
	p := &permutation{n: n, a: a, b: (n + a - 1) / a}
	for i := range p.keys {
		p.keys[i] = mix(mix(seed) + uint64(i+1)*golden)
	}
	return p
}

// at returns the image of i, which must be below n.
func (p *permutation) at(i uint64) uint64 {
	for {
		l, r := i/p.b, i%p.b
		l = addMod(l, r^p.keys[0], p.a)
		r = addMod(r, l^p.keys[1], p.b)
		l = addMod(l, r^p.keys[2], p.a)
		r = addMod(r, l^p.keys[3], p.b)
		if i = l*p.b + r; i < p.n {
			return i
		}
	}
}

// addMod returns x + f modulo m, with f = mix(y) scaled to 0 … m-1; x is below m.
func addMod(x, y, m uint64) uint64 {
	f, _ := bits.Mul64(mix(y), m)
	if x += f; x >= m {
		x -= m
	}
	return x
}
