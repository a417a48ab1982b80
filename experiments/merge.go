package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

func newMerge() *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "merge A B…",
		Short: "Unite the points of several runs, as of shards, into one folder",
		Long: `Merge makes results from the points in the journals of several folders, each written by hashlab run --out. A point that
stands in several must have the same deterministic result in all; a different one proves that something is not
deterministic, and is an error. Of timings of the same point the first folder's stand.`,
		Args: takes(2, anyNumber, "two folders or more"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.store, f.inOut = record.Store{Root: f.out}, true
			return merge(f, args, cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	cmd.Flags().StringVar(&f.out, "out", "out/merged", "folder for the united results")
	return cmd
}

// merge unites the journals of the folders, experiment by experiment.
func merge(f *runFlags, folders []string, stdout, stderr io.Writer) error {
	first, err := record.Store{Root: folders[0]}.ReadRun()
	if err != nil {
		return err
	}
	books, err := openBooks(f)
	if err != nil {
		return err
	}
	total := 0
	for _, e := range experiments {
		j := &job{experiment: e}
		for _, folder := range folders {
			points, notes, err := record.ReadJournal(record.Store{Root: folder}.Journal(e.Name))
			if err != nil {
				return err
			}
			for _, note := range notes {
				fmt.Fprintln(stderr, "note:", note)
			}
			if err := j.unite(folder, points); err != nil {
				return err
			}
		}
		if len(j.united) == 0 {
			continue
		}
		total += len(j.united)
		m := first.Experiments[e.Name]
		f.scope.Profile, f.scope.Seed, f.narrowed = profileOf(j.united), max(m.Seed, 1), true
		if err := j.keep(f.store); err != nil {
			return err
		}
		if err := books.enter(j); err != nil {
			return err
		}
	}
	if total == 0 {
		return coded{codeStore, fmt.Errorf("none of %v has a journal: merge works from those that hashlab run keeps in results/.journal", folders)}
	}
	if err := books.close(); err != nil {
		return err
	}
	return conclude(books, nil, f, stdout, stderr)
}

// unite takes in the points of a folder.
func (j *job) unite(folder string, points map[string]record.Point) error {
	if j.united == nil {
		j.united = map[string]record.Point{}
	}
	for id, p := range points {
		old, there := j.united[id]
		switch {
		case !there || old.Status != record.OK:
			j.united[id] = p
		case p.Status != record.OK || j.experiment.Measured:
		default:
			same, err := j.agree(old.Payload, p.Payload)
			if err != nil {
				return err
			}
			if !same {
				return coded{codeStore, fmt.Errorf("%v: %s has another result than the folders before it: %s against %s",
					p.Key, folder, p.Payload, old.Payload)}
			}
		}
	}
	return nil
}

// agree reports whether two payloads of one point give the same row, last digits of fractions apart.
func (j *job) agree(a, b json.RawMessage) (bool, error) {
	var rows [2]map[string]bool
	for i, payload := range []json.RawMessage{a, b} {
		tables, err := j.experiment.Tables(record.Store{}, []json.RawMessage{payload})
		if err != nil {
			return false, err
		}
		if rows[i], err = rowTexts(tables.Files[j.experiment.Stored]); err != nil {
			return false, err
		}
	}
	for row := range rows[0] {
		if !nearly(row, rows[1]) {
			return false, nil
		}
	}
	return true, nil
}

// keep writes the united points to the journal of the store.
func (j *job) keep(s record.Store) error {
	journal, err := record.OpenJournal(s.Journal(j.experiment.Name))
	if err != nil {
		return err
	}
	defer journal.Close()
	if err := journal.Forget(); err != nil {
		return err
	}
	for _, p := range j.united {
		if err := journal.Append(p); err != nil {
			return err
		}
	}
	return nil
}

// profileOf returns the profile that the points were measured with.
func profileOf(points map[string]record.Point) plan.Profile {
	for _, p := range points {
		return plan.Profile(p.Key.Profile)
	}
	return plan.Standard
}
