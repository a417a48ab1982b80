package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/template"

	"hashlab/experiments/internal/record"
)

//go:embed page.md.tmpl
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// A page is results/NAME.md: everything that the report shows in part, and shortens nothing.
type page struct {
	Name, Question string
	Back           string // where REPORT.md speaks of it
	Findings       []string
	Tables         []table
	Files          []string // result files with the rows behind the tables
}

// pageFile returns the path of a page from the root of the store.
func pageFile(name string) string { return "results/" + name + ".md" }

// file returns the page as it is written.
func (p page) file() (File, error) {
	var out bytes.Buffer
	if err := pageTemplate.Execute(&out, p); err != nil {
		return File{}, fmt.Errorf("report: %s: %w", p.Name, err)
	}
	return File{pageFile(p.Name), []byte(relinked.Replace(out.String()))}, nil
}

// relinked turns links that were written for REPORT.md into those of a page, which lies in results/.
var relinked = strings.NewReplacer("](#", "](../REPORT.md#", "](plots/", "](../plots/", "](results/", "](")

// pageOf returns the page of a section: all of its findings, those that the report leaves out as well, and all
// tables.
func pageOf(s record.Store, sec section) (page, error) {
	files, err := resultFiles(s, sec.Name)
	return page{
		Name: sec.Name, Question: sec.Question, Back: "#" + sec.Name, Findings: slices.Concat(sec.Findings, sec.Notes), Tables: sec.Tables, Files: files,
	}, err
}

// resultFiles returns the names of an experiment's result files that the store holds, in order.
func resultFiles(s record.Store, experiment string) (names []string, err error) {
	entries, err := os.ReadDir(s.Result(""))
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	for _, e := range entries {
		stem, ending, ok := strings.Cut(e.Name(), ".")
		if ok && (ending == "csv" || ending == "txt") && (stem == experiment || strings.HasPrefix(stem, experiment+"_")) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}
