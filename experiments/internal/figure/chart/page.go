// Package chart draws pages of panels: a title that states a finding, a subtitle that names the quantity,
// an optional key, and a grid of panels of equal size. It knows nothing of what is drawn, so a figure is a
// Page, a plain value.
//
// The same page gives the same bytes. Text is DejaVu Sans; lengths are in points, 1/72 inch. Drawing is not
// safe beside a program that changes the package variables of gonum/plot, which this package sets once.
//
// The rules it follows: Rougier, Droettboom and Bourne 2014 (doi:10.1371/journal.pcbi.1003833); Cleveland
// and McGill 1984; colours of Okabe and Ito 2008.
package chart

import (
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	pageWidth  = 6.5 * vg.Inch
	pageHeight = 4 * vg.Inch // the least; a page grows with its panels
	keyLine    = vg.Length(12)
	headHeight = vg.Length(12)
	footHeight = vg.Length(13)
	rowGap     = vg.Length(6)
	columnGap  = vg.Length(12)
)

// A Page is a figure.
type Page struct {
	Title    string // the finding
	Subtitle string // quantity, unit, n, seeds, interval
	Keys     []Key  // what marks mean that no name explains
	Rows     [][]Panel
	// PanelHeight is the height of a panel with its axis, in points. 0 fills a page of 4 inches.
	PanelHeight float64
}

// A Panel is one pair of axes.
type Panel struct {
	Head  string // above the panel
	X, Y  Axis
	Marks []Mark // drawn in this order
}

// A Key explains a style or a fill.
type Key struct {
	Text  string
	Style Style
	Line  bool        // a piece of line besides the glyph
	Fill  color.Color // a swatch instead
}

// The fills of bands, for keys.
var (
	BandFill  color.Color = bandFill
	FaintFill color.Color = faintFill
	WideFill  color.Color = wideBar
)

// plot returns the panel's axes.
func (n Panel) plot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	n.X.set(&p.X, false)
	n.Y.set(&p.Y, true)
	return p
}

// Plot implements plot.Plotter.
func (n Panel) Plot(c draw.Canvas, p *plot.Plot) {
	s := scale{x: n.X, y: n.Y, c: c, p: p}
	grid(s)
	for _, mark := range n.Marks {
		mark.draw(s)
	}
}

// layout is a page with its lines broken.
type layout struct {
	title, subtitle []string
	keys            [][]Key
	header, height  vg.Length
}

func (g Page) layout() layout {
	width := pageWidth - 2*edge
	l := layout{
		title:    wrap(g.Title, textStyle(titleSize, ink).Width, width),
		subtitle: wrap(g.Subtitle, textStyle(subtitleSize, quiet).Width, width),
		keys:     wrapKeys(g.Keys, width),
	}
	l.header = edge + titleLine*vg.Length(len(l.title)) + subtitleLine*vg.Length(len(l.subtitle)) +
		keyLine*vg.Length(len(l.keys)) + 8
	panels := vg.Length(g.PanelHeight) * vg.Length(len(g.Rows))
	l.height = max(pageHeight, l.header+panels+edge)
	if panels > 0 {
		l.height = l.header + panels + edge
	}
	return l
}

// glue keeps numbers with their units and signs.
var glue = strings.NewReplacer(" = ", "\u00a0=\u00a0", " %", "\u00a0%", " ns", "\u00a0ns", " GB", "\u00a0GB", " MB", "\u00a0MB",
	" kB", "\u00a0kB", " ÷ ", "\u00a0÷\u00a0")

// wrap breaks text at spaces into lines of at most width; a longer word stands alone.
func wrap(text string, measure func(string) vg.Length, width vg.Length) []string {
	var lines []string
	for _, word := range strings.Split(glue.Replace(text), " ") {
		if last := len(lines) - 1; last >= 0 && measure(lines[last]+" "+word) <= width {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

const keyGap = vg.Length(14)

func (k Key) width() vg.Length { return sampleWidth + 4 + textStyle(tickSize, ink).Width(k.Text) }

func wrapKeys(keys []Key, width vg.Length) [][]Key {
	var lines [][]Key
	var used vg.Length
	for _, k := range keys {
		if len(lines) == 0 || used+keyGap+k.width() > width {
			lines, used = append(lines, nil), -keyGap
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], k)
		used += keyGap + k.width()
	}
	return lines
}

// draw draws the page on the whole of c, whose size is that of the layout.
func (g Page) draw(c draw.Canvas, l layout) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	y := c.Max.Y - edge
	for _, block := range []struct {
		lines []string
		size  vg.Length
		pitch vg.Length
		color color.Color
	}{{l.title, titleSize, titleLine, ink}, {l.subtitle, subtitleSize, subtitleLine, quiet}} {
		style := textStyle(block.size, block.color)
		style.YAlign = draw.YTop
		for _, line := range block.lines {
			c.FillText(style, vg.Point{X: c.Min.X + edge, Y: y + style.FontExtents().Descent}, line)
			y -= block.pitch
		}
	}
	for _, line := range l.keys {
		x := c.Min.X + edge
		for _, k := range line {
			k.draw(c, vg.Point{X: x, Y: y - keyLine/2})
			x += k.width() + keyGap
		}
		y -= keyLine
	}
	g.drawPanels(draw.Crop(c, edge, -edge, edge, -l.header+edge))
}

func (k Key) draw(c draw.Canvas, at vg.Point) {
	if k.Fill != nil {
		c.SetColor(k.Fill)
		swatch := vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - 3}, Max: vg.Point{X: at.X + sampleWidth, Y: at.Y + 3}}
		c.Fill(swatch.Path())
		c.SetLineStyle(draw.LineStyle{Color: theory, Width: 0.4})
		c.Stroke(swatch.Path())
	} else {
		if k.Line {
			c.StrokeLine2(k.Style.line(thinWidth), at.X, at.Y, at.X+sampleWidth, at.Y)
		}
		k.Style.drawGlyph(c, vg.Point{X: at.X + sampleWidth/2, Y: at.Y})
	}
	style := textStyle(tickSize, ink)
	style.YAlign = draw.YCenter
	c.FillText(style, vg.Point{X: at.X + sampleWidth + 4, Y: at.Y + style.FontExtents().Descent}, k.Text)
}
