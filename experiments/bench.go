package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hashlab/experiments/bars"
	"hashlab/experiments/fpr"
	"hashlab/experiments/internal/machine"
	"hashlab/experiments/internal/measure"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/signup"
	"hashlab/impl/registry"
)

// allBars returns the bars, with what experiments provide for some.
func allBars() []bars.Contest {
	return bars.All(bars.Outside{Guard: signup.Kernels, Positives: fpr.Positives})
}

// A bench is one run of the command.
type bench struct {
	contests []bars.Contest
	settings bars.Settings
	narrowed bool // some of the bars only
	store    record.Store
	out, log io.Writer
}

func newBench() *cobra.Command {
	rounds, out, list := bars.Rounds, "", false
	cmd := &cobra.Command{
		Use:   "bench [BAR…]",
		Short: "Measure the performance bars: claims on speed as ratios within this run",
		Long: `Bench measures every performance bar, or those that are named, and prints a line for each:

  bar NAME RATIO LOW HIGH >=|<= WANTED holds|short

A ratio is the median over rounds; in each round both sides are timed, in random order, in this process. LOW and HIGH
are its 95 % interval, and the end that faces WANTED decides. "As fast as" means WANTED 0.95. All bars are written to
results/bars.csv, and some of them to --out beside a copy of results/; there they take the place of their own rows.
The exit code is 1 where a bar is short, 3 where one could not be measured. It takes about six minutes on a quiet
machine with 8 GB of memory.

  hashlab bench                                      every bar
  hashlab bench --list                               what there is
  hashlab bench jump-1000 ring-limit-1000            some of them`,
		RunE: func(cmd *cobra.Command, args []string) error {
			contests, err := pickBars(allBars(), args)
			if err != nil {
				return err
			}
			if list {
				listBars(contests, cmd.OutOrStdout())
				return nil
			}
			if rounds < bars.LeastRounds {
				return fmt.Errorf("--rounds %d: an interval needs at least %d", rounds, bars.LeastRounds)
			}
			b := bench{contests, bars.Settings{Rounds: rounds, Seed: 1}, len(args) > 0, benchStore(out, args), cmd.OutOrStdout(), cmd.ErrOrStderr()}
			return b.run(cmd.Context())
		},
	}
	cmd.Flags().IntVar(&rounds, "rounds", rounds, "rounds in which both sides of a bar are timed")
	cmd.Flags().BoolVar(&list, "list", false, "list the bars, a name a line, what it claims after a tab")
	cmd.Flags().StringVar(&out, "out", out, "folder whose results/ are written (default . for all bars, else out)")
	return cmd
}

// pickBars returns the contests with the bars that are named, all where none is.
func pickBars(contests []bars.Contest, names []string) ([]bars.Contest, error) {
	if len(names) == 0 {
		return contests, nil
	}
	all := bars.Names(contests)
	for _, name := range names {
		if !slices.Contains(all, name) {
			return nil, fmt.Errorf("unknown bar %q: nearest are %s", name, strings.Join(registry.Nearest(name, all, 3), ", "))
		}
	}
	return bars.Named(contests, names), nil
}

func listBars(contests []bars.Contest, w io.Writer) {
	for _, c := range contests {
		for _, b := range c.Bars {
			fmt.Fprintf(w, "%s\t%s %g: %s\n", b.Name, b.Relation, b.Wanted, b.What)
		}
	}
}

// benchStore chooses where the rows go.
func benchStore(out string, names []string) record.Store {
	switch {
	case out != "":
		return record.Store{Root: out}
	case len(names) > 0:
		return record.Store{Root: "out"}
	}
	return record.Store{Root: "."}
}

// run measures the contests and writes what was measured, also where it is interrupted.
func (b bench) run(ctx context.Context) error {
	timer, err := measure.NewTimer()
	if err != nil {
		return err
	}
	start := time.Now()
	var rows []record.BarRow
	failed, done, all := 0, 0, len(bars.Names(b.contests))
	for _, c := range b.contests {
		fmt.Fprintf(b.log, "%s %d/%d bars: %s\n", clock(time.Since(start).Seconds()), done, all, c.Name)
		err := c.Measure(ctx, timer, b.settings, func(row record.BarRow) {
			rows = append(rows, row)
			fmt.Fprintln(b.out, bars.Line(row))
		})
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			failed++
			fmt.Fprintf(b.log, "failed: %v\n", err)
		}
		done += len(c.Bars)
	}
	if err := b.keep(rows, failed, time.Since(start)); err != nil {
		return err
	}
	return b.conclude(ctx, rows, failed)
}

// conclude says what was found, and returns the error that carries the exit code.
func (b bench) conclude(ctx context.Context, rows []record.BarRow, failed int) error {
	short := 0
	for _, r := range rows {
		if r.Verdict != record.BarHolds {
			short++
		}
	}
	fmt.Fprintf(b.log, "%d bars, %d short, %d contests failed; they are in %s\n", len(rows), short, failed, b.store.Result(record.BarsFile))
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case failed > 0:
		return coded{codePointsFailed, errSaid}
	case short > 0:
		return coded{codeCheckFailed, errSaid}
	}
	return nil
}

// keep writes the rows in the order of the list. Bars that were not measured keep the rows that they have.
func (b bench) keep(rows []record.BarRow, failed int, took time.Duration) error {
	if len(rows) == 0 {
		return nil
	}
	if b.store.Root != "." {
		if err := b.store.CopyFrom(record.Store{Root: "."}); err != nil {
			return err
		}
	}
	old, err := record.Read[record.BarRow](b.store, record.BarsFile)
	if err != nil {
		return err
	}
	text, err := record.Encode(joinRows(bars.Names(allBars()), old, rows))
	if err != nil {
		return err
	}
	if err := record.WriteFile(b.store.Result(record.BarsFile), text); err != nil {
		return err
	}
	return b.enter(record.Measurement{Profile: "bench", Seed: b.settings.Seed, Points: len(rows), Failed: failed,
		Seconds: took.Seconds(), Narrowed: b.narrowed})
}

// joinRows returns the new rows, and of the old ones those without a new one, in the order of names.
func joinRows(names []string, old, fresh []record.BarRow) (rows []record.BarRow) {
	for _, name := range names {
		named := func(r record.BarRow) bool { return r.Name == name }
		if i := slices.IndexFunc(fresh, named); i >= 0 {
			rows = append(rows, fresh[i])
		} else if i := slices.IndexFunc(old, named); i >= 0 {
			rows = append(rows, old[i])
		}
	}
	return rows
}

// enter notes in the facts about the run when, and on which machine, bars were measured.
func (b bench) enter(m record.Measurement) error {
	run, err := b.store.ReadRun()
	if err != nil {
		return err
	}
	m.Machine, m.Kernels = machine.Read().ID(), kernels()
	run.Experiments["bars"] = m
	return b.store.WriteRun(run)
}
