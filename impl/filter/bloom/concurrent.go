package bloom

import (
	"fmt"
	"io"
	"math/bits"
	"sync/atomic"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Concurrent is Classic with atomic words: any number of goroutines may add and look up at the same time, and an Add
// that has returned is seen by every look-up that begins after it. Where it stands beside an Add, a look-up of the same
// key may give either answer; Union, Copy and WritePayload see each key that was added before they began, and may see
// some of those added meanwhile, or a part of their bits; Clear needs the filter for itself. Two goroutines that add
// the same new key are not told which was first.
type Concurrent struct {
	words  []atomic.Uint64
	params filter.Params
	m      uint64
	k      int
}

// NewConcurrent returns an empty filter, sized as NewClassic sizes one.
// Errors wrap filter.ErrSpec.
func NewConcurrent(spec filter.Spec) (*Concurrent, error) {
	p, err := classicParams(spec)
	if err != nil {
		return nil, err
	}
	return concurrentOf(p), nil
}

func concurrentOf(p filter.Params) *Concurrent {
	return &Concurrent{filter.MakeArray[atomic.Uint64]((p.M + 63) / 64), p, p.M, p.K}
}

// Add sets the bits of h. It never refuses. A bit that is set already costs no write, so that goroutines which add
// what is there do not take cache lines from each other.
func (f *Concurrent) Add(h uint64) bool {
	for range f.k {
		h *= multiplier
		at := place(h, f.m)
		word, bit := &f.words[at>>6], uint64(1)<<(at&63)
		if word.Load()&bit == 0 {
			word.Or(bit)
		}
	}
	return true
}

// AddAll adds all of hs.
func (f *Concurrent) AddAll(hs []uint64) int {
	for _, h := range hs {
		f.Add(h)
	}
	return len(hs)
}

// Contains reports whether all bits of h are set.
func (f *Concurrent) Contains(h uint64) bool {
	for range f.k {
		h *= multiplier
		at := place(h, f.m)
		if f.words[at>>6].Load()>>(at&63)&1 == 0 {
			return false
		}
	}
	return true
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Concurrent) ContainsAll(dst []bool, hs []uint64) {
	if r, ok := f.remix(); ok {
		r.containsAll(dst, hs)
		return
	}
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = f.Contains(h)
	}
}

// Count returns for how many of hs Contains is true.
func (f *Concurrent) Count(hs []uint64) int {
	if r, ok := f.remix(); ok {
		return r.count(hs)
	}
	count := 0
	for _, h := range hs {
		if f.Contains(h) {
			count++
		}
	}
	return count
}

// remix returns what looks up many keys where that is done in assembly, which reads a word at a time: in Go its reads
// would not be atomic.
func (f *Concurrent) remix() (r remix, ok bool) {
	if !canAsk() {
		return remix{}, false
	}
	return remix{words: wordsOf(f.words), m: f.m, k: f.k, away: distanceOf(f.m), ahead: true}, true
}

// Params returns n, m and k.
func (f *Concurrent) Params() filter.Params { return f.params }

// Bytes returns the size of the bit array.
func (f *Concurrent) Bytes() int64 { return int64(len(f.words)) * 8 }

func (f *Concurrent) ones() uint64 {
	ones := 0
	for i := range f.words {
		ones += bits.OnesCount64(f.words[i].Load())
	}
	return uint64(ones)
}

// FillRatio returns the share of bits that are set. It reads the whole array.
func (f *Concurrent) FillRatio() float64 { return float64(f.ones()) / float64(f.m) }

// Cardinality returns an estimate of the distinct keys that the filter holds: see estimate.
func (f *Concurrent) Cardinality() (n float64, ok bool) { return estimate(f.params, f.ones()) }

// Union sets the bits of other too.
// Errors are those of filter.Unioner.
func (f *Concurrent) Union(other filter.Filter) error {
	g, err := alike(f, other)
	if err != nil {
		return err
	}
	if err := filter.Match(f.params, g.params); err != nil {
		return err
	}
	for i := range f.words {
		f.words[i].Or(g.words[i].Load())
	}
	return nil
}

// Copy returns an independent filter with the same bits.
func (f *Concurrent) Copy() filter.Filter {
	g := concurrentOf(f.params)
	for i := range f.words {
		g.words[i].Store(f.words[i].Load())
	}
	return g
}

// Clear empties the filter.
func (f *Concurrent) Clear() {
	for i := range f.words {
		f.words[i].Store(0)
	}
}

// WritePayload writes the words of the array.
// Errors are those of w.
func (f *Concurrent) WritePayload(w io.Writer) error {
	words := make([]uint64, min(len(f.words), 1024))
	for i := 0; i < len(f.words); i += len(words) {
		part := words[:min(len(words), len(f.words)-i)]
		for j := range part {
			part[j] = f.words[i+j].Load()
		}
		if err := filter.WriteWords(w, part); err != nil {
			return err
		}
	}
	return nil
}

func restoreConcurrent(p filter.Params, r io.Reader) (filter.Filter, error) {
	a, err := restoreArray(classicParams, p, r)
	if err != nil {
		return nil, fmt.Errorf("bloom-concurrent: %w", err)
	}
	f := concurrentOf(p)
	for i, w := range a.words {
		f.words[i].Store(w)
	}
	return f, nil
}

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-concurrent",
			Doc:    "bloom-classic with atomic words: any number of goroutines add and look up at once, and no add is lost",
			Source: "B. Bloom, CACM 13 (7), 1970",
			Pinned: 0xabd1f783dc5ede3e,
		},
		Theory:     "bloom",
		Concurrent: true,
		New:        func(s filter.Spec) (filter.Mutable, error) { return mutable(NewConcurrent(s)) },
		Restore:    restoreConcurrent,
	})
}
