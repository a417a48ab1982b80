package cuckoo

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"

	"hashlab/impl/filter"
	"hashlab/impl/registry"
)

// WritePayload writes the buckets, packed. Its error is the writer's.
func (f *Filter) WritePayload(w io.Writer) error {
	words := make([]uint64, (f.params.M+63)/64)
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(f.data[8*i:])
	}
	return filter.WriteWords(w, words)
}

// restore reads a filter of fingerprints of width bits with the parameters p.
func restore(width int, p filter.Params, r io.Reader) (filter.Filter, error) {
	pair := uint64(2 * slots * width)
	want := filter.Params{N: p.N, M: p.M, K: 2, FingerprintBits: width, BucketSlots: slots}
	if p != want || p.M == 0 || p.M > filter.MaxM || p.M%pair != 0 {
		return nil, fmt.Errorf("%w: no cuckoo filter of %d-bit fingerprints has %+v", filter.ErrFormat, width, p)
	}
	words, err := filter.ReadWords(r, (p.M+63)/64)
	if err != nil {
		return nil, err
	}
	if over := p.M % 64; over != 0 && words[len(words)-1]>>over != 0 {
		return nil, fmt.Errorf("%w: bits beyond m = %d are set", filter.ErrFormat, p.M)
	}
	f := empty(width, 2*(p.M/pair), p.N)
	for i, w := range words {
		binary.LittleEndian.PutUint64(f.data[8*i:], w)
	}
	for i := range f.buckets {
		f.used += f.occupied(f.bucket(i))
	}
	return f, nil
}

// occupied returns how many of the four fingerprints are not 0.
func (l *layout) occupied(bucket uint64) uint64 {
	rest := l.mask &^ l.high
	return uint64(bits.OnesCount64((bucket&rest + rest | bucket) & l.high))
}

func init() {
	register("cuckoo-8", 8, 0xdc415c355bae56a1)
	register("cuckoo-12", 12, 0xf0f6dfa040ff30b1)
	register("cuckoo-16", 16, 0xbc17ba71ba1de248)
}

func register(name string, width int, pinned uint64) {
	filter.Register(filter.Entry{
		Meta: registry.Meta{
			Name:   name,
			Doc:    fmt.Sprintf("cuckoo filter of %d-bit fingerprints, 4 to a bucket, filled to 95 %%; keys can be removed, and two cache lines hold a look-up", width),
			Source: "B. Fan, D. Andersen, M. Kaminsky, M. Mitzenmacher, CoNEXT 2014",
			Pinned: pinned,
		},
		Theory: "cuckoo",
		New: func(s filter.Spec) (filter.Mutable, error) {
			f, err := New(width, s)
			if err != nil {
				return nil, err
			}
			return f, nil
		},
		Restore: func(p filter.Params, r io.Reader) (filter.Filter, error) { return restore(width, p, r) },
	})
}
