package quotient

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// stored returns the fingerprints of f, sorted.
func stored(f *Filter) []uint64 {
	var all []uint64
	f.each(func(q, remainder uint64) { all = append(all, q<<f.remainder|remainder) })
	slices.Sort(all)
	return all
}

// hashFor returns a hash whose fingerprint in f is the one given.
func hashFor(f *Filter, q, remainder uint64) uint64 {
	first := math.Ldexp(float64(q), 64) / float64(f.slots)
	for h := uint64(first); ; h += 1 << 40 {
		if gotQ, gotR := f.split(h); gotQ == q && gotR == remainder {
			return h
		}
	}
}

// A table of 64 slots, often nearly full and wrapping round, against a sorted list. The quotients crowd at both
// ends so that clusters cross them.
func TestAgainstList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := empty(64, 5, 0)
		var want []uint64
		quotient := rapid.OneOf(rapid.Uint64Range(0, 63), rapid.Uint64Range(58, 63), rapid.Uint64Range(0, 3))
		for range rapid.IntRange(0, 200).Draw(t, "operations") {
			q, remainder := quotient.Draw(t, "q"), rapid.Uint64Range(0, 31).Draw(t, "r")
			h := hashFor(f, q, remainder)
			fp := q<<5 | remainder
			at, there := slices.BinarySearch(want, fp)
			if f.Contains(h) != there {
				t.Fatalf("Contains(%d, %d): got %t", q, remainder, !there)
			}
			if rapid.IntRange(0, 9).Draw(t, "kind") < 6 {
				if got, room := f.Add(h), len(want) < 63; got != room {
					t.Fatalf("Add with %d of 64 slots used: got %t", len(want), got)
				} else if room {
					want = slices.Insert(want, at, fp)
				}
			} else {
				if f.Remove(h) != there {
					t.Fatalf("Remove(%d, %d): got %t", q, remainder, !there)
				}
				if there {
					want = slices.Delete(want, at, at+1)
				}
			}
			if diff := cmp.Diff(want, stored(f), cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("stored fingerprints (-want +got):\n%s", diff)
			}
			if err := f.check(); err != nil || f.used != uint64(len(want)) {
				t.Fatalf("%d used, want %d; %v", f.used, len(want), err)
			}
		}
	})
}

// Remainders of every width, most of which lie across words, in tables of several blocks.
func TestEveryWidth(t *testing.T) {
	for width := 1; width <= 57; width++ {
		f := empty(192, width, 0)
		var hs []uint64
		for i := range uint64(170) {
			hs = append(hs, hash.Fmix64(i+1+uint64(width)<<32))
		}
		if got := f.AddAll(hs); got != len(hs) {
			t.Fatalf("width=%d: %d of %d hashes are added", width, got, len(hs))
		}
		for i, h := range hs {
			if !f.Contains(h) {
				t.Fatalf("width=%d: hash %d is lost", width, i)
			}
		}
		for i, h := range hs[:100] {
			if !f.Remove(h) {
				t.Fatalf("width=%d: hash %d cannot be removed", width, i)
			}
			if err := f.check(); err != nil {
				t.Fatalf("width=%d, after %d removals: %v", width, i, err)
			}
		}
		for i, h := range hs[100:] {
			if !f.Contains(h) {
				t.Fatalf("width=%d: hash %d is lost after others were removed", width, 100+i)
			}
		}
	}
}

