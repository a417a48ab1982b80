package show

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"hashlab/experiments/internal/figure/chart"
)

// Lengths of the circles, in points.
const (
	ringRadius  = 88.0
	ringWidth   = 13.0
	ringHeight  = 2*ringRadius + 70
	labelGap    = 9.0  // between the baselines of neighbouring labels
	mostLabels  = 26   // on a side; ringHeight / labelGap, less one
	mostTicks   = 100  // more would leave no colour between them
	leastLetter = 11.0 // the shortest arc that carries its owner's letter
)

// Draw draws the circle, or the circles before and after the change with what moves.
func (t *RingStory) Draw() chart.Drawing {
	s := newSheet(t.Title, "A key belongs to the next point clockwise; the circle begins at the top.")
	s.y += 10
	middle := s.y + ringHeight/2
	if t.Changed {
		s.circle(t, t.Before, sheetWidth/4, middle, "before")
		s.circle(t, t.After, 3*sheetWidth/4, middle, "after")
		s.movedArcs(t, 3*sheetWidth/4, middle)
	} else {
		s.circle(t, t.Before, sheetWidth/2, middle, plural(len(t.Before.Points), "point"))
	}
	s.y += ringHeight + 4
	s.legend(t)
	if t.Changed {
		s.y += 4
		s.paragraph("Outer band: "+t.finding(), nil)
		for i, m := range t.Moves() {
			if i == 12 {
				s.paragraph(fmt.Sprintf("… and %d smaller moves", len(t.Moves())-i), nil)
				break
			}
			s.paragraph(fmt.Sprintf("%s → %s  %.2f %%", short(m.From, 28), short(m.To, 28), 100*m.Share), nil)
		}
	}
	for _, k := range t.Keys {
		s.paragraph("Dot inside: "+t.keySentence(k), nil)
	}
	return s.close()
}

// spot returns the place on a circle at a share of it, clockwise from the top.
func spot(x, y, radius, at float64) chart.XY {
	sin, cos := math.Sincos(2 * math.Pi * at)
	return chart.XY{X: x + radius*sin, Y: y - radius*cos}
}

// turn returns where on the circle a hash lies, as a share of it.
func turn(h uint64) float64 { return math.Ldexp(float64(h), -64) }

// arc draws a piece of a circle.
func (s *sheet) arc(x, y, radius, from, length, width float64, c color.Color) {
	steps := max(1, int(math.Ceil(length*180))) // a joint in a very short arc would stick out
	path := chart.Path{Color: c, Width: width}
	for i := range steps + 1 {
		path.Points = append(path.Points, spot(x, y, radius, from+length*float64(i)/float64(steps)))
	}
	s.add(path)
}

func (t *RingStory) shade(id string) color.Color {
	return chart.SeriesColor(1 + slices.Index(t.Nodes, id)%6) // all but black
}

// circle draws the arcs, the points and their labels.
func (s *sheet) circle(t *RingStory, c Circle, x, y float64, name string) {
	s.add(chart.Label{X: x, Y: y + 5, Text: name, Size: titleText})
	for _, a := range arcs(c, c) {
		if a.Before != "" {
			s.arc(x, y, ringRadius, turn(a.To)-a.Share, a.Share, ringWidth, t.shade(a.Before))
		}
	}
	letters := t.letters()
	for i, p := range c.Points {
		part := share(c.Points[(i+len(c.Points)-1)%len(c.Points)].At, p.At)
		if 2*math.Pi*ringRadius*part >= leastLetter {
			at := spot(x, y, ringRadius, turn(p.At)-part/2)
			s.add(chart.Label{X: at.X, Y: at.Y + 3, Text: letters[slices.Index(t.Nodes, p.Node)], Size: bodyText, Color: chart.Contrast(t.shade(p.Node))})
		}
		if len(c.Points) <= mostTicks {
			s.add(chart.Path{Points: []chart.XY{spot(x, y, ringRadius-ringWidth/2, turn(p.At)), spot(x, y, ringRadius+ringWidth/2, turn(p.At))},
				Color: color.Gray{Y: 0}, Width: 0.7})
		}
	}
	for _, k := range t.Keys {
		at := spot(x, y, ringRadius-ringWidth/2-6, turn(k.At))
		s.add(chart.Spot{X: at.X, Y: at.Y, Radius: 2.5, Fill: color.Gray{Y: 0}})
	}
	s.pointLabels(c, x, y)
}

