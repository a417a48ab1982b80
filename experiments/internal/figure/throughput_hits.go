package figure

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// lookups are the ways to look up that have a column each.
var lookups = []struct{ op, head string }{{"contains", "one key a call"}, {"bulk", "many keys a call"}}

func planThroughputHits(s record.Store) (plate, error) {
	rows, err := read(s, "throughput.csv", "single and bulk look-ups of prepared hashes", func(r record.ThroughputRow) bool {
		return r.Kind == "filter" && r.Mode == "prehashed" && (r.Op == "contains" || r.Op == "bulk") && r.NsPerKey > 0 && r.HitShare.Known()
	})
	if err != nil {
		return plate{}, err
	}
	bulk := where(rows, func(r record.ThroughputRow) bool { return r.Op == "bulk" })
	if len(bulk) == 0 || len(timed(bulk)) == 0 {
		return plate{}, fmt.Errorf("%w: throughput.csv times no bulk look-up", ErrNoData)
	}
	n := commonest(bulk, func(r record.ThroughputRow) uint64 { return r.N })
	rows = where(rows, func(r record.ThroughputRow) bool { return r.N == n })
	groups := group(timed(rows))
	x := chart.LinearAxis("share of look-ups for present keys", 0, 1)
	y := chart.LogAxis("", floats(rows, nsOf, nsLow, nsHigh)...)
	var columns []column
	for _, l := range lookups {
		of := where(rows, func(r record.ThroughputRow) bool { return r.Op == l.op })
		if len(of) > 0 {
			columns = append(columns, timingColumn(l.head, x, y, of, hitShareOf))
		}
	}
	return finish(plate{
		form: "Time per look-up in ns on a logarithmic axis against the share of look-ups for present keys, a column of panels for single " +
			"look-ups and one for bulk look-ups, a line for each filter.",
		page: chart.Page{
			Title: hitsTitle(rows),
			Subtitle: fmt.Sprintf("ns per key, one thread, hashes prepared in advance, n = %s. One key a call: by the interface, whose cost the control shows. %s.",
				count(n), blocks(rows)),
			Rows:        multiples(groups, columns),
			PanelHeight: multiplesHeight(groups),
		},
	}, rows)
}

// hitsTitle says in how many filters looking up in bulk is faster or slower beyond the intervals, at half hits or at the
// share that is there, and which gains most.
func hitsTitle(rows []record.ThroughputRow) string {
	shares := distinct(where(rows, func(r record.ThroughputRow) bool { return r.Op == "bulk" }), hitShareOf)
	present := shares[0]
	if slices.Contains(shares, 0.5) {
		present = 0.5
	}
	all, faster, slower := 0, 0, 0
	best, most := "", 0.0
	for _, name := range timed(rows) {
		by := map[string]record.ThroughputRow{}
		for _, r := range rows {
			if r.Impl == name && hitShareOf(r) == present {
				by[r.Op] = r
			}
		}
		one, many := by["contains"], by["bulk"]
		if one.Impl == "" || many.Impl == "" {
			continue
		}
		all++
		switch {
		case many.NsHigh < one.NsLow:
			faster++
		case many.NsLow > one.NsHigh:
			slower++
		}
		if times := float64(one.NsPerKey / many.NsPerKey); times > most {
			best, most = name, times
		}
	}
	switch {
	case all == 0:
		return "Look-ups by the share of present keys"
	case faster == 0:
		return fmt.Sprintf("At hit share %s looking up in bulk is faster, beyond the intervals, in none of %s, and slower in %s", num(present), plural(all, "filter"), someOf(slower))
	}
	return fmt.Sprintf("At hit share %s looking up in bulk is faster, beyond the intervals, in %s, at most %s times (%s), and slower in %s",
		num(present), share(faster, all, "filter"), num(most), best, someOf(slower))
}

func init() {
	register(Figure{Name: "throughput-hits", Experiment: "throughput", plan: planThroughputHits,
		Question: "What do bulk look-ups gain, and how does the share of present keys matter?"})
}