func TestSpec(t *testing.T) {
	for _, c := range []struct {
		spec      filter.Spec
		slots     uint64 // 0 = refused
		remainder int
	}{
		{spec: filter.Spec{N: 1000, FPR: 0.01}, slots: 1152, remainder: 7},
		{spec: filter.Spec{N: 1000, FPR: 0.01, K: 1}, slots: 1152, remainder: 7},
		{spec: filter.Spec{N: 1, FPR: 0.5}, slots: 64, remainder: 1},
		{spec: filter.Spec{N: 57, FPR: 0.5}, slots: 128, remainder: 1}, // 57 of 64 slots is 89 %, and one stays free
		{spec: filter.Spec{N: 56, FPR: 0.5}, slots: 64, remainder: 1},
		{spec: filter.Spec{N: 1000, FPR: 1e-15}, slots: 1152, remainder: 50},
		{spec: filter.Spec{N: 100_000_000, FPR: 1e-15}},
		{spec: filter.Spec{N: 1 << 40, FPR: 0.01}},
		{spec: filter.Spec{N: 1000}},
		{spec: filter.Spec{FPR: 0.01}},
		{spec: filter.Spec{N: 1000, FPR: 0.01, K: 2}},
		{spec: filter.Spec{N: 1000, FPR: 0.01, M: 1 << 20}},
		{spec: filter.Spec{N: 1000, FPR: math.NaN()}},
	} {
		t.Run(fmt.Sprintf("%+v", c.spec), func(t *testing.T) {
			slots, remainder, err := shape(c.spec)
			if c.slots == 0 {
				if !errors.Is(err, filter.ErrSpec) {
					t.Errorf("got %d slots, %v; want an error that wraps ErrSpec", slots, err)
				}
				return
			}
			if err != nil || slots != c.slots || remainder != c.remainder {
				t.Fatalf("got %d slots of %d bits, %v; want %d of %d", slots, remainder, err, c.slots, c.remainder)
			}
			if rate(slots, remainder, c.spec.N) > c.spec.FPR || remainder > 1 && rate(slots, remainder-1, c.spec.N) <= c.spec.FPR {
				t.Errorf("%d bits of a remainder are not the fewest that meet fpr %v", remainder, c.spec.FPR)
			}
		})
	}
}

// The range of 2^40 bits is more than 32 bits of slots: quotients beyond them are reached.
func TestLargeQuotients(t *testing.T) {
	f := &Filter{slots: 1 << 37, remainder: 5}
	q, remainder := f.split(math.MaxUint64)
	if q != 1<<37-1 || remainder != 31 {
		t.Errorf("the largest hash: got quotient %d, remainder %d; want 2^37-1 and 31", q, remainder)
	}
}

