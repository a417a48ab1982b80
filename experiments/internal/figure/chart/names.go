package chart

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// nameGap is the least distance between two names at the side of a panel, in points.
const nameGap = vg.Length(10.5)

// A sideName is the name of a series at the right of the last panel of its row.
type sideName struct {
	name  string
	style Style
	loose bool    // its points are not joined
	end   float64 // height of the last point, as a share of the panel's
}

// sideNames writes the names of a row of panels, each with its glyph and dashes, near where its line ends.
type sideNames []sideName

const (
	sampleWidth = vg.Length(14) // of the piece of line before a name
	sampleLeft  = vg.Length(8)  // between panel and sample
)

// collect returns the names of all series of a row, with their ends in the last panel. A series that has
// no point there wants to stand in the middle.
func collect(row []Panel) sideNames {
	var names sideNames
	for _, panel := range row {
		for _, mark := range panel.Marks {
			k, ok := mark.(Series)
			if !ok || k.Name == "" || slices.ContainsFunc(names, func(n sideName) bool { return n.name == k.Name }) {
				continue
			}
			names = append(names, sideName{k.Name, k.Style, k.Loose, lastEnd(row[len(row)-1], k.Name)})
		}
	}
	return names
}

// lastEnd returns the height of the last point of the series called name.
func lastEnd(panel Panel, name string) float64 {
	p := panel.plot()
	for _, mark := range panel.Marks {
		if k, ok := mark.(Series); ok && k.Name == name {
			if point, ok := k.last(panel.X, panel.Y); ok {
				return p.Y.Norm(panel.Y.clamp(point.Y))
			}
		}
	}
	return 0.5
}

// Plot implements plot.Plotter.
func (names sideNames) Plot(c draw.Canvas, _ *plot.Plot) {
	sorted := slices.Clone(names)
	slices.SortStableFunc(sorted, func(a, b sideName) int {
		return cmp.Compare(a.end, b.end)
	})
	wanted := make([]vg.Length, len(sorted))
	for i, n := range sorted {
		wanted[i] = c.Y(n.end)
	}
	for i, y := range spread(wanted, nameGap, c.Min.Y, c.Max.Y) {
		n := sorted[i]
		from := c.Max.X + sampleLeft
		if !n.loose {
			c.StrokeLine2(n.style.line(lineWidth*0.75), from, y, from+sampleWidth, y)
		}
		n.style.drawGlyph(c, vg.Point{X: from + sampleWidth/2, Y: y})
		style := textStyle(tickSize, ink)
		style.YAlign = draw.YCenter
		c.FillText(style, vg.Point{X: from + sampleWidth + 4, Y: y + style.FontExtents().Descent}, n.name)
	}
}

// GlyphBoxes implements plot.GlyphBoxer: it reserves the width of the longest name.
func (names sideNames) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	var width vg.Length
	for _, n := range names {
		width = max(width, textStyle(tickSize, ink).Width(n.name))
	}
	if width == 0 {
		return nil
	}
	right := sampleLeft + sampleWidth + 4 + width
	return []plot.GlyphBox{{X: 1, Y: 0.5, Rectangle: vg.Rectangle{Max: vg.Point{X: right, Y: 1}}}}
}

// spread moves ascending places apart until neighbours are gap apart, with the least sum of squared moves
// (pool adjacent violators), and then into [low, high] as far as they fit.
func spread(wanted []vg.Length, gap, low, high vg.Length) []vg.Length {
	type pool struct {
		sum   vg.Length
		count int
	}
	var pools []pool
	for i, y := range wanted {
		pools = append(pools, pool{y - vg.Length(i)*gap, 1})
		for len(pools) > 1 {
			a, b := pools[len(pools)-2], pools[len(pools)-1]
			if a.sum/vg.Length(a.count) < b.sum/vg.Length(b.count) {
				break
			}
			pools = append(pools[:len(pools)-2], pool{a.sum + b.sum, a.count + b.count})
		}
	}
	top := high - vg.Length(len(wanted)-1)*gap
	placed := make([]vg.Length, 0, len(wanted))
	for _, p := range pools {
		base := max(min(p.sum/vg.Length(p.count), top), low)
		for range p.count {
			placed = append(placed, base+vg.Length(len(placed))*gap)
		}
	}
	return placed
}
