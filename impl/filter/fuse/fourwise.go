package fuse

import (
	"fmt"
	"io"
	"math"
	"math/bits"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// FourWise is the binary fuse filter in which a key has four cells, one in each of four neighbouring
// segments: 1.075 fingerprints a key where there are many, for a cache line more a look-up than ThreeWise.
type FourWise[F fingerprint] struct {
	cells  []F
	seed   uint64
	starts uint64 // cells that can be the first of a key
	// segment is the length of a segment in cells, a power of two.
	segment uint32
	attempt int
	params  filter.Params
}

// NewFourWise builds the filter of hs, with the conditions of NewThreeWise; it takes up to 3.99e9 keys.
// Errors are those of NewThreeWise.
func NewFourWise[F fingerprint](spec filter.Spec, hs []uint64) (*FourWise[F], error) {
	width := widthOf[F]()
	if err := checkSpec(spec, 4, width); err != nil {
		return nil, err
	}
	if cells, _ := fourWiseShape(uint64(len(hs)), 0); cells > maxCells {
		return nil, fmt.Errorf("%w: n = %d keys need more than 2^32 cells", filter.ErrSpec, len(hs))
	}
	f := &FourWise[F]{}
	attempt, err := search(hs, f.try)
	if err != nil {
		return nil, fmt.Errorf("four-wise fuse filter: %w", err)
	}
	f.attempt = attempt
	f.params = filter.Params{N: spec.N, M: uint64(len(f.cells) * width), K: 4, FingerprintBits: width}
	return f, nil
}

// fourWiseShape is threeWiseShape for four cells a key.
func fourWiseShape(n uint64, attempt int) (cells, segment uint64) {
	segment = 4
	capacity := n
	if n > 1 {
		log := math.Log(float64(n))
		segment = 1 << min(max(int(log/math.Log(2.91)-0.5), 2), 18)
		capacity = uint64(math.Round(float64(n) * max(1.075, 0.77+0.305*math.Log(6e5)/log)))
	}
	cells = segment * max(4, (capacity+segment-1)/segment)
	return cells, halved(segment, n, attempt)
}

// mixer is an odd constant: the bits of a word do not suffice for the places in three segments, and those of
// its product with the mixer depend on all of them.
const mixer = 0x9e3779b97f4a7c15 // 2^64 / golden ratio

// at returns the four cells of a word.
func (f *FourWise[F]) at(x uint64) (a, b, c, d uint32) {
	high, _ := bits.Mul64(x, f.starts)
	a = uint32(high)
	mask, y := f.segment-1, x*mixer
	b = a + f.segment ^ uint32(y>>46)&mask
	c = a + 2*f.segment ^ uint32(y>>28)&mask
	d = a + 3*f.segment ^ uint32(x>>8)&mask
	return a, b, c, d
}

// try builds the filter from words, or where these are nil from hs, and reports whether it succeeded.
func (f *FourWise[F]) try(hs, words []uint64, attempt int) bool {
	n := len(words)
	if words == nil {
		n = len(hs)
	}
	cells, segment := fourWiseShape(uint64(n), attempt)
	f.seed, f.segment, f.starts = seedOf(attempt), uint32(segment), cells-3*segment
	if words == nil {
		words = arrange(hs, f.seed, bits.Len64(cells/segment))
	}
	sets := make([]uint64, cells)
	for _, x := range words {
		a, b, c, d := f.at(x)
		sets[a] = (sets[a] ^ x) + one
		sets[b] = (sets[b] ^ x ^ 1) + one
		sets[c] = (sets[c] ^ x ^ 2) + one
		sets[d] = (sets[d] ^ x ^ 3) + one
	}
	if !degreesAdd(sets, 4*n) {
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
func (f *FourWise[F]) peel(sets, words []uint64, from []uint8) bool {
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
			a, b, c, d := f.at(x)
			sets[a] = (sets[a] - one) ^ x
			sets[b] = (sets[b] - one) ^ x ^ 1
			sets[c] = (sets[c] - one) ^ x ^ 2
			sets[d] = (sets[d] - one) ^ x ^ 3
			for _, other := range [4]uint32{a, b, c, d} {
				if sets[other]&(tag&^which) == one {
					alone = append(alone, other)
				}
			}
		}
	}
	return done == len(words)
}

// assign does what that of ThreeWise does.
func (f *FourWise[F]) assign(words []uint64, from []uint8) {
	for i := len(words) - 1; i >= 0; i-- {
		x := words[i]
		a, b, c, d := f.at(x)
		own := [4]uint32{a, b, c, d}[from[i]&3]
		f.cells[own] = 0
		f.cells[own] = fingerprintOf[F](x) ^ f.cells[a] ^ f.cells[b] ^ f.cells[c] ^ f.cells[d]
	}
}

// miss returns 0 where the cells of h meet its fingerprint.
func (f *FourWise[F]) miss(h uint64) F {
	x := wordOf(h, f.seed)
	a, b, c, d := f.at(x)
	return fingerprintOf[F](x) ^ f.cells[a] ^ f.cells[b] ^ f.cells[c] ^ f.cells[d]
}

// Contains reports whether the cells of h meet its fingerprint.
func (f *FourWise[F]) Contains(h uint64) bool { return f.miss(h) == 0 }

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *FourWise[F]) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = f.miss(h) == 0
	}
}

// Count returns for how many of hs Contains is true.
func (f *FourWise[F]) Count(hs []uint64) int {
	count := 0
	for _, h := range hs {
		count += hit(f.miss(h))
	}
	return count
}

// Params returns n, m, k and the bits of a fingerprint.
func (f *FourWise[F]) Params() filter.Params { return f.params }

// Bytes returns the size of the cells.
func (f *FourWise[F]) Bytes() int64 { return int64(f.params.M / 8) }

// WritePayload writes the number of the attempt, the length of a segment and the cells.
// Errors are those of w.
func (f *FourWise[F]) WritePayload(w io.Writer) error {
	return writeCells(w, f.attempt, f.segment, f.cells)
}

func restoreFourWise[F fingerprint](p filter.Params, r io.Reader) (filter.Filter, error) {
	attempt, segment, cells, err := readCells[F](p, r, 4)
	if err != nil {
		return nil, err
	}
	if err := checkSegments(segment, uint64(len(cells)), 4); err != nil {
		return nil, err
	}
	starts := uint64(len(cells)) - 3*segment
	return &FourWise[F]{cells, seedOf(attempt), starts, uint32(segment), attempt, p}, nil
}

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "fuse4-8",
			Doc:    "4-wise binary fuse filter: static, 1.08 to 1.4 fingerprints a key, four cache lines a look-up, 8 bits each",
			Source: "T. M. Graf, D. Lemire, ACM Journal of Experimental Algorithmics 27, 2022",
			Pinned: 0x884a865706964b5b,
		},
		Theory:  "static",
		Build:   func(s filter.Spec, hs []uint64) (filter.Filter, error) { return static(NewFourWise[uint8](s, hs)) },
		Restore: restoreFourWise[uint8],
	})
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "fuse4-16",
			Doc:    "4-wise binary fuse filter: static, 1.08 to 1.4 fingerprints a key, four cache lines a look-up, 16 bits each",
			Source: "T. M. Graf, D. Lemire, ACM Journal of Experimental Algorithmics 27, 2022",
			Pinned: 0xb730a9c8dca73d51,
		},
		Theory:  "static",
		Build:   func(s filter.Spec, hs []uint64) (filter.Filter, error) { return static(NewFourWise[uint16](s, hs)) },
		Restore: restoreFourWise[uint16],
	})
}
