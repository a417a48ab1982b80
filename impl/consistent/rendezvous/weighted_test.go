package rendezvous

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/consistent/consistenttest"
	"hashlab/impl/hash"
)

// spread is a hash of ids; what mixes is the scheme.
var spread = consistenttest.Func(func(key []byte) uint64 {
	h := uint64(len(key))
	for _, b := range key {
		h = h*257 + uint64(b)
	}
	return h
})

func weighted(t *testing.T, weights ...float64) *Weighted {
	t.Helper()
	var nodes []consistent.Node
	for i, weight := range weights {
		nodes = append(nodes, consistent.Node{ID: fmt.Sprintf("node-%02d", i), Weight: weight})
	}
	w, err := NewWeighted(consistent.Options{Hash: spread}, nodes)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestWeightedLaw: weights 1, 1/2, 1/4 give 4/7, 2/7, 1/7. Two wrong laws that were seen, 0.667 0.229 0.104 (distance by
// weight) and 0.730 0.229 0.042 (weight times u), are far off. Chi-square at 2 degrees of freedom exceeds 41.4 with a
// chance of 1e-9; with 10^6 keys it finds a share that is off by 0.5 %.
func TestWeightedLaw(t *testing.T) {
	w := weighted(t, 1, 0.5, 0.25)
	const keys = 1_000_000
	var counts [3]float64
	for i := range uint64(keys) {
		counts[w.Locate(hash.Fmix64(i))]++
	}
	chi2 := 0.0
	for at, share := range []float64{4.0 / 7, 2.0 / 7, 1.0 / 7} {
		d := counts[at] - keys*share
		chi2 += d * d / (keys * share)
	}
	if limit := -2 * math.Log(1e-9); chi2 > limit {
		t.Errorf("counts %v: chi-square %.1f, want at most %.1f", counts, chi2, limit)
	}
}

// TestWeightedOrder holds look-ups against a sort by the formula itself, and the skipping of logarithms with it.
func TestWeightedOrder(t *testing.T) {
	w := weighted(t, 1, 3, 0.5, 1e-9, 1e9, 2, 2, 7)
	for i := range uint64(2000) {
		h := hash.Fmix64(i)
		variate := func(at int32) float64 {
			n := w.Nodes()[at]
			u := 1 - (float64(hash.Fmix64(h^hash.Fmix64(spread.String(n.ID)))>>12)*2+1)/(1<<53)
			return -math.Log(u) / n.Weight
		}
		want := []int32{0, 1, 2, 3, 4, 5, 6, 7}
		slices.SortStableFunc(want, func(a, b int32) int { return cmp.Compare(variate(a), variate(b)) })
		for size := range 10 {
			got := make([]int32, size)
			if n := w.LocateN(got, h); n != min(size, 8) || !slices.Equal(got[:n], want[:n]) {
				t.Fatalf("LocateN(%d places, %#x) = %v, want %v", size, h, got[:n], want[:min(size, 8)])
			}
		}
		if got := w.Locate(h); got != want[0] {
			t.Fatalf("Locate(%#x) = %d, want %d", h, got, want[0])
		}
	}
}

// TestGapIsInside: neither end of (0, 1) is drawn, whose logarithm is 0 or infinite.
func TestGapIsInside(t *testing.T) {
	for _, d := range []draw{{0, 1}, {math.MaxUint64, 1}} {
		for _, h := range []uint64{0, math.MaxUint64, 1, 1 << 63} {
			gap := d.gap(h)
			if v := d.variate(gap); !(gap > 0 && gap < 1 && v > 0 && !math.IsInf(v, 1)) {
				t.Errorf("gap(%#x) of seed %#x is %v, variate %v", h, d.seed, gap, v)
			}
		}
	}
}

// TestWeightChangeMoves: a weight that rises from 2 to 3 among 8 takes d (W-w) / (W (W+d)) = 1 6/(8 9) of the keys, all to
// that node. Of 100,000 keys the share lies within 0.0055 but for a chance of 1e-9.
func TestWeightChangeMoves(t *testing.T) {
	before, after := weighted(t, 1, 2, 5), weighted(t, 1, 3, 5)
	moved := 0
	for i := range uint64(100_000) {
		old, now := before.Locate(hash.Fmix64(i)), after.Locate(hash.Fmix64(i))
		if old != now {
			moved++
			if now != 1 {
				t.Fatalf("a key moved from %d to %d when the weight of 1 rose", old, now)
			}
		}
	}
	if got, want := float64(moved)/100_000, 6.0/72; math.Abs(got-want) > 0.0055 {
		t.Errorf("moved share %v, want %v", got, want)
	}
}
