package throughput

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// The rates at which filters are compared: those of 8-bit and of 16-bit fingerprints, which filters of bits can
// be sized for. The size lies in the second-level cache.
var equalRates = []float64{1.0 / 256, 1.0 / 65536}

const equalN = 200_000

// equals times every filter on hashes at the same false-positive rates.
func equals(s plan.Scope) (cells []plan.Cell) {
	for _, e := range plan.Measurables() {
		if e.NewKeyed != nil || s.Profile == plan.Smoke && !slices.Contains(plan.BaseFilters(), e.Name) {
			continue
		}
		for _, rate := range plan.Pick(s.Profile, equalRates[:1], equalRates, equalRates) {
			if !plan.Meets(e, equalN, rate) || overshoots(e, rate) {
				continue
			}
			for _, op := range plan.Pick(s.Profile, []string{opBulk}, []string{opBulk}, []string{opContains, opBulk}) {
				f := filterSeries(e, op, modePrehashed, equalN, 0.5)
				for factor, level := range plan.NewFactors("target_fpr", rate) {
					f = f.With(factor, level)
				}
				cells = append(cells, plan.Cell{Factors: f, Seeds: blocks(s)})
			}
		}
	}
	return cells
}

// overshoots reports whether the filter's rate lies far below the one that it is sized for, since its width is
// fixed or its size is a power of two: it is then another filter than the rest.
func overshoots(e filter.Entry, rate float64) bool {
	r, ok := plan.ExpectedRate(e, equalN, rate)
	return ok && r.FPR < rate/2
}

// positives keeps the counts, which single and bulk look-ups share.
var positives = stock[uint64]{most: 100}

// expectedPositives are shown by each filter: its rate is then known to 6 % at 95 %.
const expectedPositives = 1000

// absentAsked returns how many absent keys a filter is asked for: for 16 bits so few that 122 positives show its rate to 18 %.
func absentAsked(d design) uint64 { return uint64(min(expectedPositives/d.target, 8_000_000)) }

// askAbsent counts false positives, and notes the space: once a run, since all blocks have the same keys.
func (s *series) askAbsent(ctx context.Context, d design, f filter.Filter, h hash.Hash) error {
	s.bitsPerKey = float64(f.Params().M) / float64(d.n)
	if !d.first {
		return nil
	}
	s.queries = absentAsked(d)
	all, err := keys.Fixed(keyBytes, keySeed, d.n+s.queries)
	if err != nil {
		return err
	}
	s.positives, err = positives.get(fmt.Sprint(d.filter.Name, d.target), func() (uint64, error) {
		count, hs := uint64(0), make([]uint64, 512)
		err := keys.Each(ctx, keys.Part(all, d.n, s.queries), func(_ uint64, ks [][]byte) error {
			h.Sum(hs, ks)
			count += uint64(f.Count(hs[:len(ks)]))
			return nil
		})
		return count, err
	})
	return err
}

func equalRow(cell []record.ThroughputPoint) record.EqualRow {
	first, t := cell[0], timed(cell)
	row := record.EqualRow{Impl: first.Impl, Op: first.Op, N: first.N, TargetFPR: first.TargetFPR, FPR: record.Unknown,
		FPRLow: record.Unknown, FPRHigh: record.Unknown, BitsPerKey: first.BitsPerKey, HitShare: first.HitShare,
		NsPerKey: t.Ns, NsLow: t.Low, NsHigh: t.High, NsMin: t.Least, Blocks: t.Blocks, BootLow: t.BootLow, BootHigh: t.BootHigh}
	for _, p := range cell {
		if i, ok := stats.ClopperPearson(p.Positives, p.Queries, 0.95); ok {
			row.FPR = record.Float(float64(p.Positives) / float64(p.Queries))
			row.FPRLow, row.FPRHigh = record.Float(i.Low), record.Float(i.High)
		}
	}
	return row
}

// equalTargets tells series apart that are compared at other rates.
func equalTargets(a, b record.ThroughputPoint) int {
	if !a.Equal || !b.Equal {
		return 0
	}
	return cmp.Compare(a.TargetFPR, b.TargetFPR)
}
