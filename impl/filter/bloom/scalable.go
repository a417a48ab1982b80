package bloom

import (
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// The stages of a scalable filter grow by stageGrowth, and their rates fall by stageTightening, so that the sum of
// all rates is the first one times 1/(1 - stageTightening).
const (
	stageGrowth     = 2
	stageTightening = 0.85
)

// Scalable is a Bloom filter that grows: where its last stage is full it begins another, twice as large and with a
// lower rate, and a look-up asks all of them. The rates of the stages sum up to less than the target P whatever the
// number of keys, since the first has P (1 - 0.85) and each later one 0.85 times that before.
//
// A stage is full when one more key could bring its share of set bits above the one at which its rate is met, not when
// it has taken a number of keys: so the rate is kept for every set of keys, and repeated keys do not count. A key that
// is found already is not added, which changes no answer.
//
// Source: P. Almeida, C. Baquero, N. Preguiça, D. Hutchison, "Scalable Bloom filters", Information Processing Letters
// 101 (6), 2007, with their r = 0.85 and s = 2.
type Scalable struct {
	stages []stage
	params filter.Params
	away   distance
}

// A stage is a filter with all its probes anywhere in its bits.
type stage struct {
	array
	salt  uint64 // makes its probes differ from those of the other stages
	ones  uint64 // bits that are set
	limit uint64 // bits that may be set
}

// NewScalable returns an empty filter whose first stage is meant for N keys, and whose rate stays below FPR. Both are
// needed; m and k are its own affair.
// Errors wrap filter.ErrSpec.
func NewScalable(spec filter.Spec) (*Scalable, error) {
	if err := spec.Check(); err != nil {
		return nil, err
	}
	if spec.N == 0 || spec.FPR == 0 || spec.M != 0 || spec.K != 0 {
		return nil, fmt.Errorf("%w: a scalable filter is sized by n and fpr alone, got %+v", filter.ErrSpec, spec)
	}
	f := &Scalable{params: filter.Params{N: spec.N, FPR: spec.FPR}}
	if err := f.grow(); err != nil {
		return nil, err
	}
	return f, nil
}

// stageShape returns the shape and the limit of stage i of a filter for n keys at first and the rate fpr.
func stageShape(n uint64, fpr float64, i int) (m uint64, k int, limit uint64, err error) {
	if i >= bits.LeadingZeros64(n) {
		return 0, 0, 0, fmt.Errorf("%w: stage %d for %d times n = %d keys", filter.ErrSpec, i, uint64(1)<<i, n)
	}
	rate := fpr * (1 - stageTightening) * math.Pow(stageTightening, float64(i))
	m, k, err = fewestBits(n<<i, rate, 0) // stageGrowth is 2
	if err != nil {
		return 0, 0, 0, err
	}
	share := math.Pow(rate, 1/float64(k)) // of set bits at which the rate is met
	m = max(m, uint64(math.Ceil(float64(k)/share)))
	return m, k, uint64(float64(m) * share), nil
}

// grow adds a stage.
func (f *Scalable) grow() error {
	i := len(f.stages)
	m, k, limit, err := stageShape(f.params.N, f.params.FPR, i)
	if err != nil {
		return err
	}
	if f.params.M+m > filter.MaxM {
		return fmt.Errorf("%w: stage %d makes it more than 2^40 bits", filter.ErrSpec, i)
	}
	f.push(arrayOf(newBitset(m), filter.Params{M: m, K: k}), limit)
	return nil
}

func (f *Scalable) push(a array, limit uint64) {
	salt := uint64(len(f.stages)) * 0x9e3779b97f4a7c15 // the golden ratio: stages far apart
	f.stages = append(f.stages, stage{a, salt, a.words.ones(), limit})
	f.params.M += a.m
	f.params.K = a.k
	f.away = distanceOf(f.params.M)
}

// contains reports whether all bits of h are set.
func (s *stage) contains(h uint64) bool {
	h ^= s.salt
	for range s.k {
		h *= multiplier
		at := place(h, s.m)
		if s.words[at>>6]>>(at&63)&1 == 0 {
			return false
		}
	}
	return true
}

// add sets the bits of h.
func (s *stage) add(h uint64) {
	h ^= s.salt
	for range s.k {
		h *= multiplier
		at := place(h, s.m)
		s.ones += ^s.words[at>>6] >> (at & 63) & 1
		s.words[at>>6] |= 1 << (at & 63)
	}
}

// Add adds h, unless it is found. It refuses where the next stage would bring the filter above 2^40 bits.
func (f *Scalable) Add(h uint64) bool {
	if f.Contains(h) {
		return true
	}
	last := &f.stages[len(f.stages)-1]
	if last.ones+uint64(last.k) > last.limit {
		if f.grow() != nil {
			return false
		}
		last = &f.stages[len(f.stages)-1]
	}
	last.add(h)
	return true
}

// AddAll adds hs in order and stops where one is refused.
func (f *Scalable) AddAll(hs []uint64) int {
	for i, h := range hs {
		if !f.Add(h) {
			return i
		}
	}
	return len(hs)
}

// Contains reports whether all bits of h are set in one of the stages. The last, which holds the most, is asked first.
func (f *Scalable) Contains(h uint64) bool {
	for i := len(f.stages) - 1; i >= 0; i-- {
		if f.stages[i].contains(h) {
			return true
		}
	}
	return false
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Scalable) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for ahead := f.away != near && canAsk(); ahead && len(hs) > 0; {
		n := min(sweepKeys, len(hs))
		found := f.look(hs[:n])
		found.mark(dst[:n])
		dst, hs = dst[n:], hs[n:]
	}
	for i, h := range hs {
		dst[i] = f.Contains(h)
	}
}

