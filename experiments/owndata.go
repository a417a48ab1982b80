package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"hashlab/experiments/balance"
	"hashlab/experiments/cachetier"
	"hashlab/experiments/fpr"
	"hashlab/experiments/internal/keys"
	"hashlab/impl/consistent"
)

// forOwnData returns the experiments that a run covers: of those named, where the user brings own data, only such as
// take it may be, and without a name all of these are. Any other would measure its own grid, and say nothing about
// what was brought.
func (f *runFlags) forOwnData(named []string) ([]string, error) {
	var flags, takers []string
	for _, own := range []struct{ flag, value, experiment string }{
		{"--keys", f.keysFile, fpr.Experiment.Name}, {"--nodes", f.nodesFile, balance.Experiment.Name}, {"--trace", f.traceFile, cachetier.Experiment.Name},
	} {
		if own.value != "" {
			flags, takers = append(flags, own.flag), append(takers, own.experiment)
		}
	}
	if len(flags) == 0 {
		return named, nil
	}
	if len(named) == 0 {
		return takers, nil
	}
	for _, name := range named {
		if _, err := pickExperiments([]string{name}); err == nil && !slices.Contains(takers, name) {
			return nil, fmt.Errorf("%s does not take %s: what does is %s", name, strings.Join(flags, " "), strings.Join(takers, " "))
		}
	}
	return named, nil
}

// ownKeysAndNodes reads the user's files.
func (f *runFlags) ownKeysAndNodes(w io.Writer) error {
	switch {
	case f.keysFile == "" && f.absentFile != "":
		return errors.New("--absent needs --keys: it names the keys that are not among them")
	case f.keysFile != "":
		class, notice, err := readKeys(f.keysFile, f.absentFile)
		if err != nil {
			return err
		}
		fmt.Fprintln(w, notice)
		f.scope.Keys, f.ownData = &class, true
	}
	if f.traceFile != "" {
		trace, err := keys.TraceFromFile(f.traceFile)
		if err != nil {
			return err
		}
		fmt.Fprintln(w, trace)
		cachetier.UseTrace(trace)
		f.ownData = true
	}
	if f.nodesFile == "" {
		return nil
	}
	ids, weights, err := keys.NodesFromFile(f.nodesFile)
	if err != nil {
		return err
	}
	for i, id := range ids {
		f.scope.Nodes = append(f.scope.Nodes, consistent.Node{ID: id, Weight: weights[i]})
	}
	f.ownData = true
	return nil
}

func readKeys(present, absent string) (keys.Class, keys.Notice, error) {
	if absent == "" {
		return keys.FromFile(present)
	}
	return keys.FromFiles(present, absent)
}
