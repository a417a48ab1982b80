package report

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/record"
)

// locatorTables are those of single look-ups and of changing nodes, where they have rows.
func locatorTables(rows []record.ThroughputRow) []table {
	return slices.DeleteFunc([]table{singleTable(rows), membershipTable(rows)}, func(t table) bool { return len(t.Rows) == 0 })
}

// singleTable sets look-ups of one hash after another beside those of many at once.
func singleTable(rows []record.ThroughputRow) table {
	t := table{
		Caption: "Locating prepared hashes one at a time, through the interface, and many at once, ns (95 % interval).",
		Header:  []string{"locator", "nodes", "one at a time", "many at once", "÷"},
	}
	type at struct {
		impl  string
		nodes int
	}
	bulk := map[at]record.ThroughputRow{}
	for _, r := range rows {
		if r.Kind == "locator" && r.Op == "locate" && r.Mode == "prehashed" {
			bulk[at{r.Impl, r.Nodes}] = r
		}
	}
	for _, r := range rows {
		if r.Kind != "locator" || r.Op != "locate-single" {
			continue
		}
		many, ratio := unknown, unknown
		if b, ok := bulk[at{r.Impl, r.Nodes}]; ok {
			many, ratio = within(b.NsPerKey, b.NsLow, b.NsHigh, 3), digits(r.NsPerKey/b.NsPerKey, 3)
		}
		t.add(r.Impl, fmt.Sprint(r.Nodes), within(r.NsPerKey, r.NsLow, r.NsHigh, 3), many, ratio)
	}
	return t
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