func filled(t *testing.T, first, n uint64) (*Filter, []uint64) {
	t.Helper()
	f, err := New(filter.Spec{N: 1000, FPR: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	hs := make([]uint64, n)
	for i := range hs {
		hs[i] = hash.Fmix64(first + uint64(i))
	}
	if got := f.AddAll(hs); got != len(hs) {
		t.Fatalf("%d of %d hashes are added", got, len(hs))
	}
	return f, hs
}

func TestUnion(t *testing.T) {
	a, as := filled(t, 1, 500)
	b, bs := filled(t, 1000, 600)
	want := slices.Sorted(slices.Values(append(stored(a), stored(b)...)))
	if err := a.Union(b); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, stored(a)); diff != "" {
		t.Errorf("stored fingerprints (-want +got):\n%s", diff)
	}
	if got := a.Count(append(as, bs...)); got != 1100 {
		t.Errorf("%d of 1100 hashes are found", got)
	}
	before := stored(a)
	if err := a.Union(b); err == nil || errors.Is(err, filter.ErrMismatch) || !strings.Contains(err.Error(), "1100 and 600") {
		t.Errorf("more than there are slots: got %v, want an error with the counts", err)
	}
	other := empty(64, 7, 0)
	if err := a.Union(other); !errors.Is(err, filter.ErrMismatch) || !strings.Contains(err.Error(), "11520 and 640") {
		t.Errorf("another shape: got %v, want an error that names both", err)
	}
	if err := a.Union(nil); !errors.Is(err, filter.ErrMismatch) {
		t.Errorf("no filter: got %v, want ErrMismatch", err)
	}
	if diff := cmp.Diff(before, stored(a)); diff != "" {
		t.Errorf("a refused union changed the filter:\n%s", diff)
	}
	self, _ := filled(t, 1, 300)
	if err := self.Union(self); err != nil || self.used != 600 {
		t.Errorf("with itself: %d used, %v; want 600", self.used, err)
	}
}

func TestDoubled(t *testing.T) {
	f, hs := filled(t, 1, 1000)
	want := stored(f)
	for f.remainder > 1 {
		d, err := f.Doubled()
		if err != nil {
			t.Fatal(err)
		}
		if d.slots != 2*f.slots || d.params.M != d.slots*d.stride || d.params.N != 2*f.params.N {
			t.Errorf("got %+v, want twice the slots of %+v", d.params, f.params)
		}
		if diff := cmp.Diff(want, stored(d)); diff != "" {
			t.Fatalf("fingerprints changed (-want +got):\n%s", diff)
		}
		if got := d.Count(hs); got != len(hs) {
			t.Fatalf("%d of %d hashes are found", got, len(hs))
		}
		f = d
	}
	if _, err := f.Doubled(); err == nil {
		t.Error("a remainder of 1 bit is split")
	}
}

func TestCopyAndClear(t *testing.T) {
	f, hs := filled(t, 1, 500)
	c := f.Copy().(*Filter)
	f.Clear()
	if f.Count(hs) != 0 || f.used != 0 || f.FillRatio() != 0 {
		t.Errorf("a cleared filter finds %d hashes, fill ratio %v", f.Count(hs), f.FillRatio())
	}
	if c.Count(hs) != 500 || c.used != 500 {
		t.Errorf("its copy finds %d of 500 hashes", c.Count(hs))
	}
}

func TestStored(t *testing.T) {
	f, hs := filled(t, 1, 1000)
	var b bytes.Buffer
	if err := f.WritePayload(&b); err != nil {
		t.Fatal(err)
	}
	payload := b.Bytes()
	b.WriteString("rest")
	got, err := restore(f.params, &b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(f, got, cmp.AllowUnexported(Filter{})); diff != "" || b.String() != "rest" {
		t.Errorf("the rest is %q, want \"rest\"; filter (-want +got):\n%s", b.String(), diff)
	}
	if got.Count(hs) != len(hs) {
		t.Error("hashes are lost")
	}
	if _, err := restore(f.params, bytes.NewReader(payload[:len(payload)-1])); !errors.Is(err, filter.ErrFormat) {
		t.Errorf("a byte is missing: got %v, want ErrFormat", err)
	}
	for _, change := range []func(*filter.Params){
		func(p *filter.Params) { p.M += 64 }, func(p *filter.Params) { p.M = 0 }, func(p *filter.Params) { p.K = 2 },
		func(p *filter.Params) { p.FingerprintBits = 0 }, func(p *filter.Params) { p.FingerprintBits = 62 },
		func(p *filter.Params) { p.BucketSlots = 1 }, func(p *filter.Params) { p.M = 1 << 41 },
	} {
		p := f.params
		change(&p)
		if _, err := restore(p, bytes.NewReader(payload)); !errors.Is(err, filter.ErrFormat) {
			t.Errorf("%+v: got %v, want ErrFormat", p, err)
		}
	}
}

// A flipped continuation or shifted mark never fits the others. A flipped occupied mark may: it can make a free slot
// one that holds a 0, and the other way round.
func TestFlippedMarks(t *testing.T) {
	f := empty(64, 2, 0)
	for i := range uint64(40) {
		f.Add(hash.Fmix64(i + 1))
	}
	var b bytes.Buffer
	if err := f.WritePayload(&b); err != nil {
		t.Fatal(err)
	}
	for bit := 64; bit < 3*64; bit++ {
		payload := bytes.Clone(b.Bytes())
		payload[bit/8] ^= 1 << (bit % 8)
		if _, err := restore(f.params, bytes.NewReader(payload)); !errors.Is(err, filter.ErrFormat) {
			t.Errorf("bit %d is flipped: got %v, want ErrFormat", bit, err)
		}
	}
}

// Whatever slots arrive, a filter that is restored answers and changes without a panic or an endless loop.
func TestHostileSlots(t *testing.T) {
	params := empty(64, 2, 0).params
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.OneOf(rapid.Uint64(), rapid.Just(uint64(0)), rapid.Just(^uint64(0))), 5, 5).Draw(t, "words")
		var b bytes.Buffer
		if err := filter.WriteWords(&b, words); err != nil {
			t.Fatal(err)
		}
		g, err := restore(params, &b)
		if err != nil {
			return
		}
		for i := range uint64(200) {
			g.Contains(hash.Fmix64(i))
			g.(*Filter).Remove(hash.Fmix64(i))
		}
	})
}
