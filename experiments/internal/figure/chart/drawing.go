package chart

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Drawing is a picture without axes: shapes on a white sheet, later ones over earlier ones. Lengths are in
// points, from the upper left corner.
type Drawing struct {
	Title         string // the picture's name for screen readers; it is not drawn
	Width, Height float64
	Shapes        []Shape
}

// A Shape is a Box, a Path, a Spot or a Label.
type Shape interface{ paint(b board) }

// A Box is a rectangle by its upper left corner.
type Box struct {
	X, Y, W, H float64
	Fill       color.Color // nil for none
	Edge       color.Color // nil for none
	EdgeWidth  float64
}

// A Path is a line through points.
type Path struct {
	Points []XY
	Color  color.Color
	Width  float64
}

// A Spot is a filled circle by its centre.
type Spot struct {
	X, Y, Radius float64
	Fill         color.Color
}

// A Label is text that begins at, is centred on, or ends at X, as Align is -1, 0 or 1, and whose lower edge is at Y.
type Label struct {
	X, Y  float64
	Text  string
	Size  float64
	Align int
	Color color.Color // nil for black
}

// LabelWidth returns the width of text at a size, in points.
func LabelWidth(text string, size float64) float64 {
	return float64(textStyle(vg.Length(size), ink).Width(text))
}

// SeriesColor returns the i-th colour of the palette, from 0; colours repeat.
func SeriesColor(i int) color.Color { return okabeIto[i%len(okabeIto)] }

// Contrast returns black or white, whichever reads better on c.
func Contrast(c color.Color) color.Color { return contrast(color.RGBAModel.Convert(c).(color.RGBA)) }

// PNG returns the drawing as a PNG of 8/3 pixels a point.
func (d Drawing) PNG() ([]byte, error) { return pngOf(d.paint) }

// SVG returns the drawing as an SVG. As with a Page the font is not embedded.
func (d Drawing) SVG() ([]byte, error) { return svgOf(d.Title, d.paint) }

// Clashes is that of a Page: texts that touch each other or the edge.
func (d Drawing) Clashes() ([]string, error) { return clashesOf(d.paint) }

func (d Drawing) paint(open opener) error {
	if !(d.Width > 0 && d.Height > 0) || math.IsInf(d.Width+d.Height, 1) {
		return fmt.Errorf("chart: a drawing of %v by %v points", d.Width, d.Height)
	}
	return paint(vg.Length(d.Width), vg.Length(d.Height), open, func(c draw.Canvas) {
		c.SetColor(color.White)
		c.Fill(c.Rectangle.Path())
		for _, s := range d.Shapes {
			s.paint(board{c, d.Height})
		}
	})
}

// A board is a canvas whose y grows downwards.
type board struct {
	draw.Canvas
	height float64
}

func (b board) at(x, y float64) vg.Point {
	return vg.Point{X: vg.Length(x), Y: vg.Length(b.height - y)}
}

func (s Box) paint(b board) {
	area := vg.Rectangle{Min: b.at(s.X, s.Y+s.H), Max: b.at(s.X+s.W, s.Y)}
	if s.Fill != nil {
		b.SetColor(s.Fill)
		b.Fill(area.Path())
	}
	if s.Edge != nil {
		b.SetLineStyle(draw.LineStyle{Color: s.Edge, Width: vg.Length(s.EdgeWidth)})
		b.Stroke(area.Path())
	}
}

func (s Path) paint(b board) {
	points := make([]vg.Point, len(s.Points))
	for i, p := range s.Points {
		points[i] = b.at(p.X, p.Y)
	}
	b.StrokeLines(draw.LineStyle{Color: s.Color, Width: vg.Length(s.Width)}, points)
}

func (s Spot) paint(b board) {
	var path vg.Path
	path.Move(b.at(s.X+s.Radius, s.Y))
	path.Arc(b.at(s.X, s.Y), vg.Length(s.Radius), 0, 2*math.Pi)
	path.Close()
	b.SetColor(s.Fill)
	b.Canvas.Fill(path)
}

func (s Label) paint(b board) {
	shade := s.Color
	if shade == nil {
		shade = ink
	}
	style := textStyle(vg.Length(s.Size), shade)
	style.XAlign = text.XAlignment(-float64(s.Align+1) / 2)
	b.FillText(style, b.at(s.X, s.Y), s.Text)
}
