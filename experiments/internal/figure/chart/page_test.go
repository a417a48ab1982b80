package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// sample is a page with every kind of mark.
func sample() Page {
	low, high := None()
	x, y := LogAxis("keys", 1, 1000), LogAxis("", 0.001, 1)
	lines := Panel{Head: "lines", X: x, Y: y, Marks: []Mark{
		Band{Across: OnY, Low: 0.01, High: 0.1}, Band{Across: OnX, Low: 0, High: 2, Faint: true},
		Rule{Across: OnY, At: 0.05, Style: Theory}, Rule{Across: OnX, At: 0, Style: Theory},
		Curve{Points: []XY{{1, 0.5}, {10, 0}, {100, 1e-9}}, Style: Bound},
		Series{Name: "first", Style: Pick(0), Points: []Point{{X: 1, Y: 0.5, Low: 0, High: 0.9}, {X: 10, Y: 0, Low: low, High: high},
			{X: 1000, Y: 0.01, AtMost: true}, {X: math.NaN(), Y: 1}, {X: 100, Y: math.Inf(1)}}},
		Series{Name: "second", Style: Pick(5), Points: []Point{{X: 0, Y: 1}}},
	}}
	rows := NamesAxis([]string{"one", "two"})
	dots := Panel{Head: "dots", X: LinearAxis("ratio", 0, 2), Y: rows, Marks: []Mark{
		Dots{Style: Measured, Points: []Dot{{Row: 0, Value: 1, Low: 0.5, High: 1.5, WideLow: 0.2, WideHigh: 1.9},
			{Row: 1, Value: 1, Low: low, High: high, WideLow: low, WideHigh: high, AtMost: true}, {Row: 1, Value: math.NaN()}}},
		Dots{Style: Alarm, Points: []Dot{{Row: 1, Value: 99}}},
	}}
	return Page{Title: "Two panels <&> ÷ ⁻³", Subtitle: "All marks.", Rows: [][]Panel{{lines, dots}},
		Keys: []Key{{Text: "band", Fill: BandFill}, {Text: "line", Style: Bound, Line: true}}}
}

// table is a page with cells and turned names.
func table() Page {
	columns := NamesAxis([]string{"a", "a longer name"})
	columns.Turned = true
	cells := Cells{Ratios: [][]float64{{0, 30}, {math.NaN(), 1}}, Texts: [][]string{{"0", "30"}, {"", ""}}}
	return Page{Title: "Cells", Rows: [][]Panel{{{X: columns, Y: NamesAxis([]string{"x", "y"}), Marks: []Mark{cells}}}}}
}

func TestPagesAreDrawn(t *testing.T) {
	for name, page := range map[string]Page{"sample": sample(), "table": table()} {
		first, err := page.PNG()
		if err != nil {
			t.Fatalf("%s: PNG: %v", name, err)
		}
		again, err := page.PNG()
		if err != nil || !bytes.Equal(first, again) {
			t.Errorf("%s: a second PNG differs (%v)", name, err)
		}
		picture, err := png.Decode(bytes.NewReader(first))
		if err != nil || picture.Bounds().Dx() != 1248 || picture.Bounds().Dy() < 700 {
			t.Errorf("%s: PNG of %v (%v), want 1248 pixels by 768 or so", name, picture.Bounds(), err)
		}
		if clashes, err := page.Clashes(); err != nil || len(clashes) > 0 {
			t.Errorf("%s: clashes %v, %v", name, clashes, err)
		}
	}
}

func TestSVG(t *testing.T) {
	text, err := sample().SVG()
	if err != nil {
		t.Fatal(err)
	}
	again, err := sample().SVG()
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("a second SVG differs (%v)", err)
	}
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
	}
	if !strings.Contains(string(text), "<title>Two panels &lt;&amp;&gt; ÷ ⁻³</title>") {
		t.Error("the title is not the picture's name")
	}
	if got, want := strings.Count(string(text), "font-family:"), strings.Count(string(text), "sans-serif"); got != want || got == 0 {
		t.Errorf("%d texts name a font, %d a fallback", got, want)
	}
}

// TestLogAxesNeverPanic draws what makes gonum/plot panic on a logarithmic axis, or draw no label.
func TestLogAxesNeverPanic(t *testing.T) {
	for name, values := range map[string][]float64{"empty": nil, "one point at 1": {1}, "zero": {0}, "negative": {-1},
		"inside a decade": {500, 900}, "smallest": {5e-324}, "largest": {1e308}, "all": {5e-324, 1e308}} {
		var points []Point
		for _, v := range values {
			points = append(points, Point{X: v, Y: v, Low: v - 1, High: v + 1})
		}
		axis := LogAxis("", values...)
		page := Page{Title: "t", Rows: [][]Panel{{{X: axis, Y: axis, Marks: []Mark{Series{Name: "s", Points: points}}}}}}
		if _, err := page.SVG(); err != nil {
			t.Errorf("values=%s: %v", name, err)
		}
	}
}

// explosive is a mark that panics as gonum/plot does.
type explosive struct{}

func (explosive) draw(scale) { panic("Values must be greater than 0 for a log scale.") }

