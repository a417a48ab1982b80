package bloom

import (
	"io"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Classic is the Bloom filter with all k probes anywhere in m bits. It remixes: each probe multiplies the
// hash by an odd constant modulo 2^64 and takes the high word of its product with m, so that weak low
// bits of a hash do no harm. The hash 0 alone has all its probes in one place. A look-up of a present key
// reads k cache lines, one of an absent key about two.
type Classic struct{ array }

// NewClassic returns an empty filter. A target rate is met by the fewest bits for which the exact rate
// does not exceed it; without n, m and k must be given. Its error wraps filter.ErrSpec.
func NewClassic(spec filter.Spec) (*Classic, error) {
	a, err := newArray(classicParams, spec)
	if err != nil {
		return nil, err
	}
	return &Classic{a}, nil
}

// Add sets the bits of h. It never refuses.
func (f *Classic) Add(h uint64) bool {
	for range f.k {
		h *= multiplier
		at := place(h, f.m)
		f.words[at>>6] |= 1 << (at & 63)
	}
	return true
}

// AddAll adds all of hs.
func (f *Classic) AddAll(hs []uint64) int {
	if f.far {
		fetchProbes(f.words, f.m, hs[:min(aheadKeys, len(hs))], f.k)
	}
	for j, h := range hs {
		if next := j + aheadKeys; f.far && next < len(hs) {
			fetchProbes(f.words, f.m, hs[next:next+1], f.k)
		}
		f.Add(h)
	}
	return len(hs)
}

// Contains reports whether all bits of h are set.
func (f *Classic) Contains(h uint64) bool {
	for range f.k {
		h *= multiplier
		at := place(h, f.m)
		if f.words[at>>6]>>(at&63)&1 == 0 {
			return false
		}
	}
	return true
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Classic) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	head := f.head(false)
	for len(hs) > 0 {
		n := min(sweepKeys, len(hs))
		left := f.look(hs[:n], head)
		left.mark(dst[:n])
		head = f.head(left.len() > manyKeys)
		dst, hs = dst[n:], hs[n:]
	}
}

// Count returns for how many of hs Contains is true.
func (f *Classic) Count(hs []uint64) int {
	count := 0
	head := f.head(false)
	for len(hs) > 0 {
		n := min(sweepKeys, len(hs))
		left := f.look(hs[:n], head)
		present := left.len()
		count += present
		head = f.head(present > manyKeys)
		hs = hs[n:]
	}
	return count
}

// head returns how many probes a sweep makes of every key: all where many keys were present in the one before.
func (f *Classic) head(many bool) int {
	if many {
		return f.k
	}
	return min(f.k, headProbes)
}

// look returns which of at most sweepKeys hashes are present. It makes head probes of each, and then the others of those
// that are left.
func (f *Classic) look(hs []uint64, head int) sweep {
	left := f.probe(hs, head)
	if head == f.k {
		return left
	}
	var at [sweepKeys]uint8
	var states [sweepKeys]uint64
	n := left.list(&at)
	for j, i := range at[:n] {
		states[j] = hs[i]
		for range head {
			states[j] *= multiplier
		}
	}
	found := f.probe(states[:n], f.k-head)
	for j, i := range at[:n] {
		if !found.has(j) {
			left.drop(i)
		}
	}
	return left
}

// probeInTurn returns for which of at most sweepKeys states the bits of all the next probes are set.
func (f *Classic) probeInTurn(states []uint64, probes int) (found sweep) {
	for i, state := range states {
		hit := ^uint64(0)
		for range probes {
			state *= multiplier
			at := place(state, f.m)
			hit &= f.words[at>>6] >> (at & 63)
		}
		found[i/64] |= hit & 1 << (i & 63)
	}
	return found
}

// Union sets the bits of other too. Its error wraps filter.ErrMismatch.
func (f *Classic) Union(other filter.Filter) error {
	g, err := alike(f, other)
	if err != nil {
		return err
	}
	return f.unite(&g.array)
}

// Copy returns an independent filter with the same bits.
func (f *Classic) Copy() filter.Filter { return &Classic{f.copied()} }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-classic",
			Doc:    "Bloom filter, k probes over all m bits by remixing one 64-bit hash, sized by the exact rate",
			Source: "B. Bloom, CACM 13 (7), 1970",
			Pinned: 0xabd1f783dc5ede3e,
		},
		Theory: "bloom",
		New:    func(s filter.Spec) (filter.Mutable, error) { return mutable(NewClassic(s)) },
		Restore: func(p filter.Params, r io.Reader) (filter.Filter, error) {
			a, err := restoreArray(classicParams, p, r)
			if err != nil {
				return nil, err
			}
			return &Classic{a}, nil
		},
	})
}
