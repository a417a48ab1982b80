package record

import (
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// nobody is a user id that owns nothing.
const nobody = 65534

// asNobody makes the file accesses of the calling test those of an ordinary user, since root may write
// everywhere. It is the thread's state, so the thread is left to end with the test's goroutine.
func asNobody(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	runtime.LockOSThread()
	if err := unix.Setfsuid(nobody); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Setfsuid(0); err != nil {
			t.Error(err)
		}
		runtime.UnlockOSThread()
	})
}

func TestReadOnlyFolder(t *testing.T) {
	root := t.TempDir()
	s := Store{root}
	if err := s.WriteRun(Run{Schema: Schema}); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{s.Result(""), root, filepath.Dir(root)} {
		if err := os.Chmod(dir, 0o555); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.Chmod(dir, 0o755) })
	}
	asNobody(t)
	if _, err := s.ReadRun(); err != nil {
		t.Fatalf("the folder should be readable: %v", err)
	}
	attempts := map[string]func() error{
		"OpenJournal": func() error { _, err := OpenJournal(s.Journal("fpr")); return err },
		"WriteFile":   func() error { return WriteFile(s.Result("fpr.csv"), []byte("x")) },
		"WriteRun":    func() error { return s.WriteRun(Run{Schema: Schema}) },
	}
	for name, attempt := range attempts {
		if err := attempt(); !errors.Is(err, ErrStore) || !strings.Contains(err.Error(), s.Result("")) {
			t.Errorf("%s: got %v, want ErrStore with the path", name, err)
		}
	}
}

// A limit on the size of files stops a write in the middle, as a full disk does: what fitted is kept.
func TestFullDisk(t *testing.T) {
	path, _ := write(t, point(1))
	j := open(t, path)
	size, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	err = within(t, uint64(size.Size())+30, func() error { return j.Append(point(2)) })
	if !errors.Is(err, ErrStore) || !strings.Contains(err.Error(), path) {
		t.Errorf("Append: got %v, want ErrStore with the path", err)
	}
	holds(t, j, 1)
	closeJournal(t, j)
	after, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if after.Size() != size.Size()+30 {
		t.Fatalf("the file has %d bytes: the write was not stopped in the middle, at %d", after.Size(), size.Size()+30)
	}
	j = open(t, path)
	holds(t, j, 1)
	if len(j.Notes()) != 1 {
		t.Errorf("got notes %q, want one about the torn line", j.Notes())
	}

	result := filepath.Join(filepath.Dir(path), "fpr.csv")
	if err := WriteFile(result, []byte("old")); err != nil {
		t.Fatal(err)
	}
	err = within(t, 30, func() error { return WriteFile(result, make([]byte, 100)) })
	if !errors.Is(err, ErrStore) || !strings.Contains(err.Error(), result) {
		t.Errorf("WriteFile: got %v, want ErrStore with the path", err)
	}
	if text, err := os.ReadFile(result); string(text) != "old" {
		t.Errorf("got %q, %v, want the old content", text, err)
	}
}

// within runs what writes files under a limit on their size, in bytes.
func within(t *testing.T, size uint64, run func() error) error {
	t.Helper()
	signal.Ignore(unix.SIGXFSZ)
	defer signal.Reset(unix.SIGXFSZ)
	var old unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: size, Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	defer unix.Setrlimit(unix.RLIMIT_FSIZE, &old)
	return run()
}
