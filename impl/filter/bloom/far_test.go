package bloom

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// A farCase makes a filter with room for some hundred keys and k probes, and makes bulk calls take it for large.
type farCase struct {
	name string
	make func(k int) (filter.Mutable, error)
	away func(filter.Mutable) *distance
}

func caseOf[F filter.Mutable](name string, of func(filter.Spec) (F, error), spec func(k int) filter.Spec, away func(F) *distance) farCase {
	return farCase{name,
		func(k int) (filter.Mutable, error) { return mutable(of(spec(k))) },
		func(f filter.Mutable) *distance { return away(f.(F)) }}
}

var farCases = func() []farCase {
	bits := func(m uint64) func(int) filter.Spec {
		return func(k int) filter.Spec { return filter.Spec{M: m, K: k} }
	}
	eight := func(int) filter.Spec { return filter.Spec{M: 8192} }
	own := func(n uint64) func(int) filter.Spec { // for filters that choose k themselves: about that of the rate
		return func(k int) filter.Spec { return filter.Spec{N: n, FPR: 1 / float64(uint64(1)<<min(k, 40))} }
	}
	return []farCase{
		caseOf("classic", NewClassic, bits(8192), func(f *Classic) *distance { return &f.away }),
		caseOf("double", NewDouble, bits(8191), func(f *Double) *distance { return &f.away }),
		caseOf("enhanced", NewEnhanced, bits(8191), func(f *Enhanced) *distance { return &f.away }),
		caseOf("triple", NewTriple, bits(8191), func(f *Triple) *distance { return &f.away }),
		caseOf("modulo", NewModulo, bits(8191), func(f *Modulo) *distance { return &f.away }),
		caseOf("pow2", NewPow2, bits(8192), func(f *Pow2) *distance { return &f.away }),
		caseOf("partitioned", NewPartitioned, func(k int) filter.Spec { return filter.Spec{M: 1001 * uint64(k), K: k} },
			func(f *Partitioned) *distance { return &f.away }),
		caseOf("blocked", NewBlocked, bits(8192), func(f *Blocked) *distance { return &f.away }),
		caseOf("register", NewRegister, bits(8192), func(f *Register) *distance { return &f.away }),
		caseOf("split512", NewSplit512, eight, func(f *Split512) *distance { return &f.away }),
		caseOf("split256", NewSplit256, eight, func(f *Split256) *distance { return &f.away }),
		caseOf("counting", NewCounting, bits(4*8192), func(*Counting) *distance { return new(distance) }),
		caseOf("counting-blocked", NewCountingBlocked, bits(4*8192), func(*CountingBlocked) *distance { return new(distance) }),
		caseOf("concurrent", NewConcurrent, bits(8192), func(*Concurrent) *distance { return new(distance) }),
		caseOf("stable", NewStable, own(100), func(f *Stable) *distance { return &f.away }),
		caseOf("scalable", NewScalable, own(1), func(f *Scalable) *distance { return &f.away }),
	}
}()

// TestFarBulk holds the bulk calls of large filters, on small ones, against single calls: for few probes and as many as
// there can be, at lengths around those of their batches, with all, half and none of the keys present.
func TestFarBulk(t *testing.T) {
	withKernel(t, func(t *testing.T) {
		for _, c := range farCases {
			for _, k := range []int{1, 2, 3, 7, 8, 9, filter.MaxK} {
				for _, n := range []int{0, 1, 15, 16, 17, 64, 65, 255, 256, 257, 600} {
					farHolds(t, c, k, n, far)
				}
				farHolds(t, c, k, 257, farther)
			}
		}
	})
}

func farHolds(t *testing.T, c farCase, k, n int, away distance) {
	t.Helper()
	f, err := c.make(k)
	if err != nil {
		t.Fatalf("%s,k=%d: %v", c.name, k, err)
	}
	*c.away(f) = away
	single := f.(filter.Copier).Copy().(filter.Mutable)
	present, absent := hashesAt(0, n), hashesAt(1<<20, n+9)[9:]
	f.AddAll(present)
	for _, h := range present {
		single.Add(h)
	}
	*c.away(f) = away // also after it grew
	for _, queries := range [][]uint64{present, absent, slices.Concat(present, absent, present), alternate(present, absent)} {
		answers, count := make([]bool, len(queries)), 0
		f.ContainsAll(answers, queries)
		for i, h := range queries {
			if want := single.Contains(h); answers[i] != want {
				t.Fatalf("%s,k=%d,n=%d,away=%d: ContainsAll says %t of hash %d, want %t", c.name, k, n, away, answers[i], i, want)
			} else if want {
				count++
			}
		}
		if got := f.Count(queries); got != count {
			t.Fatalf("%s,k=%d,n=%d,away=%d: Count returns %d, want %d", c.name, k, n, away, got, count)
		}
	}
}

func alternate(a, b []uint64) (both []uint64) {
	for i := range a {
		both = append(both, a[i], b[i])
	}
	return both
}

// TestFarBulkAllocatesNothing: what a batch holds stays on the stack.
func TestFarBulkAllocatesNothing(t *testing.T) {
	hs, answers := hashesAt(0, 1000), make([]bool, 1000)
	withKernel(t, func(t *testing.T) {
		for _, c := range farCases {
			f, err := c.make(7)
			if err != nil {
				t.Fatal(err)
			}
			f.AddAll(hs)
			*c.away(f) = farther
			for name, call := range map[string]func(){
				"AddAll":      func() { f.AddAll(hs) },
				"ContainsAll": func() { f.ContainsAll(answers, hs) },
				"Count":       func() { f.Count(hs) },
			} {
				if got := testing.AllocsPerRun(20, call); got != 0 {
					t.Errorf("%s: %s allocates %v times", c.name, name, got)
				}
			}
		}
	})
}

// TestFarIndependent is TestFarBulk for the filter that hashes keys itself.
func TestFarIndependent(t *testing.T) {
	keyOf := func(i int) []byte { return binary.BigEndian.AppendUint64(nil, hash.Fmix64(uint64(i))) }
	for _, k := range []int{1, 2, 3, 7, filter.MaxK} {
		for _, n := range []int{0, 1, 63, 64, 65, 600} {
			f, err := NewIndependent(filter.Spec{M: 8192, K: k}, nil)
			if err != nil {
				t.Fatal(err)
			}
			f.away = far
			var keys [][]byte
			for i := range n {
				f.Add(keyOf(i))
				keys = append(keys, keyOf(i), keyOf(1<<30+i))
			}
			want := 0
			for _, key := range keys {
				if f.Contains(key) {
					want++
				}
			}
			if got := f.Count(keys); got != want || got < n {
				t.Errorf("%s: Count returns %d, want %d", fmt.Sprintf("k=%d,n=%d", k, n), got, want)
			}
		}
	}
}

// TestDistanceOf: each bound belongs to what is nearer.
func TestDistanceOf(t *testing.T) {
	for _, c := range []struct {
		bytes uint64
		want  distance
	}{{8, near}, {farBytes, near}, {farBytes + 8, far}, {fartherBytes, far}, {fartherBytes + 8, farther}, {filter.MaxM / 8, farther}} {
		if got := distanceOf(8 * c.bytes); got != c.want {
			t.Errorf("bytes=%d: got %d, want %d", c.bytes, got, c.want)
		}
	}
}
