package bloom

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// withKernel runs a test with each kernel of this machine, and restores the one before.
func withKernel(t *testing.T, test func(t *testing.T)) {
	before := Kernel()
	defer func() {
		if err := SetKernel(before); err != nil {
			t.Error(err)
		}
	}()
	for _, name := range Kernels() {
		if err := SetKernel(name); err != nil {
			t.Fatal(err)
		}
		t.Run("kernel="+name, test)
	}
}

// plain256 is Split256 by the specification, with a loop over the lanes.
type plain256 [][8]uint32

func (p plain256) contains(h uint64) bool {
	block := p[(h>>32)*uint64(len(p))>>32]
	with := plain256{block}
	parquetAdd(with, h)
	return with[0] == block
}

// hashesAt returns n hashes, the extreme ones among them.
func hashesAt(start, n int) []uint64 {
	hs := []uint64{0, math.MaxUint64, math.MaxUint32, 1 << 32, math.MaxUint32 << 32, 1, 1 << 63, 0, 0}
	for i := len(hs); i < n; i++ {
		hs = append(hs, hash.Fmix64(uint64(start+i)))
	}
	return hs[:n]
}

// TestKernels holds every method of every kernel, at each distance and at each length around what its loops handle apart,
// against the specification.
func TestKernels(t *testing.T) {
	withKernel(t, func(t *testing.T) {
		for _, away := range []distance{near, far, farther} {
			for _, z := range []uint64{1, 7, 100} {
				for _, n := range append(slices.Collect(lengths(300)), 1000) {
					kernelHolds(t, z, n, away)
				}
			}
		}
	})
}

func lengths(most int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for n := 0; n <= most && yield(n); n++ {
		}
	}
}

func kernelHolds(t *testing.T, z uint64, n int, away distance) {
	t.Helper()
	f, err := NewSplit256(filter.Spec{M: z * 256})
	if err != nil {
		t.Fatal(err)
	}
	f.away = away
	single, want := f.Copy().(*Split256), make(plain256, z)
	hs := hashesAt(0, n)
	if got := f.AddAll(hs); got != n {
		t.Errorf("AddAll of %d hashes returns %d", n, got)
	}
	for _, h := range hs {
		single.Add(h)
		parquetAdd(want, h)
	}
	at := fmt.Sprintf("z=%d,n=%d,away=%d", z, n, away)
	if diff := cmp.Diff([][8]uint32(want), f.blocks); diff != "" {
		t.Fatalf("%s: AddAll (-want +got):\n%s", at, diff)
	}
	if diff := cmp.Diff([][8]uint32(want), single.blocks); diff != "" {
		t.Fatalf("%s: Add (-want +got):\n%s", at, diff)
	}
	queries := append(hashesAt(0, n/2), hashesAt(1<<20, n-n/2)...)
	answers, count := make([]bool, n), 0
	f.ContainsAll(answers, queries)
	for i, h := range queries {
		present := want.contains(h)
		if f.Contains(h) != present || answers[i] != present {
			t.Fatalf("%s: hash %d: Contains and ContainsAll return %t and %t, want %t", at, i, f.Contains(h), answers[i], present)
		}
		if present {
			count++
		}
	}
	if got := f.Count(queries); got != count {
		t.Fatalf("%s: Count returns %d, want %d", at, got, count)
	}
}

func TestSetKernel(t *testing.T) {
	if names := Kernels(); names[len(names)-1] != "go" || Kernel() != names[0] {
		t.Errorf("the kernels are %q and %s is in use; want go last and the first in use", names, Kernel())
	}
	for _, name := range []string{"", "AVX2", "sse2"} {
		if err := SetKernel(name); err == nil {
			t.Errorf("SetKernel(%q) succeeds", name)
		}
	}
	withKernel(t, func(t *testing.T) {
		if got := "kernel=" + Kernel(); got != t.Name()[len("TestSetKernel/"):] {
			t.Errorf("%s is in use in %s", got, t.Name())
		}
	})
}
