package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Cells are a table of ratios to 1 between two axes of names: white at 1, blue below, vermillion above.
type Cells struct {
	Ratios [][]float64 // by row, then column; NaN where there is none, drawn as a slash
	Texts  [][]string  // printed in the cells; "" prints nothing
}

func (k Cells) draw(s scale) {
	const gap = vg.Length(0.6)
	for row, ratios := range k.Ratios {
		for column, ratio := range ratios {
			at := s.at(float64(column), float64(row))
			half := vg.Point{X: s.atX(float64(column)+0.5) - at.X - gap, Y: s.atY(float64(row)-0.5) - at.Y - gap}
			area := vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}
			if math.IsNaN(ratio) {
				s.c.StrokeLine2(draw.LineStyle{Color: wideBar, Width: 0.8}, area.Min.X, area.Min.Y, area.Max.X, area.Max.Y)
				continue
			}
			fill := RatioColor(ratio)
			s.c.SetColor(fill)
			s.c.Fill(area.Path())
			s.c.SetLineStyle(draw.LineStyle{Color: gridLine, Width: 0.4})
			s.c.Stroke(area.Path())
			style := textStyle(cellSize, contrast(fill))
			style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
			s.c.FillText(style, at.Add(vg.Point{Y: style.FontExtents().Descent}), k.Texts[row][column])
		}
	}
}

// RatioColor returns the colour of a ratio >= 0 to 1 on a logarithmic scale that is full at a factor of 10
// either way.
func RatioColor(ratio float64) color.RGBA {
	full := okabeIto[1] // vermillion
	if ratio < 1 {
		full = okabeIto[2] // blue
	}
	t := min(1, math.Abs(math.Log10(ratio)))
	mix := func(to uint8) uint8 { return uint8(math.Round(255 + t*(float64(to)-255))) }
	return color.RGBA{mix(full.R), mix(full.G), mix(full.B), 255}
}

// contrast returns black or white, whichever reads better on c, by the relative luminance of WCAG 2.
func contrast(c color.RGBA) color.Color {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	luminance := 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
	if (luminance+0.05)/0.05 < 1.05/(luminance+0.05) {
		return color.White
	}
	return color.Black
}
