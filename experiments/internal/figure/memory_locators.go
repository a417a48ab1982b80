package figure

import (
	"fmt"
	"slices"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

func planMemoryLocators(s record.Store) (plate, error) {
	rows, err := read(s, "memory.csv", "locators", func(r record.MemoryRow) bool { return r.Kind == "locator" && r.Nodes > 0 })
	if err != nil {
		return plate{}, err
	}
	rows = usualVnodes(rows, memoryImpl, func(r record.MemoryRow) int { return r.Vnodes })
	slices.SortStableFunc(rows, func(a, b record.MemoryRow) int { return a.Nodes - b.Nodes })
	groups := group(distinct(rows, memoryImpl))
	sizes, zero := bytesColumn(rows)
	note := ""
	if zero {
		note = " An arrow from 1 byte: nothing is kept."
	}
	return finish(plate{
		form: "Bytes of the whole structure against the number of nodes, both axes logarithmic, a line for each locator.",
		page: chart.Page{
			Title: bytesTitle(rows),
			Subtitle: "Bytes of the whole structure, by its own account and without the bytes of the ids, against nodes. " +
				"Points a node: " + vnodesList(rows) + "." + note,
			Rows:        multiples(groups, []column{sizes}),
			PanelHeight: multiplesHeight(groups),
		},
	}, rows)
}

// usualVnodes returns the rows of each implementation at one number of vnodes: the base's where it was
// measured, else the commonest.
func usualVnodes[T any](rows []T, impl func(T) string, vnodes func(T) int) []T {
	var kept []T
	for _, name := range distinct(rows, impl) {
		of := where(rows, func(r T) bool { return impl(r) == name })
		usual := commonest(of, vnodes)
		if slices.ContainsFunc(of, func(r T) bool { return vnodes(r) == baseVnodes }) {
			usual = baseVnodes
		}
		kept = append(kept, where(of, func(r T) bool { return vnodes(r) == usual })...)
	}
	return kept
}

// vnodesList writes the points a node of each implementation that has any.
func vnodesList(rows []record.MemoryRow) string {
	text := ""
	for _, name := range distinct(rows, memoryImpl) {
		i := slices.IndexFunc(rows, func(r record.MemoryRow) bool { return r.Impl == name })
		if rows[i].Vnodes == 0 {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += fmt.Sprintf("%s %d", name, rows[i].Vnodes)
	}
	if text == "" {
		return "none"
	}
	return text
}

// bytesColumn returns the column, and whether a locator keeps nothing.
func bytesColumn(rows []record.MemoryRow) (c column, zero bool) {
	var nodes, sizes []float64
	for _, r := range rows {
		nodes = append(nodes, float64(r.Nodes))
		sizes = append(sizes, max(1, float64(r.ModelBytes)))
		if r.ModelBytes == 0 {
			zero, sizes = true, append(sizes, 0.5) // room for the arrow
		}
	}
	return column{head: "bytes", x: chart.LogAxis("nodes", nodes...), y: chart.LogAxis("", sizes...),
		marks: func(name string) []chart.Mark {
			k := chart.Series{Name: name, Style: styleOf(name)}
			for _, r := range where(rows, func(r record.MemoryRow) bool { return r.Impl == name }) {
				p := chart.Point{X: float64(r.Nodes), Y: max(1, float64(r.ModelBytes)), AtMost: r.ModelBytes == 0}
				p.Low, p.High = chart.None()
				k.Points = append(k.Points, p)
			}
			return []chart.Mark{k}
		}}, zero
}

// bytesTitle states the least and the greatest size at the number of nodes with most locators.
func bytesTitle(rows []record.MemoryRow) string {
	nodes := commonest(rows, func(r record.MemoryRow) int { return r.Nodes })
	at := where(rows, func(r record.MemoryRow) bool { return r.Nodes == nodes })
	least, most := at[0], at[0]
	for _, r := range at {
		if r.ModelBytes < least.ModelBytes {
			least = r
		}
		if r.ModelBytes > most.ModelBytes {
			most = r
		}
	}
	smallest := among(distinct(where(at, func(r record.MemoryRow) bool { return r.ModelBytes == least.ModelBytes }), memoryImpl))
	text := fmt.Sprintf("For %s %s %s", plural(nodes, "node"), smallest, size(least.ModelBytes))
	if least.ModelBytes == most.ModelBytes {
		return text
	}
	return text + fmt.Sprintf(", %s %s", most.Impl, size(most.ModelBytes))
}

// size writes a number of bytes with a decimal unit.
func size(bytes int64) string {
	for _, unit := range []struct {
		bytes int64
		name  string
	}{{1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}} {
		if bytes >= unit.bytes {
			return num(float64(bytes)/float64(unit.bytes)) + " " + unit.name
		}
	}
	if bytes == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", bytes)
}

func init() {
	register(Figure{Name: "memory-locators", Experiment: "memory", plan: planMemoryLocators,
		Question: "How much memory does each consistent hash keep?"})
}
