package signup

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// helperMark is the environment variable that makes TestKilled the process that is killed.
const helperMark = "SIGNUP_TEST_HELPER"

// TestKilled kills a process in the middle of a point, as a run does with a worker when it is interrupted: no
// file is left behind.
func TestKilled(t *testing.T) {
	if os.Getenv(helperMark) != "" {
		_, err := Experiment.Run(t.Context(), plan.Scope{Profile: plan.Smoke, Seed: 1}, record.Key{Factors: endless(), Seed: 1})
		t.Fatalf("the point ended by itself: %v", err)
	}
	temp := t.TempDir()
	helper := exec.Command(os.Args[0], "-test.run=^TestKilled$")
	helper.Env = append(os.Environ(), helperMark+"=1", "TMPDIR="+temp)
	if err := helper.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(30 * time.Second); !reads(helper.Process.Pid, temp); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Error("the process has opened no database")
			break
		}
	}
	if err := helper.Process.Kill(); err != nil {
		t.Error(err)
	}
	helper.Wait() // it was killed
	left, err := os.ReadDir(temp)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
}

// reads reports whether the process has a database open that lay in the folder and has no name any more.
func reads(pid int, folder string) bool {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil {
		return false
	}
	for _, f := range files {
		if to, err := os.Readlink(f); err == nil && strings.HasPrefix(to, folder) && strings.HasSuffix(to, "users.db (deleted)") {
			return true
		}
	}
	return false
}