// Count returns for how many of hs Contains is true.
func (f *Scalable) Count(hs []uint64) int {
	count := 0
	for ahead := f.away != near && canAsk(); ahead && len(hs) > 0; {
		n := min(sweepKeys, len(hs))
		found := f.look(hs[:n])
		count += found.len()
		hs = hs[n:]
	}
	for _, h := range hs {
		if f.Contains(h) {
			count++
		}
	}
	return count
}

// look returns which of at most sweepKeys hashes are present. Each stage is asked for those that the ones after it lack.
func (f *Scalable) look(hs []uint64) (found sweep) {
	var states [sweepKeys]uint64
	var at [sweepKeys]uint8
	for i := len(f.stages) - 1; i >= 0; i-- {
		s := &f.stages[i]
		n := 0
		for j, h := range hs {
			states[n], at[n] = h^s.salt, uint8(j)
			if !found.has(j) {
				n++
			}
		}
		r := s.remixed()
		hits := r.look(states[:n], r.head(false))
		for j, i := range at[:n] {
			if hits.has(j) {
				found.put(i)
			}
		}
	}
	return found
}

// Params returns the n of the first stage, the m of all stages, the k of the last and the target rate.
func (f *Scalable) Params() filter.Params { return f.params }

// Bytes returns the size of the stages.
func (f *Scalable) Bytes() int64 {
	bytes := int64(0)
	for i := range f.stages {
		bytes += f.stages[i].Bytes()
	}
	return bytes
}

// Copy returns an independent filter with the same stages.
func (f *Scalable) Copy() filter.Filter {
	g := &Scalable{slices.Clone(f.stages), f.params, f.away}
	for i := range g.stages {
		g.stages[i].array = f.stages[i].copied()
	}
	return g
}

// Clear empties the filter and gives up all stages but the first.
func (f *Scalable) Clear() {
	first := f.stages[0].array
	first.Clear()
	limit := f.stages[0].limit
	f.stages, f.params.M = nil, 0
	f.push(first, limit)
}

// WritePayload writes the words of all stages, the first one first.
// Errors are those of w.
func (f *Scalable) WritePayload(w io.Writer) error {
	for i := range f.stages {
		if err := f.stages[i].WritePayload(w); err != nil {
			return err
		}
	}
	return nil
}

// restoreScalable reads as many stages as have m bits together.
func restoreScalable(p filter.Params, r io.Reader) (filter.Filter, error) {
	want := filter.Params{N: p.N, M: p.M, K: p.K, FPR: p.FPR}
	err := filter.Spec{N: p.N, FPR: p.FPR}.Check()
	if p != want || err != nil || p.N == 0 || p.FPR == 0 || p.M > filter.MaxM {
		return nil, fmt.Errorf("%w: parameters %+v are none of a scalable filter", filter.ErrFormat, p)
	}
	f := &Scalable{params: filter.Params{N: p.N, FPR: p.FPR}}
	for f.params.M < p.M {
		m, k, limit, err := stageShape(p.N, p.FPR, len(f.stages))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", filter.ErrFormat, err)
		}
		if m > p.M-f.params.M {
			break
		}
		a, err := restoreArray(classicParams, filter.Params{M: m, K: k}, r)
		if err != nil {
			return nil, err
		}
		f.push(a, limit)
		if last := &f.stages[len(f.stages)-1]; last.ones > limit {
			return nil, fmt.Errorf("%w: stage %d has %d bits set, more than its %d", filter.ErrFormat, len(f.stages)-1, last.ones, limit)
		}
	}
	if f.params != p {
		return nil, fmt.Errorf("%w: parameters %+v, such a filter has %+v with %d stages", filter.ErrFormat, p, f.params, len(f.stages))
	}
	return f, nil
}

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-scalable",
			Doc:    "Bloom filter that grows by stages, each twice as large; the rates of all of them together stay below the target",
			Source: "P. Almeida et al., Information Processing Letters 101 (6), 2007",
			Pinned: 0xa40ff6dcf420b365,
		},
		Theory:  "bloom-scalable",
		New:     func(s filter.Spec) (filter.Mutable, error) { return mutable(NewScalable(s)) },
		Restore: restoreScalable,
	})
}
