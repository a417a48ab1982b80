package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hashlab/experiments/internal/record"
)

// A kill can only be tried on a process of its own: `hashlab` on the PATH, which is this test binary.

// someWork are the arguments of a run of 12 points for each of the targets, on two processors some 20 ms each.
func someWork(out, targets string) []string {
	return []string{"run", "fpr", "--profile", "smoke", "--select", "filter:(bloom-classic OR bloom-split-256) key_class:random8",
		"--set", "n=20000", "--set", "target_fpr=" + targets, "--set", "queries=2500000", "--out", out}
}

const fourTargets = "0.01,0.02,0.03,0.04"

// A commandProcess is a running command.
type commandProcess struct {
	*exec.Cmd
	stdout, stderr bytes.Buffer
}

func startCommand(t *testing.T, args ...string) *commandProcess {
	t.Helper()
	p := &commandProcess{Cmd: exec.Command("hashlab", args...)}
	p.Stdout, p.Stderr = &p.stdout, &p.stderr
	p.Env = append(os.Environ(), "GOMAXPROCS=2") // so that the work lasts as long on a large machine
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	return p
}

// end waits for the process and returns how it ended; the code is -1 after a kill.
func (p *commandProcess) end(t *testing.T) ended {
	t.Helper()
	var exit *exec.ExitError
	if err := p.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return ended{p.ProcessState.ExitCode(), p.stdout.String(), p.stderr.String()}
}

// journalLines returns the journal's whole lines.
func journalLines(t *testing.T, out string) []string {
	t.Helper()
	text, err := os.ReadFile(record.Store{Root: out}.Journal("fpr"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	all := strings.SplitAfter(string(text), "\n")
	return all[:len(all)-1]
}

// waitForGrowth waits until the journal has more than n lines or the process is gone.
func waitForGrowth(t *testing.T, out string, n int) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); len(journalLines(t, out)) <= n; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the journal of %s still has %d lines", out, n)
		}
	}
}

