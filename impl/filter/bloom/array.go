package bloom

import (
	"fmt"
	"io"

	"hashlab/impl/filter"
)

// array is an array of bits with the parameters of the filter that embeds it: all that a filter of bits does but
// for the way from a hash to its positions.
type array struct {
	words  bitset
	params filter.Params
	m      uint64 // bits
	k      int
	away   distance
}

// sizer derives the parameters of one kind of filter from a spec.
type sizer func(filter.Spec) (filter.Params, error)

// newArray returns an empty array of the size that spec asks for.
func newArray(size sizer, spec filter.Spec) (array, error) {
	p, err := size(spec)
	if err != nil {
		return array{}, err
	}
	return arrayOf(newBitset(p.M), p), nil
}

func arrayOf(words bitset, p filter.Params) array { return array{words, p, p.M, p.K, distanceOf(p.M)} }

// remixed looks keys up that have all probes anywhere in the array, as Classic makes them.
func (a *array) remixed() remix {
	return remix{words: a.words, m: a.m, k: a.k, away: a.away, ahead: canAsk()}
}

// Params returns n, m, k and the shape of the filter.
func (a *array) Params() filter.Params { return a.params }

// Bytes returns the size of the bit array.
func (a *array) Bytes() int64 { return int64(len(a.words)) * 8 }

// FillRatio returns the share of bits that are set. It reads the whole array.
func (a *array) FillRatio() float64 { return float64(a.words.ones()) / float64(a.m) }

// Cardinality returns an estimate of the distinct keys that the filter holds: see estimate.
func (a *array) Cardinality() (n float64, ok bool) { return estimate(a.params, a.words.ones()) }

// Clear empties the filter.
func (a *array) Clear() { clear(a.words) }

// WritePayload writes the words of the array.
func (a *array) WritePayload(w io.Writer) error { return filter.WriteWords(w, a.words) }

// copied returns an independent array with the same bits.
func (a *array) copied() array { return arrayOf(filter.CloneArray(a.words), a.params) }

// unite sets the bits of b too, where b has the parameters of a.
func (a *array) unite(b *array) error {
	if err := filter.Match(a.params, b.params); err != nil {
		return err
	}
	for i, w := range b.words {
		a.words[i] |= w
	}
	return nil
}

// restoreArray reads an array with the parameters p, which must be those that size gives for the same n, m and k.
func restoreArray(size sizer, p filter.Params, r io.Reader) (array, error) {
	if err := sound(size, p); err != nil {
		return array{}, err
	}
	words, err := filter.ReadWords(r, (p.M+63)/64)
	if err != nil {
		return array{}, err
	}
	if over := p.M % 64; over != 0 && words[len(words)-1]>>over != 0 {
		return array{}, fmt.Errorf("%w: bits beyond m = %d are set", filter.ErrFormat, p.M)
	}
	return arrayOf(words, p), nil
}

// sound returns an error that wraps filter.ErrFormat where p are no parameters that size gives.
func sound(size sizer, p filter.Params) error {
	if p.M == 0 || p.K == 0 {
		return fmt.Errorf("%w: m = %d bits, k = %d", filter.ErrFormat, p.M, p.K)
	}
	switch want, err := size(filter.Spec{N: p.N, M: p.M, K: p.K}); {
	case err != nil:
		return fmt.Errorf("%w: %w", filter.ErrFormat, err)
	case want != p:
		return fmt.Errorf("%w: parameters %+v, such a filter has %+v", filter.ErrFormat, p, want)
	}
	return nil
}