func TestErrors(t *testing.T) {
	broken, foreign, empty, ragged := sample(), sample(), sample(), sample()
	broken.Rows[0][0].Marks = append(broken.Rows[0][0].Marks, explosive{})
	foreign.Subtitle = "hieroglyph \U00013000"
	empty.Rows = nil
	ragged.Rows = append(ragged.Rows, ragged.Rows[0][:1])
	for want, page := range map[string]Page{"greater than 0": broken, "no glyph for": foreign, "without panels": empty, "row 1 has 1": ragged} {
		if _, err := page.PNG(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("PNG: got %v, want an error with %q", err, want)
		}
		if _, err := page.SVG(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("SVG: got %v, want an error with %q", err, want)
		}
		if _, err := page.Clashes(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Clashes: got %v, want an error with %q", err, want)
		}
	}
}

// TestClashesAreFound has a page for each way in which text can go wrong.
func TestClashesAreFound(t *testing.T) {
	heads := sample()
	heads.Rows[0][0].Head = "a head that is much too long for the panel it stands above, and more"
	title := sample()
	title.Title = strings.Repeat("W", 60)
	ticks := sample()
	ticks.Rows[0][0].X.Labels = 40
	ticks.Rows[0][0].X.Max = 1e40
	names := table()
	names.Rows[0][0].X.Turned = false
	names.Rows[0][0].X.Names = []string{strings.Repeat("m", 40), strings.Repeat("m", 40)}
	crowd := sample()
	for range 40 {
		crowd.Rows[0][1].Y.Names = append(crowd.Rows[0][1].Y.Names, "crowded")
	}
	for want, page := range map[string]Page{"touches \"a head": heads, "leaves the page": title, "touches \"10": ticks,
		"touches \"mmm": names, "touches \"crowded\"": crowd} {
		clashes, err := page.Clashes()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(clashes, func(c string) bool { return strings.Contains(c, want) }) {
			t.Errorf("no clash with %q in %v", want, clashes)
		}
	}
}

// inkAround returns the box of dark pixels in and around a box, in points from the lower left corner.
func inkAround(picture image.Image, box vg.Rectangle, height vg.Length) (left, right, bottom, top float64) {
	const scale, frame = dpi / 72.0, 3
	left, bottom, right, top = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for x := int(float64(box.Min.X)*scale) - frame; x <= int(float64(box.Max.X)*scale)+frame; x++ {
		for y := int(float64(height-box.Max.Y)*scale) - frame; y <= int(float64(height-box.Min.Y)*scale)+frame; y++ {
			if r, _, _, _ := picture.At(x, y).RGBA(); r < 0x9000 {
				left, right = min(left, float64(x)/scale), max(right, float64(x+1)/scale)
				top, bottom = max(top, float64(height)-float64(y)/scale), min(bottom, float64(height)-float64(y+1)/scale)
			}
		}
	}
	return left, right, bottom, top
}

// TestTextsKnowWhereTheyAre compares boxes with the picture: ink ends within two pixels of each side of the
// box, and turned text stands upright.
func TestTextsKnowWhereTheyAre(t *testing.T) {
	page := table()
	texts, size, err := page.Texts()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := page.PNG()
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, text := range texts {
		if text.Text == "0" || text.Text == "30" {
			continue // on a coloured cell
		}
		seen++
		left, right, bottom, top := inkAround(picture, text.Box, size.Y)
		box := text.Box
		for _, side := range []struct{ got, want float64 }{{left, float64(box.Min.X)}, {right, float64(box.Max.X)},
			{bottom, float64(box.Min.Y)}, {top, float64(box.Max.Y)}} {
			if !(math.Abs(side.got-side.want) <= 0.75) {
				t.Errorf("%q: ink ends at %.2f points, the box at %.2f", text.Text, side.got, side.want)
			}
		}
		if text.Text == "a longer name" && box.Size().Y < box.Size().X {
			t.Errorf("turned text has the box %v", box)
		}
	}
	if seen != 5 {
		t.Errorf("looked at %d texts, want title, two rows, two columns", seen)
	}
}

func TestColors(t *testing.T) {
	if c := RatioColor(1); c.R != 255 || c.G != 255 || c.B != 255 {
		t.Errorf("1 is %v, not white", c)
	}
	if RatioColor(10) != okabeIto[1] || RatioColor(1000) != okabeIto[1] {
		t.Errorf("10 is %v, 1000 is %v, want %v", RatioColor(10), RatioColor(1000), okabeIto[1])
	}
	if RatioColor(0.1) != okabeIto[2] || RatioColor(0) != okabeIto[2] {
		t.Errorf("0.1 is %v, 0 is %v, want %v", RatioColor(0.1), RatioColor(0), okabeIto[2])
	}
	if up, down := RatioColor(2), RatioColor(0.5); up.R <= up.B || down.B <= down.R {
		t.Errorf("2 is %v and 0.5 is %v: they should lean to red and to blue", up, down)
	}
	if got := contrast(RatioColor(1)); got != color.Black {
		t.Errorf("text on white is %v", got)
	}
}
