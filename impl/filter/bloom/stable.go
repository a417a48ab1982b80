package bloom

import (
	"fmt"
	"io"
	"math"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Stable is a Bloom filter for streams without an end, which asks "seen lately?". It forgets old keys so that its rate
// never rises above the target: keys go to a young filter; when that has taken n it becomes the old one, and what was
// old is emptied and becomes young. Both are asked.
//
// The guarantee: a key is found after its last Add at least until n other new keys have been added, and at most until
// 2n have, false positives apart. A key that the young filter holds already is not counted, so a repeated key ages
// nothing; one that only the old filter holds is taken up again. Copy, Clear and look-ups are as elsewhere.
//
// Source: F. Chang, W. Feng, K. Li, "Approximate caches for packet classification", INFOCOM 2004 (double buffering);
// M. Yoon, "Aging Bloom filter with two active buffers for dynamic sets", IEEE TKDE 22 (1), 2010. The stable Bloom
// filter of F. Deng and D. Rafiei, SIGMOD 2006, has the same use, but loses any key at random from its next Add on.
type Stable struct {
	young, old array
	count      uint64 // keys that changed the young filter
	params     filter.Params
	away       distance
}

// NewStable returns an empty filter that holds the last N keys at least, at a rate of at most FPR. Both are needed; m
// and k are its own affair.
// Errors wrap filter.ErrSpec.
func NewStable(spec filter.Spec) (*Stable, error) {
	p, err := stableParams(spec)
	if err != nil {
		return nil, err
	}
	half := filter.Params{M: p.M / 2, K: p.K}
	return &Stable{arrayOf(newBitset(half.M), half), arrayOf(newBitset(half.M), half), 0, p, distanceOf(p.M)}, nil
}

// stableParams sizes the two filters so that the target is met when both are full: each has the rate 1 - sqrt(1 - fpr).
func stableParams(spec filter.Spec) (filter.Params, error) {
	if err := spec.Check(); err != nil {
		return filter.Params{}, err
	}
	if spec.N == 0 || spec.FPR == 0 || spec.M != 0 || spec.K != 0 {
		return filter.Params{}, fmt.Errorf("%w: a stable filter is sized by n and fpr alone, got %+v", filter.ErrSpec, spec)
	}
	each := -math.Expm1(math.Log1p(-spec.FPR) / 2)
	m, k, err := fewestBits(spec.N, each, 0)
	if err == nil && 2*m > filter.MaxM {
		err = fmt.Errorf("%w: n = %d keys at fpr %v need more than 2^40 bits", filter.ErrSpec, spec.N, spec.FPR)
	}
	return filter.Params{N: spec.N, M: 2 * m, K: k, FPR: spec.FPR}, err
}

// Add adds h to the young filter, and makes that the old one when it has taken n keys. It never refuses.
func (f *Stable) Add(h uint64) bool {
	changed := uint64(0)
	for range f.young.k {
		h *= multiplier
		at := place(h, f.young.m)
		changed |= ^f.young.words[at>>6] >> (at & 63) & 1
		f.young.words[at>>6] |= 1 << (at & 63)
	}
	f.count += changed
	if f.count == f.params.N {
		f.young, f.old = f.old, f.young
		f.young.Clear()
		f.count = 0
	}
	return true
}

// AddAll adds all of hs.
func (f *Stable) AddAll(hs []uint64) int {
	for _, h := range hs {
		f.Add(h)
	}
	return len(hs)
}

// Contains reports whether all bits of h are set in the young filter, or all in the old one.
func (f *Stable) Contains(h uint64) bool {
	young, old := uint64(1), uint64(1)
	for range f.young.k {
		h *= multiplier
		at := place(h, f.young.m)
		young &= f.young.words[at>>6] >> (at & 63)
		old &= f.old.words[at>>6] >> (at & 63)
		if young|old == 0 {
			return false
		}
	}
	return true
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Stable) ContainsAll(dst []bool, hs []uint64) {
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
func (f *Stable) Count(hs []uint64) int {
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

// look returns which of at most sweepKeys hashes are present. A present key is mostly in one of the two filters alone, so
// that in each many are absent.
func (f *Stable) look(hs []uint64) sweep {
	young, old := f.young.remixed(), f.old.remixed()
	found, more := young.look(hs, young.head(false)), old.look(hs, old.head(false))
	for i := range found {
		found[i] |= more[i]
	}
	return found
}

// Params returns n, the m of both filters, k and the target rate.
func (f *Stable) Params() filter.Params { return f.params }

// Bytes returns the size of both bit arrays.
func (f *Stable) Bytes() int64 { return f.young.Bytes() + f.old.Bytes() }

// Copy returns an independent filter with the same bits.
func (f *Stable) Copy() filter.Filter {
	return &Stable{f.young.copied(), f.old.copied(), f.count, f.params, f.away}
}

// Clear empties the filter.
func (f *Stable) Clear() {
	f.young.Clear()
	f.old.Clear()
	f.count = 0
}

// WritePayload writes the count of the young filter's keys, its words and those of the old one.
// Errors are those of w.
func (f *Stable) WritePayload(w io.Writer) error {
	if err := filter.WriteWords(w, []uint64{f.count}); err != nil {
		return err
	}
	if err := f.young.WritePayload(w); err != nil {
		return err
	}
	return f.old.WritePayload(w)
}

func restoreStable(p filter.Params, r io.Reader) (filter.Filter, error) {
	switch want, err := stableParams(filter.Spec{N: p.N, FPR: p.FPR}); {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", filter.ErrFormat, err)
	case want != p:
		return nil, fmt.Errorf("%w: parameters %+v, such a filter has %+v", filter.ErrFormat, p, want)
	}
	count, err := filter.ReadWords(r, 1)
	if err != nil {
		return nil, err
	}
	if count[0] >= p.N {
		return nil, fmt.Errorf("%w: the young filter has taken %d keys, of at most %d", filter.ErrFormat, count[0], p.N-1)
	}
	half := filter.Params{M: p.M / 2, K: p.K}
	young, err := restoreArray(classicParams, half, r)
	if err != nil {
		return nil, err
	}
	old, err := restoreArray(classicParams, half, r)
	if err != nil {
		return nil, err
	}
	return &Stable{young, old, count[0], p, distanceOf(p.M)}, nil
}

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-stable",
			Doc:    "Bloom filter for endless streams: of two filters the older is dropped when the younger is full; the last n keys are found",
			Source: "F. Chang, W. Feng, K. Li, INFOCOM 2004; M. Yoon, IEEE TKDE 22 (1), 2010",
			Traits: registry.Traits{Forgets: true},
			Pinned: 0x342ce5492e8ed356,
		},
		Theory:  "bloom-stable",
		New:     func(s filter.Spec) (filter.Mutable, error) { return mutable(NewStable(s)) },
		Restore: restoreStable,
	})
}
