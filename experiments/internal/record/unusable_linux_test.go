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

// large is more than anything else that this process writes while the size of files is limited.
const large = 4 << 20

// A limit on the size of files stops a write in the middle, as a full disk does: what fitted is kept.
func TestFullDisk(t *testing.T) {
	big := point(9)
	big.Status, big.Reason, big.Payload = Failed, strings.Repeat("x", large), nil
	path, _ := write(t, big, point(1))
	j := open(t, path)
	before := sizeOf(t, path)
	err := within(t, before+30, func() error { return j.Append(point(2)) })
	if !errors.Is(err, ErrStore) || !strings.Contains(err.Error(), path) {
		t.Errorf("Append: got %v, want ErrStore with the path", err)
	}
	if _, found := j.Find(point(2).Key); found {
		t.Error("a point that was not written is found")
	}
	closeJournal(t, j)
	if got := sizeOf(t, path); got != before+30 {
		t.Fatalf("the file has %d bytes: the write was not stopped in the middle, at %d", got, before+30)
	}
	j = open(t, path)
	if len(j.Notes()) != 1 || !strings.Contains(j.Notes()[0], "line 3 is torn") {
		t.Errorf("got notes %q, want one about the torn line", j.Notes())
	}
	if _, found := j.Find(point(1).Key); !found {
		t.Error("the point before is lost")
	}
}

func TestFullDiskKeepsOldFile(t *testing.T) {
	s := stock(t, map[string]string{"fpr.csv": "old"})
	err := within(t, large, func() error { return WriteFile(s.Result("fpr.csv"), make([]byte, large+1)) })
	if !errors.Is(err, ErrStore) || !strings.Contains(err.Error(), s.Result("fpr.csv")) {
		t.Fatalf("got %v, want ErrStore with the path", err)
	}
	// The file that was being written lay in the same folder, where renaming it cannot fail for another disk.
	if !strings.Contains(err.Error(), s.Result(".fpr.csv")) {
		t.Errorf("got %v, want a temporary file in the same folder", err)
	}
	if got := contents(t, s); len(got) != 1 || got["fpr.csv"] != "old" {
		t.Errorf("got %.100v, want the old file alone", got)
	}
}

func sizeOf(t *testing.T, path string) uint64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return uint64(info.Size())
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
