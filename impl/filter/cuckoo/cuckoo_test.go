package cuckoo

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

var widths = []int{8, 12, 16}

// hashes returns n distinct hashes that seed picks.
func hashes(seed, n uint64) []uint64 {
	hs := make([]uint64, n)
	for i := range hs {
		hs[i] = hash.Fmix64(seed<<32 + uint64(i) + 1)
	}
	return hs
}

// lanes returns the fingerprints of a bucket.
func lanes(f *Filter, bucket uint64) [slots]uint64 {
	var fps [slots]uint64
	for slot := range fps {
		fps[slot] = bucket >> (uint64(slot) * f.width) & (1<<f.width - 1)
	}
	return fps
}

// The tests of all four fingerprints at once agree with a loop over them.
func TestLanes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := empty(rapid.SampledFrom(widths).Draw(t, "width"), 2, 0)
		few := rapid.Custom(func(t *rapid.T) uint64 {
			top := uint64(1)<<f.width - 1
			return rapid.OneOf(rapid.Uint64Range(0, 2), rapid.Uint64Range(top/2, top/2+2), rapid.Uint64Range(top-1, top)).Draw(t, "fp")
		})
		bucket := uint64(0)
		for slot := range uint64(slots) {
			f.set(0, slot, few.Draw(t, "slot"))
		}
		bucket = f.bucket(0)
		fp := few.Draw(t, "query")
		fps := lanes(f, bucket)
		if got, want := f.holds(bucket, fp) != 0, slices.Contains(fps[:], fp); got != want {
			t.Errorf("holds(%#x, %#x): got %t", bucket, fp, got)
		}
		want := slices.Index(fps[:], 0)
		if got := f.first(bucket); want >= 0 && got != uint64(want) || want < 0 && got < slots {
			t.Errorf("first(%#x): got %d, want %d", bucket, got, want)
		}
		used := uint64(0)
		for _, fp := range fps {
			used += min(fp, 1)
		}
		if got := f.occupied(bucket); got != used {
			t.Errorf("occupied(%#x): got %d, want %d", bucket, got, used)
		}
	})
}

// A fingerprint leads from every bucket to another one of the other parity, and back.
func TestOtherBucket(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &Filter{buckets: 2 * rapid.Uint64Range(1, 1<<35).Draw(t, "pairs")}
		i := rapid.Uint64Range(0, f.buckets-1).Draw(t, "i")
		fp := rapid.Uint64Range(1, 1<<16-1).Draw(t, "fp")
		j := f.other(fp, i)
		if j >= f.buckets || j%2 == i%2 || f.other(fp, j) != i {
			t.Errorf("%d buckets, fingerprint %d: %d leads to %d, and that to %d", f.buckets, fp, i, j, f.other(fp, j))
		}
	})
}

// Case F11: more than 2^32 slots. The highest hash falls on the last bucket.
func TestLargeFilter(t *testing.T) {
	f := &Filter{buckets: 1 << 34, layout: layoutOf(8)}
	fp, i := f.place(math.MaxUint64)
	if fp != 255 || i != 1<<34-1 {
		t.Errorf("got fingerprint %d, bucket %d; want 255 and 2^34-1", fp, i)
	}
	if fp, i := f.place(0); fp != 1 || i != 0 {
		t.Errorf("got fingerprint %d, bucket %d; want 1 and 0", fp, i)
	}
}

// Cases F50 and F80: far beyond capacity every key that was taken is found, and a refused one changes nothing.
func TestRefusalChangesNothing(t *testing.T) {
	for _, width := range widths {
		f := empty(width, 64, 0)
		var taken []uint64
		refused := 0
		for _, h := range hashes(1, 400) {
			before := bytes.Clone(f.data)
			if f.Add(h) {
				taken = append(taken, h)
			} else if refused++; !bytes.Equal(before, f.data) {
				t.Fatalf("width=%d: a refused key changed the filter", width)
			}
		}
		if got := f.Count(taken); got != len(taken) || uint64(got) != f.used || len(taken) > 256 {
			t.Errorf("width=%d: %d of %d keys are found, %d slots are used", width, got, len(taken), f.used)
		}
		if refused == 0 || f.FillRatio() < loadLimit {
			t.Errorf("width=%d: %d keys are refused, load factor %v; want some, and %v at least", width, refused, f.FillRatio(), loadLimit)
		}
	}
}

