package chart

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An Axis is one side of a panel. LogAxis, LinearAxis and NamesAxis make one whose range is sound; panels
// that are to be compared share it.
type Axis struct {
	Label    string   // below a horizontal axis of the last row; head or subtitle name all others
	Log      bool     // logarithmic; Min > 0
	Min, Max float64  // the range, Min < Max
	Names    []string // an axis of names instead: the first one on top or at the left, at 0, 1, …
	Bare     bool     // no tick labels, because a neighbour has them
	Turned   bool     // names are written upward
	Labels   int      // most tick labels that fit; 0 stands for 5, or 7 on a vertical axis
}

// LogAxis returns a logarithmic axis that holds all values > 0 and ends at 1, 2 or 5 times a power of ten,
// so that at least two labels can be seen. Values outside 1e-300 … 1e300 do not count; without any others the
// axis runs from 0.1 to 10.
func LogAxis(label string, values ...float64) Axis {
	lo, hi, ok := span(values, func(v float64) bool { return v >= 1e-300 && v <= 1e300 })
	if !ok {
		lo, hi = 0.1, 10
	}
	lo, hi = roundDown(lo), 1/roundDown(1/hi)
	if hi <= lo*(1+1e-9) { // equal but for rounding, which may even put them the wrong way round
		lo, hi = roundDown(lo*0.99), 1/roundDown(1/(hi*1.01))
	}
	return Axis{Label: label, Log: true, Min: lo, Max: hi}
}

// roundDown returns the largest of 1, 2 and 5 times a power of ten that is at most v > 0.
func roundDown(v float64) float64 {
	power := math.Pow10(int(math.Floor(math.Log10(v) + slack)))
	for _, digit := range []float64{5, 2} {
		if v >= digit*power*(1-slack) {
			return digit * power
		}
	}
	return power
}

// LinearAxis returns a linear axis that holds all finite values with 4 % to spare on either side; without
// any it runs from 0 to 1.
func LinearAxis(label string, values ...float64) Axis {
	lo, hi, ok := span(values, func(float64) bool { return true })
	if !ok {
		lo, hi = 0, 1
	}
	if lo == hi {
		wide := max(math.Abs(lo)/10, math.SmallestNonzeroFloat32)
		lo, hi = lo-wide, hi+wide
	}
	spare := 0.04 * (hi - lo)
	return Axis{Label: label, Min: lo - spare, Max: hi + spare}
}

// RatioAxis returns an axis for values around 1, which it holds together with 0.95 and 1.05: linear where
// they lie within a factor of 3, so that a few per cent can be seen, else logarithmic.
func RatioAxis(label string, values ...float64) Axis {
	values = append([]float64{0.94, 1.06}, values...)
	lo, hi, _ := span(values, func(v float64) bool { return v > 0 })
	if hi < 3*lo {
		return LinearAxis(label, lo, hi)
	}
	return LogAxis(label, lo, hi)
}

// NamesAxis returns an axis of names.
func NamesAxis(names []string) Axis { return Axis{Names: names} }

// span returns the least and the greatest finite value that keep accepts.
func span(values []float64, keep func(float64) bool) (lo, hi float64, ok bool) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if finite(v) && keep(v) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo, hi, lo <= hi
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// shows reports whether v has a place on the axis.
func (a Axis) shows(v float64) bool { return finite(v) && (!a.Log || v > 0) }

// clamp returns v, or the end of the axis that it lies beyond. NaN stays NaN.
func (a Axis) clamp(v float64) float64 { return min(max(v, a.Min), a.Max) }

// set makes p an axis like a. A vertical axis has its first name on top.
func (a Axis) set(p *plot.Axis, vertical bool) {
	p.Padding, p.Tick.Length = 4, 5
	p.LineStyle.Color, p.Tick.LineStyle.Color = quiet, quiet
	p.Tick.Label.Font.Size = tickSize
	if a.Names != nil {
		a.setNames(p, vertical)
		return
	}
	most := a.Labels
	switch {
	case most == 0 && vertical:
		most = 7
	case most == 0:
		most = 5
	}
	p.Min, p.Max = a.Min, a.Max
	p.Tick.Marker = linearTicks(most)
	if a.Log {
		p.Scale, p.Tick.Marker = plot.LogScale{}, logTicks(most)
	}
	if a.Bare {
		p.Tick.Marker = bare{p.Tick.Marker}
	}
}

func (a Axis) setNames(p *plot.Axis, vertical bool) {
	p.Min, p.Max = -0.5, float64(len(a.Names))-0.5
	if vertical {
		p.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
	}
	p.Padding, p.LineStyle.Width, p.Tick.Length = 2, 0, 0
	ticks := make(plot.ConstantTicks, 0, len(a.Names))
	for i, name := range a.Names {
		if !a.Bare {
			ticks = append(ticks, plot.Tick{Value: float64(i), Label: name})
		}
	}
	p.Tick.Marker = ticks
	if a.Turned {
		p.Tick.Label.Rotation = math.Pi / 2
		p.Tick.Label.XAlign, p.Tick.Label.YAlign = draw.XRight, draw.YCenter
	}
}

// scale places data on a canvas.
type scale struct {
	x, y Axis
	c    draw.Canvas
	p    *plot.Plot
	// shift moves everything to the right.
	shift vg.Length
}

// at returns the place of (x, y), drawn in to the end of an axis where it lies beyond.
func (s scale) at(x, y float64) vg.Point {
	return vg.Point{X: s.atX(x), Y: s.atY(y)}
}

func (s scale) atX(x float64) vg.Length {
	if s.x.Names == nil {
		x = s.x.clamp(x)
	}
	return s.c.X(s.p.X.Norm(x)) + s.shift
}

func (s scale) atY(y float64) vg.Length {
	if s.y.Names == nil {
		y = s.y.clamp(y)
	}
	return s.c.Y(s.p.Y.Norm(y))
}
