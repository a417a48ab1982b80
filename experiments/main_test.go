package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// TestMain makes this test binary the command hashlab too, for scripts and for tests that need a process.
func TestMain(m *testing.M) {
	if os.Getenv(workerMark) != "" { // a worker of a run in this process
		if os.Getenv(faultsMark) != "" {
			experiments = append(experiments[:0:0], faults)
		}
		os.Exit(Main(os.Args[1:], os.Stdout, os.Stderr))
	}
	testscript.Main(m, map[string]func(){"hashlab": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:  "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"code": scriptCode, "gzip": scriptGzip, "change": scriptChange},
	})
}

// scriptCode is the script command `code N COMMAND ARG…`: COMMAND must end with exit code N.
func scriptCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N COMMAND ARG…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("got exit code %d, want %d", got, want)
	}
}

// scriptChange is the script command `change FILE OLD NEW`: the first OLD in the file becomes NEW.
func scriptChange(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: change FILE OLD NEW")
	}
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s does not hold %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o644))
}

// scriptGzip is the script command `gzip FILE PACKED`.
func scriptGzip(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: gzip FILE PACKED")
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := io.WriteString(w, ts.ReadFile(args[0]))
	ts.Check(errors.Join(err, w.Close()))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), packed.Bytes(), 0o644))
}

// An ended is how a command ended.
type ended struct {
	code           int
	stdout, stderr string
}

// hashlab runs the command in this process, in the current folder.
func hashlab(args ...string) ended {
	var stdout, stderr bytes.Buffer
	code := Main(args, &stdout, &stderr)
	return ended{code, stdout.String(), stderr.String()}
}

// expect reports an error unless r has the code and its outputs hold the texts.
func (r ended) expect(t *testing.T, code int, texts ...string) {
	t.Helper()
	if r.code != code {
		t.Errorf("got exit code %d, want %d", r.code, code)
	}
	for _, text := range texts {
		if !strings.Contains(r.stdout+r.stderr, text) {
			t.Errorf("the output lacks %q", text)
		}
	}
	if t.Failed() {
		t.Logf("stdout:\n%s\nstderr:\n%s", r.stdout, r.stderr)
	}
}

// An executorFunc measures points in this process.
type executorFunc func(context.Context, plan.Point) (record.Point, error)

func (f executorFunc) execute(ctx context.Context, p plan.Point) (record.Point, error) {
	return f(ctx, p)
}

func (executorFunc) close() {}

// plant makes e the only experiment while the test runs, measured in this process, in an empty folder. after is
// called when a point is measured, before it is saved; nil for nothing.
func plant(t *testing.T, e plan.Experiment, after func(context.Context, plan.Point)) {
	t.Helper()
	experimentsBefore, executorBefore := experiments, newExecutor
	t.Cleanup(func() { experiments, newExecutor = experimentsBefore, executorBefore })
	experiments = []plan.Experiment{e}
	newExecutor = func(j *job, f *runFlags) executor {
		return executorFunc(func(ctx context.Context, p plan.Point) (record.Point, error) {
			result := measurePoint(j.experiment, f.scope, p.Key)
			if after != nil {
				after(ctx, p)
			}
			return result, nil
		})
	}
	t.Chdir(t.TempDir())
}
