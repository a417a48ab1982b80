package chart

import (
	"fmt"
	"image"
	"image/color"
	"math"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// A Text is a piece of text with the box around its ink, in points from the lower left corner of the page.
type Text struct {
	Text string
	Box  vg.Rectangle
}

// Texts returns every piece of text of the page, where it was drawn, and the page's size.
func (g Page) Texts() (texts []Text, size vg.Point, err error) { return textsOf(g.paint) }

func textsOf(paint func(opener) error) (texts []Text, size vg.Point, err error) {
	var canvas *textCanvas
	err = paint(func(w, h vg.Length) vg.Canvas {
		size = vg.Point{X: w, Y: h}
		canvas = &textCanvas{Canvas: blank{}}
		return canvas
	})
	if canvas == nil {
		return nil, size, err
	}
	return canvas.texts, size, err
}

// Clashes returns a sentence for every two texts whose ink comes within half a point of each other, and for
// every text that comes within half a point of the page's edge or lies beyond it.
func (g Page) Clashes() ([]string, error) { return clashesOf(g.paint) }

func clashesOf(paint func(opener) error) ([]string, error) {
	const margin = vg.Length(0.5)
	texts, size, err := textsOf(paint)
	if err != nil {
		return nil, err
	}
	var found []string
	for i, a := range texts {
		if a.Box.Min.X < margin || a.Box.Min.Y < margin || a.Box.Max.X > size.X-margin || a.Box.Max.Y > size.Y-margin {
			found = append(found, fmt.Sprintf("%q leaves the page", a.Text))
		}
		for _, b := range texts[:i] {
			if a.Box.Min.X < b.Box.Max.X+margin && b.Box.Min.X < a.Box.Max.X+margin &&
				a.Box.Min.Y < b.Box.Max.Y+margin && b.Box.Min.Y < a.Box.Max.Y+margin {
				found = append(found, fmt.Sprintf("%q touches %q", a.Text, b.Text))
			}
		}
	}
	return found, nil
}

// textCanvas notes where text is drawn on the canvas below.
type textCanvas struct {
	vg.Canvas
	at    transform
	stack []transform
	texts []Text
}

// transform turns by an angle and then moves: all that text is drawn with.
type transform struct {
	turn float64
	move vg.Point
}

func (t transform) apply(p vg.Point) vg.Point {
	sin, cos := math.Sincos(t.turn)
	s, c := vg.Length(sin), vg.Length(cos)
	return vg.Point{X: c*p.X - s*p.Y + t.move.X, Y: s*p.X + c*p.Y + t.move.Y}
}

// Rotate implements vg.Canvas.
func (c *textCanvas) Rotate(angle float64) {
	c.at.turn += angle
	c.Canvas.Rotate(angle)
}

// Translate implements vg.Canvas.
func (c *textCanvas) Translate(by vg.Point) {
	c.at.move = c.at.apply(by)
	c.Canvas.Translate(by)
}

// Scale implements vg.Canvas. Nothing here scales text; what does would make the boxes wrong.
func (c *textCanvas) Scale(x, y float64) {
	panic(fmt.Sprintf("chart: textCanvas.Scale: text scaled by %v, %v", x, y))
}

// Push implements vg.Canvas.
func (c *textCanvas) Push() {
	c.stack = append(c.stack, c.at)
	c.Canvas.Push()
}

// Pop implements vg.Canvas.
func (c *textCanvas) Pop() {
	c.at, c.stack = c.stack[len(c.stack)-1], c.stack[:len(c.stack)-1]
	c.Canvas.Pop()
}

// FillString implements vg.Canvas.
func (c *textCanvas) FillString(f font.Face, at vg.Point, text string) {
	if box, ok := inkBox(f, text); ok {
		a, b := c.at.apply(at.Add(box.Min)), c.at.apply(at.Add(box.Max))
		c.texts = append(c.texts, Text{text, vg.Rectangle{
			Min: vg.Point{X: min(a.X, b.X), Y: min(a.Y, b.Y)},
			Max: vg.Point{X: max(a.X, b.X), Y: max(a.Y, b.Y)},
		}})
	}
	c.Canvas.FillString(f, at, text)
}

// inkBox returns the box around the glyphs of text that begins at the origin, and whether it has any ink.
func inkBox(f font.Face, text string) (vg.Rectangle, bool) {
	var buffer sfnt.Buffer
	ppem := fixed.Int26_6(math.Round(f.Font.Size.Points() * 64))
	points := func(v fixed.Int26_6) vg.Length { return vg.Length(v) / 64 }
	box, x, ink := vg.Rectangle{}, vg.Length(0), false
	for _, r := range text {
		index, err := f.Face.GlyphIndex(&buffer, r)
		if err != nil {
			continue
		}
		bounds, advance, err := f.Face.GlyphBounds(&buffer, index, ppem, xfont.HintingNone)
		if err != nil {
			continue
		}
		if bounds.Max.X > bounds.Min.X {
			glyph := vg.Rectangle{
				Min: vg.Point{X: x + points(bounds.Min.X), Y: -points(bounds.Max.Y)},
				Max: vg.Point{X: x + points(bounds.Max.X), Y: -points(bounds.Min.Y)},
			}
			if !ink {
				box, ink = glyph, true
			}
			box.Min = vg.Point{X: min(box.Min.X, glyph.Min.X), Y: min(box.Min.Y, glyph.Min.Y)}
			box.Max = vg.Point{X: max(box.Max.X, glyph.Max.X), Y: max(box.Max.Y, glyph.Max.Y)}
		}
		x += points(advance)
	}
	return box, ink
}

// blank is a canvas that draws nothing.
type blank struct{}

func (blank) SetLineWidth(vg.Length)                 {}
func (blank) SetLineDash([]vg.Length, vg.Length)     {}
func (blank) SetColor(color.Color)                   {}
func (blank) Rotate(float64)                         {}
func (blank) Translate(vg.Point)                     {}
func (blank) Scale(float64, float64)                 {}
func (blank) Push()                                  {}
func (blank) Pop()                                   {}
func (blank) Stroke(vg.Path)                         {}
func (blank) Fill(vg.Path)                           {}
func (blank) FillString(font.Face, vg.Point, string) {}
func (blank) DrawImage(vg.Rectangle, image.Image)    {}
