package keys

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// A Zipf draws ranks 0 … n-1, rank i with a probability proportional to (i+1)^-alpha. It is immutable.
//
// It inverts the distribution function with the help of a guide table, so a draw takes two steps on average
// (Chen and Asau, "On generating random variates from an empirical distribution", AIIE Transactions 6, 1974).
// The generator of the standard library needs alpha > 1; measured traces of caches have 0.7 to 0.85.
type Zipf struct {
	upTo   []float64 // upTo[i] is the probability of the ranks up to i
	guides []uint32  // guides[j] is the first rank with upTo > j/n
}

// maxRanks bounds the ranks of a Zipf: they take 12 bytes each.
const maxRanks = 1 << 28

// NewZipf returns the distribution over n ranks, 1 … 2^28, with alpha from 0, which is uniform, to 10.
func NewZipf(n int, alpha float64) (*Zipf, error) {
	if n < 1 || n > maxRanks {
		return nil, fmt.Errorf("%d ranks of a Zipf distribution are not in 1 … 2^28", n)
	}
	if !(alpha >= 0 && alpha <= 10) {
		return nil, fmt.Errorf("alpha = %v of a Zipf distribution is not in 0 … 10", alpha)
	}
	z := &Zipf{make([]float64, n), make([]uint32, n)}
	sum := 0.0
	for i := range z.upTo {
		sum += math.Pow(float64(i+1), -alpha)
		z.upTo[i] = sum
	}
	for i := range z.upTo {
		z.upTo[i] /= sum
	}
	rank := uint32(0)
	for j := range z.guides {
		for z.upTo[rank] <= float64(j)/float64(n) {
			rank++
		}
		z.guides[j] = rank
	}
	return z, nil
}

// Rank returns the rank at u, which is uniform in [0, 1).
func (z *Zipf) Rank(u float64) int {
	last := len(z.guides) - 1
	i := int(z.guides[min(int(u*float64(len(z.guides))), last)]) // u n is rounded, so the guide may lie a step too far
	for i > 0 && z.upTo[i-1] > u {
		i--
	}
	for z.upTo[i] <= u {
		i++
	}
	return i
}

// Share returns the probability of a rank.
func (z *Zipf) Share(rank int) float64 {
	if rank == 0 {
		return z.upTo[0]
	}
	return z.upTo[rank] - z.upTo[rank-1]
}

// Len returns the number of ranks.
func (z *Zipf) Len() int { return len(z.upTo) }

// Requests draws the numbers of the keys that a cache is asked for: with probability tail a key that was
// never asked for before and never will be again, else one of the catalogue by its Zipf distribution. A pure
// Zipf draw lacks the many objects that real traces ask for once. It belongs to one goroutine.
type Requests struct {
	zipf *Zipf
	tail float64
	rng  *rand.Rand
	once uint64
}

// NewRequests returns the requests that seed picks; tail is from 0 to below 1.
func NewRequests(z *Zipf, tail float64, seed uint64) (*Requests, error) {
	if !(tail >= 0 && tail < 1) {
		return nil, fmt.Errorf("share %v of keys that are asked for once is not in [0, 1)", tail)
	}
	return &Requests{zipf: z, tail: tail, rng: rand.New(rand.NewPCG(mix(seed), seed))}, nil
}

// Next returns the number of a key: below Len of the distribution it is a rank; from there on come the keys
// that are asked for once, in turn.
func (r *Requests) Next() uint64 {
	if r.tail > 0 && r.rng.Float64() < r.tail {
		r.once++
		return uint64(r.zipf.Len()) + r.once - 1
	}
	return uint64(r.zipf.Rank(r.rng.Float64()))
}

// Once returns how many of the keys so far are asked for once.
func (r *Requests) Once() uint64 { return r.once }
