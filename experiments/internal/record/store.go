package record

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Store is a folder with results/, plots/ and REPORT.md. The project's own is ".".
type Store struct{ Root string }

// Result returns the path of a result file.
func (s Store) Result(name string) string { return filepath.Join(s.Root, "results", name) }

// Plot returns the path of a drawn figure.
func (s Store) Plot(name string) string { return filepath.Join(s.Root, "plots", name) }

// Report returns the path of the report.
func (s Store) Report() string { return filepath.Join(s.Root, "REPORT.md") }

// Journal returns the path of an experiment's journal.
func (s Store) Journal(experiment string) string {
	return filepath.Join(s.Root, "results", ".journal", experiment+".jsonl")
}

// CopyFrom copies the result files of another store, journals apart, where this store has none yet. RunFile
// comes last, so that a copy that was cut short is made again.
func (s Store) CopyFrom(other Store) error {
	if _, err := os.Stat(s.Result(RunFile)); err == nil {
		return nil
	}
	from := filepath.Join(other.Root, "results")
	names, err := os.ReadDir(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrStore, err)
	}
	late := func(e fs.DirEntry) int {
		if e.Name() == RunFile {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(names, func(a, b fs.DirEntry) int { return cmp.Compare(late(a), late(b)) })
	for _, entry := range names {
		if !entry.Type().IsRegular() || strings.HasPrefix(entry.Name(), ".") || filepath.Ext(entry.Name()) == ".md" {
			continue // a folder, a temporary file that a kill left behind, or a page of the report, which is written from the others
		}
		text, err := os.ReadFile(filepath.Join(from, entry.Name()))
		if err != nil {
			return fmt.Errorf("%w: %w", ErrStore, err)
		}
		if err := WriteFile(s.Result(entry.Name()), text); err != nil {
			return err
		}
	}
	return nil
}

// RunFile is the result file that holds the Run.
const RunFile = "run.json"

// Run holds the facts about a run that are not results: they stand apart, so that results can be compared
// byte for byte.
type Run struct {
	Schema      string                 `json:"schema"`
	Date        string                 `json:"date"` // day of the run, UTC
	Commit      string                 `json:"commit"`
	Dirty       bool                   `json:"dirty"` // the tree held changes that are not in the commit
	Machine     json.RawMessage        `json:"machine"`
	MachineID   string                 `json:"machine_id"`
	Experiments map[string]Measurement `json:"experiments"` // the last run of each
	Account     *Account               `json:"account,omitempty"`
}

// Measurement says how an experiment was last run.
type Measurement struct {
	Profile string  `json:"profile"`
	Seed    uint64  `json:"seed"`
	Points  int     `json:"points"`
	Failed  int     `json:"failed"`
	Seconds float64 `json:"seconds"` // cost of all its points, on the wall clock
	Machine string  `json:"machine"` // MachineID of that run
	// Kernels are the code paths that were in use, by the package that chooses among several.
	Kernels map[string]string `json:"kernels,omitempty"`
	// Narrowed says that only a part of the grid was run, or one on the user's own data.
	Narrowed bool `json:"narrowed,omitempty"`
}

// Schema names the version of the layout of result files; within it changes only add.
const Schema = "hashlab.results/v1"

// ReadRun returns the facts about the store's last run; a store without any gives an empty Run.
func (s Store) ReadRun() (Run, error) {
	run := Run{Schema: Schema, Experiments: map[string]Measurement{}}
	text, err := os.ReadFile(s.Result(RunFile))
	if errors.Is(err, fs.ErrNotExist) {
		return run, nil
	}
	if err != nil {
		return run, fmt.Errorf("%w: %w", ErrStore, err)
	}
	if err := json.Unmarshal(text, &run); err != nil {
		return run, fmt.Errorf("%w: %s: %w", ErrStore, s.Result(RunFile), err)
	}
	if run.Schema != Schema {
		return run, fmt.Errorf("%w: %s has schema %q, this program reads %q", ErrStore, s.Result(RunFile), run.Schema, Schema)
	}
	if run.Experiments == nil {
		run.Experiments = map[string]Measurement{}
	}
	return run, nil
}

// WriteRun stores the facts about a run.
func (s Store) WriteRun(run Run) error {
	text, err := json.MarshalIndent(run, "", "  ")
	if err != nil {
		return err
	}
	return WriteFile(s.Result(RunFile), append(text, '\n'))
}