// A filter for n keys takes them: no refusal in all these fills, where one fill in 1000 that failed would show with
// probability 1 - 1e-6 at each small n. The range crosses the sizes at which crowding is worst.
func TestNoRefusal(t *testing.T) {
	const fills = 14_000 // (1 - 1/1000)^14000 < 1e-6
	for _, n := range []uint64{7, 8, 9, 16, 25, 60, 150} {
		f := empty(8, bucketsFor(n), n)
		for seed := range uint64(fills) {
			f.Clear()
			if got := f.AddAll(hashes(seed, n)); uint64(got) < n {
				t.Errorf("n=%d,seed=%d: took %d keys", n, seed, got)
			}
		}
	}
	for _, n := range []uint64{500, 1000, 2000, 5000, 20_000, 30_000, 100_000} {
		for _, width := range widths {
			f := empty(width, bucketsFor(n), n)
			for seed := range 100_000 / n {
				f.Clear()
				if got := f.AddAll(hashes(seed, n)); uint64(got) < n {
					t.Errorf("n=%d,width=%d,seed=%d: took %d keys", n, width, seed, got)
				}
			}
		}
	}
}

// A key fits eight times, twice the slots of a bucket, and as often it can be removed.
func TestCopies(t *testing.T) {
	for _, width := range widths {
		f := empty(width, 100, 0)
		const h = 0x123456789abcdef
		for range 2 * slots {
			if !f.Add(h) {
				t.Fatalf("width=%d: refused after %d copies", width, f.used)
			}
		}
		if f.Add(h) {
			t.Errorf("width=%d: a ninth copy is taken", width)
		}
		for left := range 2 * slots {
			if !f.Contains(h) || !f.Remove(h) {
				t.Errorf("width=%d: lost after %d removals", width, left)
			}
		}
		if f.Contains(h) || f.Remove(h) || f.used != 0 {
			t.Errorf("width=%d: found after all copies were removed, %d slots used", width, f.used)
		}
	}
}

// Operations against a multiset of what makes keys equal: the fingerprint and the pair of buckets.
func TestAgainstMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := empty(rapid.SampledFrom(widths).Draw(t, "width"), 2*rapid.Uint64Range(1, 5).Draw(t, "pairs"), 0)
		type kind struct{ fp, even uint64 }
		held, total := map[kind]int{}, 0
		of := func(h uint64) kind {
			fp, i := f.place(h)
			if i%2 == 1 {
				i = f.other(fp, i)
			}
			return kind{fp, i}
		}
		for range rapid.IntRange(0, 120).Draw(t, "operations") {
			h := hash.Fmix64(rapid.Uint64Range(1, 40).Draw(t, "key"))
			if rapid.Bool().Draw(t, "add") {
				if f.Add(h) {
					held[of(h)]++
					total++
				}
			} else if there := held[of(h)] > 0; f.Remove(h) != there {
				t.Fatalf("Remove(%#x): got %t", h, !there)
			} else if there {
				held[of(h)]--
				total--
			}
			for key := range uint64(41) {
				if h := hash.Fmix64(key); f.Contains(h) != (held[of(h)] > 0) {
					t.Fatalf("Contains(%#x): got %t with %d copies held", h, f.Contains(h), held[of(h)])
				}
			}
			if f.used != uint64(total) {
				t.Fatalf("%d slots are used, want %d", f.used, total)
			}
		}
	})
}

