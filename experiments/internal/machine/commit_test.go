package machine

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// runGit runs git in dir, apart from the settings of whoever runs the test.
func runGit(t *testing.T, dir string, args ...string) {
	t.Helper()
	command := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=t", "-c", "user.email=t@example.org"}, args...)...)
	command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func TestCommit(t *testing.T) {
	// Hooks run with these set; they would lead to another repository.
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"} {
		t.Setenv(name, "")
		os.Unsetenv(name)
	}
	dir := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	check := func(state, wantRev string, wantDirty bool) {
		t.Helper()
		rev, dirty := Commit(dir)
		if !regexp.MustCompile("^("+wantRev+")$").MatchString(rev) || dirty != wantDirty {
			t.Errorf("%s: got %q dirty=%v, want %s dirty=%v", state, rev, dirty, wantRev, wantDirty)
		}
	}
	check("no checkout", Unknown, false)
	runGit(t, dir, "init", "-q")
	check("no commit yet", Unknown, false)
	file := filepath.Join(dir, "a")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(file, "one")
	runGit(t, dir, "add", "a")
	runGit(t, dir, "commit", "-q", "-m", "first")
	check("committed", "[0-9a-f]{40}", false)
	write(file, "two")
	check("file changed", "[0-9a-f]{40}", true)
	write(file, "one")
	write(filepath.Join(dir, "b"), "new")
	check("file not known to git", "[0-9a-f]{40}", true)
	t.Setenv("PATH", "")
	check("no git", Unknown, false)
}
