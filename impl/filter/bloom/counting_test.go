package bloom

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

func newCounting(t testing.TB, spec filter.Spec) *Counting {
	t.Helper()
	f, err := NewCounting(spec)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestCounterSticks(t *testing.T) {
	for adds := 1; adds <= 40; adds++ {
		f := newCounting(t, filter.Spec{N: 100, FPR: 0.01})
		h := hash.Fmix64(7)
		for range adds {
			f.Add(h)
		}
		for range adds - 1 {
			if !f.Remove(h) {
				t.Fatalf("adds=%d: a removal is refused", adds)
			}
		}
		if !f.Contains(h) {
			t.Errorf("adds=%d: not found after %d removals", adds, adds-1)
		}
		f.Remove(h)
		if got, want := f.Contains(h), adds >= counterMax; got != want {
			t.Errorf("adds=%d: found after as many removals: got %t, want %t", adds, got, want)
		}
	}
}

// In few counters all probes of a key coincide again and again. What was added can be taken out to the
// last bit, and a refused removal changes nothing, as long as no counter sticks.
func TestCountingAgainstMultiset(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, err := NewCounting(filter.Spec{M: 4 * rapid.Uint64Range(1, 20).Draw(t, "positions"), K: 3})
		if err != nil {
			t.Fatal(err)
		}
		held := map[uint64]int{}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			h := hash.Fmix64(rapid.Uint64Range(1, 12).Draw(t, "key"))
			before := slices.Clone(f.words)
			switch {
			case rapid.Bool().Draw(t, "add") && f.highest(h)+3 < counterMax:
				f.Add(h)
				held[h]++
			case held[h] > 0:
				if !f.Remove(h) {
					t.Fatalf("removal of a key that is held is refused")
				}
				held[h]--
			default:
				if f.Remove(h) {
					copy(f.words, before) // an absent key that cannot be told apart
				} else if !slices.Equal(f.words, before) {
					t.Fatalf("a refused removal changes counters")
				}
			}
			for h, n := range held {
				if n > 0 && !f.Contains(h) {
					t.Fatalf("a key that is held is not found")
				}
			}
		}
		for h, n := range held {
			for range n {
				f.Remove(h)
			}
		}
		if f.FillRatio() != 0 {
			t.Errorf("fill ratio after all keys were removed: got %v, want 0", f.FillRatio())
		}
	})
}

// highest returns the highest counter of h.
func (f *Counting) highest(h uint64) uint64 {
	var word, shift, top uint64
	for range f.k {
		h, word, shift = f.next(h)
		top = max(top, f.words[word]>>shift&counterMax)
	}
	return top
}

func TestCountingFillRatio(t *testing.T) {
	f := newCounting(t, filter.Spec{M: 4 * 100, K: 1})
	for i := range uint64(100) {
		f.words[i>>4] |= (i%15 + 1) << (i & 15 * 4)
		if got, want := f.FillRatio(), float64(i+1)/100; got != want {
			t.Fatalf("%d counters set: got %v, want %v", i+1, got, want)
		}
	}
}

func TestCountingSize(t *testing.T) {
	f := newCounting(t, filter.Spec{N: 1000, FPR: 0.01})
	if got, want := f.Params(), (filter.Params{N: 1000, M: 4 * 9595, K: 7, CounterBits: 4}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for _, s := range []filter.Spec{{M: 1001, K: 3}, {N: 1 << 44, FPR: 0.01}} {
		if _, err := NewCounting(s); err == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
}
