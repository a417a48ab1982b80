package control

import (
	"fmt"
	"math"
	"math/bits"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Load reads one word for each hash, of an array as large as a Bloom filter of the same n and rate, and answers
// with a bit of it that says nothing of the keys. Its cost is that of the loop and of one access to memory: no filter
// of that size that reads what a hash points to can be faster.
type Load struct {
	words  []uint64
	params filter.Params
}

// NewLoad returns an array of spec.M bits, or of n log2(1/fpr)/ln 2 where m is not given, rounded up to whole words.
// A spec that gives neither is an error that wraps filter.ErrSpec.
func NewLoad(spec filter.Spec) (*Load, error) {
	if err := spec.Check(); err != nil {
		return nil, err
	}
	m := float64(spec.M)
	if spec.M == 0 {
		m = math.Ceil(float64(spec.N) * math.Log2(1/spec.FPR) / math.Ln2)
	}
	if !(m >= 1 && m <= 1<<40) {
		return nil, fmt.Errorf("%w: n = %d at fpr = %v and m = %d give no array of 1 … 2^40 bits", filter.ErrSpec, spec.N, spec.FPR, spec.M)
	}
	l := &Load{make([]uint64, (uint64(m)+63)/64), filter.Params{N: spec.N, K: 1}}
	for i := range l.words { // memory that was never written to is one page of zeros, which the cache holds
		l.words[i] = uint64(i+1) * 0x9e3779b97f4a7c15
	}
	l.params.M = uint64(len(l.words)) * 64
	return l, nil
}

// Add does nothing and says that it took h.
func (*Load) Add(h uint64) bool { return true }

// AddAll does nothing and says that it took all of hs.
func (*Load) AddAll(hs []uint64) int { return len(hs) }

// Contains reads the word that h points to and returns one bit of it.
func (l *Load) Contains(h uint64) bool {
	at, _ := bits.Mul64(h, uint64(len(l.words)))
	return l.words[at]>>(h&63)&1 == 1
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (l *Load) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = l.Contains(h)
	}
}

// Count returns for how many of hs Contains is true.
func (l *Load) Count(hs []uint64) int {
	words, count := l.words, uint64(0)
	for _, h := range hs {
		at, _ := bits.Mul64(h, uint64(len(words)))
		count += words[at] >> (h & 63) & 1
	}
	return int(count)
}

// Params returns n, the bits of the array and one probe.
func (l *Load) Params() filter.Params { return l.params }

// Bytes returns the size of the array.
func (l *Load) Bytes() int64 { return int64(len(l.words)) * 8 }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "load",
			Doc:    "control: reads one word a hash of an array as large as a Bloom filter, and answers with a bit of it; the cost of one access to memory",
			Source: "our own",
			Traits: registry.Traits{Fails: []string{"no-false-negatives", "empty-says-no", "add-twice", "refusal-loses-nothing"}},
			Pinned: 0xb230cb2901ec763c,
		},
		New: func(s filter.Spec) (filter.Mutable, error) {
			l, err := NewLoad(s)
			if err != nil {
				return nil, err
			}
			return l, nil
		},
	})
}
