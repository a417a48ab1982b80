package bloom

import (
	"fmt"
	"math"
	"sync"

	"hashlab/impl/filter"
)

// blockShape is the form of a filter in which all k probes of a key fall into one block, anywhere in it.
type blockShape struct {
	bits        uint64 // of a block in memory, 64 at least
	counterBits int    // bits of a counter, or 0 where positions are bits
}

// positions returns how many positions a block has.
func (s blockShape) positions() int { return int(s.bits) / max(s.counterBits, 1) }

// rate returns the false-positive rate of z >= 1 blocks that hold n keys of k probes: the mixture of the exact rates
// of a block. Source: F. Putze, P. Sanders, J. Singler, "Cache-, hash- and space-efficient Bloom filters", WEA 2007,
// whose rate of a block is the approximation (1 - e^(-kj/b))^k, several percent too low.
func (s blockShape) rate(z, n uint64, k int) float64 {
	table := tableOf(s.positions(), k)
	table.Lock()
	defer table.Unlock()
	return mixture(z, n, table.rate)
}

// params sizes a filter: by the fewest blocks over every k, or at the k given; by m, a multiple of a block, and the k
// of the lowest rate; or by m and k.
func (s blockShape) params(spec filter.Spec) (filter.Params, error) {
	z, k, err := s.blocks(spec)
	if err != nil {
		return filter.Params{}, err
	}
	return filter.Params{N: spec.N, M: z * s.bits, K: k, BlockBits: s.bits, CounterBits: s.counterBits}, nil
}

func (s blockShape) blocks(spec filter.Spec) (z uint64, k int, err error) {
	if err := spec.Check(); err != nil {
		return 0, 0, err
	}
	z, k = spec.M/s.bits, spec.K
	switch {
	case spec.M == 0 && (spec.N == 0 || spec.FPR == 0):
		return 0, 0, fmt.Errorf("%w: without m both n and fpr are needed, got n = %d, fpr = %v", filter.ErrSpec, spec.N, spec.FPR)
	case spec.M%s.bits != 0:
		return 0, 0, fmt.Errorf("%w: m = %d bits is not a multiple of %d: nearest are %d and %d",
			filter.ErrSpec, spec.M, s.bits, z*s.bits, (z+1)*s.bits)
	case spec.N == 0 && (k == 0 || spec.FPR != 0):
		return 0, 0, fmt.Errorf("%w: without n both m and k are needed, and no fpr, got m = %d, k = %d, fpr = %v",
			filter.ErrSpec, spec.M, k, spec.FPR)
	case spec.M == 0:
		return s.fewest(spec.N, spec.FPR, k)
	case k == 0:
		k = s.bestProbes(z, spec.N)
	}
	if spec.FPR != 0 && s.rate(z, spec.N, k) > spec.FPR {
		return 0, 0, fmt.Errorf("%w: m = %d, k = %d with n = %d keys has fpr %.6g, above the target %v",
			filter.ErrSpec, spec.M, k, spec.N, s.rate(z, spec.N, k), spec.FPR)
	}
	return z, k, nil
}

// fewest returns the least z over all k, and the least k at which it suffices, at which n keys have at most the rate
// fpr; fixed gives the k where it is not 0. The search goes up in k and ends where the rate of one block less than is
// needed so far rises again: at a given size the rate falls with k, then rises.
func (s blockShape) fewest(n uint64, fpr float64, fixed int) (z uint64, k int, err error) {
	first, last := 1, filter.MaxK
	if fixed != 0 {
		first, last = fixed, fixed
	}
	most := filter.MaxM / s.bits
	z = most + 1
	before := math.Inf(1)
	for i := first; i <= last && z > 1; i++ {
		f := s.rate(z-1, n, i)
		switch {
		case f <= fpr:
			z, k = leastBlocks(z-1, fpr, func(z uint64) float64 { return s.rate(z, n, i) }), i
			if z > 1 {
				before = s.rate(z-1, n, i)
			}
		case k != 0 && f >= before:
			return z, k, nil
		default:
			before = f
		}
	}
	if k == 0 {
		return 0, 0, fmt.Errorf("%w: n = %d keys at fpr %v need more than 2^40 bits in blocks of %d", filter.ErrSpec, n, fpr, s.bits)
	}
	return z, k, nil
}

// bestProbes returns the least k of the lowest rate of n keys in z blocks.
func (s blockShape) bestProbes(z, n uint64) int {
	k, lowest := 1, s.rate(z, n, 1)
	for k < filter.MaxK {
		f := s.rate(z, n, k+1)
		if f >= lowest {
			break
		}
		k, lowest = k+1, f
	}
	return k
}

// blockTable holds the exact rates of a block of b positions by the number of its keys, k probes each, with
// replacement. They follow from the distribution of the number of set positions, by the recurrence of K. Christensen,
// A. Roginsky, M. Jimeno, Information Processing Letters 110 (21), 2010, whose terms are all positive: the relative
// error is below 1e-12.
type blockTable struct {
	sync.Mutex
	b, k   int
	set    []float64 // probability of each number of set positions, with len(rates)-1 keys
	low    int       // below it, set is 0, or was below 1e-250 and was dropped
	powers []float64 // (i/b)^k
	rates  []float64
}

var tables = struct {
	sync.Mutex
	known map[[2]int]*blockTable
}{known: map[[2]int]*blockTable{}}

// tableOf returns the table for b and k; there is one for each, which grows as it is used.
func tableOf(b, k int) *blockTable {
	tables.Lock()
	defer tables.Unlock()
	key := [2]int{b, k}
	if tables.known[key] == nil {
		t := &blockTable{b: b, k: k, set: make([]float64, b+1), powers: make([]float64, b+1), rates: []float64{0}}
		t.set[0] = 1
		for i := range t.powers {
			t.powers[i] = math.Pow(float64(i)/float64(b), float64(k))
		}
		tables.known[key] = t
	}
	return tables.known[key]
}

// rate returns the rate of a block that holds j keys. The caller holds the lock.
func (t *blockTable) rate(j uint64) float64 {
	if b := float64(t.b); float64(j)*float64(t.k) > b*(math.Log(b)+40) {
		return 1 // some position is clear with a probability below e^-40
	}
	for uint64(len(t.rates)) <= j {
		t.grow()
	}
	return t.rates[j]
}

// grow adds the rate with one key more.
func (t *blockTable) grow() {
	b := float64(t.b)
	high := min(t.b, len(t.rates)*t.k)
	for range t.k {
		for i := high; i > t.low; i-- {
			t.set[i] = (t.set[i]*float64(i) + t.set[i-1]*(b-float64(i-1))) / b
		}
		t.set[t.low] *= float64(t.low) / b
		for t.set[t.low] < 1e-250 && t.low < t.b {
			t.set[t.low] = 0
			t.low++
		}
	}
	sum := 0.0
	for i := t.low; i <= high; i++ {
		sum += t.set[i] * t.powers[i]
	}
	t.rates = append(t.rates, sum)
}
