package ribbon

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// hashes returns n distinct hashes that seed picks.
func hashes(seed, n uint64) []uint64 {
	hs := make([]uint64, n)
	for i := range hs {
		hs[i] = hash.Fmix64(seed<<32 + uint64(i) + 1)
	}
	return hs
}

func mustBuild(t *testing.T, hs []uint64) *Filter {
	t.Helper()
	f, err := New(filter.Spec{N: max(1, uint64(len(hs)))}, hs)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The sum over words of masked bytes agrees with one over bits.
func TestAdd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := [ribbon]byte(rapid.SliceOfN(rapid.Byte(), ribbon, ribbon).Draw(t, "rows"))
		low, high := rapid.Uint64().Draw(t, "low"), rapid.Uint64().Draw(t, "high")
		want := byte(0)
		for i, row := range rows {
			if [2]uint64{low, high}[i/64]>>(i%64)&1 != 0 {
				want ^= row
			}
		}
		if got := add(&rows, low, high); got != want {
			t.Errorf("got %#x, want %#x", got, want)
		}
	})
}

// Every equation that went into a band holds for its solution; what is inserted again follows from it, and with
// another sum contradicts it.
func TestBandIsSolved(t *testing.T) {
	const rows = 1000
	b := band{make([]uint64, rows), make([]uint64, rows), make([]byte, rows+ribbon)}
	var in []equation
	for _, x := range hashes(1, 860) {
		e := equationOf(x, rows-ribbon+1)
		if b.insert(e) == independent {
			in = append(in, e)
		}
	}
	if len(in) < 800 {
		t.Fatalf("%d of 860 equations are independent", len(in))
	}
	for at, low := range b.low {
		if low != 0 && low&1 == 0 {
			t.Errorf("the equation of row %d does not start there: %#x", at, low)
		}
	}
	for _, e := range in {
		if got := b.insert(e); got != follows {
			t.Fatalf("inserted again: got %d, want it to follow", got)
		}
		e.sum ^= 1
		if got := b.insert(e); got != contradicts {
			t.Fatalf("with another sum: got %d, want a contradiction", got)
		}
	}
	b.substitute()
	for i, e := range in {
		if got := add((*[ribbon]byte)(b.sum[e.start:]), e.low, e.high); got != e.sum {
			t.Errorf("equation %d: got sum %#x, want %#x", i, got, e.sum)
		}
	}
}

// A few attempts suffice at every size: the most that any of these 20,000 builds takes is shown, and 10 are allowed.
// Were the chance of success 1/2, one of them would take more than 10 with a probability above 1 - 1e-8.
func TestAttempts(t *testing.T) {
	most := 0
	for _, n := range []uint64{0, 1, 2, 10, 100, 300, 1000, 3000, 10_000, 30_000, 100_000} {
		for seed := range min(4000, 400_000/max(n, 1)) {
			most = max(most, mustBuild(t, hashes(seed, n)).attempt+1)
		}
	}
	t.Logf("at most %d attempts", most)
	if most > 10 {
		t.Errorf("a build takes %d attempts", most)
	}
}

// Case F61: hashes may repeat, and cost no rows where they do so in numbers. The caller's slice is left alone.
func TestRepeatedHashes(t *testing.T) {
	hs := hashes(1, 1000)
	for name, in := range map[string][]uint64{
		"each twice": slices.Concat(hs, hs), "one a thousand times": slices.Repeat(hs[:1], 1000), "two alike": {7, 7},
		"the last of many": append(slices.Clone(hs), slices.Repeat(hs[999:], 500)...),
	} {
		before := slices.Clone(in)
		f := mustBuild(t, in)
		if !slices.Equal(in, before) {
			t.Errorf("%s: the caller's hashes were changed", name)
		}
		if got := f.Count(in); got != len(in) {
			t.Errorf("%s: %d of %d are found", name, got, len(in))
		}
		distinct := len(slices.Compact(slices.Sorted(slices.Values(in))))
		if want := rowsFor(uint64(distinct), f.attempt); uint64(len(f.rows)) != want {
			t.Errorf("%s: got %d rows, want %d", name, len(f.rows), want)
		}
	}
}

// Case F63: a filter without keys answers at its rate. Of 100,000 queries 390.6 are found on average; a count
// outside of 288 … 500 has a probability below 1e-6.
func TestNoKeys(t *testing.T) {
	if got := mustBuild(t, nil).Count(hashes(1, 100_000)); got < 288 || got > 500 {
		t.Errorf("finds %d of 100000", got)
	}
}

