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

// hitsTitle names the filters that gain most and least from looking up in bulk at half hits, or at the share that is
// there.
func hitsTitle(rows []record.ThroughputRow) string {
	shares := distinct(where(rows, func(r record.ThroughputRow) bool { return r.Op == "bulk" }), hitShareOf)
	share := shares[0]
	if slices.Contains(shares, 0.5) {
		share = 0.5
	}
	type change struct {
		name  string
		times float64
	}
	var best, worst change
	for _, name := range timed(rows) {
		ns := map[string]float64{}
		for _, r := range rows {
			if r.Impl == name && hitShareOf(r) == share {
				ns[r.Op] = float64(r.NsPerKey)
			}
		}
		c := change{name, ns["contains"] / ns["bulk"]}
		if !(c.times > 0) || ns["bulk"] == 0 {
			continue
		}
		if best.name == "" || c.times > best.times {
			best = c
		}
		if worst.name == "" || c.times < worst.times {
			worst = c
		}
	}
	switch {
	case best.name == "":
		return "Look-ups by the share of present keys"
	case best.name == worst.name:
		return fmt.Sprintf("At hit share %s %s looks up %s times as fast in bulk", num(share), best.name, num(best.times))
	}
	return fmt.Sprintf("At hit share %s looking up in bulk is %s times as fast in %s, and %s times in %s", num(share), num(best.times), best.name, num(worst.times), worst.name)
}

func init() {
	register(Figure{Name: "throughput-hits", Experiment: "throughput", plan: planThroughputHits,
		Question: "What do bulk look-ups gain, and how does the share of present keys matter?"})
}
