package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
)

// equalRate is the rate of 8-bit fingerprints, at which filters of any kind can stand side by side.
const equalRate = 1.0 / 256

// equalTable sets the space of filters at one measured rate side by side, the smallest first. A filter that lies
// somewhat off, since its width is fixed, is compared at the rate that it has; one that lies far off is another
// filter, and left out.
func equalTable(rows []record.MemoryRow) (table, bool) {
	var shown []record.MemoryRow
	for _, r := range rows {
		near := r.FPR > 0.4*equalRate && r.FPR < 2.5*equalRate
		if r.Kind == "filter" && r.N == baseN && math.Abs(float64(r.TargetFPR)-equalRate) < 1e-8 && near {
			shown = append(shown, r)
		}
	}
	slices.SortStableFunc(shown, func(a, b record.MemoryRow) int {
		return cmp.Or(cmp.Compare(overMeasured(a), overMeasured(b)), strings.Compare(a.Impl, b.Impl))
	})
	t := table{
		Caption: fmt.Sprintf("Filters at one false-positive rate: all sized for 1/256 = 0.00391 and %s keys. *Bound* is log2 of one over the rate that was measured (95 %% interval), so that a filter "+
			"which is better than asked is not counted as wasteful; filters beyond a factor of 2.5 are left out.", count(baseN)),
		Header: []string{"filter", "measured rate", "bits a key", "bound at that rate", "over the bound"},
	}
	for _, r := range shown {
		t.add("`"+r.Impl+"`", within(r.FPR, r.FPRLow, r.FPRHigh, 3), digits(r.BitsPerKey, 4), digits(record.Float(-math.Log2(float64(r.FPR))), 3), digits(record.Float(overMeasured(r)), 3))
	}
	return t, len(shown) > 0
}

// overMeasured returns bits a key over the bound at the measured rate.
func overMeasured(r record.MemoryRow) float64 {
	return float64(r.BitsPerKey) / -math.Log2(float64(r.FPR))
}

// building says which filter of ours takes most on the way, of those of the largest size.
func building(heaps []record.HeapRow) []string {
	for _, h := range built(heaps) {
		if strings.HasPrefix(h.Impl, "x-") {
			continue
		}
		if ratio := h.PeakBytes / record.Float(h.HeapBytes); ratio > 2 {
			return []string{fmt.Sprintf("Of our own, `%s` takes most while it is built from %s keys: %s bytes a key, %s times what stays.", h.Impl, count(h.N), digits(h.PeakBytes/record.Float(h.N), 3), digits(ratio, 3))}
		}
		return nil
	}
	return nil
}

// built returns the filters whose peak is known, those of the largest size first and of them the one that took most.
func built(heaps []record.HeapRow) (shown []record.HeapRow) {
	for _, h := range heaps {
		if h.Kind == "filter" && h.PeakBytes > 0 && h.HeapBytes > 0 {
			shown = append(shown, h)
		}
	}
	slices.SortStableFunc(shown, func(a, b record.HeapRow) int {
		return cmp.Or(-cmp.Compare(a.N, b.N), -cmp.Compare(a.PeakBytes, b.PeakBytes), strings.Compare(a.Impl, b.Impl))
	})
	return shown
}

// buildTable shows what building takes on the way, the most first.
func buildTable(heaps []record.HeapRow) (table, bool) {
	shown := built(heaps)
	t := table{
		Caption: "What building a filter takes on the way: the most that the heap grew, with the collector held to a twentieth of garbage, beside what stays.",
		Header:  []string{"filter", "keys", "bytes a key at most", "bytes a key kept", "ratio"},
	}
	for _, h := range shown {
		if h.N != shown[0].N {
			break // the largest size is enough
		}
		n := record.Float(h.N)
		t.add("`"+h.Impl+"`", count(h.N), digits(h.PeakBytes/n, 3), digits(record.Float(h.HeapBytes)/n, 3), digits(h.PeakBytes/record.Float(h.HeapBytes), 3))
	}
	return t, len(shown) > 0
}
