package chart

import (
	"bytes"
	"image/color"
	"image/png"
	"strings"
	"testing"
)

func TestDrawingClashes(t *testing.T) {
	label := func(x, y float64, text string, align int) Label {
		return Label{X: x, Y: y, Text: text, Size: 10, Align: align}
	}
	for name, tt := range map[string]struct {
		shapes []Shape
		want   string
	}{
		"apart":           {[]Shape{label(10, 20, "left", -1), label(90, 20, "right", 1)}, ""},
		"touching":        {[]Shape{label(50, 20, "one", 0), label(55, 22, "two", 0)}, `"two" touches "one"`},
		"beyond the left": {[]Shape{label(5, 20, "ends here", 1)}, `"ends here" leaves the page`},
		"beyond the top":  {[]Shape{label(50, 3, "high", 0)}, `"high" leaves the page`},
		"below the edge":  {[]Shape{label(50, 59, "gypsy", 0)}, `"gypsy" leaves the page`},
	} {
		got, err := Drawing{Title: name, Width: 100, Height: 60, Shapes: tt.shapes}.Clashes()
		if err != nil || strings.Join(got, "; ") != tt.want {
			t.Errorf("%s: got %q, %v, want %q", name, got, err, tt.want)
		}
	}
}

func TestDrawingRefuses(t *testing.T) {
	for _, tt := range []struct {
		d    Drawing
		want string
	}{
		{Drawing{Width: 0, Height: 9}, "a drawing of 0 by 9 points"},
		{Drawing{Width: 9, Height: 9, Shapes: []Shape{Label{Text: "\u4e2d", Size: 8}}}, "no glyph"},
	} {
		if got, err := tt.d.SVG(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %d bytes, %v, want an error with %q", len(got), err, tt.want)
		}
	}
}

// A shape lies where it was put: y grows downwards.
func TestDrawingPlaces(t *testing.T) {
	red := color.RGBA{255, 0, 0, 255}
	text, err := Drawing{Title: "a < b", Width: 30, Height: 60, Shapes: []Shape{Box{X: 3, Y: 6, W: 9, H: 6, Fill: red}}}.PNG()
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	const scale = dpi / 72.0
	for _, tt := range []struct {
		x, y float64
		want color.RGBA
	}{{6, 9, red}, {6, 51, color.RGBA{255, 255, 255, 255}}, {20, 9, color.RGBA{255, 255, 255, 255}}} {
		if got := color.RGBAModel.Convert(picture.At(int(tt.x*scale), int(tt.y*scale))); got != tt.want {
			t.Errorf("at %v, %v: got %v, want %v", tt.x, tt.y, got, tt.want)
		}
	}
	svg, err := Drawing{Title: "a < b", Width: 30, Height: 60}.SVG()
	if err != nil || !strings.Contains(string(svg), "<title>a &lt; b</title>") {
		t.Errorf("no title: %v in\n%s", err, svg)
	}
}
