package figure

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// modes are the ways of timing that have a panel each, with its head.
var modes = []struct{ name, head string }{
	{"prehashed", "hashes prepared in advance"},
	{"keys", "keys: hashing included"},
}

func planThroughputLocators(s record.Store) (plate, error) {
	rows, err := throughput(s, "locator", "locate", func(r record.ThroughputRow) bool {
		return r.Mode == "prehashed" || r.Mode == "keys" && ownOrBase(r.Hash)
	})
	if err != nil {
		return plate{}, err
	}
	groups := group(timed(rows))
	if len(groups) == 0 {
		return plate{}, fmt.Errorf("%w: throughput.csv times no locator but the control", ErrNoData)
	}
	columns := modeColumns(rows)
	mode, head := rows[0].Mode, columns[0].head
	if slices.ContainsFunc(rows, func(r record.ThroughputRow) bool { return r.Mode == modes[0].name }) {
		mode = modes[0].name
	}
	first := where(rows, func(r record.ThroughputRow) bool { return r.Mode == mode })
	nodes := commonest(first, func(r record.ThroughputRow) int { return r.Nodes })
	at := where(first, func(r record.ThroughputRow) bool { return r.Nodes == nodes })
	return finish(plate{
		form: "Time per look-up in ns against the number of nodes, both axes logarithmic, a panel for prepared hashes and one " +
			"for keys, a line for each locator.",
		page: chart.Page{
			Title:       timingTitle(at, fmt.Sprintf("%s, %s", plural(nodes, "node"), head)),
			Subtitle:    fmt.Sprintf("ns per key of locate, one thread, against nodes. %s.", blocks(rows)),
			Rows:        multiples(groups, columns),
			PanelHeight: multiplesHeight(groups),
		},
	}, rows)
}

// modeColumns returns a column for each mode that was timed.
func modeColumns(rows []record.ThroughputRow) []column {
	nodes := func(r record.ThroughputRow) float64 { return float64(r.Nodes) }
	x, y := timingAxes("nodes", rows, nodes, len(modes))
	var columns []column
	for _, mode := range modes {
		of := where(rows, func(r record.ThroughputRow) bool { return r.Mode == mode.name })
		if len(of) > 0 {
			columns = append(columns, timingColumn(mode.head, x, y, of, nodes))
		}
	}
	return columns
}

func init() {
	register(Figure{Name: "throughput-locators", Experiment: "throughput", plan: planThroughputLocators,
		Question: "What does a look-up cost in each consistent hash, as nodes are added?"})
}
