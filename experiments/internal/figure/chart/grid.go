package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawPanels draws the grid: data areas are equal, names stand at the right of each row, and the label of
// the horizontal axis below the last row.
func (g Page) drawPanels(c draw.Canvas) {
	plots := make([][]*plot.Plot, len(g.Rows))
	heads := make([]vg.Length, len(g.Rows))
	for i, row := range g.Rows {
		for _, panel := range row {
			p := panel.plot()
			p.Add(panel)
			plots[i] = append(plots[i], p)
			if panel.Head != "" {
				heads[i] = headHeight
			}
		}
		plots[i][len(row)-1].Add(collect(row))
	}
	for i, row := range align(plots, heads, draw.Crop(c, 0, 0, g.foot(), 0)) {
		var data []draw.Canvas
		for j, area := range row {
			plots[i][j].Draw(area)
			data = append(data, plots[i][j].DataCanvas(area))
			style := textStyle(tickSize, quiet)
			c.FillText(style, vg.Point{X: data[j].Min.X, Y: data[j].Max.Y + 4}, g.Rows[i][j].Head)
		}
		if i == len(plots)-1 {
			g.drawFeet(c, data)
		}
	}
}

// margins are the widths that axes and names take around a data area.
type margins struct{ left, right, bottom, top vg.Length }

func (m margins) max(o margins) margins {
	return margins{max(m.left, o.left), max(m.right, o.right), max(m.bottom, o.bottom), max(m.top, o.top)}
}

// around returns what p takes around its data on the canvas area.
func around(p *plot.Plot, area draw.Canvas) margins {
	data := p.DataCanvas(area)
	return margins{data.Min.X - area.Min.X, area.Max.X - data.Max.X, data.Min.Y - area.Min.Y, area.Max.Y - data.Max.Y}
}

// align returns a canvas for each plot, such that the data areas of all are equal and stand in rows and
// columns. heads is the room to leave above each row. plot.Align fails here: it begins with equal tiles,
// and long names take more than a tile.
func align(plots [][]*plot.Plot, heads []vg.Length, c draw.Canvas) [][]draw.Canvas {
	areas := make([][]draw.Canvas, len(plots))
	for i, row := range plots {
		for range row {
			areas[i] = append(areas[i], c)
		}
	}
	// What a plot takes depends a little on its size, since a tick label may reach beyond the end of its
	// axis; each round measures on the canvases of the round before.
	for range 4 {
		areas = place(plots, heads, c, areas)
	}
	return areas
}

// place returns canvases that align the plots if they take what they take on the canvases areas.
func place(plots [][]*plot.Plot, heads []vg.Length, c draw.Canvas, areas [][]draw.Canvas) [][]draw.Canvas {
	rows, columns := make([]margins, len(plots)), make([]margins, len(plots[0]))
	for i, row := range plots {
		for j, p := range row {
			m := around(p, areas[i][j])
			rows[i], columns[j] = rows[i].max(m), columns[j].max(m)
		}
	}
	width := c.Max.X - c.Min.X - columnGap*vg.Length(len(columns)-1)
	for _, m := range columns {
		width -= m.left + m.right
	}
	height := c.Max.Y - c.Min.Y - rowGap*vg.Length(len(rows)-1)
	for i, m := range rows {
		height -= m.bottom + m.top + heads[i]
	}
	width, height = width/vg.Length(len(columns)), height/vg.Length(len(rows))

	placed := make([][]draw.Canvas, len(plots))
	y := c.Max.Y
	for i, row := range plots {
		y -= heads[i] + rows[i].top
		x := c.Min.X
		for j, p := range row {
			x += columns[j].left
			m := around(p, areas[i][j])
			placed[i] = append(placed[i], draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: x - m.left, Y: y - height - m.bottom},
				Max: vg.Point{X: x + width + m.right, Y: y + m.top},
			}})
			x += width + columns[j].right + columnGap
		}
		y -= height + rows[i].bottom + rowGap
	}
	return placed
}

// foot returns the height that the labels of the horizontal axes take.
func (g Page) foot() vg.Length {
	for _, panel := range g.Rows[len(g.Rows)-1] {
		if panel.X.Label != "" {
			return footHeight
		}
	}
	return 0
}

// drawFeet writes the labels of the horizontal axes, one for neighbours that have the same. (The label of
// gonum/plot is measured at the wrong place of a logarithmic axis, which makes blank room beside panels.)
func (g Page) drawFeet(c draw.Canvas, data []draw.Canvas) {
	style := textStyle(labelSize, ink)
	style.XAlign = draw.XCenter
	last := g.Rows[len(g.Rows)-1]
	for from := 0; from < len(last); {
		to := from
		for to+1 < len(last) && last[to+1].X.Label == last[from].X.Label {
			to++
		}
		middle := (data[from].Min.X + data[to].Max.X) / 2
		c.FillText(style, vg.Point{X: middle, Y: c.Min.Y + style.FontExtents().Descent}, last[from].X.Label)
		from = to + 1
	}
}
