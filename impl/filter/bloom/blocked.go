package bloom

import (
	"io"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Blocked is the Bloom filter of blocks of 512 bits, a cache line: all k probes of a key fall into one block, so that
// a look-up costs one cache miss at most. The rate is higher than that of Classic, since blocks fill unevenly. Each
// probe in the block takes the top 9 bits of a remix of its own: double hashing in a block, as is usual, costs 30 % of
// the rate at 10 bits per key and a factor of 5 at 16.
//
// Source: F. Putze, P. Sanders, J. Singler, "Cache-, hash- and space-efficient Bloom filters", WEA 2007.
type Blocked struct{ array }

// NewBlocked returns an empty filter. A target rate is met by the fewest blocks for which the exact rate does not
// exceed it, over every k; m, where it is given, must be a multiple of 512.
// Errors wrap filter.ErrSpec.
func NewBlocked(spec filter.Spec) (*Blocked, error) {
	a, err := newArray(blocked512.params, spec)
	if err != nil {
		return nil, err
	}
	return &Blocked{a}, nil
}

var blocked512 = blockShape{bits: 512}

// block returns the block of h and the remixed h from which its probes go on.
func (f *Blocked) block(h uint64) (*[8]uint64, uint64) {
	h *= multiplier
	at := place(h, f.m>>9)
	return (*[8]uint64)(f.words[at<<3:]), h
}

// Add sets the bits of h. It never refuses.
func (f *Blocked) Add(h uint64) bool {
	block, h := f.block(h)
	for range f.k {
		h *= multiplier
		block[h>>61] |= 1 << (h >> 55 & 63)
	}
	return true
}

// AddAll adds all of hs.
func (f *Blocked) AddAll(hs []uint64) int {
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
func (f *Blocked) touch(hs []uint64) (sum uint64) {
	for _, h := range hs {
		b, _ := f.block(h)
		sum += b[0]
	}
	return sum
}

// Contains reports whether all bits of h are set.
func (f *Blocked) Contains(h uint64) bool {
	block, h := f.block(h)
	for range f.k {
		h *= multiplier
		if block[h>>61]>>(h>>55&63)&1 == 0 {
			return false
		}
	}
	return true
}

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Blocked) ContainsAll(dst []bool, hs []uint64) {
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
func (f *Blocked) Count(hs []uint64) int {
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
func (f *Blocked) Union(other filter.Filter) error {
	g, err := alike(f, other)
	if err != nil {
		return err
	}
	return f.unite(&g.array)
}

// Copy returns an independent filter with the same bits.
func (f *Blocked) Copy() filter.Filter { return &Blocked{f.copied()} }

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "bloom-blocked-512",
			Doc:    "blocked Bloom filter: all k probes in one cache line of 512 bits, by remixing, sized by the exact mixture over blocks",
			Source: "F. Putze, P. Sanders, J. Singler, WEA 2007",
			Pinned: 0xb40be5b34b76bd1c,
		},
		Theory: "bloom-blocked",
		New:    func(s filter.Spec) (filter.Mutable, error) { return mutable(NewBlocked(s)) },
		Restore: func(p filter.Params, r io.Reader) (filter.Filter, error) {
			a, err := restoreArray(blocked512.params, p, r)
			if err != nil {
				return nil, err
			}
			return &Blocked{a}, nil
		},
	})
}
