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
	asked := 0
	for j, h := range hs {
		if f.far && j%groupKeys == 0 {
			asked = f.ask(hs, asked, j+aheadKeys, f.k)
		}
		f.Add(h)
	}
	return len(hs)
}

// Contains reports whether all bits of h are set.
func (f *Classic) Contains(h uint64) bool { return f.test(h, f.k) }

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

// look returns which of at most sweepKeys hashes are present. It makes head probes of each without a branch.
func (f *Classic) look(hs []uint64, head int) (left sweep) {
	asked := 0
	for i, h := range hs {
		if f.far && i%groupKeys == 0 {
			asked = f.ask(hs, asked, i+aheadKeys, head)
		}
		found := ^uint64(0)
		for range head {
			h *= multiplier
			at := place(h, f.m)
			found &= f.words[at>>6] >> (at & 63)
		}
		left[i/64] |= found & 1 << (i & 63)
	}
	if f.k > head {
		f.lookOn(hs, &left)
	}
	return left
}

// lookOn makes the probes after the head ones, and drops the keys that are absent.
func (f *Classic) lookOn(hs []uint64, left *sweep) {
	var at [sweepKeys]uint8
	var states [sweepKeys]uint64
	n := left.list(&at)
	for j, i := range at[:n] {
		states[j] = hs[i]
		for range headProbes {
			states[j] *= multiplier
		}
	}
	asked := 0
	for j, i := range at[:n] {
		if f.far && j%groupKeys == 0 {
			asked = f.ask(states[:n], asked, j+aheadKeys, f.k-headProbes)
		}
		if !f.test(states[j], f.k-headProbes) {
			left.drop(i)
		}
	}
}

// ask asks for the next probes of states from number i up to number end, as far as there are so many, and returns
// where it ended.
func (f *Classic) ask(states []uint64, i, end, probes int) int {
	end = min(end, len(states))
	fetchProbes(f.words, f.m, states[i:end], probes)
	return end
}

// test reports whether the bits of the next probes of state are all set.
func (f *Classic) test(state uint64, probes int) bool {
	for range probes {
		state *= multiplier
		at := place(state, f.m)
		if f.words[at>>6]>>(at&63)&1 == 0 {
			return false
		}
	}
	return true
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
