package memory

import (
	"context"
	"math"
	"testing"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	_ "hashlab/impl/all"
)

func measured(t *testing.T, f plan.Factors) record.MemoryPoint {
	t.Helper()
	got, err := run(context.Background(), plan.Scope{Profile: plan.Standard, Seed: 1}, record.Key{Factors: f, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return got.(record.MemoryPoint)
}

// A filter of the base is asked for absent keys: its measured rate is theory's. Six standard errors of the 1172
// expected positives, 18 %, are left with a probability of 2e-9, and the keys are fixed.
func TestRateIsMeasured(t *testing.T) {
	p := measured(t, plan.NewFactors("filter", "fuse-8", "hash", "xxh3", "n", plan.BaseN, "target_fpr", equalRate)).Model
	if ratio := float64(p.FPR / p.FPRTheory); p.Queries != 300_000 || math.Abs(ratio-1) > 0.18 || !(p.FPRLow < p.FPR && p.FPR < p.FPRHigh) {
		t.Errorf("got %+v", p)
	}
	if math.Abs(float64(p.BoundBitsPerKey)-8) > 1e-9 || p.BitsPerKey < 8 {
		t.Errorf("bound %v and %v bits a key", p.BoundBitsPerKey, p.BitsPerKey)
	}
	small := measured(t, plan.NewFactors("filter", "fuse-8", "hash", "xxh3", "n", 1000, "target_fpr", 0.01))
	if small.Model.Queries != 0 || small.Model.FPR.Known() || small.Heap.PeakBytes.Known() {
		t.Errorf("beside the base: got %+v, want no measured rate and no peak", small)
	}
}

// A static filter takes on the way what a filter that is filled key by key does not.
func TestPeakIsSeen(t *testing.T) {
	perKey := func(name string) (kept, peak float64) {
		h := measured(t, plan.NewFactors("filter", name, "hash", "xxh3", "n", peakN, "target_fpr", 0.01)).Heap
		return float64(h.HeapBytes) / peakN, float64(h.PeakBytes) / peakN
	}
	if kept, peak := perKey("fuse-8"); kept < 1 || kept > 1.5 || peak < 8 || peak > 64 {
		t.Errorf("fuse-8: got %v bytes a key kept and %v at most", kept, peak)
	}
	if kept, peak := perKey("bloom-split-256"); kept < 1.2 || kept > 1.6 || peak < kept || peak > kept+1 {
		t.Errorf("bloom-split-256: got %v bytes a key kept and %v at most", kept, peak)
	}
}
