package fuse

import (
	"fmt"
	"io"
	"math"
	"math/bits"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// ThreeWise is the binary fuse filter in which a key has three cells, one in each of three neighbouring
// segments: 1.125 fingerprints a key where there are many, and look-ups that touch three cache lines.
type ThreeWise[F fingerprint] struct {
	cells  []F
	seed   uint64
	starts uint64 // cells that can be the first of a key
	// segment is the length of a segment in cells, a power of two.
	segment uint32
	attempt int
	far     bool
	params  filter.Params
}

// NewThreeWise builds the filter of hs, in which hashes may repeat and which it neither changes nor keeps. Of
// spec, an fpr below 2^-f is an error, and so is an m; n is only recorded. An error besides says that there
// are more keys than 32-bit cell numbers allow, near 3.8e9, or that no attempt succeeded.
func NewThreeWise[F fingerprint](spec filter.Spec, hs []uint64) (*ThreeWise[F], error) {
	width := widthOf[F]()
	if err := checkSpec(spec, 3, width); err != nil {
		return nil, err
	}
	if cells, _ := threeWiseShape(uint64(len(hs)), 0); cells > maxCells {
		return nil, fmt.Errorf("%w: n = %d keys need more than 2^32 cells", filter.ErrSpec, len(hs))
	}
	f := &ThreeWise[F]{}
	attempt, err := search(hs, f.try)
	if err != nil {
		return nil, fmt.Errorf("three-wise fuse filter: %w", err)
	}
	f.attempt = attempt
	f.params = filter.Params{N: spec.N, M: uint64(len(f.cells) * width), K: 3, FingerprintBits: width}
	f.far = isFar(f.params)
	return f, nil
}

// threeWiseShape returns the cells, and those of a segment, for n distinct keys. The constants are those of
// the paper. For some n the number of segments suits their length badly; every second attempt halves the
// segments and keeps the cells.
func threeWiseShape(n uint64, attempt int) (cells, segment uint64) {
	segment = 4
	capacity := n
	if n > 1 {
		log := math.Log(float64(n))
		segment = 1 << min(int(log/math.Log(3.33)+2.25), 18)
		capacity = uint64(math.Round(float64(n) * max(1.125, 0.875+0.25*math.Log(1e6)/log)))
	}
	cells = segment * max(3, (capacity+segment-1)/segment)
	return cells, halved(segment, n, attempt)
}

// halved returns the length of segments for an attempt.
func halved(segment, n uint64, attempt int) uint64 {
	if attempt%2 == 1 && segment > 4 && n < 1_000_000 {
		return segment / 2
	}
	return segment
}

// at returns the three cells of a word.
func (f *ThreeWise[F]) at(x uint64) (a, b, c uint32) { return threeCells(x, f.starts, f.segment) }

func threeCells(x, starts uint64, segment uint32) (a, b, c uint32) {
	high, _ := bits.Mul64(x, starts)
	a = uint32(high)
	mask := segment - 1
	b = a + segment ^ uint32(x>>26)&mask
	c = a + 2*segment ^ uint32(x>>8)&mask
	return a, b, c
}

// try builds the filter from words, or where these are nil from hs, and reports whether it succeeded.
func (f *ThreeWise[F]) try(hs, words []uint64, attempt int) bool {
	n := len(words)
	if words == nil {
		n = len(hs)
	}
	cells, segment := threeWiseShape(uint64(n), attempt)
	f.seed, f.segment, f.starts = seedOf(attempt), uint32(segment), cells-2*segment
	if words == nil {
		words = arrange(hs, f.seed, bits.Len64(cells/segment))
	}
	sets := make([]uint64, cells)
	for _, x := range words {
		a, b, c := f.at(x)
		sets[a] = (sets[a] ^ x) + one
		sets[b] = (sets[b] ^ x ^ 1) + one
		sets[c] = (sets[c] ^ x ^ 2) + one
	}
	if !degreesAdd(sets, 3*len(words)) {
		return false
	}
	from := make([]uint8, len(words))
	if !f.peel(sets, words, from) {
		return false
	}
	f.cells = filter.MakeArray[F](cells)
	f.assign(words, from)
	return true
}

// peel takes keys out that are alone in a cell, until none is left. It writes over words the keys in the
// order in which they go, and to from the number of the cell that each was alone in.
func (f *ThreeWise[F]) peel(sets, words []uint64, from []uint8) bool {
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

// assign sets the cell that each key was alone in, the last key first: the key's other cells are final then.
func (f *ThreeWise[F]) assign(words []uint64, from []uint8) {
	for i := len(words) - 1; i >= 0; i-- {
		x := words[i]
		a, b, c := f.at(x)
		own := [4]uint32{a, b, c}[from[i]&3]
		f.cells[own] = 0
		f.cells[own] = fingerprintOf[F](x) ^ f.cells[a] ^ f.cells[b] ^ f.cells[c]
	}
}

// miss returns 0 where the cells of h meet its fingerprint.
func (f *ThreeWise[F]) miss(h uint64) F {
	x := wordOf(h, f.seed)
	a, b, c := f.at(x)
	return fingerprintOf[F](x) ^ f.cells[a] ^ f.cells[b] ^ f.cells[c]
}

func (f *ThreeWise[F]) missWord(x uint64) F {
	a, b, c := f.at(x)
	return fingerprintOf[F](x) ^ f.cells[a] ^ f.cells[b] ^ f.cells[c]
}

// Contains reports whether the cells of h meet its fingerprint.
func (f *ThreeWise[F]) Contains(h uint64) bool { return f.miss(h) == 0 }

// ContainsAll sets dst[i] to Contains(hs[i]). It and Count spell miss out, on local variables: the compiler does not
// inline it, and reads the fields anew for every hash.
func (f *ThreeWise[F]) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	var words [askedKeys]uint64
	for f.far && len(hs) > 0 {
		n := f.ask(&words, hs)
		for i, x := range words[:n] {
			dst[i] = f.missWord(x) == 0
		}
		dst, hs = dst[n:], hs[n:]
	}
	cells, seed, starts, segment := f.cells, f.seed, f.starts, f.segment
	for i, h := range hs {
		x := wordOf(h, seed)
		a, b, c := threeCells(x, starts, segment)
		dst[i] = fingerprintOf[F](x)^cells[a]^cells[b]^cells[c] == 0
	}
}

// Count returns for how many of hs Contains is true.
func (f *ThreeWise[F]) Count(hs []uint64) int {
	count := 0
	var words [askedKeys]uint64
	for f.far && len(hs) > 0 {
		n := f.ask(&words, hs)
		for _, x := range words[:n] {
			count += hit(f.missWord(x))
		}
		hs = hs[n:]
	}
	cells, seed, starts, segment := f.cells, f.seed, f.starts, f.segment
	for _, h := range hs {
		x := wordOf(h, seed)
		a, b, c := threeCells(x, starts, segment)
		count += hit(fingerprintOf[F](x) ^ cells[a] ^ cells[b] ^ cells[c])
	}
	return count
}

// ask sets words to those of the first of hs, asks for their cells, and returns how many they are.
func (f *ThreeWise[F]) ask(words *[askedKeys]uint64, hs []uint64) int {
	n := min(askedKeys, len(hs))
	for i, h := range hs[:n] {
		words[i] = wordOf(h, f.seed)
	}
	askCells(f.cells, f.starts, uint64(f.segment), words[:n])
	return n
}

// Params returns n, m, k and the bits of a fingerprint.
func (f *ThreeWise[F]) Params() filter.Params { return f.params }

// Bytes returns the size of the cells.
func (f *ThreeWise[F]) Bytes() int64 { return int64(f.params.M / 8) }

// WritePayload writes the number of the attempt, the length of a segment and the cells.
// Errors are those of w.
func (f *ThreeWise[F]) WritePayload(w io.Writer) error {
	return writeCells(w, f.attempt, f.segment, f.cells)
}

func restoreThreeWise[F fingerprint](p filter.Params, r io.Reader) (filter.Filter, error) {
	attempt, segment, cells, err := readCells[F](p, r, 3)
	if err != nil {
		return nil, err
	}
	if err := checkSegments(segment, uint64(len(cells)), 3); err != nil {
		return nil, err
	}
	starts := uint64(len(cells)) - 2*segment
	return &ThreeWise[F]{cells, seedOf(attempt), starts, uint32(segment), attempt, isFar(p), p}, nil
}

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "fuse-8",
			Doc:    "3-wise binary fuse filter: static, 1.13 to 1.4 fingerprints a key, three cache lines a look-up, 8 bits each",
			Source: "T. M. Graf, D. Lemire, ACM Journal of Experimental Algorithmics 27, 2022",
			Pinned: 0xe5165d5240208593,
		},
		Theory:  "static",
		Build:   func(s filter.Spec, hs []uint64) (filter.Filter, error) { return static(NewThreeWise[uint8](s, hs)) },
		Restore: restoreThreeWise[uint8],
	})
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   "fuse-16",
			Doc:    "3-wise binary fuse filter: static, 1.13 to 1.4 fingerprints a key, three cache lines a look-up, 16 bits each",
			Source: "T. M. Graf, D. Lemire, ACM Journal of Experimental Algorithmics 27, 2022",
			Pinned: 0x2f9221193f72f408,
		},
		Theory:  "static",
		Build:   func(s filter.Spec, hs []uint64) (filter.Filter, error) { return static(NewThreeWise[uint16](s, hs)) },
		Restore: restoreThreeWise[uint16],
	})
}
