package report

import (
	"regexp"
	"slices"
	"strings"
)

// What a section of the report holds at most; its page has the rest.
const (
	mostRows     = 12
	mostFindings = 6
)

// code matches what Markdown sets as code.
var code = regexp.MustCompile("`([^`]+)`")

// named returns the implementations that texts name, in order of first mention, behind those of the base of the grid and
// the article's. The small tables of the report show these: they are the ones that a reader has met.
func named(base []string, texts ...string) []string {
	names := slices.Clone(base)
	for _, text := range texts {
		for _, match := range code.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(names, match[1]) {
				names = append(names, match[1])
			}
		}
	}
	return names
}

// small returns the rows of a table that a reader needs: those of named implementations, found in the first column, at
// most mostRows of them, in the table's own order. A table that is short already, or that names none, is cut at its end.
func (t table) small(names []string) table {
	name := func(row []string) string { return strings.Trim(row[0], "`") }
	var shown []string // names that have a row, as many as fit
	rows := 0
	for _, n := range names {
		of := 0
		for _, row := range t.Rows {
			if name(row) == n {
				of++
			}
		}
		if of > 0 && rows+of <= mostRows {
			shown, rows = append(shown, n), rows+of
		}
	}
	if len(t.Rows) <= mostRows || rows == 0 {
		t.Rows = t.Rows[:min(len(t.Rows), mostRows)]
		return t
	}
	t.Rows = slices.DeleteFunc(slices.Clone(t.Rows), func(row []string) bool { return !slices.Contains(shown, name(row)) })
	return t
}