func TestSpec(t *testing.T) {
	for _, c := range []struct {
		width   int
		spec    filter.Spec
		buckets uint64 // 0 = refused
	}{
		{8, filter.Spec{N: 1000, FPR: 0.05}, 270},
		{8, filter.Spec{N: 1000}, 270},
		{8, filter.Spec{N: 1000, K: 2}, 270},
		{8, filter.Spec{N: 7, FPR: 0.05}, 2},
		{8, filter.Spec{N: 8, FPR: 0.05}, 4},
		{8, filter.Spec{M: 1 << 16}, 2048},
		{12, filter.Spec{M: 96}, 2},
		{16, filter.Spec{M: 270 * 64, N: 1000, FPR: 0.001}, 270},
		{width: 16, spec: filter.Spec{M: 268 * 64, N: 1000}},
		{width: 12, spec: filter.Spec{M: 1 << 16}},
		{width: 8, spec: filter.Spec{M: 32}},
		{width: 8, spec: filter.Spec{N: 1000, FPR: 0.01}},
		{width: 12, spec: filter.Spec{N: 1000, FPR: 0.001}},
		{width: 16, spec: filter.Spec{N: 1000, FPR: 1e-5}},
		{width: 8, spec: filter.Spec{N: 1000, K: 3}},
		{width: 8, spec: filter.Spec{M: 1 << 16, FPR: 0.05}},
		{width: 8, spec: filter.Spec{FPR: 0.05}},
		{width: 16, spec: filter.Spec{N: 1 << 38}},
	} {
		t.Run(fmt.Sprintf("width=%d,%+v", c.width, c.spec), func(t *testing.T) {
			buckets, err := shape(c.width, c.spec)
			if c.buckets == 0 && !errors.Is(err, filter.ErrSpec) || c.buckets != 0 && (err != nil || buckets != c.buckets) {
				t.Errorf("got %d buckets, %v; want %d", buckets, err, c.buckets)
			}
		})
	}
}

func TestCopyIsIndependent(t *testing.T) {
	f := empty(12, 100, 0)
	hs := hashes(1, 300)
	f.AddAll(hs)
	c := f.Copy().(*Filter)
	f.Clear()
	if f.Count(hs) != 0 || f.FillRatio() != 0 || c.Count(hs) != 300 || c.used != 300 {
		t.Errorf("the cleared filter finds %d hashes, its copy %d of 300", f.Count(hs), c.Count(hs))
	}
}

func TestStored(t *testing.T) {
	for _, width := range widths {
		f := empty(width, 18, 5) // 12 bits: 864 bits are 13 words and a half
		f.AddAll(hashes(1, 60))
		var b bytes.Buffer
		if err := f.WritePayload(&b); err != nil {
			t.Fatal(err)
		}
		payload := bytes.Clone(b.Bytes())
		b.WriteString("rest")
		got, err := restore(width, f.params, &b)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(f, got, cmp.AllowUnexported(Filter{}, layout{})); diff != "" || b.String() != "rest" {
			t.Errorf("width=%d: the rest is %q, want \"rest\"; filter (-want +got):\n%s", width, b.String(), diff)
		}
		if _, err := restore(width, f.params, bytes.NewReader(payload[:len(payload)-1])); !errors.Is(err, filter.ErrFormat) {
			t.Errorf("width=%d, a byte is missing: got %v, want ErrFormat", width, err)
		}
		payload[len(payload)-1] |= 0x80
		if _, err := restore(width, f.params, bytes.NewReader(payload)); width == 12 && !errors.Is(err, filter.ErrFormat) {
			t.Errorf("a bit behind the last bucket: got %v, want ErrFormat", err)
		}
		for _, change := range []func(*filter.Params){
			func(p *filter.Params) { p.M += 8 }, func(p *filter.Params) { p.M = 0 }, func(p *filter.Params) { p.M = 1 << 62 },
			func(p *filter.Params) { p.K = 1 }, func(p *filter.Params) { p.BucketSlots = 8 }, func(p *filter.Params) { p.FingerprintBits = 10 },
		} {
			p := f.params
			change(&p)
			if _, err := restore(width, p, bytes.NewReader(payload)); !errors.Is(err, filter.ErrFormat) {
				t.Errorf("width=%d, %+v: got %v, want ErrFormat", width, p, err)
			}
		}
	}
}
