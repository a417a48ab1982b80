package figure

import (
	"errors"
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// hitShares are the shares of look-ups for present keys that have a panel each.
var hitShares = []float64{0, 0.5, 1}

func planThroughputFilters(s record.Store) (plate, error) {
	rows, err := throughput(s, "filter", "contains", func(r record.ThroughputRow) bool {
		return slices.Contains(hitShares, hitShareOf(r))
	})
	if err != nil {
		return plate{}, err
	}
	rows, owners := preferPrehashed(rows)
	bulk, err := throughput(s, "filter", "bulk", func(r record.ThroughputRow) bool { return hitShareOf(r) == 0.5 && r.Mode == "prehashed" })
	if err != nil && !errors.Is(err, ErrNoData) {
		return plate{}, err
	}
	caches, dashed, err := cacheMarks(s, bytesPerKeyOf(rows, baseFilter))
	if err != nil {
		return plate{}, err
	}
	groups := group(timed(rows))
	if len(groups) == 0 {
		return plate{}, fmt.Errorf("%w: throughput.csv times no filter but the control", ErrNoData)
	}
	share := distinct(rows, hitShareOf)[0]
	n := commonest(rows, func(r record.ThroughputRow) uint64 { return r.N })
	at := where(rows, func(r record.ThroughputRow) bool { return r.N == n && hitShareOf(r) == share })
	return finish(plate{
		form: "Time per look-up in ns against the number of keys, both axes logarithmic, a panel for each hit share and a line " +
			"for each filter.",
		page: chart.Page{
			Title: timingTitle(at, fmt.Sprintf("n = %s, hit share %s", count(n), num(share))),
			Subtitle: fmt.Sprintf("ns per key of a look-up, one thread, hashes prepared in advance, against keys in the filter; one key a call, and in bulk many. "+
				"%s.%s%s", blocks(rows), hashing(owners), dashed),
			Rows:        multiples(groups, shareColumns(rows, bulk, caches)),
			PanelHeight: multiplesHeight(groups),
		},
	}, append(rows, bulk...))
}

func shareColumns(rows, bulk []record.ThroughputRow, caches []chart.Mark) []column {
	keys := func(r record.ThroughputRow) float64 { return float64(r.N) }
	shares := distinct(rows, hitShareOf)
	x, y := timingAxes("keys in the filter", slices.Concat(rows, bulk), keys, len(shares)+min(1, len(bulk)))
	var columns []column
	for _, share := range shares {
		of := where(rows, func(r record.ThroughputRow) bool { return hitShareOf(r) == share })
		columns = append(columns, timingColumn("hit share "+num(share), x, y, of, keys))
	}
	if len(bulk) > 0 {
		columns = append(columns, timingColumn("0.5 in bulk", x, y, bulk, keys))
	}
	for i := range columns {
		columns[i].behind = append(slices.Clone(caches), columns[i].behind...)
	}
	return columns
}

func hitShareOf(r record.ThroughputRow) float64 { return float64(r.HitShare) }

// preferPrehashed returns the rows on prepared hashes, and those on keys for implementations that cannot be
// given hashes, whose names it returns too.
func preferPrehashed(rows []record.ThroughputRow) (kept []record.ThroughputRow, owners []string) {
	prehashed := distinct(where(rows, func(r record.ThroughputRow) bool { return r.Mode == "prehashed" }), implOf)
	kept = where(rows, func(r record.ThroughputRow) bool {
		return r.Mode == "prehashed" || !slices.Contains(prehashed, r.Impl) && ownOrBase(r.Hash)
	})
	owners = slices.DeleteFunc(distinct(kept, implOf), func(name string) bool { return slices.Contains(prehashed, name) })
	return kept, owners
}

func init() {
	register(Figure{Name: "throughput-filters", Experiment: "throughput", plan: planThroughputFilters,
		Question: "What does a look-up cost in each filter, as it outgrows the caches?"})
}
