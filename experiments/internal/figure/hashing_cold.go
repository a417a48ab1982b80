package figure

import (
	"cmp"
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func planHashingCold(s record.Store) (plate, error) {
	rows, err := read(s, "hashing_costs.csv", "timings of cold keys", func(r record.HashingCost) bool {
		return r.Loop == "cold" && r.NsPerKey > 0 && r.BaseNs > 0
	})
	if err != nil {
		return plate{}, err
	}
	hashes, lengths := byColdTime(rows), distinct(rows, func(r record.HashingCost) int { return r.KeyBytes })
	axis := narrow(chart.LogAxis("ns per key", floats(rows, func(r record.HashingCost) record.Float { return r.NsPerKey },
		func(r record.HashingCost) record.Float { return r.BaseNs }, func(r record.HashingCost) record.Float { return r.NsLow },
		func(r record.HashingCost) record.Float { return r.NsHigh })...), len(lengths))
	var panels []chart.Panel
	for i, length := range lengths {
		panel := coldPanel(where(rows, func(r record.HashingCost) bool { return r.KeyBytes == length }), hashes, axis)
		panel.Head, panel.Y.Bare = plural(length, "byte"), i > 0
		panels = append(panels, panel)
	}
	return finish(plate{
		form: "Dot plot with a row for each hash function and a panel for each key length: time per key in ns on a logarithmic axis, for keys in the cache and " +
			"for keys that are not.",
		page: chart.Page{
			Title: coldTitle(rows),
			Subtitle: fmt.Sprintf("ns per key, bulk hashing on one thread. Cold keys lie in random places of 256 MiB, beyond the second-level cache. %s of the cold ones.",
				medians(distinct(rows, func(r record.HashingCost) int { return r.Blocks }),
					slices.ContainsFunc(rows, func(r record.HashingCost) bool { return r.NsLow.Known() }))),
			Keys:        []chart.Key{{Text: "in the cache", Style: chart.Measured}, {Text: "cold", Style: chart.Excess}},
			Rows:        [][]chart.Panel{panels},
			PanelHeight: dotHeight(len(hashes)),
		},
	}, rows)
}

func costHash(r record.HashingCost) string { return r.Hash }

// byColdTime returns the functions, the one with the least time for the shortest cold keys first.
func byColdTime(rows []record.HashingCost) []string {
	least := map[string]record.HashingCost{}
	for _, r := range rows {
		if old, seen := least[r.Hash]; !seen || r.KeyBytes < old.KeyBytes {
			least[r.Hash] = r
		}
	}
	hashes := distinct(rows, costHash)
	slices.SortStableFunc(hashes, func(a, b string) int { return cmp.Compare(least[a].NsPerKey, least[b].NsPerKey) })
	return hashes
}

func coldPanel(rows []record.HashingCost, hashes []string, axis chart.Axis) chart.Panel {
	var warm, cold []chart.Dot
	for _, r := range rows {
		d := chart.Dot{Row: float64(slices.Index(hashes, r.Hash)), Value: float64(r.NsPerKey), Low: float64(r.NsLow), High: float64(r.NsHigh)}
		d.WideLow, d.WideHigh = chart.None()
		cold = append(cold, d)
		d.Value = float64(r.BaseNs)
		d.Low, d.High = chart.None()
		warm = append(warm, d)
	}
	return chart.Panel{X: axis, Y: chart.NamesAxis(hashes), Marks: []chart.Mark{
		chart.Dots{Style: chart.Measured, Points: warm},
		chart.Dots{Style: chart.Excess, Points: cold},
	}}
}

// coldTitle says what the shortest keys cost more when they are cold, and whether the same function wins.
func coldTitle(rows []record.HashingCost) string {
	length := distinct(rows, func(r record.HashingCost) int { return r.KeyBytes })[0]
	of := where(rows, func(r record.HashingCost) bool {
		return r.KeyBytes == length && (!isControlHash(r.Hash) || len(rows) == 1)
	})
	if len(of) == 0 {
		return "Only controls were timed on cold keys"
	}
	byRatio := func(a, b record.HashingCost) int { return cmp.Compare(a.NsPerKey/a.BaseNs, b.NsPerKey/b.BaseNs) }
	least, most := slices.MinFunc(of, byRatio), slices.MaxFunc(of, byRatio)
	if least.Hash == most.Hash {
		return fmt.Sprintf("A cold key of %s costs %s %s times as much as one in the cache", plural(length, "byte"), most.Hash, num(most.NsPerKey/most.BaseNs))
	}
	return fmt.Sprintf("A cold key of %s costs %s (%s) to %s times (%s) as much as one in the cache", plural(length, "byte"),
		num(least.NsPerKey/least.BaseNs), least.Hash, num(most.NsPerKey/most.BaseNs), most.Hash)
}

func init() {
	register(Figure{Name: "hashing-cold", Experiment: "hashing", plan: planHashingCold,
		Question: "What does hashing a key cost that is not in the cache?"})
}
