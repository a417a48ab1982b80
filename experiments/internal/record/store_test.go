package record

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRun(t *testing.T) {
	s := Store{t.TempDir()}
	empty, err := s.ReadRun()
	if diff := cmp.Diff(Run{Schema: Schema, Experiments: map[string]Measurement{}}, empty); diff != "" || err != nil {
		t.Errorf("without a file: %v; want -, got +:\n%s", err, diff)
	}
	want := Run{
		Schema: Schema, Date: "2026-01-31", Commit: "abc", Dirty: true, Machine: json.RawMessage(`{"cpus":2}`), MachineID: "m-1",
		Experiments: map[string]Measurement{"fpr": {Profile: "smoke", Seed: 1, Points: 20, Failed: 2, Seconds: 1.5, Machine: "m-1"}},
	}
	if err := s.WriteRun(want); err != nil {
		t.Fatal(err)
	}
	got, err := s.ReadRun()
	if err != nil {
		t.Fatal(err)
	}
	var compact any
	if err := json.Unmarshal(got.Machine, &compact); err != nil || !cmp.Equal(compact, any(map[string]any{"cpus": 2.0})) {
		t.Errorf("machine: got %s, %v, want %s", got.Machine, err, want.Machine)
	}
	got.Machine = want.Machine
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

func TestReadRunRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"another schema": `{"schema":"hashlab.results/v2"}`,
		"no schema":      `{"schema":""}`,
		"torn":           `{"schema":"hashlab.res`,
		"empty":          ``,
		"another type":   `{"schema":"hashlab.results/v1","experiments":[]}`,
	} {
		s := Store{t.TempDir()}
		if err := WriteFile(s.Result(RunFile), []byte(text)); err != nil {
			t.Fatal(err)
		}
		if run, err := s.ReadRun(); !errors.Is(err, ErrStore) || !strings.Contains(err.Error(), s.Result(RunFile)) {
			t.Errorf("%s: got %v, %v, want ErrStore with the path", name, run, err)
		}
	}
	s := Store{t.TempDir()}
	if err := WriteFile(s.Result(RunFile), []byte(`{"schema":"hashlab.results/v1","experiments":null,"later":1}`)); err != nil {
		t.Fatal(err)
	}
	if run, err := s.ReadRun(); err != nil || run.Experiments == nil {
		t.Errorf("null experiments and a field more: got %v, %v, want a Run that experiments can be entered in", run, err)
	}
}

// stock returns a store with the files, by name under results.
func stock(t *testing.T, files map[string]string) Store {
	t.Helper()
	s := Store{t.TempDir()}
	for name, text := range files {
		if err := WriteFile(s.Result(name), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// contents returns the regular files of a store's results.
func contents(t *testing.T, s Store) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(s.Result(""))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		if e.Type().IsRegular() {
			text, err := os.ReadFile(s.Result(e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			files[e.Name()] = string(text)
		}
	}
	return files
}

func TestCopyFrom(t *testing.T) {
	files := map[string]string{"fpr.csv": "a", RunFile: "r", "throughput.csv": "t"}
	from := stock(t, files)
	if err := WriteFile(from.Journal("fpr"), []byte("j")); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(from.Result(".fpr.csv123"), []byte("left by a kill")); err != nil {
		t.Fatal(err)
	}
	to := Store{t.TempDir()}
	if err := to.CopyFrom(from); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(files, contents(t, to)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	if _, err := os.Stat(to.Journal("fpr")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the journal was copied: %v", err)
	}
	if err := WriteFile(to.Result("fpr.csv"), []byte("own")); err != nil {
		t.Fatal(err)
	}
	if err := to.CopyFrom(from); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, to)["fpr.csv"]; got != "own" {
		t.Errorf("a store that has results: got %q, want its own", got)
	}
	if err := to.CopyFrom(Store{t.TempDir()}); err != nil {
		t.Errorf("from a store without results: %v", err)
	}
}

// A copy that is cut short leaves no RunFile, so that it is made again.
func TestCopyFromCutShort(t *testing.T) {
	files := map[string]string{"fpr.csv": "a", RunFile: "r", "throughput.csv": "t"}
	from, to := stock(t, files), stock(t, map[string]string{"throughput.csv/in_the_way": "x"})
	if err := to.CopyFrom(from); !errors.Is(err, ErrStore) || !strings.Contains(err.Error(), to.Result("throughput.csv")) {
		t.Errorf("got %v, want ErrStore with the path", err)
	}
	if err := os.RemoveAll(to.Result("throughput.csv")); err != nil {
		t.Fatal(err)
	}
	if err := to.CopyFrom(from); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(files, contents(t, to)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}
