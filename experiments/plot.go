package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"hashlab/experiments/internal/figure"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/report"
	"hashlab/impl/registry"
)

func newPlot() *cobra.Command {
	out := "."
	cmd := &cobra.Command{
		Use:   "plot [FIGURE…]",
		Short: "Draw figures from the results, as SVG and PNG with their data",
		Long: `Plot draws the figures, all or those named, from the result files alone: nothing is measured. A figure whose
experiment has not been run is left out with a message. Drawing all of them also writes plots/README.md, which shows them.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			figures, err := pickFigures(args)
			if err != nil {
				return err
			}
			s := record.Store{Root: out}
			if err := draw(s, figures, cmd.OutOrStdout(), cmd.ErrOrStderr()); err != nil || len(args) > 0 {
				return err
			}
			return writeGallery(s)
		},
	}
	cmd.Flags().StringVar(&out, "out", out, "folder whose results/ are drawn into its plots/")
	return cmd
}

func pickFigures(names []string) ([]figure.Figure, error) {
	if len(names) == 0 {
		return figure.All(), nil
	}
	var picked []figure.Figure
	for _, name := range names {
		f, err := figure.Find(name)
		if err != nil {
			return nil, fmt.Errorf("%w: nearest are %s", err, strings.Join(registry.Nearest(name, figureNames(), 3), ", "))
		}
		picked = append(picked, f)
	}
	return picked, nil
}

func figureNames() (names []string) {
	for _, f := range figure.All() {
		names = append(names, f.Name)
	}
	return names
}

// draw writes the figures; one without data is left out, and if that leaves none, nothing was selected.
func draw(s record.Store, figures []figure.Figure, stdout, stderr io.Writer) error {
	drawn := 0
	for _, f := range figures {
		d, err := f.Write(s)
		switch {
		case errors.Is(err, figure.ErrNoData):
			fmt.Fprintf(stderr, "left out: %v\n", err)
		case err != nil:
			return coded{codePointsFailed, err}
		default:
			drawn++
			fmt.Fprintf(stdout, "%s\t%s\n", s.Plot(f.Name+".svg"), d.Title)
		}
	}
	if drawn == 0 {
		return fmt.Errorf("no figure can be drawn from %s: run the experiments first", s.Result(""))
	}
	return nil
}

func newReport() *cobra.Command {
	out := "."
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Write REPORT.md and the pages of tables from the results and the figures",
		Long: `Report writes REPORT.md from the result files and the figures that can be drawn from them, and results/EXPERIMENT.md
with all tables of each experiment. Every number comes from the results, and a sentence whose condition does not hold
is not written.`,
		Args: takesNone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s := record.Store{Root: out}
			if err := hasResults(s); err != nil {
				return err
			}
			if err := writeReport(s); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), s.Report())
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out", out, "folder whose results/ are reported in its REPORT.md")
	return cmd
}

// hasResults refuses a store that holds no result of any experiment: a report without a number would only take the
// place of one that has some.
func hasResults(s record.Store) error {
	files, err := filepath.Glob(s.Result("*.csv"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("there is nothing to report in %s: run the experiments first", s.Result(""))
	}
	return nil
}

// describe returns what can be drawn from the results, in the order of the figures.
func describe(s record.Store) (drawn []report.Figure, err error) {
	for _, f := range figure.All() {
		d, err := f.Describe(s)
		if errors.Is(err, figure.ErrNoData) {
			continue
		}
		if err != nil {
			return nil, coded{codePointsFailed, err}
		}
		drawn = append(drawn, report.Figure(d))
	}
	return drawn, nil
}

func writeGallery(s record.Store) error {
	drawn, err := describe(s)
	if err != nil {
		return err
	}
	return record.WriteFile(s.Plot("README.md"), report.Gallery(drawn))
}

func writeReport(s record.Store) error {
	drawn, err := describe(s)
	if err != nil {
		return err
	}
	var asked []report.Question
	for _, e := range experiments {
		asked = append(asked, report.Question{Experiment: e.Name, Text: e.Question})
	}
	files, err := report.Write(s, drawn, asked)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := record.WriteFile(filepath.Join(s.Root, filepath.FromSlash(f.Path)), f.Text); err != nil {
			return err
		}
	}
	return nil
}
