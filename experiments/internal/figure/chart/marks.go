package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Mark is something drawn in a panel: Band, Rule, Curve, Series, Dots or Cells. What has no place on the
// panel's axes, such as 0 on a logarithmic one, is left out; what lies beyond their ends is drawn at the end.
type Mark interface{ draw(scale) }

// Across says which axis a Band or Rule belongs to.
type Across bool

const (
	OnX Across = false // values of the horizontal axis: a Rule is upright
	OnY Across = true  // values of the vertical axis
)

// A Band shades a range of one axis.
type Band struct {
	Across    Across
	Low, High float64
	Faint     bool // paler, for a range around another
}

func (b Band) draw(s scale) {
	low, high := b.Low, b.High
	axis := s.x
	if b.Across == OnY {
		axis = s.y
	}
	if axis.Log && low <= 0 {
		low = axis.Min
	}
	if !axis.shows(low) || !axis.shows(high) {
		return
	}
	fill := color.Color(bandFill)
	if b.Faint {
		fill = faintFill
	}
	area := vg.Rectangle{Min: vg.Point{X: s.atX(low), Y: s.c.Min.Y}, Max: vg.Point{X: s.atX(high), Y: s.c.Max.Y}}
	if b.Across == OnY {
		area = vg.Rectangle{Min: vg.Point{X: s.c.Min.X, Y: s.atY(low)}, Max: vg.Point{X: s.c.Max.X, Y: s.atY(high)}}
	}
	s.c.SetColor(fill)
	s.c.Fill(area.Path())
}

// A Rule is a thin line at one value of an axis: an ideal, or a theory that is the same for all.
type Rule struct {
	Across Across
	At     float64
	Style  Style
}

func (r Rule) draw(s scale) {
	line := r.Style.line(thinWidth)
	switch {
	case r.Across == OnX && s.x.shows(r.At):
		s.c.StrokeLine2(line, s.atX(r.At), s.c.Min.Y, s.atX(r.At), s.c.Max.Y)
	case r.Across == OnY && s.y.shows(r.At):
		s.c.StrokeLine2(line, s.c.Min.X, s.atY(r.At), s.c.Max.X, s.atY(r.At))
	}
}

// An XY is a pair of values.
type XY struct{ X, Y float64 }

// A Curve is a thin line through points: a theory or a bound. It ends where it leaves the panel.
type Curve struct {
	Points []XY // in order of X
	Style  Style
}

func (k Curve) draw(s scale) {
	var line []vg.Point
	for _, p := range k.Points {
		if s.x.shows(p.X) && s.y.shows(p.Y) {
			line = append(line, vg.Point{X: s.c.X(s.p.X.Norm(p.X)), Y: s.c.Y(s.p.Y.Norm(p.Y))})
		}
	}
	s.c.StrokeLines(k.Style.line(thinWidth), s.c.ClipLinesXY(line)...)
}

// grid draws pale lines at the labelled ticks, or along every name; a table needs none.
func grid(s scale) {
	if s.x.Names != nil && s.y.Names != nil {
		return
	}
	line := draw.LineStyle{Color: gridLine, Width: 0.5}
	for _, t := range s.p.X.Tick.Marker.Ticks(s.p.X.Min, s.p.X.Max) {
		if s.x.Names == nil && !t.IsMinor() {
			s.c.StrokeLine2(line, s.atX(t.Value), s.c.Min.Y, s.atX(t.Value), s.c.Max.Y)
		}
	}
	for i := range s.y.Names {
		s.c.StrokeLine2(line, s.c.Min.X, s.atY(float64(i)), s.c.Max.X, s.atY(float64(i)))
	}
	if s.y.Names != nil {
		return
	}
	for _, t := range s.p.Y.Tick.Marker.Ticks(s.p.Y.Min, s.p.Y.Max) {
		if !t.IsMinor() {
			s.c.StrokeLine2(line, s.c.Min.X, s.atY(t.Value), s.c.Max.X, s.atY(t.Value))
		}
	}
}

// unknown is the value of an interval's end that is not there.
var unknown = math.NaN()

// None returns the interval of a point that has none.
func None() (low, high float64) { return unknown, unknown }
