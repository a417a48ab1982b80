package chart

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"pgregory.net/rapid"
)

func TestSpread(t *testing.T) {
	for _, c := range []struct {
		name         string
		wanted, want []vg.Length
	}{
		{"nothing", nil, []vg.Length{}},
		{"apart already", []vg.Length{10, 30, 60}, []vg.Length{10, 30, 60}},
		{"a pair", []vg.Length{50, 50}, []vg.Length{45, 55}},
		{"a pair beside another", []vg.Length{50, 50, 58}, []vg.Length{42.0 + 2.0/3, 52.0 + 2.0/3, 62.0 + 2.0/3}},
		{"pushed down from the top", []vg.Length{95, 99}, []vg.Length{90, 100}},
		{"pushed up from the bottom", []vg.Length{0, 0}, []vg.Length{0, 10}},
		{"too many: from the bottom", slices.Repeat([]vg.Length{50}, 12), []vg.Length{0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110}},
	} {
		got := spread(c.wanted, 10, 0, 100)
		near := cmp.Comparer(func(a, b vg.Length) bool { return math.Abs(float64(a-b)) < 1e-9 })
		if diff := cmp.Diff(c.want, got, near); diff != "" {
			t.Errorf("case=%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestSpreadKeepsItsPromises: order, distance and, where there is room, bounds.
func TestSpreadKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		heights := rapid.SliceOfN(rapid.Float64Range(-20, 220), 1, 20).Draw(t, "heights")
		slices.Sort(heights)
		var wanted []vg.Length
		for _, h := range heights {
			wanted = append(wanted, vg.Length(h))
		}
		got := spread(wanted, 10, 0, 200)
		for i := range got {
			if got[i] < -1e-9 || got[i] > 200+1e-9 {
				t.Errorf("place %d at %v leaves 0 … 200", i, got[i])
			}
			if i > 0 && got[i]-got[i-1] < 10-1e-9 {
				t.Errorf("places %v and %v are nearer than 10", got[i-1], got[i])
			}
		}
	})
}

func TestWrap(t *testing.T) {
	measure := func(s string) vg.Length { return vg.Length(len([]rune(s))) }
	for text, want := range map[string][]string{
		"one two three":         {"one two", "three"},
		"at n = 100 it":         {"at", "n\u00a0=\u00a0100", "it"},
		"averyveryverylongword": {"averyveryverylongword"},
		"12345678 9":            {"12345678", "9"},
	} {
		if diff := cmp.Diff(want, wrap(text, measure, 8)); diff != "" {
			t.Errorf("wrap(%q) (-want +got):\n%s", text, diff)
		}
	}
}

// TestAlign gives columns of unlike names and axes: all data areas must be equal, in line and on the canvas.
func TestAlign(t *testing.T) {
	long := NamesAxis([]string{"a name wider than a fifth of the page", "b"})
	x := LogAxis("", 1, 1e6)
	var plots [][]*plot.Plot
	for range 2 {
		var row []*plot.Plot
		for j := range 5 {
			y := long
			y.Bare = j > 0
			row = append(row, Panel{X: x, Y: y}.plot())
		}
		row[4].Add(sideNames{{name: "a series"}})
		plots = append(plots, row)
	}
	heads := []vg.Length{12, 0}
	page := draw.NewCanvas(blank{}, 468, 200)
	areas := align(plots, heads, page)
	first := plots[0][0].DataCanvas(areas[0][0])
	for i, row := range plots {
		for j, p := range row {
			data := p.DataCanvas(areas[i][j])
			size, want := data.Size(), first.Size()
			if math.Abs(float64(size.X-want.X)) > 0.01 || math.Abs(float64(size.Y-want.Y)) > 0.01 || size.X < 20 || size.Y < 20 {
				t.Errorf("panel %d, %d: data area %v, want %v", i, j, size, want)
			}
			top := plots[i][0].DataCanvas(areas[i][0]).Max.Y
			if math.Abs(float64(data.Max.Y-top)) > 0.01 {
				t.Errorf("panel %d, %d: top at %v, the row's at %v", i, j, data.Max.Y, top)
			}
			if a := areas[i][j]; a.Min.X < -0.01 || a.Min.Y < -0.01 || a.Max.X > 468.01 || a.Max.Y+heads[i] > 200.01 {
				t.Errorf("panel %d, %d: %v leaves the canvas", i, j, a.Rectangle)
			}
		}
	}
}

func TestStylesDiffer(t *testing.T) {
	seen := map[[2]any]int{}
	for i := range Styles {
		s := Pick(i)
		if j, taken := seen[[2]any{s.Color, s.Glyph}]; taken {
			t.Errorf("styles %d and %d look alike", i, j)
		}
		seen[[2]any{s.Color, s.Glyph}] = i
		for j := i + 1; j < min(i-i%series+series, Styles); j++ {
			if o := Pick(j); o.Color == s.Color || o.Glyph == s.Glyph {
				t.Errorf("neighbours %d and %d share colour or glyph", i, j)
			}
		}
	}
	if diff := cmp.Diff(Pick(0), Pick(Styles)); diff != "" {
		t.Errorf("Pick does not count round:\n%s", diff)
	}
	if diff := cmp.Diff(Pick(Styles-1), Pick(-1)); diff != "" {
		t.Errorf("Pick does not count round below 0:\n%s", diff)
	}
}