// movedArcs draws a band outside of what has a new owner.
func (s *sheet) movedArcs(t *RingStory, x, y float64) {
	for _, a := range t.Arcs {
		if a.Before != a.After {
			s.arc(x, y, ringRadius+ringWidth/2+4, turn(a.To)-a.Share, a.Share, 4, color.Gray{Y: 0})
		}
	}
}

// A pin is the label of a point, beside the circle.
type pin struct {
	at chart.XY // where the point touches the rim
	y  float64
	id string
}

// pointLabels writes the node of each point beside the circle, spread so that no two touch; where there are too many,
// the legend must do.
func (s *sheet) pointLabels(c Circle, x, y float64) {
	const rim, elbow, text = ringRadius + ringWidth/2 + 8, 12.0, ringRadius + ringWidth/2 + 22
	var left, right []pin
	for _, p := range c.Points {
		at := spot(x, y, rim, turn(p.At))
		if l := (pin{at, at.Y, p.Node}); at.X < x {
			left = append(left, l)
		} else {
			right = append(right, l)
		}
	}
	if max(len(left), len(right)) > mostLabels {
		return
	}
	for i, pins := range [][]pin{left, right} {
		side := 2*i - 1
		spread(pins, y, ringHeight/2-2)
		for _, l := range pins {
			end := x + float64(side)*text
			s.add(chart.Path{Points: []chart.XY{l.at, {X: end, Y: l.y}}, Color: quiet, Width: 0.4})
			s.add(chart.Label{X: end + float64(side)*2, Y: l.y + 3, Text: fit(l.id, sheetWidth/4-text-6), Size: smallText + 0.5, Align: -side})
		}
	}
}

// fit cuts text to a width.
func fit(id string, width float64) string {
	for most := 28; most > 1; most-- {
		if cut := short(id, most); chart.LabelWidth(cut, smallText+0.5) <= width {
			return cut
		}
	}
	return short(id, 1)
}

// spread moves labels apart to labelGap, within half of the middle, and keeps their order.
func spread(pins []pin, middle, half float64) {
	slices.SortFunc(pins, func(a, b pin) int { return cmp.Compare(a.y, b.y) })
	least := middle - half
	for i := range pins {
		pins[i].y = max(pins[i].y, least)
		least = pins[i].y + labelGap
	}
	most := middle + half
	for i := len(pins) - 1; i >= 0; i-- {
		pins[i].y = min(pins[i].y, most)
		most = pins[i].y - labelGap
	}
}

// legend names the nodes, with their shares.
func (s *sheet) legend(t *RingStory) {
	const column = (sheetWidth - 2*sheetEdge) / 2
	letters := t.letters()
	for i, id := range t.Nodes {
		x := sheetEdge + column*float64(i%2)
		if i%2 == 0 {
			s.y += bodyLine + 1
		}
		s.add(chart.Box{X: x, Y: s.y - 9, W: 12, H: 10, Fill: t.shade(id)})
		s.add(chart.Label{X: x + 6, Y: s.y - 0.5, Text: letters[i], Size: bodyText, Color: chart.Contrast(t.shade(id))})
		text := fmt.Sprintf("%s  %s", short(id, 20), percent(t.Before.Shares, id))
		if t.Changed {
			text += " → " + percent(t.After.Shares, id)
		}
		s.label(x+17, s.y, text, bodyText, nil)
	}
}
