package theory

import (
	"fmt"
	"math"
)

func init() {
	filterTheories["static"] = filterTheory{
		fits: func(f Filter) error {
			if f.FingerprintBits < 1 || f.FingerprintBits > 64 {
				return fmt.Errorf("fingerprints of %d bits are not 1 … 64", f.FingerprintBits)
			}
			return nil
		},
		// Xor, fuse and ribbon filters give a query some fixed value, and its fingerprint, independent of where it
		// looks, meets it with the same probability in every filter.
		fpr:     func(f Filter) (float64, error) { return math.Exp2(-float64(f.FingerprintBits)), nil },
		scatter: func(Filter) float64 { return 0 },
	}
}

// A fuseShape holds the constants of a binary fuse filter: segments are 2^floor(log_base n + offset) long, and
// fingerprints a key are the larger of least and rise + slope ln(at) / ln n.
type fuseShape struct{ base, offset, least, rise, slope, at float64 }

var fuseShapes = map[int]fuseShape{
	3: {base: 3.33, offset: 2.25, least: 1.125, rise: 0.875, slope: 0.25, at: 1e6},
	4: {base: 2.91, offset: -0.5, least: 1.075, rise: 0.77, slope: 0.305, at: 6e5},
}

// FuseCells returns the fingerprints in all, and those of a segment, of a binary fuse filter for n keys that each
// have 3 or 4 of them; segments are 4 to 2^18 long. Source: T. M. Graf and D. Lemire, ACM Journal of Experimental
// Algorithmics 27, 2022.
func FuseCells(n uint64, arity int) (cells, segment float64, err error) {
	s, ok := fuseShapes[arity]
	if !ok {
		return 0, 0, fmt.Errorf("fuse filters of %d fingerprints a key: only those of 3 and 4 are known", arity)
	}
	segment, capacity := 4.0, float64(n)
	if n > 1 {
		log := math.Log(float64(n))
		segment = min(max(math.Exp2(math.Floor(log/math.Log(s.base)+s.offset)), 4), 1<<18)
		capacity = math.Round(capacity * max(s.least, s.rise+s.slope*math.Log(s.at)/log))
	}
	return segment * max(float64(arity), math.Ceil(capacity/segment)), segment, nil
}

// spaces are bits per key of large filters, as a function of log2(1/fpr), fingerprints of broken width allowed.
var spaces = map[string]func(bound float64) float64{
	"cuckoo":             func(l float64) float64 { return (l + 3) / 0.955 },
	"cuckoo-semi-sorted": func(l float64) float64 { return (l + 2) / 0.955 },
	"xor":                func(l float64) float64 { return 1.23 * l },
	"fuse":               func(l float64) float64 { return 1.125 * l },
	"fuse4":              func(l float64) float64 { return 1.075 * l },
	"rsqf":               func(l float64) float64 { return (l + 2.125) / 0.95 },
	"vqf":                func(l float64) float64 { return (l + 2.91) / 0.945 },
}

// LargeBitsPerKey returns the bits per key at which a large filter of the given kind meets fpr, as its paper gives
// it: cuckoo with four slots a bucket, also with sorted buckets, xor, fuse of three and four cells a key, rank and
// select quotient (rsqf) and vector quotient (vqf). ok is false for another kind.
func LargeBitsPerKey(kind string, fpr float64) (bitsPerKey float64, ok bool) {
	space, ok := spaces[kind]
	if !ok {
		return 0, false
	}
	return space(InformationBound(fpr)), true
}
