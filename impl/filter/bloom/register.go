package bloom

import (
	"io"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Register is the Bloom filter whose blocks are single words of 64 bits: the k bits of a key form a mask, and a look-up
// is one load and one comparison. It is the fastest to look up and the largest: words fill more unevenly than cache
// lines. Each bit of the mask takes the top 6 bits of a remix of its own.
//
// Source: F. Putze, P. Sanders, J. Singler, "Cache-, hash- and space-efficient Bloom filters", WEA 2007; H. Lang et
// al., "Performance-optimal filtering", PVLDB 12 (5), 2019, who name it.
type Register struct{ array }

// NewRegister returns an empty filter. A target rate is met by the fewest words for which the exact rate does not
// exceed it, over every k; m, where it is given, must be a multiple of 64.
// Errors wrap filter.ErrSpec.
func NewRegister(spec filter.Spec) (*Register, error) {
	a, err := newArray(register64.params, spec)
	if err != nil {
		return nil, err
	}
	return &Register{a}, nil
}

var register64 = blockShape{bits: 64}

// mask returns the word of h and the bits that h sets in it.
func (f *Register) mask(h uint64) (at, mask uint64) {
	h *= multiplier
	at = place(h, f.m>>6)
	for range f.k {
		h *= multiplier
		mask |= 1 << (h >> 58)
	}
	return at, mask
}

// Add sets the bits of h. It never refuses.
func (f *Register) Add(h uint64) bool {
	at, mask := f.mask(h)
	f.words[at] |= mask
	return true
}

// AddAll adds all of hs.
func (f *Register) AddAll(hs []uint64) int {
	for rest := hs; len(rest) > 0; {
		n := chunkOf(rest, f.away)
		if f.away != near {
			f.touch(rest[:n])
		}
		for _, h := range rest[:n] {
			f.Add(h)
		}
		rest = rest[n:]
	}
	return len(hs)
}

// touch reads a word of the block of each of hs. What it returns serves nobody, but lets no read be left out.
//
//go:noinline
func (f *Register) touch(hs []uint64) (sum uint64) {
	for _, h := range hs {
		sum += f.words[place(h*multiplier, f.m>>6)]
	}
	return sum
}

// Contains reports whether all bits of h are set.
func (f *Register) Contains(h uint64) bool {
	at, mask := f.mask(h)
	return f.words[at]&mask == mask
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Register) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for len(hs) > 0 {
		n := chunkOf(hs, f.away)
		if f.away != near {
			f.touch(hs[:n])
		}
		for i, h := range hs[:n] {
			dst[i] = f.Contains(h)
		}
		dst, hs = dst[n:], hs[n:]
	}
}

// Count returns for how many of hs Contains is true.
func (f *Register) Count(hs []uint64) int {
	count := 0
	for len(hs) > 0 {
		n := chunkOf(hs, f.away)
		if f.away != near {
			f.touch(hs[:n])
		}
		for _, h := range hs[:n] {
			if f.Contains(h) {
				count++
			}
		}
		hs = hs[n:]
	}
	return count
}

// Union sets the bits of other too.
// Errors are those of filter.Unioner.
func (f *Register) Union(other filter.Filter) error {
	g, err := alike(f, other)
	if err != nil {
		return err
	}
	return f.unite(&g.array)
}

// Copy returns an independent filter with the same bits.
func (f *Register) Copy() filter.Filter { return &Register{f.copied()} }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-register-64",
			Doc:    "register-blocked Bloom filter: all k bits of a key in one word of 64 bits, one load and one comparison a look-up",
			Source: "F. Putze, P. Sanders, J. Singler, WEA 2007; H. Lang et al., PVLDB 12 (5), 2019",
			Pinned: 0x22525dcab0798509,
		},
		Theory: "bloom-blocked",
		New:    func(s filter.Spec) (filter.Mutable, error) { return mutable(NewRegister(s)) },
		Restore: func(p filter.Params, r io.Reader) (filter.Filter, error) {
			a, err := restoreArray(register64.params, p, r)
			if err != nil {
				return nil, err
			}
			return &Register{a}, nil
		},
	})
}
