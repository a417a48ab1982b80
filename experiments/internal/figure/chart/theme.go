package chart

import (
	"fmt"
	"image/color"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes in points.
const (
	titleSize    = vg.Length(11)
	subtitleSize = vg.Length(8)
	labelSize    = vg.Length(9)
	tickSize     = vg.Length(8)
	cellSize     = vg.Length(6.5)

	titleLine    = vg.Length(14)   // from baseline to baseline
	subtitleLine = vg.Length(10.5) //
	lineWidth    = vg.Length(1.2)
	thinWidth    = vg.Length(0.7)
	glyphRadius  = vg.Length(2.5)
	edge         = vg.Length(6) // kept free along the edge of the canvas
)

// Greys, from text to background.
var (
	ink       = color.Gray{Y: 0}
	quiet     = color.Gray{Y: 90}  // subtitles
	theory    = color.Gray{Y: 130} // thin lines
	wideBar   = color.Gray{Y: 205} // wide intervals
	bandFill  = color.Gray{Y: 232}
	faintFill = color.Gray{Y: 244}
	gridLine  = color.Gray{Y: 232}
)

// okabeIto is the palette of Okabe and Ito (2008), without the yellow, which is too pale on white.
var okabeIto = []color.RGBA{
	{0x00, 0x00, 0x00, 0xff}, // black
	{0xd5, 0x5e, 0x00, 0xff}, // vermillion
	{0x00, 0x72, 0xb2, 0xff}, // blue
	{0x00, 0x9e, 0x73, 0xff}, // bluish green
	{0xcc, 0x79, 0xa7, 0xff}, // reddish purple
	{0xe6, 0x9f, 0x00, 0xff}, // orange
	{0x56, 0xb4, 0xe9, 0xff}, // sky blue
}

// face is DejaVu Sans: unlike the default of gonum it has the superscripts that logarithmic axes need.
var face = registerFont()

// registerFont sets the package variables of gonum/plot, once and before the first plot is made. The font
// is part of the program, so a failure is a broken program and panics.
func registerFont() *sfnt.Font {
	parsed, err := opentype.Parse(dejavusans.TTF)
	if err != nil {
		panic(fmt.Sprintf("chart: registerFont: %v", err))
	}
	sans := font.Font{Typeface: "DejaVu", Variant: "Sans"}
	font.DefaultCache.Add([]font.Face{{Font: sans, Face: parsed}})
	plot.DefaultFont, plotter.DefaultFont = sans, sans
	return parsed
}

// textStyle returns left-aligned text that stands on its baseline's box bottom.
func textStyle(size vg.Length, c color.Color) text.Style {
	return text.Style{
		Color: c, Font: font.From(plot.DefaultFont, size),
		XAlign: draw.XLeft, YAlign: draw.YBottom, Handler: plot.DefaultTextHandler,
	}
}

// Missing returns the first rune of s that the font has no glyph for, and whether there is one.
func Missing(s string) (rune, bool) {
	var buffer sfnt.Buffer
	for _, r := range s {
		if index, err := face.GlyphIndex(&buffer, r); err != nil || index == 0 {
			return r, true
		}
	}
	return 0, false
}
