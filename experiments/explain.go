package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

func newExplain() *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "explain EXPERIMENT FACTOR:LEVEL…",
		Short: "Say everything about one point: what it is, how it was measured, what theory says",
		Long: `Explain finds the one point of the grid that has all the levels given, in the language of run --select, and says
everything about it: its key, the implementations with their sources, the theory that holds, what the journal knows,
and the command that measures it again.

  hashlab explain fpr filter:bloom-classic hash:xxh3 key_class:random8 n:1e5 target_fpr:0.01 seed:1`,
		Args: takes(1, anyNumber, "an experiment and the levels of a point"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.selection = strings.Join(args[1:], " ")
			if err := f.resolve(args[:1], cmd.OutOrStdout()); err != nil {
				return err
			}
			if f.out == "" {
				f.store = record.Store{Root: "."}
			}
			return explain(f, cmd.OutOrStdout())
		},
	}
	f.scopeFlags(cmd.Flags())
	cmd.Flags().StringVar(&f.out, "out", "", "folder whose journal is read (default .)")
	return cmd
}

func explain(f *runFlags, w io.Writer) error {
	if err := f.checkNames(); err != nil {
		return err
	}
	e := f.selected[0]
	e.Along = nil // the base is not asked for
	points, err := e.Points(f.scope, f.narrowing, digest, measuring(e.Name))
	if err != nil {
		return err
	}
	switch {
	case len(points) == 0:
		return fmt.Errorf("no point of %s matches %q", e.Name, f.selection)
	case len(points) > 1:
		text := fmt.Sprintf("%d points of %s match %q; say more, for instance\n", len(points), e.Name, f.selection)
		for _, p := range points[:min(5, len(points))] {
			text += "  " + p.Key.String() + "\n"
		}
		return fmt.Errorf("%s", strings.TrimSuffix(text, "\n"))
	}
	return explainPoint(f, e, points[0], w)
}

func explainPoint(f *runFlags, e plan.Experiment, p plan.Point, w io.Writer) error {
	line := func(name, format string, args ...any) {
		fmt.Fprintf(w, "%-12s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("point", "%s", p.ID())
	line("asks", "%s", e.Question)
	for _, name := range slices.Sorted(maps.Keys(p.Factors)) {
		line("", "%s = %s", name, or(p.Factors[name], "(its own)"))
	}
	line("seed", "%d", p.Seed)
	line("profile", "%s", p.Profile)
	line("code", "%s", p.Code)
	explainImplementations(p.Factors, line)
	line("predicted", "%s", clock(p.Seconds))
	points, _, err := record.ReadJournal(f.store.Journal(e.Name))
	if err != nil {
		return err
	}
	if done, ok := points[p.ID()]; ok {
		line("measured", "%s in %s", done.Status, clock(done.Seconds))
		if done.Reason != "" {
			line("reason", "%s", done.Reason)
		}
		line("result", "%s", done.Payload)
		explainSamples(done.Payload, line)
	} else {
		line("measured", "the journal of %s does not hold it; its row, if any, is in %s", f.store.Root, f.store.Result(e.Name+".csv"))
	}
	if run, err := f.store.ReadRun(); err == nil && run.MachineID != "" {
		line("machine", "%s, commit %s, %s (of the last run; facts in %s)", run.MachineID, run.Commit, run.Date, f.store.Result(record.RunFile))
	}
	line("again", "hashlab run %s --fresh --profile %s --select '%s'", e.Name, p.Profile, selectionOf(p))
	return nil
}

// selectionOf returns the expression that picks the point alone.
func selectionOf(p plan.Point) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(p.Factors)) {
		if level := p.Factors[name]; level != "" {
			parts = append(parts, fmt.Sprintf("%s:%q", name, level))
		}
	}
	return strings.Join(append(parts, fmt.Sprintf("seed:%d", p.Seed)), " ")
}

func explainImplementations(f map[string]string, line func(name, format string, args ...any)) {
	if e, err := filter.Find(f["filter"]); err == nil {
		line("filter", "%s: %s", e.Name, e.Doc)
		line("", "source: %s", e.Source)
		line("", "theory: %s", or(e.Theory, "none"))
		explainFormula(e.Theory, line)
		explainModule(e.Module, line)
	}
	if e, err := consistent.Find(f["locator"]); err == nil {
		line("locator", "%s: %s", e.Name, e.Doc)
		line("", "source: %s", e.Source)
		line("", "%s", e.Capabilities)
		line("", "theory of shares: %s, of moves: %s", or(e.Theory, "none"), or(e.MoveTheory(), "none"))
		explainFormula(e.Theory, line)
		if e.MoveTheory() != e.Theory {
			explainFormula(e.MoveTheory(), line)
		}
		explainModule(e.Module, line)
	}
	if e, err := hash.Find(f["hash"]); err == nil {
		line("hash", "%s: %s", e.Name, e.Doc)
		line("", "source: %s", e.Source)
		explainModule(e.Module, line)
	}
}

func explainFormula(theory string, line func(name, format string, args ...any)) {
	if text := formulas[theory]; text != "" {
		line("", "formula: %s", text)
	}
}

// explainSamples lists the samples of a timing, those that were disturbed apart.
func explainSamples(payload []byte, line func(name, format string, args ...any)) {
	var t struct {
		Samples   string `json:"list"`
		Discarded string `json:"disc"`
	}
	if err := json.Unmarshal(payload, &t); err != nil || t.Samples == "" {
		return
	}
	line("samples", "%s ns a key", t.Samples)
	if t.Discarded != "" {
		line("", "disturbed and taken again: %s", t.Discarded)
	}
}

func explainModule(module string, line func(name, format string, args ...any)) {
	if module != "" {
		line("", "module: %s %s", module, moduleVersion(module))
	}
}
