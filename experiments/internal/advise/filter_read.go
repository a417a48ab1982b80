package advise

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/filter"
)

// A reading is one size of one filter in the results, at one share of hits.
type reading struct {
	bytes int64
	at    Timing
}

// readTime reads the time of a look-up, hashing included, one a call or in bulk, off the results: between the sizes that were timed, along
// the logarithm of their bytes, since caches decide; between shares of hits along the share. Beyond the largest size
// with keys it adds by how much look-ups with prepared hashes slow down from there.
func readTime(rows []record.ThroughputRow, c Candidate, w FilterWish) (Timing, bool) {
	hit, op := w.HitShare, "contains"
	if w.Bulk {
		op = "bulk"
	}
	rows = slices.DeleteFunc(slices.Clone(rows), func(r record.ThroughputRow) bool {
		return r.Kind != "filter" || r.Impl != c.Entry.Name || r.Op != op || !r.NsPerKey.Known() || !r.HitShare.Known() || r.Bytes < 1
	})
	keyed := slices.DeleteFunc(slices.Clone(rows), func(r record.ThroughputRow) bool {
		return r.Mode != "keys" || r.Hash != plan.HashColumn(c.Hash, c.Entry.BuiltinHash)
	})
	bare := slices.DeleteFunc(rows, func(r record.ThroughputRow) bool { return r.Mode != "prehashed" })
	sizes := bySize(keyed, hit)
	if len(sizes) == 0 {
		return Timing{}, false
	}
	t := between(sizes, c.Bytes)
	t.Note = ""
	if last := sizes[len(sizes)-1]; c.Bytes > last.bytes {
		t.Far = c.Bytes > 2*last.bytes
		t.Note = fmt.Sprintf("read off at %s, the largest that was timed", size(last.bytes))
		if wide := bySize(bare, hit); len(wide) > 1 && wide[len(wide)-1].bytes > last.bytes {
			more := between(wide, c.Bytes).Ns - between(wide, last.bytes).Ns
			t.Ns, t.Low, t.High = t.Ns+more, t.Low+more, t.High+more
			t.Note = fmt.Sprintf("read off at %s, and the slowing down beyond off look-ups with prepared hashes up to %s", size(last.bytes), size(wide[len(wide)-1].bytes))
		}
	}
	return t.moreProbes(c, keyed[0], bySize(bare, 1), hit), true
}

// moreProbes adds the probes that the candidate has more than what was timed, for present keys, which meet them all:
// each as much as one of those that were.
func (t Timing) moreProbes(c Candidate, timed record.ThroughputRow, present []reading, hit float64) Timing {
	if timed.TargetFPR.Known() && float64(timed.TargetFPR) != c.Spec.FPR {
		t.Note = join(t.Note, fmt.Sprintf("timed at a target of %v", timed.TargetFPR))
	}
	p := c.Params
	if p.BlockBits != 0 || p.FingerprintBits != 0 || len(present) == 0 || !timed.TargetFPR.Known() || c.Entry.New == nil {
		return t
	}
	f, err := c.Entry.New(filter.Spec{N: timed.N, FPR: float64(timed.TargetFPR)})
	if err != nil || f.Params().K == p.K || f.Params().K == 0 {
		return t
	}
	more := record.Float(hit * float64(between(present, c.Bytes).Ns) * (float64(p.K)/float64(f.Params().K) - 1))
	t.Ns, t.Low, t.High = t.Ns+more, t.Low+min(more, 0), t.High+max(more, 0)
	t.Note += fmt.Sprintf(" with %d probes, corrected to %d", f.Params().K, p.K)
	return t
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// bySize returns the time at a share of hits for every size that was timed, the smallest first.
func bySize(rows []record.ThroughputRow, hit float64) []reading {
	of := map[int64][]record.ThroughputRow{}
	for _, r := range rows {
		of[r.Bytes] = append(of[r.Bytes], r)
	}
	var all []reading
	for bytes, same := range of {
		slices.SortFunc(same, func(a, b record.ThroughputRow) int { return cmp.Compare(a.HitShare, b.HitShare) })
		at := slices.IndexFunc(same, func(r record.ThroughputRow) bool { return float64(r.HitShare) >= hit })
		if at < 0 || at == 0 && float64(same[0].HitShare) != hit {
			continue // not between two that were timed
		}
		low, high := same[max(at-1, 0)], same[at]
		share := 1.0
		if high.HitShare > low.HitShare {
			share = (hit - float64(low.HitShare)) / float64(high.HitShare-low.HitShare)
		}
		all = append(all, reading{bytes, mix(rowTiming(low), rowTiming(high), share)})
	}
	slices.SortFunc(all, func(a, b reading) int { return cmp.Compare(a.bytes, b.bytes) })
	return all
}

func rowTiming(r record.ThroughputRow) Timing {
	return Timing{Ns: r.NsPerKey, Low: r.NsLow, High: r.NsHigh}
}

// between reads a size off two that were timed; beyond the ends, the end itself.
func between(sizes []reading, bytes int64) Timing {
	at := slices.IndexFunc(sizes, func(r reading) bool { return r.bytes >= bytes })
	switch {
	case at < 0:
		return sizes[len(sizes)-1].at
	case at == 0:
		return sizes[0].at
	}
	low, high := sizes[at-1], sizes[at]
	return mix(low.at, high.at, math.Log(float64(bytes)/float64(low.bytes))/math.Log(float64(high.bytes)/float64(low.bytes)))
}

// mix returns the part of the way from a to b.
func mix(a, b Timing, part float64) Timing {
	p := record.Float(part)
	return Timing{Ns: a.Ns + p*(b.Ns-a.Ns), Low: a.Low + p*(b.Low-a.Low), High: a.High + p*(b.High-a.High)}
}
