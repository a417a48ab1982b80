package chart

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Point is a measured value with its interval. Low and High are NaN where there is none.
type Point struct {
	X, Y      float64
	Low, High float64
	AtMost    bool // nothing was seen: Y is an upper bound, drawn as an arrow that points down from it
}

// A Series is a named set of measured points, joined in order of X, upper bounds left out. Its name is written beside the last
// panel of its row.
type Series struct {
	Name   string
	Style  Style
	Points []Point
	Loose  bool    // the points are not joined, because a theory runs through them
	Shift  float64 // points (1/72 inch) to the right, so that series at the same X do not hide one another
}

func (k Series) draw(s scale) {
	s.shift = vg.Length(k.Shift)
	var line []vg.Point
	for _, p := range k.Points {
		if s.x.shows(p.X) && s.y.shows(p.Y) && !p.AtMost {
			line = append(line, s.at(p.X, p.Y))
		}
	}
	if !k.Loose {
		s.c.StrokeLines(k.Style.line(lineWidth*0.75), line)
	}
	for _, p := range k.Points {
		if !s.x.shows(p.X) || !s.y.shows(p.Y) {
			continue
		}
		if p.AtMost {
			atMost(s.c, k.Style, s.at(p.X, p.Y), vg.Point{Y: -1})
			continue
		}
		if low, high, ok := arms(s.y, p.Y, p.Low, p.High); ok {
			whisker(s.c, k.Style, s.at(p.X, low), s.at(p.X, high), unbounded(s.y, p.Low))
		}
		k.Style.drawGlyph(s.c, s.at(p.X, p.Y))
	}
}

// last returns the last point that the axes show.
func (k Series) last(x, y Axis) (Point, bool) {
	for i := len(k.Points) - 1; i >= 0; i-- {
		if x.shows(k.Points[i].X) && y.shows(k.Points[i].Y) {
			return k.Points[i], true
		}
	}
	return Point{}, false
}

// unbounded says that the low end of an interval has no place on a logarithmic axis.
func unbounded(a Axis, low float64) bool { return a.Log && low <= 0 }

// arms returns the ends of an interval around value as they can be drawn: a low end without a place on a
// logarithmic axis is drawn at the axis's end.
func arms(a Axis, value, low, high float64) (float64, float64, bool) {
	if !finite(low) || !finite(high) || high < low {
		return 0, 0, false
	}
	if unbounded(a, low) {
		low = a.Min
	}
	return min(low, value), max(high, value), true
}

// whisker draws an interval with short caps; without one at the low end where it goes on beyond the axis.
func whisker(c draw.Canvas, style Style, from, to vg.Point, goesOn bool) {
	line := draw.LineStyle{Color: style.Color, Width: 0.8}
	c.StrokeLine2(line, from.X, from.Y, to.X, to.Y)
	const capHalf = vg.Length(1.5)
	across := vg.Point{X: capHalf}
	if from.Y == to.Y {
		across = vg.Point{Y: capHalf}
	}
	ends := []vg.Point{to, from}
	if goesOn {
		ends = ends[:1]
	}
	for _, end := range ends {
		c.StrokeLine2(line, end.X-across.X, end.Y-across.Y, end.X+across.X, end.Y+across.Y)
	}
}

// atMost draws a bar at an upper bound and an arrow from it in the direction of smaller values.
func atMost(c draw.Canvas, style Style, at, toward vg.Point) {
	line := draw.LineStyle{Color: style.Color, Width: 1}
	const length, head = vg.Length(9), vg.Length(2.5)
	across := vg.Point{X: toward.Y, Y: toward.X}
	tip := at.Add(toward.Scale(length))
	neck := at.Add(toward.Scale(length - head))
	c.StrokeLines(line,
		[]vg.Point{at.Add(across.Scale(head)), at.Sub(across.Scale(head))},
		[]vg.Point{at, tip},
		[]vg.Point{neck.Add(across.Scale(head)), tip, neck.Sub(across.Scale(head))},
	)
}
