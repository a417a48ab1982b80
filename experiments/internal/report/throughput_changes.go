package report

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/record"
)

// locatorTables are those of changing nodes that have rows.
func locatorTables(rows []record.ThroughputRow) []table {
	return slices.DeleteFunc([]table{membershipTable(rows)}, func(t table) bool { return len(t.Rows) == 0 })
}

// membershipTable sets a change of one node beside building the whole locator.
func membershipTable(rows []record.ThroughputRow) table {
	t := table{
		Caption: "Building a locator from a list of nodes, labels being hashed, and one node that joins or leaves: µs (95 % interval), and how many changes building costs.",
		Header:  []string{"locator", "hash", "nodes", "building", "a change", "building ÷ change"},
	}
	type at struct {
		impl, hash string
		nodes      int
	}
	changes := map[at]record.ThroughputRow{}
	for _, r := range rows {
		if r.Kind == "locator" && r.Op == "change" {
			changes[at{r.Impl, r.Hash, r.Nodes}] = r
		}
	}
	for _, r := range rows {
		if r.Kind != "locator" || r.Op != "build" {
			continue
		}
		whole := record.Float(r.Nodes) / 1000 // from ns a node
		building, change, ratio := within(r.NsPerKey*whole, r.NsLow*whole, r.NsHigh*whole, 3), unknown, unknown
		if c, ok := changes[at{r.Impl, r.Hash, r.Nodes}]; ok {
			change = within(c.NsPerKey/1000, c.NsLow/1000, c.NsHigh/1000, 3)
			ratio = digits(r.NsPerKey*record.Float(r.Nodes)/c.NsPerKey, 3)
		}
		t.add(r.Impl, r.Hash, fmt.Sprint(r.Nodes), building, change, ratio)
	}
	return t
}
