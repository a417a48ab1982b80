package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func point(i int) Point {
	return Point{
		Key:     Key{"fpr", "smoke", map[string]string{"n": strconv.Itoa(i), "hash": "xxh3"}, uint64(i), "c0de"},
		Status:  OK,
		Payload: json.RawMessage(fmt.Sprintf(`{"false_positives":%d}`, i)),
		Seconds: 0.5,
	}
}

func open(t *testing.T, path string) *Journal {
	t.Helper()
	j, err := OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() }) // a second Close changes nothing
	return j
}

func closeJournal(t *testing.T, j *Journal) {
	t.Helper()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// write makes a journal of the points, and returns its path and lines.
func write(t *testing.T, points ...Point) (path string, lines [][]byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "deep", "down", "fpr.jsonl")
	j := open(t, path)
	for _, p := range points {
		if err := j.Append(p); err != nil {
			t.Fatal(err)
		}
	}
	closeJournal(t, j)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, bytes.SplitAfter(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
}

// holds reports an error unless the journal finds exactly the points numbered, of those from 0 to 9.
func holds(t *testing.T, j *Journal, numbers ...int) {
	t.Helper()
	want := map[int]bool{}
	for _, i := range numbers {
		want[i] = true
	}
	for i := range 10 {
		got, found := j.Find(point(i).Key)
		if found != want[i] {
			t.Errorf("point %d: found is %v, want %v", i, found, want[i])
		}
		if found {
			if diff := cmp.Diff(point(i), got); diff != "" {
				t.Errorf("point %d: want -, got +:\n%s", i, diff)
			}
		}
	}
}

func TestJournalKeepsPoints(t *testing.T) {
	path, _ := write(t, point(1), point(2))
	j := open(t, path)
	holds(t, j, 1, 2)
	if err := j.Append(point(3)); err != nil {
		t.Fatal(err)
	}
	holds(t, j, 1, 2, 3)
	closeJournal(t, j)
	j = open(t, path)
	holds(t, j, 1, 2, 3)
	if notes := j.Notes(); len(notes) > 0 {
		t.Errorf("got notes about a whole journal: %q", notes)
	}
}

func TestJournalLaterPointReplaces(t *testing.T) {
	failed := point(1)
	failed.Status, failed.Reason, failed.Payload = Failed, "it is full", nil
	path, _ := write(t, failed, point(2))
	j := open(t, path)
	if got, _ := j.Find(failed.Key); got.Status != Failed || got.Reason != "it is full" {
		t.Errorf("got %v, want the failed point", got)
	}
	if err := j.Append(point(1)); err != nil {
		t.Fatal(err)
	}
	holds(t, j, 1, 2)
	closeJournal(t, j)
	holds(t, open(t, path), 1, 2)
}

// A kill may cut the last line anywhere: its point is lost, no other, and the journal goes on.
func TestJournalTornLastLine(t *testing.T) {
	path, lines := write(t, point(1), point(2), point(3))
	before := append(bytes.Clone(lines[0]), lines[1]...)
	whole := append(bytes.Clone(lines[2]), '\n')
	for cut := range whole {
		if err := os.WriteFile(path, append(bytes.Clone(before), whole[:cut]...), 0o644); err != nil {
			t.Fatal(err)
		}
		j := open(t, path)
		holds(t, j, 1, 2)
		notes := strings.Join(j.Notes(), "\n")
		if want := cut > 0; strings.Contains(notes, "line 3") != want || strings.Contains(notes, path) != want {
			t.Errorf("cut=%d: got notes %q, want the path and line 3: %v", cut, notes, want)
		}
		for _, i := range []int{3, 4} {
			if err := j.Append(point(i)); err != nil {
				t.Fatal(err)
			}
		}
		closeJournal(t, j)
		j = open(t, path)
		holds(t, j, 1, 2, 3, 4)
		if notes := j.Notes(); len(notes) > 0 {
			t.Errorf("cut=%d: the next run is told of it again: %q", cut, notes)
		}
		closeJournal(t, j)
	}
}

// One bit that flips in a line loses the point of that line alone, and the run is told once. In the line feed it
// loses the two points whose lines become one.
func TestJournalFlippedBit(t *testing.T) {
	path, lines := write(t, point(1), point(2), point(3))
	text := append(bytes.Join(lines, nil), '\n')
	start, end := len(lines[0]), len(lines[0])+len(lines[1])
	for at := start; at < end; at++ {
		flipped := bytes.Clone(text)
		flipped[at] ^= 1 << (at % 8)
		if err := os.WriteFile(path, flipped, 0o644); err != nil {
			t.Fatal(err)
		}
		kept := []int{1, 3}
		if at == end-1 {
			kept = []int{1}
		}
		j := open(t, path)
		holds(t, j, kept...)
		if notes := j.Notes(); len(notes) == 0 || !strings.Contains(notes[0], path+": line 2") {
			t.Errorf("byte %d: got notes %q, want the path and line 2", at, notes)
		}
		closeJournal(t, j)
		j = open(t, path)
		holds(t, j, kept...)
		if notes := j.Notes(); len(notes) > 0 {
			t.Errorf("byte %d: the next run is told of it again: %q", at, notes)
		}
		closeJournal(t, j)
	}
}

func TestJournalOfGarbage(t *testing.T) {
	path, _ := write(t)
	for _, text := range []string{"\n\n", "short\n", strings.Repeat("\x00", 5000), "{\"key\":{}}\n", "00000000 \n", "00000000 {}\n"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		j := open(t, path)
		holds(t, j)
		if len(j.Notes()) == 0 {
			t.Errorf("%.20q: got no note", text)
		}
		closeJournal(t, j)
	}
}

// ReadJournal looks without a lock and leaves everything as it is.
func TestReadJournal(t *testing.T) {
	path, lines := write(t, point(1), point(2), point(3))
	text := bytes.Join([][]byte{lines[0], []byte("garbage\n"), lines[2], []byte("\n"), lines[1][:20]}, nil)
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	points, notes, err := ReadJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Point{point(1).Key.ID(): point(1), point(3).Key.ID(): point(3)}
	if diff := cmp.Diff(want, points); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	if len(notes) != 2 || !strings.Contains(notes[0], path+": line 2") || !strings.Contains(notes[1], path+": line 4") {
		t.Errorf("got notes %q, want the path and lines 2 and 4", notes)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, text) {
		t.Errorf("it changed the journal: %v", err)
	}
	if points, notes, err := ReadJournal(filepath.Join(t.TempDir(), "none")); err != nil || len(points)+len(notes) != 0 {
		t.Errorf("no journal: got %v, %q, %v, want no points", points, notes, err)
	}
	if _, _, err := ReadJournal(filepath.Dir(path)); !errors.Is(err, ErrStore) {
		t.Errorf("a folder: got %v, want ErrStore", err)
	}
}

func TestJournalLock(t *testing.T) {
	path, _ := write(t, point(1))
	first := open(t, path)
	second, err := OpenJournal(path)
	if !errors.Is(err, ErrStore) || !strings.Contains(err.Error(), path) {
		t.Errorf("while the first is open: got %v, %v, want ErrStore with the path", second, err)
	}
	if err := first.Append(point(2)); err != nil {
		t.Errorf("the second opener disturbed the first: %v", err)
	}
	closeJournal(t, first)
	holds(t, open(t, path), 1, 2)
}

func TestJournalForget(t *testing.T) {
	path, _ := write(t, point(1), point(2))
	j := open(t, path)
	if err := j.Forget(); err != nil {
		t.Fatal(err)
	}
	holds(t, j)
	if err := j.Append(point(3)); err != nil {
		t.Fatal(err)
	}
	holds(t, j, 3)
	closeJournal(t, j)
	j = open(t, path)
	holds(t, j, 3)
	if notes := j.Notes(); len(notes) > 0 {
		t.Errorf("got notes %q, want none", notes)
	}
}

func TestJournalAppendFromMany(t *testing.T) {
	const writers, each = 8, 50
	path, _ := write(t)
	j := open(t, path)
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				if err := j.Append(point(w*each + i)); err != nil {
					t.Error(err)
				}
				j.Find(point(i).Key)
			}
		})
	}
	wg.Wait()
	closeJournal(t, j)
	j = open(t, path)
	for i := range writers * each {
		if got, found := j.Find(point(i).Key); !found || !cmp.Equal(got, point(i)) {
			t.Errorf("point %d: got %v, %v", i, got, found)
		}
	}
}

func TestJournalRefusesBrokenPayload(t *testing.T) {
	path, _ := write(t, point(1))
	j := open(t, path)
	p := point(2)
	p.Payload = json.RawMessage("{NaN}")
	if err := j.Append(p); err == nil || !strings.Contains(err.Error(), p.Key.String()) {
		t.Errorf("got %v, want an error that names the point", err)
	}
	closeJournal(t, j)
	j = open(t, path)
	holds(t, j, 1)
	if notes := j.Notes(); len(notes) > 0 {
		t.Errorf("it left a line behind: %q", notes)
	}
}

func TestJournalUnusablePlaces(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{"a file where a folder should be": filepath.Join(file, "fpr.jsonl"), "a folder where the file should be": folder} {
		if j, err := OpenJournal(path); !errors.Is(err, ErrStore) || !strings.Contains(err.Error(), filepath.Dir(path)) {
			t.Errorf("%s: got %v, %v, want ErrStore with the path", name, j, err)
		}
	}
}
