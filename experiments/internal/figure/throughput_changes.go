package figure

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// changeOps are the operations that have a column each, with its head.
var changeOps = []struct{ name, head string }{
	{"build", "building: ns a node"},
	{"change", "a node joins or leaves: ns a change"},
}

func planThroughputChanges(s record.Store) (plate, error) {
	rows, err := read(s, "throughput.csv", "timings of building and changing locators", func(r record.ThroughputRow) bool {
		return r.Kind == "locator" && (r.Op == "build" || r.Op == "change") && r.NsPerKey > 0 && r.Impl != control && (r.Hash == "" || ownOrBase(r.Hash))
	})
	if err != nil {
		return plate{}, err
	}
	nodes := func(r record.ThroughputRow) float64 { return float64(r.Nodes) }
	x, y := timingAxes("nodes", rows, nodes, len(changeOps))
	var columns []column
	for _, op := range changeOps {
		of := where(rows, func(r record.ThroughputRow) bool { return r.Op == op.name })
		if len(of) > 0 {
			columns = append(columns, timingColumn(op.head, x, y, of, nodes))
		}
	}
	groups := group(timed(rows))
	return finish(plate{
		form: "Time of building a locator, per node, and of a change of one node, in ns against the number of nodes, both axes logarithmic, a line for each locator.",
		page: chart.Page{
			Title:       changeTitle(rows),
			Subtitle:    fmt.Sprintf("ns a node of building from a list, and ns of one node that joins or leaves, labels hashed with %s or the locator's own function, one thread, against nodes. %s.", baseHash, blocks(rows)),
			Rows:        multiples(groups, columns),
			PanelHeight: multiplesHeight(groups),
		},
	}, rows)
}

// changeTitle says what a change of the base ring costs beside building it, at the most nodes that both were timed at.
func changeTitle(rows []record.ThroughputRow) string {
	of := func(op string) map[int]record.Float {
		times := map[int]record.Float{}
		for _, r := range rows {
			if r.Impl == "ring-vnodes" && r.Op == op {
				times[r.Nodes] = r.NsPerKey
			}
		}
		return times
	}
	builds, changes := of("build"), of("change")
	nodes := 0
	for n := range changes {
		if builds[n] > 0 {
			nodes = max(nodes, n)
		}
	}
	if nodes == 0 {
		changed := where(rows, func(r record.ThroughputRow) bool { return r.Op == "change" })
		if len(changed) == 0 {
			return "Building locators was timed, changing them was not"
		}
		n := commonest(changed, func(r record.ThroughputRow) int { return r.Nodes })
		return timingTitle(slices.DeleteFunc(changed, func(r record.ThroughputRow) bool { return r.Nodes != n }), fmt.Sprintf("A change of %s", plural(n, "node")))
	}
	whole := float64(builds[nodes]) * float64(nodes)
	return fmt.Sprintf("A node that joins or leaves ring-vnodes of %s takes %s µs, 1/%.0f of building it", plural(nodes, "node"), num(float64(changes[nodes])/1000), whole/float64(changes[nodes]))
}

func init() {
	register(Figure{Name: "throughput-changes", Experiment: "throughput", plan: planThroughputChanges,
		Question: "What does it cost to build a locator, and to add or remove a node?"})
}
