package report

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
)

// machineFacts returns the facts of the fingerprint as lines, in order of their names.
func machineFacts(run record.Run) ([]string, error) {
	if len(run.Machine) == 0 {
		return nil, nil
	}
	var facts map[string]any
	if err := json.Unmarshal(run.Machine, &facts); err != nil {
		return nil, fmt.Errorf("report: %s: machine: %w", record.RunFile, err)
	}
	var lines []string
	collect("", facts, &lines)
	return append(lines, kernelFacts(run.Experiments)...), nil
}

// kernelFacts returns a line for each package that chooses among code paths, with those that were in use.
func kernelFacts(experiments map[string]record.Measurement) (lines []string) {
	used := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(experiments)) {
		for path, kernel := range experiments[name].Kernels {
			if !slices.Contains(used[path], kernel) {
				used[path] = append(used[path], kernel)
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(used)) {
		lines = append(lines, fmt.Sprintf("kernel of %s: %s", path, strings.Join(used[path], ", ")))
	}
	return lines
}

// collect appends a line for each leaf, groups of facts one after the other.
func collect(prefix string, facts map[string]any, lines *[]string) {
	for _, name := range slices.Sorted(maps.Keys(facts)) {
		switch value := facts[name].(type) {
		case map[string]any:
			if name != "modules" { // they stand in implementations.csv
				collect(prefix, value, lines)
			}
		case nil:
		default:
			if text := fmt.Sprint(value); text != "" && text != "unknown" {
				*lines = append(*lines, fmt.Sprintf("%s%s: %s", prefix, name, text))
			}
		}
	}
}
