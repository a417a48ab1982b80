package article

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/filter/filtertest"
	"hashlab/impl/hash"
)

// The known answers in this file come from running the article's own program.

func TestConformance(t *testing.T) {
	e, err := filter.Find("article-filter")
	if err != nil {
		t.Fatal(err)
	}
	if err := filtertest.Run(e, testing.AllocsPerRun); err != nil {
		t.Error(err)
	}
}

func newDigest(t *testing.T, n uint64, fpr float64) *digestFilter {
	t.Helper()
	f, err := New(filter.Spec{N: n, FPR: fpr}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f.(*digestFilter)
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		n   uint64
		fpr float64
		m   uint64
		k   int
	}{
		{1_000_000, 0.01, 9_585_058, 6},
		{1_000_000, 0.001, 14_377_587, 9},
		{1_000_000, 0.1, 4_792_529, 3},
		{20_000, 0.01, 191_701, 6},
		{1_000, 0.01, 9_585, 6},
	} {
		t.Run(fmt.Sprintf("n=%d,fpr=%v", c.n, c.fpr), func(t *testing.T) {
			m, k, err := size(filter.Spec{N: c.n, FPR: c.fpr})
			if m != c.m || k != c.k || err != nil {
				t.Errorf("got m = %d, k = %d, %v; want %d, %d", m, k, err, c.m, c.k)
			}
		})
	}
}

func TestProbes(t *testing.T) {
	f := newDigest(t, 1_000_000, 0.01)
	for key, want := range map[string][]uint64{
		"omar":   {9318154, 271225, 1567710, 6000690, 6975182, 2998525},
		"khalid": {9249639, 6061640, 1742602, 9510464, 5375684, 1537554},
		"ahmad":  {2544553, 4787451, 7207464, 2810086, 9050716, 234711},
	} {
		for i, want := range want {
			if got := digestAt([]byte(key), i, f.m); got != want {
				t.Errorf("probe %d of %q: got %d, want %d", i, key, got, want)
			}
		}
	}
}

func TestDemonstration(t *testing.T) {
	f := newDigest(t, 1_000_000, 0.01)
	for _, key := range []string{"ahmad", "fatima", "omar", "programmer"} {
		f.AddString(key)
	}
	for key, want := range map[string]bool{"omar": true, "sami": false, "random_user_123": false} {
		if got := f.ContainsString(key); got != want {
			t.Errorf("Contains(%q): got %t, want %t", key, got, want)
		}
	}
}

func TestFullFilter(t *testing.T) {
	f := newDigest(t, 20_000, 0.01)
	for i := range 20_000 {
		f.AddString(fmt.Sprintf("user%d", i))
	}
	if got, want := f.FillRatio(), 89_108.0/191_701; got != want {
		t.Errorf("fill ratio: got %v, want %v", got, want)
	}
	absent := make([][]byte, 100_000)
	for i := range absent {
		absent[i] = fmt.Appendf(nil, "absent%d", i)
	}
	if got, want := f.Count(absent), 1_077; got != want {
		t.Errorf("positives of absent keys: got %d, want %d", got, want)
	}
}

// Suffixes that are not separated let x at probe 10 and x1 at probe 0 meet: a fault that is kept.
func TestSuffixesCollide(t *testing.T) {
	const m = 1 << 40
	if a, b := digestAt([]byte("x"), 10, m), digestAt([]byte("x1"), 0, m); a != b {
		t.Errorf("got places %d and %d, want equal ones", a, b)
	}
}

func TestRefuses(t *testing.T) {
	for _, s := range []filter.Spec{
		{N: 1, FPR: 0.9},         // m = 0, k = 0
		{N: 1_000_000, FPR: 0.9}, // k = 0: a filter that finds everything
		{N: 1000, FPR: 0.01, K: 7},
		{N: 1000, FPR: 0.01, M: 9585},
		{N: 1000}, {M: 1000}, {K: 3}, {M: 1000, K: 3, FPR: 0.01},
		{N: 1 << 47, FPR: 1e-9},
	} {
		if f, err := New(s, nil); f != nil || !errors.Is(err, filter.ErrSpec) {
			t.Errorf("New(%+v): got %v, %v; want an error that wraps ErrSpec", s, f, err)
		}
	}
}

// length is a hash that keeps the last byte and the number of bytes.
type length struct{ hash.Hash }

func (length) Bytes(key []byte) uint64 { return uint64(key[len(key)-1])<<32 | uint64(len(key)) }

func TestReplacedHash(t *testing.T) {
	f, err := New(filter.Spec{M: 1 << 20, K: 12}, length{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := f.(*hashFilter).at(append(make([]byte, 0, 8), "abcd"...), 11), uint64('1')<<32+6; got != want%(1<<20) {
		t.Errorf("place of probe 11 of abcd: got %d, want %d", got, want%(1<<20))
	}
}

// Keys on both sides of what the stack holds go the two ways, and give the same places.
func TestLongKeys(t *testing.T) {
	f := newDigest(t, 1000, 1e-9)
	for n := short - 2; n <= short+3; n++ {
		key := strings.Repeat("k", n)
		if f.ContainsString(key) {
			t.Errorf("length %d: found before it was added", n)
		}
		f.AddString(key)
		for i := range f.k {
			if !f.has(digestAt([]byte(key), i, f.m)) {
				t.Errorf("length %d: probe %d is not set", n, i)
			}
		}
		if !f.ContainsString(key) {
			t.Errorf("length %d: not found", n)
		}
	}
	long := strings.Repeat("k", 10*short)
	for name, call := range map[string]func(){
		"AddString":      func() { f.AddString(long) },
		"ContainsString": func() { f.ContainsString(long) },
	} {
		if allocs := testing.AllocsPerRun(100, call); allocs != 0 {
			t.Errorf("%s of a long key allocates %v times, want 0", name, allocs)
		}
	}
}

// TestWords: the words hold the bits of the key's probes and no others.
func TestWords(t *testing.T) {
	f := newDigest(t, 1000, 0.01)
	f.AddString("khalid")
	ones := map[uint64]bool{}
	for i := range f.k {
		ones[digestAt([]byte("khalid"), i, f.m)] = true
	}
	for at := range f.m {
		if set := f.Words()[at/64]>>(at%64)&1 == 1; set != ones[at] {
			t.Errorf("bit %d is set: %t, want %t", at, set, ones[at])
		}
	}
}
