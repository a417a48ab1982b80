package bloom

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// Empty payloads and parameters without bits.
func emptyPayloadIsRefused(t *testing.T) {
	onHashes(t, func(t *testing.T, e filter.Entry) {
		p := made(t, e, filter.Spec{N: 10, FPR: 0.1}).Params()
		for range 2 {
			if f, err := e.Restore(p, strings.NewReader("")); f != nil || !errors.Is(err, filter.ErrFormat) {
				t.Errorf("%+v without a payload: got %v, %v; want an error that wraps ErrFormat", p, f, err)
			}
			p.M = 0
		}
	})
}

// At m = 24,000, with many divisors, keys have as many distinct positions as independent probes give: each of the 21
// pairs of 7 probes coincides once in 24,000, so that of 100,000 keys 87.5 +- 9.4 have fewer than 7; 6.5 deviations
// more are 149. Triple hashing keeps some common factors of distances and m, which bound its mean by 175: with 6.5
// deviations 261. Double hashing would have 233, with a stride that is a multiple of m all of them.
func stridesKeepTheirRate(t *testing.T) {
	for name, most := range map[string]int{
		"bloom-classic": 149, "bloom-classic-modulo": 149, "bloom-classic-enhanced": 149, "bloom-classic-triple": 261,
	} {
		e, err := filter.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		f := made(t, e, filter.Spec{M: 24_000, K: 7})
		bits := f.(interface{ bitset() bitset }).bitset()
		short := 0
		for _, h := range hashes(0, 100_000) {
			f.(filter.Clearer).Clear()
			f.Add(h)
			if bits.ones() < 7 {
				short++
			}
		}
		if short > most {
			t.Errorf("%s: %d of 100000 keys have fewer than 7 positions, want at most %d", name, short, most)
		}
	}
}

// The position of a probe tells nothing of that of another: by 16 classes each, 256 cells for each of the 21 pairs of 7
// probes of 100,000 keys. Chi-square has 255 degrees of freedom; beyond 430 lies a probability of 6e-11, for all pairs
// 1.3e-9. It finds a cell that is off by 5 %.
func probesAreIndependent(t *testing.T) {
	const classes, k, keys = 16, 7, 100_000
	var cells [k][k][classes][classes]int
	for _, h := range hashes(0, keys) {
		var at [k]uint64
		for i := range at {
			h *= multiplier
			at[i] = place(h, classes)
		}
		for i := range k {
			for j := range i {
				cells[i][j][at[i]][at[j]]++
			}
		}
	}
	const want = float64(keys) / classes / classes
	for i := range k {
		for j := range i {
			chi := 0.0
			for _, row := range cells[i][j] {
				for _, n := range row {
					chi += (float64(n) - want) * (float64(n) - want) / want
				}
			}
			if chi > 430 {
				t.Errorf("probes %d and %d: chi-square %.0f, want 255 +- 23", i, j, chi)
			}
		}
	}
}

func fullGivesNoEstimate(t *testing.T) {
	f, err := NewClassic(filter.Spec{M: 64, K: 3})
	if err != nil {
		t.Fatal(err)
	}
	f.AddAll(hashes(0, 10_000))
	if n, ok := f.Cardinality(); ok {
		t.Errorf("a full filter estimates %v keys", n)
	}
}

