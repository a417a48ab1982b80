package figure

import (
	"slices"

	"hashlab/experiments/internal/figure/chart"
)

// A column is what the panels of one column of small multiples have in common: axes, what is drawn behind,
// and what is drawn of each implementation.
type column struct {
	head   string
	x, y   chart.Axis
	behind []chart.Mark
	marks  func(name string) []chart.Mark
	own    func(names []string) chart.Axis // the vertical axis of a panel that shows these; nil where all share y
}

// multiples returns a row of panels for each group of names. Rows and columns share axes, so tick labels
// stand at the bottom only, and at the left only where neighbours have the same vertical axis. (A column whose panels have vertical axes of their
// own stands alone or at the left.)
func multiples(groups [][]string, columns []column) [][]chart.Panel {
	var rows [][]chart.Panel
	for i, names := range groups {
		var row []chart.Panel
		for j, c := range columns {
			panel := chart.Panel{X: c.x, Y: c.y, Marks: append([]chart.Mark(nil), c.behind...)}
			if c.own != nil {
				panel.Y = c.own(names)
			}
			if i == 0 {
				panel.Head = c.head
			}
			if i < len(groups)-1 {
				panel.X.Bare, panel.X.Label = true, ""
			}
			panel.Y.Bare = j > 0 && sameRange(c.y, columns[j-1].y)
			for _, name := range names {
				panel.Marks = append(panel.Marks, c.marks(name)...)
			}
			row = append(row, panel)
		}
		rows = append(rows, row)
	}
	return rows
}

func sameRange(a, b chart.Axis) bool { return a.Log == b.Log && a.Min == b.Min && a.Max == b.Max }

// multiplesHeight returns the height of a row of small multiples: one row fills the page, more leave room
// for the names of the largest group.
func multiplesHeight(groups [][]string) float64 {
	if len(groups) == 1 {
		return 0
	}
	most := 0
	for _, g := range groups {
		most = max(most, len(g))
	}
	return max(104, 11*float64(most)+36)
}

// narrow returns the axis with fewer labels, for panels that stand three or more in a row.
func narrow(a chart.Axis, columns int) chart.Axis {
	if columns > 1 {
		a.Labels = max(3, 7-columns)
	}
	return a
}

// aside returns how far, in points, to move the series called name so that those of its group stand side by
// side around their value, all within the padding of the axes.
func aside(groups [][]string, name string) float64 {
	const padding = 4.0
	for _, g := range groups {
		if i := slices.Index(g, name); i >= 0 {
			apart := min(2.2, 2*padding/float64(len(g)))
			return apart * (float64(i) - float64(len(g)-1)/2)
		}
	}
	return 0
}
