package extern

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/dgraph-io/ristretto/v2/z"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// Ristretto is the filter of dgraph-io/ristretto: it takes 64-bit hashes, of whose high and low bits it makes a start
// and a stride, in a power of two of bits. It is not safe for concurrent use; concurrent look-ups are.
type Ristretto struct {
	filter *z.Bloom
	params filter.Params
}

// ristrettoSize returns the bits and probes that the library takes for n and fpr: the textbook's, with the bits rounded
// up to a power of two, at least 512, and k of the bits before that.
func ristrettoSize(spec filter.Spec) (m, k uint64) {
	exact := -float64(spec.N) * math.Log(spec.FPR) / (math.Ln2 * math.Ln2)
	if !(exact < 1<<62) {
		return math.MaxUint64, 1
	}
	return 1 << bits.Len64(max(512, uint64(exact))-1), uint64(math.Ceil(math.Ln2 * exact / float64(spec.N)))
}

// NewRistretto returns an empty filter by NewBloomFilter for n and fpr. Given n = 0 or a rate of 1 and more the library
// takes the second number as k, or makes a filter that holds everything; here they are errors.
func NewRistretto(spec filter.Spec) (f *Ristretto, err error) {
	if err := wantsTarget(spec); err != nil {
		return nil, err
	}
	m, k := ristrettoSize(spec)
	if err := inRange(spec, m, k, filter.MaxM); err != nil {
		return nil, err
	}
	f = &Ristretto{params: filter.Params{N: spec.N, M: m, K: int(k)}}
	err = calm(spec, func() error {
		f.filter = z.NewBloomFilter(float64(spec.N), spec.FPR)
		if f.Bytes() != int64(m/8) {
			return fmt.Errorf("%w: the library made %d bytes for m = %d bits", filter.ErrSpec, f.Bytes(), m)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Add sets the bits of h. It never refuses.
func (f *Ristretto) Add(h uint64) bool {
	f.filter.Add(h)
	return true
}

// AddAll adds all of hs.
func (f *Ristretto) AddAll(hs []uint64) int {
	for _, h := range hs {
		f.filter.Add(h)
	}
	return len(hs)
}

// Contains reports whether all bits of h are set.
func (f *Ristretto) Contains(h uint64) bool { return f.filter.Has(h) }

// ContainsAll sets dst[i] to Contains(hs[i]).
func (f *Ristretto) ContainsAll(dst []bool, hs []uint64) {
	dst = dst[:len(hs):len(dst)]
	for i, h := range hs {
		dst[i] = f.filter.Has(h)
	}
}

// Count returns for how many of hs Contains is true.
func (f *Ristretto) Count(hs []uint64) int {
	count := 0
	for _, h := range hs {
		if f.filter.Has(h) {
			count++
		}
	}
	return count
}

// Params returns n, and m and k as the library chose them.
func (f *Ristretto) Params() filter.Params { return f.params }

// Bytes returns the size of the bit array: the library counts five words beside it.
func (f *Ristretto) Bytes() int64 { return int64(f.filter.TotalSize()) - 5*8 }

// FillRatio returns the share of bits that are set. It reads the array bit by bit.
func (f *Ristretto) FillRatio() float64 {
	set := 0
	for i := range f.params.M {
		if f.filter.IsSet(i) {
			set++
		}
	}
	return float64(set) / float64(f.params.M)
}

func init() {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:    "x-ristretto",
			Doc:     "the Bloom filter of dgraph-io/ristretto v2 on hashes: double hashing, a power of two of bits",
			Source:  "https://github.com/dgraph-io/ristretto",
			Module:  "github.com/dgraph-io/ristretto/v2",
			Licence: "Apache-2.0",
			Pinned:  0xef6fb713c70bffe6,
		},
		Theory: "bloom",
		New:    func(s filter.Spec) (filter.Mutable, error) { return mutable(NewRistretto(s)) },
	})
}