// deterministicFiles returns the result files that must be the same bytes each time.
func deterministicFiles(t *testing.T, out string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, name := range []string{"fpr.csv", "fpr_points.csv", record.ChecksFile} {
		text, err := os.ReadFile(record.Store{Root: out}.Result(name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	return files
}

var announcement = regexp.MustCompile(`(?m)^(\d+) of (\d+) points are done; (\d+) to measure`)

// announcedCounts returns what a run said at its start.
func announcedCounts(t *testing.T, r ended) (done, all, pending int) {
	t.Helper()
	m := announcement.FindStringSubmatch(r.stdout)
	if m == nil {
		t.Fatalf("it does not say what it will do:\n%s%s", r.stdout, r.stderr)
	}
	numbers := [3]int{}
	for i, text := range m[1:] {
		numbers[i], _ = strconv.Atoi(text)
	}
	return numbers[0], numbers[1], numbers[2]
}

func TestKilled(t *testing.T) { tryKills(t, 3, fourTargets) }

// tryKills kills a run at random moments. It goes on each time from what was finished, computes none of it again, and
// comes to the bytes of a run that nobody disturbed.
func tryKills(t *testing.T, kills int, targets string) {
	const seed = 1
	t.Chdir(t.TempDir())
	whole := startCommand(t, someWork("whole", targets)...).end(t)
	whole.expect(t, 0)
	_, all, _ := announcedCounts(t, whole)

	random := rand.New(rand.NewPCG(seed, seed))
	before := []string{}
	for range kills {
		p := startCommand(t, someWork("killed", targets)...)
		waitForGrowth(t, "killed", len(before))
		time.Sleep(time.Duration(random.IntN(40)) * time.Millisecond)
		if err := p.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if r := p.end(t); r.code != -1 {
			t.Fatalf("it ended with %d before it was killed: the work is too short for this machine", r.code)
		}
		after := journalLines(t, "killed")
		if diff := cmp.Diff(before, after[:len(before)]); diff != "" {
			t.Errorf("points that were finished before changed:\n%s", diff)
		}
		before = after
	}
	last := startCommand(t, someWork("killed", targets)...).end(t)
	last.expect(t, 0)
	if done, total, pending := announcedCounts(t, last); done != len(before) || total != all || pending != all-done {
		t.Errorf("the last run found %d of %d points and measures %d, but %d of %d were finished", done, total, pending, len(before), all)
	}
	if got := len(journalLines(t, "killed")); got != all {
		t.Errorf("the journal has %d lines for %d points: some were computed twice", got, all)
	}
	if diff := cmp.Diff(deterministicFiles(t, "whole"), deterministicFiles(t, "killed")); diff != "" {
		t.Errorf("undisturbed -, killed +:\n%s", diff)
	}
}

func TestInterruptedProcess(t *testing.T) {
	t.Chdir(t.TempDir())
	p := startCommand(t, someWork("out", fourTargets)...)
	waitForGrowth(t, "out", 2)
	if err := p.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	p.end(t).expect(t, 130, "interrupted: every finished point is saved")
	saved := len(journalLines(t, "out"))
	again := startCommand(t, someWork("out", fourTargets)...).end(t)
	again.expect(t, 0)
	if done, all, pending := announcedCounts(t, again); done != saved || pending != all-saved || len(journalLines(t, "out")) != all {
		t.Errorf("after %d saved points it found %d, and measures %d of %d; the journal has %d lines", saved, done, pending, all, len(journalLines(t, "out")))
	}
}

// Two runs must not write one store: the second is refused.
func TestSecondRun(t *testing.T) {
	t.Chdir(t.TempDir())
	path := record.Store{Root: "out"}.Journal("fpr")
	first, err := record.OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	startCommand(t, someWork("out", "0.01")...).end(t).expect(t, 4, "another run is writing "+path)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	startCommand(t, someWork("out", "0.01")...).end(t).expect(t, 0)
}

// Whatever stands in the journal instead of a point is named, and its point alone runs again.
func TestJournalGarbage(t *testing.T) {
	t.Chdir(t.TempDir())
	work := []string{"run", "fpr", "--profile", "smoke", "--select", "filter:bloom-classic key_class:random8", "--set", "n=100", "--set", "target_fpr=0.01", "--set", "queries=1000", "--out", "out"}
	startCommand(t, work...).end(t).expect(t, 0)
	want, good := deterministicFiles(t, "out"), journalLines(t, "out")
	if len(good) < 3 {
		t.Fatalf("got %d points, too few for this test", len(good))
	}
	path := record.Store{Root: "out"}.Journal("fpr")
	for name, text := range map[string]string{
		"a torn last line":     strings.TrimSuffix(strings.Join(good, ""), "}\n"),
		"a changed digit":      strings.Join(good[:1], "") + strings.Replace(good[1], `"n":100`, `"n":101`, 1) + strings.Join(good[2:], ""),
		"a line of other text": strings.Join(good[:2], "") + "garbage\n" + strings.Join(good[3:], ""),
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		r := startCommand(t, work...).end(t)
		r.expect(t, 0, "note: "+path+": line ", "its point runs again", fmt.Sprintf("%d of %d points are done; 1 to measure", len(good)-1, len(good)))
		if diff := cmp.Diff(want, deterministicFiles(t, "out")); diff != "" {
			t.Errorf("%s: want -, got +:\n%s", name, diff)
		}
		if r := startCommand(t, work...).end(t); strings.Contains(r.stderr, "note:") {
			t.Errorf("%s: the next run is told of it again: %s", name, r.stderr)
		}
	}
}

// Results go where --out says and nowhere else.
func TestOnlyOut(t *testing.T) {
	t.Chdir(t.TempDir())
	startCommand(t, "run", "fpr", "--profile", "smoke", "--select", "filter:bloom-classic n:100", "--out", filepath.Join("deep", "down")).end(t).expect(t, 0)
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 || entries[0].Name() != "deep" {
		t.Errorf("got %v, want the folder of --out alone", entries)
	}
}
