//go:build long

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hashlab/experiments/internal/figure"
)

// addedHash is the name of the function in testdata/my-own-hash.go.txt.
const addedHash = "my-own-hash"

// rowless are figures without a row for each hash function: they are of filters, locators and stories. A new figure
// is in this list or shows the function.
var rowless = []string{"fpr-keys", "fpr-ratio", "fpr-space", "balance-vnodes"}

// TestNewHashIsEverywhere lays a hash function in one file over the tree, as a user adds it, and runs the experiments
// on hash functions for it alone: it has its row in every figure and table of them.
func TestNewHashIsEverywhere(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	overlay, hashlab, out := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "hashlab"), filepath.Join(dir, "out")
	text, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(root, "impl/hash/control/mine.go"): filepath.Join(root, "experiments/testdata/my-own-hash.go.txt"),
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		t.Fatal(err)
	}
	ran := []string{"hashing", "quality", "fpr", "balance"}
	for _, command := range [][]string{
		{"go", "build", "-overlay", overlay, "-o", hashlab, "./experiments"},
		append([]string{hashlab, "run", "--select", "hash:" + addedHash, "--out", out}, ran...),
		{hashlab, "plot", "--out", out},
		{hashlab, "report", "--out", out},
	} {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = root
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, text)
		}
	}
	holds := func(file string) bool {
		text, err := os.ReadFile(filepath.Join(out, file))
		if err != nil {
			t.Error(err)
		}
		return strings.Contains(string(text), addedHash)
	}
	for _, f := range figure.All() {
		if slices.Contains(ran, f.Experiment) && !slices.Contains(rowless, f.Name) && !holds("plots/"+f.Name+".csv") {
			t.Errorf("figure %s has no row for %s", f.Name, addedHash)
		}
	}
	for _, name := range []string{"hashing", "hashing_costs", "quality", "quality_verdicts", "quality_attack", "quality_pollution",
		"quality_pollution_steps", "fpr", "balance", "implementations"} {
		if !holds("results/" + name + ".csv") {
			t.Errorf("%s.csv has no row for %s", name, addedHash)
		}
	}
	tablesWithRow(t, out)
}

// tablesWithRow counts the tables of the report's pages that have a row for each hash function, and a row for the new
// one: three of times, two of costs, and those of verdicts, attacks and pollution.
func tablesWithRow(t *testing.T, out string) {
	t.Helper()
	var text []byte
	for _, name := range []string{"hashing", "quality"} {
		page, err := os.ReadFile(filepath.Join(out, "results", name+".md"))
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, page...)
	}
	tables, rows, in := 0, 0, false
	for line := range strings.Lines(string(text)) {
		switch {
		case strings.HasPrefix(line, "| hash |"):
			in, tables = true, tables+1
		case !strings.HasPrefix(line, "|"):
			in = false
		case in && strings.HasPrefix(line, "| "+addedHash+" |"):
			in, rows = false, rows+1
		}
	}
	if tables < 8 || rows != tables {
		t.Errorf("%d of %d tables of hash functions have a row for %s, want all of 8 or more", rows, tables, addedHash)
	}
}