func estimateCountsKeys(t *testing.T) {
	f, err := NewClassic(filter.Spec{N: 1000, FPR: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	f.Add(hash.Fmix64(1))
	if n, ok := f.Cardinality(); !ok || math.Abs(n-1) > 0.01 {
		t.Errorf("one key is estimated as %v, %t", n, ok)
	}
}

func joined(t *testing.T, seed uint64) filter.MutableKeyFilter {
	t.Helper()
	e, err := filter.Find("bloom-classic")
	if err != nil {
		t.Fatal(err)
	}
	f, err := e.Keyed(filter.Spec{N: 100, FPR: 1e-6}, open(t, "xxh3", seed))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func highBytes(t *testing.T) {
	f := joined(t, 0)
	f.Add([]byte{0x80})
	f.AddString("\xff\xff\xff")
	if !f.ContainsString("\x80") || !f.Contains([]byte{0xff, 0xff, 0xff}) || f.ContainsString("\x7f") {
		t.Error("keys with high bytes are not found, or found by others")
	}
}

func seedIsStored(t *testing.T) {
	f := joined(t, 1<<40+3)
	f.AddString("key")
	var b bytes.Buffer
	if err := filter.Save(&b, f); err != nil {
		t.Fatal(err)
	}
	if back, err := filter.Load(&b); err != nil || !back.ContainsString("key") {
		t.Errorf("got %v, %v", back, err)
	}
}

func trailingBytesStay(t *testing.T) {
	e, err := filter.Find("bloom-classic")
	if err != nil {
		t.Fatal(err)
	}
	f, err := e.Keyed(filter.Spec{M: 958_506, K: 7}, open(t, "xxh3", 0))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := filter.Save(&b, f); err != nil {
		t.Fatal(err)
	}
	b.WriteString("1234")
	if _, err := filter.Load(&b); err != nil || b.String() != "1234" {
		t.Errorf("got %v, and %q is left", err, b.String())
	}
}

func plainFiltersDoNotRemove(t *testing.T) {
	onHashes(t, func(t *testing.T, e filter.Entry) {
		f := made(t, e, filter.Spec{N: 10, FPR: 0.1})
		if _, removes := f.(filter.Deletable); removes != (f.Params().CounterBits > 0) {
			t.Errorf("%+v: removes keys: %t", f.Params(), removes)
		}
	})
}

func inconsistentHeaders(t *testing.T) {
	onHashes(t, func(t *testing.T, e filter.Entry) {
		truth := made(t, e, filter.Spec{N: 100, FPR: 0.01}).Params()
		for _, change := range []func(*filter.Params){
			func(p *filter.Params) { p.K = 0 },
			func(p *filter.Params) { p.M = 0 },
			func(p *filter.Params) { p.M *= 2 },
			func(p *filter.Params) { p.BlockBits += 64 },
			func(p *filter.Params) { p.LaneBits++ },
		} {
			lie := truth
			change(&lie)
			payload := io.LimitReader(zeros{}, int64(truth.M/8+8))
			if f, err := e.Restore(lie, payload); f != nil || !errors.Is(err, filter.ErrFormat) {
				t.Errorf("%+v of %+v: got %v, %v; want an error that wraps ErrFormat", lie, truth, f, err)
			}
		}
	})
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func unionsRefuse(t *testing.T) {
	for want, other := range map[string]filter.Spec{"k = 7 and 3": {M: 1000, K: 3}, "m = 1000 and 2000": {M: 2000, K: 7}} {
		a, errA := NewClassic(filter.Spec{M: 1000, K: 7})
		b, errB := NewClassic(other)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		b.AddAll(hashes(0, 100))
		if err := a.Union(b); !errors.Is(err, filter.ErrMismatch) || !strings.Contains(err.Error(), want) || a.FillRatio() != 0 {
			t.Errorf("got %v and the fill ratio %v, want an error that says %q", err, a.FillRatio(), want)
		}
	}
}

// Two filters for 100 keys with 60 each: the estimate tells that the union holds more than it is for.
func unionTellsOfOverload(t *testing.T) {
	a, errA := NewClassic(filter.Spec{N: 100, FPR: 0.001})
	b, errB := NewClassic(filter.Spec{N: 100, FPR: 0.001})
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	a.AddAll(hashes(0, 60))
	b.AddAll(hashes(60, 60))
	if err := a.Union(b); err != nil {
		t.Fatal(err)
	}
	// The standard error is 2.6 keys; 6.5 of them are 17.
	if n, ok := a.Cardinality(); !ok || math.Abs(n-120) > 17 {
		t.Errorf("got %v, %t; want about 120", n, ok)
	}
}

// A nil key is the empty key, as documented for hash functions: the same bytes give the same hash.
func nilIsEmpty(t *testing.T) {
	f := joined(t, 0)
	f.Add(nil)
	if !f.Contains([]byte{}) || !f.ContainsString("") || f.ContainsString("\x00") {
		t.Error("nil and the empty key differ, or are found by others")
	}
}
