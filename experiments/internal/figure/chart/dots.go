package chart

import "gonum.org/v1/plot/vg"

// A Dot is a measured value in a row of names. Ends of intervals are NaN where there is none.
type Dot struct {
	Row               float64 // index into the names of the vertical axis; a fraction lies lower
	Value             float64
	Low, High         float64 // its interval
	WideLow, WideHigh float64 // a wider one, drawn as a pale bar behind
	AtMost            bool    // nothing was seen: Value is an upper bound, drawn as an arrow that points left
}

// Dots are dots of one style.
type Dots struct {
	Style  Style
	Points []Dot
}

func (k Dots) draw(s scale) {
	for _, d := range k.Points {
		if low, high, ok := arms(s.x, d.Value, d.WideLow, d.WideHigh); ok && s.x.shows(d.Value) {
			from, to := s.at(low, d.Row), s.at(high, d.Row)
			s.c.SetColor(wideBar)
			s.c.Fill(vg.Rectangle{Min: vg.Point{X: from.X, Y: from.Y - 2.2}, Max: vg.Point{X: to.X, Y: to.Y + 2.2}}.Path())
		}
	}
	for _, d := range k.Points {
		if !s.x.shows(d.Value) {
			continue
		}
		at := s.at(d.Value, d.Row)
		if d.AtMost {
			atMost(s.c, k.Style, at, vg.Point{X: -1})
			continue
		}
		if low, high, ok := arms(s.x, d.Value, d.Low, d.High); ok {
			whisker(s.c, k.Style, s.at(low, d.Row), s.at(high, d.Row), unbounded(s.x, d.Low))
		}
		k.Style.drawGlyph(s.c, at)
	}
}
