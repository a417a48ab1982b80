package hashing

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	_ "hashlab/impl/all"
	"hashlab/impl/hash"
)

// first returns what the kernel of a cell gives on its first call.
func first(t *testing.T, f plan.Factors) (sum uint64, keys int) {
	t.Helper()
	d, err := read(f)
	if err != nil {
		t.Fatal(err)
	}
	k, err := d.kernel()
	if err != nil {
		t.Fatal(err)
	}
	return k.Run(), k.Keys
}

// TestLoopsDoTheSameWork: what is timed beside the bulk loop hashes the same keys to the same values, or, before
// they are widened, to narrow ones.
func TestLoopsDoTheSameWork(t *testing.T) {
	for _, e := range hash.All() {
		for _, f := range costCells(e) {
			got, n := first(t, f)
			base := f.With("loop", baseOf(f["loop"], e.Narrow != nil))
			switch f["loop"] {
			case loopDirect, loopInterface, loopFunc:
				if want, m := first(t, base); got != want || n != m {
					t.Errorf("%s: got %#x of %d keys, want %#x of %d", f, got, n, want, m)
				}
			case loopNarrow:
				if got == 0 || got > math.MaxUint32 {
					t.Errorf("%s: got %#x, want a value of 32 bits", f, got)
				}
			}
		}
	}
}

// TestEveryLengthHasKeys: every cell of every grid makes a kernel, whose calls go round its pool.
func TestEveryLengthHasKeys(t *testing.T) {
	for _, p := range plan.Profiles() {
		for _, c := range grid(plan.Scope{Profile: p}) {
			if c.Factors["hash"] != plan.BaseHash || c.Factors["loop"] == loopCold {
				continue
			}
			d, err := read(c.Factors)
			if err != nil {
				t.Fatal(err)
			}
			k, err := d.kernel()
			if err != nil {
				t.Fatalf("%s: %v", c.Factors, err)
			}
			a := k.Run()
			if b := k.Run(); d.length > 8 && a == b {
				t.Errorf("%s: two calls in a row are of the same keys", c.Factors)
			}
		}
	}
}

func TestColdKeysLieApart(t *testing.T) {
	for _, length := range []int{1, 16, 65, 1024, coldBytes / leastCold} {
		lines := map[*byte]bool{}
		pool := coldKeys(length)
		for _, key := range pool {
			if len(key) != length {
				t.Fatalf("a key of %d bytes, want %d", len(key), length)
			}
			lines[&key[0]] = true
		}
		// Of c draws from s places s(1-(1-1/s)^c) differ on average, and hardly fewer.
		s, c := float64(coldBytes/((length+63)/64*64)), float64(len(pool))
		if want := s * -math.Expm1(c*math.Log1p(-1/s)); float64(len(lines)) < want-6*math.Sqrt(c) {
			t.Errorf("%d bytes: %d places, about %.0f expected", length, len(lines), want)
		}
	}
}

func TestRefusedDesigns(t *testing.T) {
	for _, f := range []plan.Factors{
		series("fnv1a-64", formBytes, 16).With("loop", loopDirect),
		series("xxh3", formBytes, 16).With("loop", loopNarrow),
		series("farm64", formBytes, 16).With("loop", loopTwo),
		series("crc32c-left", formBytes, 16).With("loop", loopOne),
		series("xxh3", formString, 16).With("loop", loopCold),
		series("xxh3", formBytes, 1<<20).With("loop", loopCold),
		series("xxh3", formUint64, 8).With("loop", loopInterface),
		series("xxh3", formBytes, 16).With("loop", "sideways"),
		series("xxh3", formUint64, 16), series("xxh3", "runes", 16), series("xxh3", formBytes, 0), series("none", formBytes, 16),
	} {
		if err := check(plan.Scope{}, f); err == nil {
			t.Errorf("%s is taken", f)
		}
	}
}

// TestCosts: a cost stands beside its base block by block.
func TestCosts(t *testing.T) {
	point := func(loop string, block uint64, ns float64) record.HashingPoint {
		return record.HashingPoint{Hash: "h-left", Loop: loop, Form: formBytes, KeyBytes: 16, Block: block,
			NsPerKey: record.Float(ns), NsMin: record.Float(ns), SampleList: "1 2"}
	}
	cells := [][]record.HashingPoint{
		{point("", 1, 4), point("", 2, 8)}, // from before there were other loops
		{point(loopDirect, 1, 3), point(loopDirect, 2, 7)},
		{point(loopNarrow, 1, 2), point(loopNarrow, 2, 7)},
		{point(loopOne, 3, 5)},
	}
	type brief struct {
		Loop, Base        string
		Ns, BaseNs, Ratio record.Float
	}
	var got []brief
	for _, r := range costs(cells) {
		got = append(got, brief{r.Loop, r.Base, r.NsPerKey, r.BaseNs, r.Ratio})
	}
	want := []brief{
		{loopDirect, loopNarrow, 5, 4.5, 1.25},
		{loopNarrow, loopBulk, 4.5, 6, 0.6875},
		{loopOne, loopBulk, 5, 6, record.Unknown},
	}
	sameFloats := cmp.Comparer(func(a, b record.Float) bool { return a == b || !a.Known() && !b.Known() })
	if diff := cmp.Diff(want, got, sameFloats); diff != "" {
		t.Errorf("want (-) got (+):\n%s", diff)
	}
}
