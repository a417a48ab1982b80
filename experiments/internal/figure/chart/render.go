package chart

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// dpi gives pictures that are sharp at twice the usual 96 pixels an inch.
const dpi = 192

// check returns an error where the page cannot be drawn as it is meant.
func (g Page) check() error {
	if len(g.Rows) == 0 || len(g.Rows[0]) == 0 {
		return errors.New("chart: a page without panels")
	}
	for i, row := range g.Rows {
		if len(row) != len(g.Rows[0]) {
			return fmt.Errorf("chart: row %d has %d panels, row 0 has %d", i, len(row), len(g.Rows[0]))
		}
	}
	return nil
}

// paint draws the page by way of the canvas that open makes.
func (g Page) paint(open opener) error {
	if err := g.check(); err != nil {
		return err
	}
	l := g.layout()
	return paint(pageWidth, l.height, open, func(c draw.Canvas) { g.draw(c, l) })
}

// An opener makes a canvas of a size.
type opener func(w, h vg.Length) vg.Canvas

// paint draws by way of the canvas that open makes. What panics below, in gonum/plot, becomes an error, and so
// does text that the font would leave out in silence.
func paint(w, h vg.Length, open opener, on func(draw.Canvas)) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("chart: drawing failed: %v", p)
		}
	}()
	inner := &textCanvas{Canvas: open(w, h)}
	on(draw.NewCanvas(inner, w, h))
	for _, t := range inner.texts {
		if r, missing := Missing(t.Text); missing {
			return fmt.Errorf("chart: the font has no glyph for %q in %q", r, t.Text)
		}
	}
	return nil
}

// PNG returns the page as a PNG of 1248 pixels width.
func (g Page) PNG() ([]byte, error) { return pngOf(g.paint) }

// SVG returns the page as an SVG, with its title as the picture's name for screen readers. The font is not
// embedded: it would weigh fifty times the rest.
func (g Page) SVG() ([]byte, error) { return svgOf(g.Title, g.paint) }

func pngOf(paint func(opener) error) ([]byte, error) {
	var canvas *vgimg.Canvas
	err := paint(func(w, h vg.Length) vg.Canvas {
		canvas = vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(dpi))
		return canvas
	})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	_, err = vgimg.PngCanvas{Canvas: canvas}.WriteTo(&out)
	return out.Bytes(), err
}

// fallback replaces the one font that vgsvg names: a reader without DejaVu Sans gets Verdana, which has the
// same widths, or whatever else has no serifs.
var fallback = strings.NewReplacer("font-family:DejaVu Sans;", "font-family:'DejaVu Sans',Verdana,sans-serif;")

func svgOf(title string, paint func(opener) error) ([]byte, error) {
	var canvas *vgsvg.Canvas
	err := paint(func(w, h vg.Length) vg.Canvas {
		canvas = vgsvg.NewWith(vgsvg.UseWH(w, h))
		return canvas
	})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return nil, err
	}
	head, rest, found := strings.Cut(out.String(), "xlink\">\n")
	if !found {
		return nil, errors.New("chart: the SVG does not begin as vgsvg writes it")
	}
	return []byte(head + "xlink\">\n<title>" + html.EscapeString(title) + "</title>\n" + fallback.Replace(rest)), nil
}
