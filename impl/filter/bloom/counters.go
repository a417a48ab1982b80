package bloom

import (
	"fmt"
	"io"
	"math/bits"

	"hashlab/impl/filter"
)

const (
	counterShift = 2
	counterBits  = 1 << counterShift
	counterMax   = 1<<counterBits - 1
)

// counters is an array of 4-bit counters with the parameters of the filter that embeds it: all that a counting filter
// does but for the way from a hash to its positions.
type counters struct {
	words     []uint64 // 16 counters to a word
	params    filter.Params
	positions uint64
	k         int
}

func newCounters(size sizer, spec filter.Spec) (counters, error) {
	p, err := size(spec)
	if err != nil {
		return counters{}, err
	}
	return countersOf(newBitset(p.M), p), nil
}

func countersOf(words []uint64, p filter.Params) counters {
	return counters{words, p, p.M / counterBits, p.K}
}

// up raises a counter, unless it sticks.
func (c *counters) up(word, shift uint64) {
	if c.words[word]>>shift&counterMax != counterMax {
		c.words[word] += 1 << shift
	}
}

// down lowers a counter, unless it sticks, and reports whether it was above 0.
func (c *counters) down(word, shift uint64) bool {
	switch c.words[word] >> shift & counterMax {
	case 0:
		return false
	case counterMax:
	default:
		c.words[word] -= 1 << shift
	}
	return true
}

// Params returns n, m, k, the bits of a counter and, where there are blocks, of a block.
func (c *counters) Params() filter.Params { return c.params }

// Bytes returns the size of the counters.
func (c *counters) Bytes() int64 { return int64(len(c.words)) * 8 }

// ones counts the counters above 0.
func (c *counters) ones() uint64 {
	set := 0
	for _, w := range c.words {
		w |= w >> 2
		w |= w >> 1
		set += bits.OnesCount64(w & 0x1111111111111111)
	}
	return uint64(set)
}

// FillRatio returns the share of counters above 0. It reads the whole array.
func (c *counters) FillRatio() float64 { return float64(c.ones()) / float64(c.positions) }

// Cardinality returns an estimate of the distinct keys that the filter holds: see estimate.
func (c *counters) Cardinality() (n float64, ok bool) { return estimate(c.params, c.ones()) }

// Clear empties the filter.
func (c *counters) Clear() { clear(c.words) }

// WritePayload writes the words of the array.
func (c *counters) WritePayload(w io.Writer) error { return filter.WriteWords(w, c.words) }

func (c *counters) copied() counters { return countersOf(filter.CloneArray(c.words), c.params) }

// unite adds the counters of d, up to 15, where d has the parameters of c.
func (c *counters) unite(d *counters) error {
	if err := filter.Match(c.params, d.params); err != nil {
		return err
	}
	for i, x := range c.words {
		c.words[i] = addCounters(x, d.words[i])
	}
	return nil
}

// addCounters adds the 16 counters of y to those of x, each up to 15.
func addCounters(x, y uint64) uint64 {
	sum := uint64(0)
	for shift := 0; shift < 64; shift += counterBits {
		sum |= min(x>>shift&counterMax+y>>shift&counterMax, counterMax) << shift
	}
	return sum
}

func restoreCounters(size sizer, p filter.Params, r io.Reader) (counters, error) {
	if err := sound(size, p); err != nil {
		return counters{}, err
	}
	words, err := filter.ReadWords(r, (p.M+63)/64)
	if err != nil {
		return counters{}, err
	}
	if over := p.M % 64; over != 0 && words[len(words)-1]>>over != 0 {
		return counters{}, fmt.Errorf("%w: counters beyond m = %d bits are set", filter.ErrFormat, p.M)
	}
	return countersOf(words, p), nil
}