// Rows, and so memory: the published 1.05 for a million keys.
func TestRows(t *testing.T) {
	for _, c := range []struct {
		n       uint64
		attempt int
		want    uint64
	}{{0, 0, 128}, {1, 0, 128}, {100, 0, 227}, {1000, 0, 1134}, {1_000_000, 0, 1_044_127}, {1_000_000, 2, 1_054_127}} {
		if got := rowsFor(c.n, c.attempt); got != c.want {
			t.Errorf("n=%d,attempt=%d: got %d, want %d", c.n, c.attempt, got, c.want)
		}
	}
	if got := rowsFor(3_900_000_000, 0); got < 3_900_000_000 || got > maxRows {
		t.Errorf("n=3.9e9: got %d rows", got)
	}
	f := equationOf(math.MaxUint64, maxRows-ribbon+1)
	if f.start != maxRows-ribbon {
		t.Errorf("the last ribbon starts at %d, want %d", f.start, uint64(maxRows-ribbon))
	}
}

// The picks are uniform, and so is the first row: over 2^16 hashes each bit of low, high and sum but the first,
// which is always 1, is set half the time. A deviation of 5.8 standard deviations has a probability of 7e-9, of 136
// bits 1e-6; it shows a bit that is off by 1.2 %.
func TestEquationBits(t *testing.T) {
	const n = 1 << 16
	var counts [2*64 + 8]int
	for _, x := range hashes(2, n) {
		e := equationOf(x, 1000)
		if e.low&1 == 0 {
			t.Fatal("the first row is not picked")
		}
		for i, word := range []uint64{e.low, e.high, uint64(e.sum)} {
			for ; word != 0; word &= word - 1 {
				counts[64*i+bits.TrailingZeros64(word)]++
			}
		}
	}
	bound := 5.8 * math.Sqrt(n) / 2
	for bit, got := range counts[1:] {
		if math.Abs(float64(got)-n/2) > bound {
			t.Errorf("bit %d is set %d times of %d", bit+1, got, n)
		}
	}
}

func TestSpec(t *testing.T) {
	for _, c := range []struct {
		spec filter.Spec
		ok   bool
	}{
		{filter.Spec{N: 10, FPR: 1.0 / 256}, true},
		{filter.Spec{FPR: 0.01, K: 1}, true},
		{filter.Spec{N: 10, FPR: 0.0039}, false},
		{filter.Spec{N: 10, K: 2}, false},
		{filter.Spec{M: 1000}, false},
		{filter.Spec{}, false},
	} {
		t.Run(fmt.Sprintf("%+v", c.spec), func(t *testing.T) {
			if _, err := New(c.spec, hashes(1, 10)); (err == nil) != c.ok || err != nil && !errors.Is(err, filter.ErrSpec) {
				t.Errorf("got %v, want success %t", err, c.ok)
			}
		})
	}
}

func TestStored(t *testing.T) {
	f := mustBuild(t, hashes(1, 1000))
	var b bytes.Buffer
	if err := f.WritePayload(&b); err != nil {
		t.Fatal(err)
	}
	payload := bytes.Clone(b.Bytes())
	b.WriteString("rest")
	got, err := restore(f.params, &b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(f, got, cmp.AllowUnexported(Filter{})); diff != "" || b.String() != "rest" {
		t.Errorf("the rest is %q, want \"rest\"; filter (-want +got):\n%s", b.String(), diff)
	}
	for name, bytes := range map[string]func([]byte) []byte{
		"a byte is missing":      func(b []byte) []byte { return b[:len(b)-1] },
		"attempt 100":            func(b []byte) []byte { b[0] = maxAttempts; return b },
		"a row behind the last":  func(b []byte) []byte { b[len(b)-1] = 1; return b },
		"nothing":                func([]byte) []byte { return nil },
		"nothing but an attempt": func(b []byte) []byte { return b[:8] },
	} {
		if _, err := restore(f.params, reader(bytes(slices.Clone(payload)))); !errors.Is(err, filter.ErrFormat) {
			t.Errorf("%s: got %v, want ErrFormat", name, err)
		}
	}
	for _, change := range []func(*filter.Params){
		func(p *filter.Params) { p.M += 1 }, func(p *filter.Params) { p.M = 0 }, func(p *filter.Params) { p.M = 8 * (ribbon - 1) },
		func(p *filter.Params) { p.M = 1 << 40 }, func(p *filter.Params) { p.K = 2 }, func(p *filter.Params) { p.FingerprintBits = 9 },
	} {
		p := f.params
		change(&p)
		if _, err := restore(p, reader(payload)); !errors.Is(err, filter.ErrFormat) {
			t.Errorf("%+v: got %v, want ErrFormat", p, err)
		}
	}
}

func reader(b []byte) *bytes.Reader { return bytes.NewReader(b) }

// However many rows are stored, they come back: the writer packs 8192 words at a time.
func TestStoredInParts(t *testing.T) {
	f := mustBuild(t, hashes(1, 140_000))
	var b bytes.Buffer
	if err := f.WritePayload(&b); err != nil {
		t.Fatal(err)
	}
	got, err := restore(f.params, &b)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.(*Filter).rows, f.rows) {
		t.Error("rows differ")
	}
}
