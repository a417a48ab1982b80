package figure

import (
	"errors"
	"fmt"
	"image/color"
	"slices"
	"testing"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// greyStep is how far two greys of 255 lie apart that can be told from one another side by side.
const greyStep = 40

// drawnAs is what a reader sees of the marks that stand for one thing.
type drawnAs struct {
	name   string
	style  chart.Style
	joined bool // by a line, whose dashes tell it apart as well
}

// alike says that two things cannot be told apart on a copy in grey.
func alike(a, b drawnAs) bool {
	dashes := a.joined && b.joined && !slices.Equal(a.style.Dashes, b.style.Dashes)
	grey := func(s chart.Style) int { return int(color.GrayModel.Convert(s.Color).(color.Gray).Y) }
	lighter := grey(a.style) - grey(b.style)
	return a.style.Glyph == b.style.Glyph && !dashes && lighter < greyStep && -lighter < greyStep
}

// drawnIn returns what a panel shows, series by name and dots by style.
func drawnIn(p chart.Panel) (all []drawnAs) {
	for i, m := range p.Marks {
		switch m := m.(type) {
		case chart.Series:
			all = append(all, drawnAs{m.Name, m.Style, !m.Loose})
		case chart.Dots:
			all = append(all, drawnAs{fmt.Sprint("dots ", i), m.Style, false})
		}
	}
	return all
}

// confused returns pairs of different things in a panel that look alike in grey.
func confused(p chart.Panel) (pairs []string) {
	all := drawnIn(p)
	for i, a := range all {
		for _, b := range all[:i] {
			if a.name != b.name && alike(a, b) {
				pairs = append(pairs, b.name+" and "+a.name)
			}
		}
	}
	return pairs
}

// TestFiguresAreLegibleInGrey: in every panel of every figure that the results give, things that share it differ in
// glyph, in dashes or in how dark they are.
func TestFiguresAreLegibleInGrey(t *testing.T) {
	s := record.Store{Root: "../../.."}
	panels := 0
	for _, f := range All() {
		p, err := f.plan(s)
		if errors.Is(err, ErrNoData) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range p.page.Rows {
			for _, panel := range row {
				panels++
				for _, pair := range confused(panel) {
					t.Errorf("%s: %s look alike in grey", f.Name, pair)
				}
			}
		}
	}
	if panels < 50 {
		t.Errorf("only %d panels were looked at", panels)
	}
}

func TestConfused(t *testing.T) {
	red, blue := chart.Style{Color: color.RGBA{213, 94, 0, 255}, Glyph: chart.Disc}, chart.Style{Color: color.RGBA{0, 114, 178, 255}, Glyph: chart.Disc}
	square, dark := blue, blue
	square.Glyph, dark.Color = chart.Square, color.Black
	for _, c := range []struct {
		name string
		a, b chart.Mark
		want int
	}{
		{"colour alone", chart.Series{Name: "a", Style: red}, chart.Series{Name: "b", Style: blue}, 1},
		{"another glyph", chart.Series{Name: "a", Style: red}, chart.Series{Name: "b", Style: square}, 0},
		{"darker", chart.Series{Name: "a", Style: red}, chart.Series{Name: "b", Style: dark}, 0},
		{"dashes", chart.Series{Name: "a", Style: chart.Pick(16)}, chart.Series{Name: "b", Style: chart.Pick(22)}, 0},
		{"dashes of points that nothing joins", chart.Series{Name: "a", Style: chart.Pick(16), Loose: true}, chart.Series{Name: "b", Style: chart.Pick(22), Loose: true}, 1},
		{"dots", chart.Dots{Style: red}, chart.Dots{Style: blue}, 1},
	} {
		if got := confused(chart.Panel{Marks: []chart.Mark{c.a, c.b}}); len(got) != c.want {
			t.Errorf("case=%s: got %q, want %d pairs", c.name, got, c.want)
		}
	}
}
