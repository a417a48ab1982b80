package show

import (
	"fmt"
	"image/color"
	"strings"

	"hashlab/experiments/internal/figure/chart"
)

// Lengths of drawings, in points.
const (
	sheetWidth = 620.0
	sheetEdge  = 14.0
	titleText  = 12.0
	bodyText   = 8.5
	smallText  = 6.5
	bodyLine   = 12.0

	cellRow    = 32 // bits a row
	cellWidth  = 17.5
	cellHeight = 12.0
	gutter     = 32.0 // for the number of a row's first bit
)

var (
	white   = color.Gray{Y: 255}
	black   = color.Gray{Y: 0}
	earlier = color.Gray{Y: 190} // a bit that was set before
	pale    = color.Gray{Y: 205} // the edge of a clear bit
	quiet   = color.Gray{Y: 90}
)

// A sheet is a drawing that grows downwards.
type sheet struct {
	chart.Drawing
	y float64 // where the next thing goes
}

func newSheet(title, note string) *sheet {
	s := &sheet{chart.Drawing{Title: title, Width: sheetWidth}, sheetEdge}
	for _, line := range wrap(title, titleText, sheetWidth-2*sheetEdge) {
		s.y += titleText + 3
		s.label(sheetEdge, s.y, line, titleText, nil)
	}
	if note != "" {
		s.paragraph(note, quiet)
	}
	return s
}

func (s *sheet) add(shape chart.Shape) { s.Shapes = append(s.Shapes, shape) }

func (s *sheet) label(x, y float64, text string, size float64, c color.Color) {
	s.add(chart.Label{X: x, Y: y, Text: text, Size: size, Align: -1, Color: c})
}

// paragraph writes lines of the sheet's width.
func (s *sheet) paragraph(text string, c color.Color) {
	for _, line := range wrap(text, bodyText, sheetWidth-2*sheetEdge) {
		s.y += bodyLine
		s.label(sheetEdge, s.y, line, bodyText, c)
	}
}

// svg closes the sheet.
func (s *sheet) close() chart.Drawing {
	s.Height = s.y + sheetEdge
	return s.Drawing
}

// wrap breaks text at spaces into lines of at most width. A word that is longer is cut.
func wrap(text string, size, width float64) []string {
	lines := []string{""}
	for word := range strings.FieldsSeq(text) {
		for runes := []rune(word); chart.LabelWidth(word, size) > width; word = string(runes) + "…" {
			runes = runes[:len(runes)-1]
		}
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case chart.LabelWidth(*last+" "+word, size) <= width:
			*last += " " + word
		default:
			lines = append(lines, word)
		}
	}
	return lines
}

// Draw draws the story: after each step a cell a bit.
func (t *FilterStory) Draw() chart.Drawing {
	s := newSheet(t.Title, t.Note)
	s.y += 6
	s.filterKey()
	for _, step := range t.Steps {
		s.y += 8
		s.paragraph(step.sentence(t.K), nil)
		s.y += 4
		s.cells(step)
	}
	return s.close()
}

// A cell is how a bit is drawn.
type cell struct {
	fill, edge color.Color
	width      float64
	numbered   bool
	meaning    string
}

// cells by the mark of the text.
var cells = map[byte]cell{
	'.': {white, pale, 0.6, false, "clear"},
	'o': {earlier, pale, 0.6, false, "set before"},
	'#': {black, black, 0.6, true, "set by this key"},
	'@': {earlier, black, 1.6, true, "set before, met by this key"},
	'x': {white, chart.SeriesColor(1), 1.6, true, "clear, met by this key"},
}

func (s *sheet) filterKey() {
	x := sheetEdge
	for _, mark := range []byte(".o#@x") {
		c := cells[mark]
		s.add(chart.Box{X: x, Y: s.y, W: cellWidth - 2, H: cellHeight - 2, Fill: c.fill, Edge: c.edge, EdgeWidth: c.width})
		s.label(x+cellWidth+2, s.y+cellHeight-2, c.meaning, bodyText, nil)
		x += cellWidth + 2 + chart.LabelWidth(c.meaning, bodyText) + 12
	}
	s.y += cellHeight
}

// cells draws the bits after a step; those that the key meets carry their numbers.
func (s *sheet) cells(step FilterStep) {
	for i, mark := range []byte(step.marks()) {
		column := float64(i % cellRow)
		if column == 0 {
			if i > 0 {
				s.y += cellHeight
			}
			s.add(chart.Label{X: sheetEdge + gutter - 6, Y: s.y + cellHeight - 2, Text: fmt.Sprint(i), Size: smallText, Align: 1, Color: quiet})
		}
		c := cells[mark]
		x, inset := sheetEdge+gutter+cellWidth*column, c.width/2+0.4
		s.add(chart.Box{X: x + inset, Y: s.y + inset, W: cellWidth - 2*inset, H: cellHeight - 2*inset, Fill: c.fill, Edge: c.edge, EdgeWidth: c.width})
		if c.numbered {
			s.add(chart.Label{X: x + cellWidth/2, Y: s.y + cellHeight - 2, Text: fmt.Sprint(i), Size: smallText, Color: chart.Contrast(c.fill)})
		}
	}
	s.y += cellHeight
}
