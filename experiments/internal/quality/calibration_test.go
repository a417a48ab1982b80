package quality

import (
	"math"
	"testing"

	"hashlab/experiments/internal/stats"
	"hashlab/impl/hash"
)

// chance is a hash of random bits: word i of SplitMix64, by the order of calls, from a start of its own.
type chance struct {
	hash.Base
	next uint64
}

func (c *chance) Bytes([]byte) uint64  { c.next++; return splitMix(c.next) }
func (c *chance) String(string) uint64 { return c.Bytes(nil) }
func (c *chance) Uint64(uint64) uint64 { return c.Bytes(nil) }

func (c *chance) Sum(dst []uint64, keys [][]byte) {
	for i := range keys {
		dst[i] = c.Bytes(nil)
	}
}

func (c *chance) SumStrings(dst []uint64, keys []string) {
	for i := range keys {
		dst[i] = c.Bytes(nil)
	}
}

// TestPValuesAreCalibrated: on random bits a p-value below x comes with probability x, or more seldom where
// counts are few. Of the p-values of each test the share below 0.1 and the share below 0.01 are held against
// that; each of the 8 comparisons calls a false alarm with a probability of 1e-7. With the 400 p-values of
// ring-share a share of 0.19 instead of 0.1 is found half of the time, with the 100 of collisions one of 0.29.
func TestPValuesAreCalibrated(t *testing.T) {
	ps := map[Test][]float64{}
	for rep := range uint64(100) {
		c := &chance{next: rep << 40}
		s := subject{entry: hash.Entry{Info: hash.Info{Bits: 64}}, wide: c, own: c, bits: 64}
		hashes := make([]uint64, 3<<13)
		c.Sum(hashes, make([][]byte, len(hashes)))
		found := append(bucketsOf(s, "random", hashes[:1<<13]), bloomOf(s, "random", hashes)...)
		for _, r := range []ring{{64, 160}, {10, 100}} {
			rings, err := ringShares(s, amount{rings: []ring{r}})
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, rings[:2]...)
		}
		narrow := s
		narrow.entry.Bits = 28
		low := make([]uint64, 1<<15)
		for i := range low {
			low[i] = c.Bytes(nil) >> 36 // 28 bits: 2 collisions expected
		}
		found = append(found, collisionsOf(narrow, "random", low))
		for _, f := range found {
			ps[f.Test] = append(ps[f.Test], f.P)
		}
	}
	if len(ps) != 4 {
		t.Errorf("p-values of %d tests, want 4", len(ps))
	}
	for test, list := range ps {
		for _, level := range []float64{0.1, 0.01} {
			below := uint64(0)
			for _, p := range list {
				if p <= level {
					below++
				}
			}
			if p, ok := stats.BinomialUpper(below, uint64(len(list)), level); !ok || p < 1e-7 {
				t.Errorf("%s: %d of %d p-values are at most %v (p = %.2g)", test, below, len(list), level, p)
			}
		}
	}
}

// TestShareCV takes rings whose shares are known: all points in one place, and 4 points that lie evenly.
func TestShareCV(t *testing.T) {
	label := func(dst []byte, s, v int) []byte { return append(dst, byte(s), byte(v)) }
	at := func(f func(s, v uint64) uint64) subject {
		return subject{wide: placed{f: f}}
	}
	for name, tc := range map[string]struct {
		f    func(s, v uint64) uint64
		r    ring
		want float64
	}{
		"one place":        {func(_, _ uint64) uint64 { return 77 }, ring{4, 3}, math.Sqrt(3)},
		"even":             {func(s, v uint64) uint64 { return s<<62 | v }, ring{4, 1}, 0},
		"one owns 3/4":     {func(s, _ uint64) uint64 { return s << 62 }, ring{2, 1}, 0.5},
		"the end wraps":    {func(s, _ uint64) uint64 { return 1<<63 + s<<62 }, ring{2, 1}, 0.5},
		"vnodes lie even":  {func(s, v uint64) uint64 { return (2*v + s) << 61 }, ring{2, 4}, 0},
		"vnodes in blocks": {func(s, v uint64) uint64 { return s<<63 | v<<61 }, ring{2, 4}, 0},
	} {
		if got := shareCV(at(tc.f), tc.r, label); math.Abs(got-tc.want) > 1e-12 {
			t.Errorf("%s: got %v, want %v", name, got, tc.want)
		}
	}
}

// placed hashes a label of two bytes to a place.
type placed struct {
	hash.Hash
	f func(s, v uint64) uint64
}

func (p placed) Bytes(key []byte) uint64 { return p.f(uint64(key[0]), uint64(key[1])) }
