package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Glyph is the shape of a mark.
type Glyph int

// The shapes. Those before Bar stand for series; Bar marks a theory in a row of dots.
const (
	Disc Glyph = iota
	Square
	Triangle
	Diamond
	Nabla
	Ring
	Cross
	Bar
	NoGlyph
)

// A Style is how a series looks. Colour, glyph and dashes each tell series apart without the others.
type Style struct {
	Color  color.Color
	Glyph  Glyph
	Dashes []vg.Length
}

var dashes = [][]vg.Length{nil, {5, 2}, {1.5, 1.5}, {6, 2, 1.5, 2}}

// series is the number of glyphs, and of colours, that stand for series.
const series = int(Bar)

// Styles is the number of different styles that Pick gives.
const Styles = series * series

// Pick returns style number i of Styles, counted round. Any 7 neighbours differ in colour and in glyph, and
// no two of all agree in both.
func Pick(i int) Style {
	i = ((i % Styles) + Styles) % Styles
	turn := i / series
	return Style{Color: okabeIto[i%series], Glyph: Glyph((i + turn) % series), Dashes: dashes[(i+turn)%len(dashes)]}
}

// The styles that no series has.
var (
	Measured = Style{Color: okabeIto[2], Glyph: Disc}                          // a dot where the row tells the name
	Alarm    = Style{Color: okabeIto[1], Glyph: Cross}                         // a dot that a gate rejects
	Part     = Style{Color: okabeIto[3], Glyph: Square}                        // a share of a measured dot
	Excess   = Style{Color: okabeIto[1], Glyph: Triangle}                      // the other share
	Theory   = Style{Color: theory, Glyph: Bar}                                // thin grey
	Bound    = Style{Color: theory, Glyph: NoGlyph, Dashes: dashes[2]}         // thin grey, dotted
	Control  = Style{Color: color.Gray{Y: 70}, Glyph: Ring, Dashes: dashes[1]} // measures the measuring
	Reading  = Style{Color: color.Gray{Y: 70}, Glyph: Bar, Dashes: dashes[2]}  // measures reading memory
)

// line returns the line that joins the points of the style.
func (s Style) line(width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: s.Color, Width: width, Dashes: s.Dashes}
}

// drawGlyph draws the glyph of the style around at.
func (s Style) drawGlyph(c draw.Canvas, at vg.Point) {
	c.SetLineStyle(draw.LineStyle{Color: s.Color, Width: 1.1})
	const r = glyphRadius
	switch s.Glyph {
	case Disc, Ring:
		var path vg.Path
		path.Move(vg.Point{X: at.X + r, Y: at.Y})
		path.Arc(at, r, 0, 2*math.Pi)
		path.Close()
		if s.Glyph == Disc {
			c.Fill(path)
			return
		}
		c.SetColor(color.White)
		c.Fill(path)
		c.SetColor(s.Color)
		c.Stroke(path)
	case Square:
		c.Fill(polygon(at, 1.25*r, 4, math.Pi/4))
	case Diamond:
		c.Fill(polygon(at, 1.35*r, 4, 0))
	case Triangle:
		c.Fill(polygon(at, 1.35*r, 3, math.Pi/2))
	case Nabla:
		c.Fill(polygon(at, 1.35*r, 3, -math.Pi/2))
	case Cross:
		c.StrokeLine2(draw.LineStyle{Color: s.Color, Width: 1.5}, at.X-r, at.Y-r, at.X+r, at.Y+r)
		c.StrokeLine2(draw.LineStyle{Color: s.Color, Width: 1.5}, at.X-r, at.Y+r, at.X+r, at.Y-r)
	case Bar:
		c.StrokeLine2(draw.LineStyle{Color: s.Color, Width: 1.5}, at.X, at.Y-1.6*r, at.X, at.Y+1.6*r)
	}
}

// polygon returns a regular polygon with its first corner at angle turn.
func polygon(at vg.Point, radius vg.Length, corners int, turn float64) vg.Path {
	var path vg.Path
	for i := range corners {
		sin, cos := math.Sincos(turn + 2*math.Pi*float64(i)/float64(corners))
		corner := vg.Point{X: at.X + radius*vg.Length(cos), Y: at.Y + radius*vg.Length(sin)}
		if i == 0 {
			path.Move(corner)
		} else {
			path.Line(corner)
		}
	}
	path.Close()
	return path
}
