// Package figure draws the figures of the report, from results alone: the same records give the same bytes.
//
// A figure is one file that ends in its registration. It selects rows of a result file, states what they
// show as a title, and lays them out as a chart.Page. Besides NAME.svg and NAME.png it leaves NAME.csv, the
// rows that were drawn. Figures are drawn one after another; nothing here is safe for concurrent use.
package figure

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/figure/chart"
	"hashlab/experiments/internal/record"
)

// ErrNoData is wrapped by errors that say that the results lack what a figure needs, for instance because
// its experiment was not run. Other figures can still be drawn.
var ErrNoData = errors.New("no data for the figure")

// A Figure is a question that a picture of results answers.
type Figure struct {
	Name       string // kebab case, the experiment first; names its files
	Experiment string // whose results it draws
	Question   string // what a reader learns from it
	plan       func(record.Store) (plate, error)
}

// A plate is a figure that is ready to be drawn.
type plate struct {
	page chart.Page
	form string // the sentence of the alternative text that says what is drawn, without the finding
	data []byte // CSV of the rows drawn
}

// Drawn is what the report says of a figure.
type Drawn struct {
	Name, Experiment string
	Title            string // the finding, computed from the results
	Subtitle         string // quantity, unit, n, seeds, interval
	Alt              string // alternative text: the form and the finding
}

// experiments is the order of the report.
var experiments = []string{"fpr", "memory", "balance", "remap", "hashing", "quality", "throughput", "signup", "cachetier"}

var figures = map[string]Figure{}

// register adds a figure. A repeated name or an incomplete figure is a broken program and panics.
func register(f Figure) {
	if _, taken := figures[f.Name]; taken || f.Name == "" || f.Question == "" || f.plan == nil ||
		!slices.Contains(experiments, f.Experiment) {
		panic(fmt.Sprintf("figure: register: %q is incomplete or registered twice", f.Name))
	}
	figures[f.Name] = f
}

// All returns the figures in the order of their experiments in the report (fpr, memory, balance, remap, hashing,
// quality, throughput, signup, cachetier), and by name within one.
func All() []Figure {
	var all []Figure
	for _, f := range figures {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b Figure) int {
		return cmp.Or(
			cmp.Compare(slices.Index(experiments, a.Experiment), slices.Index(experiments, b.Experiment)),
			strings.Compare(a.Name, b.Name),
		)
	})
	return all
}

// Find returns the figure called name, or an error that names the value and what there is.
func Find(name string) (Figure, error) {
	if f, ok := figures[name]; ok {
		return f, nil
	}
	return Figure{}, fmt.Errorf("unknown figure %q", name)
}

// Describe returns what the report says of the figure, without drawing it. The error wraps ErrNoData where
// the results lack what it needs.
func (f Figure) Describe(s record.Store) (Drawn, error) {
	p, err := f.plan(s)
	if err != nil {
		return Drawn{}, fmt.Errorf("figure %s: %w", f.Name, err)
	}
	return f.drawn(p), nil
}

func (f Figure) drawn(p plate) Drawn {
	return Drawn{Name: f.Name, Experiment: f.Experiment, Title: p.page.Title, Subtitle: p.page.Subtitle,
		Alt: p.form + " " + p.page.Title + "."}
}

// Write draws the figure into the store's plots folder: NAME.svg, NAME.png and NAME.csv. All three are made
// before the first is written. The error wraps ErrNoData where the results lack what the figure needs.
func (f Figure) Write(s record.Store) (Drawn, error) {
	p, err := f.plan(s)
	if err != nil {
		return Drawn{}, fmt.Errorf("figure %s: %w", f.Name, err)
	}
	svg, err := p.page.SVG()
	if err != nil {
		return Drawn{}, fmt.Errorf("figure %s: %w", f.Name, err)
	}
	png, err := p.page.PNG()
	if err != nil {
		return Drawn{}, fmt.Errorf("figure %s: %w", f.Name, err)
	}
	for _, file := range []struct {
		ending string
		text   []byte
	}{{".svg", svg}, {".png", png}, {".csv", p.data}} {
		if err := record.WriteFile(s.Plot(f.Name+file.ending), file.text); err != nil {
			return Drawn{}, fmt.Errorf("figure %s: %w", f.Name, err)
		}
	}
	return f.drawn(p), nil
}

// read returns the rows of a result file that keep accepts. Without any the error wraps ErrNoData and says
// that what is missing.
func read[T any](s record.Store, file, what string, keep func(T) bool) ([]T, error) {
	rows, err := record.Read[T](s, file)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(r T) bool { return !keep(r) })
	if len(rows) == 0 {
		return nil, fmt.Errorf("%w: %s holds no %s", ErrNoData, file, what)
	}
	return rows, nil
}

// readBoth is read on two files: the rows of what differs from process to process stand apart, in the second.
func readBoth[T any](s record.Store, file, random, what string, keep func(T) bool) ([]T, error) {
	rows, err := read(s, file, what, keep)
	if err != nil && !errors.Is(err, ErrNoData) {
		return nil, err
	}
	drawn, drawnErr := read(s, random, what, keep)
	if drawnErr != nil && !errors.Is(drawnErr, ErrNoData) {
		return nil, drawnErr
	}
	if len(rows)+len(drawn) == 0 {
		return nil, err
	}
	return append(rows, drawn...), nil
}

// finish completes a plate with the rows that it draws.
func finish[T any](p plate, rows []T) (plate, error) {
	var err error
	p.data, err = record.Encode(rows)
	return p, err
}
