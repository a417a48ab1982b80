package quality

import (
	"math"
	"math/bits"

	"hashlab/experiments/internal/stats"
	"hashlab/experiments/internal/theory"
)

const (
	bitsPerKey = 10
	probes     = 7
)

// bloomOf adds every second of the first two thirds of the keys to a Bloom filter of 10 bits a key and asks for
// those between them, and for those behind. Either can hide a fault that the other shows. With 131,072
// keys a ratio that is off by about 18 % is found.
func bloomOf(s subject, class string, hashes []uint64) []finding {
	n := len(hashes) / 3
	m := uint64(bitsPerKey * n)
	set := make([]uint64, m/64+1)
	for i := 0; i < 2*n; i += 2 {
		addTo(set, hashes[i], m, s.bits)
	}
	between, behind := 0, 0
	for i := 1; i < 2*n; i += 2 {
		between += isIn(set, hashes[i], m, s.bits)
	}
	for _, h := range hashes[2*n:] {
		behind += isIn(set, h, m, s.bits)
	}
	fpr := theory.EForm(float64(m), float64(n), probes)
	floor := theory.HashFloor(float64(n), float64(s.entry.Bits))
	scatter := theory.RelativeSD(float64(m), float64(n), probes)
	return []finding{
		rate(Result{Test: BloomFPR, Keys: class, Detail: "absent keys between", N: n}, between, n, fpr+(1-fpr)*floor, scatter),
		rate(Result{Test: BloomFPR, Keys: class, Detail: "absent keys behind", N: n}, behind, n, fpr+(1-fpr)*floor, scatter),
	}
}

// position returns probe i of a hash in a filter of m bits: of 64 bits by the two halves, h1 + i h2 modulo m
// (Kirsch and Mitzenmacher, "Less hashing, same performance", ESA 2006), which carries faults through; of 32
// bits, where there is no second half, by multiplication with odd numbers and the high bits of the product.
func position(h uint64, i int, m uint64, width int) uint64 {
	if width == 64 {
		return (h&0xffffffff + uint64(i)*(h>>32)) % m
	}
	return uint64(uint32(h)*odd[i]) * m >> 32
}

// odd is random odd multipliers.
var odd = func() (list [probes]uint32) {
	for i := range list {
		list[i] = uint32(splitMix(uint64(i+1))) | 1
	}
	return list
}()

func addTo(set []uint64, h, m uint64, width int) {
	for i := range probes {
		at := position(h, i, m, width)
		set[at/64] |= 1 << (at % 64)
	}
}

// isIn returns 1 where all probes of h are set, else 0.
func isIn(set []uint64, h, m uint64, width int) int {
	for i := range probes {
		at := position(h, i, m, width)
		if set[at/64]>>(at%64)&1 == 0 {
			return 0
		}
	}
	return 1
}

// rate completes r with positives of queries against the expected rate. Filters scatter in their fill by
// the given standard deviation relative to the rate, which makes the variance of the count larger than the
// binomial one, by the design effect; count and queries are divided by it.
func rate(r Result, positives, queries int, expected, scatter float64) finding {
	q := float64(queries)
	effect := 1 + q*expected*scatter*scatter
	trials := uint64(math.Round(q / effect))
	p := func(count float64) float64 {
		x := min(uint64(math.Round(count/effect)), trials)
		p, _ := stats.BinomialTwoSided(x, trials, expected) // not ok: p is 0, and the result fails
		return p
	}
	r.Statistic, r.Expected, r.P = float64(positives)/(q*expected), 1, p(float64(positives))
	return finding{r, func(alpha float64) (low, high float64) {
		low, high = countLimits(q*expected, q, alpha, p)
		return max(0, low) / (q * expected), high / (q * expected)
	}}
}

// fastRange maps a hash of width bits to 0 … m-1 by its high bits.
func fastRange(h, m uint64, width int) uint64 {
	if width == 64 {
		high, _ := bits.Mul64(h, m)
		return high
	}
	return h * m >> 32
}
