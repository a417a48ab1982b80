package fuse

import (
	"fmt"
	"io"
	"math/bits"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Xor is the xor filter: a key has a cell in each of three equal blocks, and 1.23 fingerprints a key are
// needed. The fuse filters came after it and are smaller and faster to build.
//
// A look-up reads three cache lines, whatever the key.
type Xor[F fingerprint] struct {
	cells   []F
	seed    uint64
	block   uint64 // cells of a block
	attempt int
	params  filter.Params
}

// NewXor builds the filter of hs, with the conditions of NewThreeWise; it takes up to 3.49e9 keys.
// Errors are those of NewThreeWise.
func NewXor[F fingerprint](spec filter.Spec, hs []uint64) (*Xor[F], error) {
	width := widthOf[F]()
	if err := checkSpec(spec, 3, width); err != nil {
		return nil, err
	}
	if cells := xorCells(uint64(len(hs))); cells > maxCells {
		return nil, fmt.Errorf("%w: n = %d keys need more than 2^32 cells", filter.ErrSpec, len(hs))
	}
	f := &Xor[F]{}
	attempt, err := search(hs, f.try)
	if err != nil {
		return nil, fmt.Errorf("xor filter: %w", err)
	}
	f.attempt = attempt
	f.params = filter.Params{N: spec.N, M: uint64(len(f.cells) * width), K: 3, FingerprintBits: width}
	return f, nil
}

// xorCells returns 1.23 n + 32, the cells for n distinct keys, rounded down to three equal blocks.
func xorCells(n uint64) uint64 { return (n + 23*n/100 + 32) / 3 * 3 }

// at returns the three cells of a word. The first is by its high bits; those of two products, which depend on
// all its bits, give the others.
func (f *Xor[F]) at(x uint64) (a, b, c uint32) {
	y := x * mixer
	z := (y ^ y>>32) * mixer
	high, _ := bits.Mul64(x, f.block)
	middle, _ := bits.Mul64(y, f.block)
	low, _ := bits.Mul64(z, f.block)
	return uint32(high), uint32(f.block + middle), uint32(2*f.block + low)
}

// try builds the filter from words, or where these are nil from hs, and reports whether it succeeded.
func (f *Xor[F]) try(hs, words []uint64, attempt int) bool {
	n := len(words)
	if words == nil {
		n = len(hs)
	}
	cells := xorCells(uint64(n))
	f.seed, f.block = seedOf(attempt), cells/3
	if words == nil {
		words = arrange(hs, f.seed, bits.Len64(cells>>13)) // a third of the cells of neighbours stay in the cache
	}
	sets := make([]uint64, cells)
	for _, x := range words {
		a, b, c := f.at(x)
		sets[a] = (sets[a] ^ x) + one
		sets[b] = (sets[b] ^ x ^ 1) + one
		sets[c] = (sets[c] ^ x ^ 2) + one
	}
	if !degreesAdd(sets, 3*n) {
		return false
	}
	from := make([]uint8, n)
	if !f.peel(sets, words, from) {
		return false
	}
	f.cells = filter.MakeArray[F](cells)
	f.assign(words, from)
	return true
}

// peel does what that of ThreeWise does.
func (f *Xor[F]) peel(sets, words []uint64, from []uint8) bool {
	done := 0
	alone := make([]uint32, 0, 1024)
	for i := range sets {
		if sets[i]&(tag&^which) != one {
			continue
		}
		for alone = append(alone, uint32(i)); len(alone) > 0; {
			at := alone[len(alone)-1]
			alone = alone[:len(alone)-1]
			s := sets[at]
			if s&(tag&^which) != one {
				continue // its key went by another cell
			}
			x := s &^ tag
			words[done], from[done] = x, uint8(s&which)
			done++
			a, b, c := f.at(x)
			sets[a] = (sets[a] - one) ^ x
			sets[b] = (sets[b] - one) ^ x ^ 1
			sets[c] = (sets[c] - one) ^ x ^ 2
			for _, other := range [3]uint32{a, b, c} {
				if sets[other]&(tag&^which) == one {
					alone = append(alone, other)
				}
			}
		}
	}
	return done == len(words)
}

// assign does what that of ThreeWise does.
func (f *Xor[F]) assign(words []uint64, from []uint8) {
	for i := len(words) - 1; i >= 0; i-- {
		x := words[i]
		a, b, c := f.at(x)
		own := [4]uint32{a, b, c}[from[i]&3]
		f.cells[own] = 0
		f.cells[own] = fingerprintOf[F](x) ^ f.cells[a] ^ f.cells[b] ^ f.cells[c]
	}
}

// miss returns 0 where the cells of h meet its fingerprint.
func (f *Xor[F]) miss(h uint64) F {
	x := wordOf(h, f.seed)
	a, b, c := f.at(x)
	return fingerprintOf[F](x) ^ f.cells[a] ^ f.cells[b] ^ f.cells[c]
}

// Contains reports whether the cells of h meet its fingerprint.
func (f *Xor[F]) Contains(h uint64) bool { return f.miss(h) == 0 }

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Xor[F]) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = f.miss(h) == 0
	}
}

// Count returns for how many of hs Contains is true.
func (f *Xor[F]) Count(hs []uint64) int {
	count := 0
	for _, h := range hs {
		count += hit(f.miss(h))
	}
	return count
}

// Params returns n, m, k and the bits of a fingerprint.
func (f *Xor[F]) Params() filter.Params { return f.params }

// Bytes returns the size of the cells.
func (f *Xor[F]) Bytes() int64 { return int64(f.params.M / 8) }

// WritePayload writes the number of the attempt and the cells.
// Errors are those of w.
func (f *Xor[F]) WritePayload(w io.Writer) error { return writeCells(w, f.attempt, 0, f.cells) }

func restoreXor[F fingerprint](p filter.Params, r io.Reader) (filter.Filter, error) {
	attempt, segment, cells, err := readCells[F](p, r, 3)
	if err != nil {
		return nil, err
	}
	block := uint64(len(cells)) / 3
	if segment != 0 || len(cells)%3 != 0 {
		return nil, fmt.Errorf("%w: %d cells in segments of %d are not three blocks", filter.ErrFormat, len(cells), segment)
	}
	return &Xor[F]{cells, seedOf(attempt), block, attempt, p}, nil
}

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "xor-8",
			Doc:    "xor filter: static, 1.23 fingerprints a key, three cache lines a look-up, 8 bits each",
			Source: "T. M. Graf, D. Lemire, ACM Journal of Experimental Algorithmics 25, 2020",
			Pinned: 0xca6f61553d94cefe,
		},
		Theory:  "static",
		Build:   func(s filter.Spec, hs []uint64) (filter.Filter, error) { return static(NewXor[uint8](s, hs)) },
		Restore: restoreXor[uint8],
	})
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "xor-16",
			Doc:    "xor filter: static, 1.23 fingerprints a key, three cache lines a look-up, 16 bits each",
			Source: "T. M. Graf, D. Lemire, ACM Journal of Experimental Algorithmics 25, 2020",
			Pinned: 0x2f9221193f72f408,
		},
		Theory:  "static",
		Build:   func(s filter.Spec, hs []uint64) (filter.Filter, error) { return static(NewXor[uint16](s, hs)) },
		Restore: restoreXor[uint16],
	})
}
