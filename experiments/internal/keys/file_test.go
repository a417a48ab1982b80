package keys

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// write puts content in a new file called name and returns its path.
func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func pack(t *testing.T, content string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// sortedKeys returns the keys of streams together, sorted.
func sortedKeys(streams ...Stream) []string {
	var all []string
	for _, s := range streams {
		for _, key := range All(s) {
			all = append(all, string(key))
		}
	}
	slices.Sort(all)
	return all
}

func TestFromFile(t *testing.T) {
	long := strings.Repeat("x", maxLine)
	for _, c := range []struct {
		name, content string
		want          []string
		notice        FileNotice
	}{
		{"lf", "b\na\nc\n", []string{"a", "b", "c"}, FileNotice{Keys: 3}},
		{"crlf", "b\r\na\r\n", []string{"a", "b"}, FileNotice{Keys: 2}},
		{"no end", "b\na", []string{"a", "b"}, FileNotice{Keys: 2}},
		{"gzip", pack(t, "b\na\n"), []string{"a", "b"}, FileNotice{Keys: 2}},
		{"gzip in two members", pack(t, "b\n") + pack(t, "a\n"), []string{"a", "b"}, FileNotice{Keys: 2}},
		{"duplicates", "a\nb\na\na\r\n", []string{"a", "b"}, FileNotice{Keys: 2, Duplicates: 2}},
		{"blank", "\na\n\r\n\nb\n\n", []string{"a", "b"}, FileNotice{Keys: 2, Blank: 4}},
		{"spaces are bytes", " \na\n a\n", []string{" ", " a", "a"}, FileNotice{Keys: 3}},
		{"not utf-8", "a\n\xff\n\xff\n\xc3\xa9\n\x00\n", []string{"\x00", "a", "\xc3\xa9", "\xff"},
			FileNotice{Keys: 4, Duplicates: 1, NotUTF8: 1}},
		{"longest line", "a\n" + long + "\r\n", []string{"a", long}, FileNotice{Keys: 2}},
	} {
		t.Run("case="+c.name, func(t *testing.T) {
			path := write(t, "keys", c.content)
			class, notice, err := FromFile(path)
			if err != nil {
				t.Fatal(err)
			}
			c.notice.Path = path
			if diff := cmp.Diff(Notice{Present: c.notice}, notice); diff != "" {
				t.Errorf("notice (-want +got):\n%s", diff)
			}
			present, absent := class.Largest()
			in, out := split(t, class, present, absent, 1)
			if got := sortedKeys(in, out); !slices.Equal(got, c.want) {
				t.Errorf("got keys %.40q, want %.40q", got, c.want)
			}
			sum := sha256.Sum256([]byte(strings.Join(c.want, "\n") + "\n"))
			if want := hex.EncodeToString(sum[:]); class.SHA256 != want || class.Name != "file-"+want[:12] {
				t.Errorf("got %s with SHA-256 %s, want %s", class.Name, class.SHA256, want)
			}
			if !class.Real || class.Size != uint64(len(c.want)) || present-absent > 1 {
				t.Errorf("real %v, size %d, halves %d and %d", class.Real, class.Size, present, absent)
			}
		})
	}
}

func TestFromFiles(t *testing.T) {
	present := write(t, "present", "a\nb\nc\n")
	absent := write(t, "absent", "d\nb\ne\nd\na\n")
	class, notice, err := FromFiles(present, absent)
	if err != nil {
		t.Fatal(err)
	}
	want := Notice{
		Present: FileNotice{Path: present, Keys: 3},
		Absent:  FileNotice{Path: absent, Keys: 4, Duplicates: 1},
		Shared:  2,
	}
	if diff := cmp.Diff(want, notice); diff != "" {
		t.Errorf("notice (-want +got):\n%s", diff)
	}
	in, out := split(t, class, 3, 2, 1)
	if got, want := sortedKeys(in), []string{"a", "b", "c"}; !slices.Equal(got, want) {
		t.Errorf("present: got %q, want %q", got, want)
	}
	if got, want := sortedKeys(out), []string{"d", "e"}; !slices.Equal(got, want) {
		t.Errorf("absent: got %q, want %q", got, want)
	}
	sum := sha256.Sum256([]byte("a\nb\nc\n\nd\ne\n"))
	if want := hex.EncodeToString(sum[:]); class.SHA256 != want {
		t.Errorf("SHA-256: got %s, want %s", class.SHA256, want)
	}
	for _, n := range [][2]uint64{{4, 1}, {1, 3}} {
		if _, _, err := class.Split(n[0], n[1], 1); err == nil || !strings.Contains(err.Error(), "3 keys to be present and 2 to be absent") {
			t.Errorf("Split(%d, %d): got %v, want an error with both sizes", n[0], n[1], err)
		}
	}
}

func TestFromFileErrors(t *testing.T) {
	long := strings.Repeat("x", maxLine+1)
	packed := pack(t, strings.Repeat("some key\n", 1000))
	for _, c := range []struct{ name, content, want string }{
		{"empty", "", "has no keys"},
		{"empty gzip", pack(t, ""), "has no keys"},
		{"blank lines only", "\n\r\n\n", "has no keys"},
		{"one key", "a\na\n", "has one key only"},
		{"long line", "a\n\n" + long + "\nb\n", "line 3 is longer than 1 MiB"},
		{"long line at the end", "a\n" + long, "line 2 is longer than 1 MiB"},
		{"very long line", "a\n" + long + long + long, "line 2 is longer than 1 MiB"},
		{"truncated gzip", packed[:len(packed)-9], "unexpected EOF"},
		{"gzip with a wrong checksum", packed[:len(packed)-8] + "\x00\x00\x00\x00" + packed[len(packed)-4:], "invalid checksum"},
		{"gzip header only", "\x1f\x8b", "unexpected EOF"},
	} {
		t.Run("case="+c.name, func(t *testing.T) {
			path := write(t, "keys", c.content)
			_, _, err := FromFile(path)
			checkError(t, err, path, c.want)
		})
	}
	t.Run("case=missing", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "missing")
		_, _, err := FromFile(path)
		checkError(t, err, path, "no such file")
	})
	t.Run("case=directory", func(t *testing.T) {
		path := t.TempDir()
		_, _, err := FromFile(path)
		checkError(t, err, path, "is a directory")
	})
}

func TestFromFilesErrors(t *testing.T) {
	good := write(t, "good", "a\nb\n")
	for _, c := range []struct{ name, present, absent, path, want string }{
		{"none left", good, write(t, "same", "b\na\n"), "same", "all of its 2 keys are present"},
		{"empty present", write(t, "none", ""), good, "none", "has no keys"},
		{"empty absent", good, write(t, "none", "\n"), "none", "has no keys"},
		{"missing absent", good, "nowhere", "nowhere", "no such file"},
	} {
		t.Run("case="+c.name, func(t *testing.T) {
			_, _, err := FromFiles(c.present, c.absent)
			checkError(t, err, c.path, c.want)
		})
	}
}

// checkError wants an error that names the path, once, and the reason.
func checkError(t *testing.T, err error, path, want string) {
	t.Helper()
	if err == nil || strings.Count(err.Error(), path) != 1 || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want an error that names %q once, with %q", err, path, want)
	}
}

// The order of the lines, their ends and packing change neither the class nor its split.
func TestFromFileIgnoresForm(t *testing.T) {
	var first []string
	for i, content := range []string{"a\nb\nc\nd\n", "d\r\nc\r\na\r\nb", pack(t, "c\nc\n\nb\na\nd\n")} {
		class, _, err := FromFile(write(t, fmt.Sprint(i), content))
		if err != nil {
			t.Fatal(err)
		}
		in, out := split(t, class, 2, 2, 9)
		got := append(sortedKeys(in), sortedKeys(out)...)
		got = append(got, class.Name, class.SHA256)
		if first == nil {
			first = got
		}
		if !slices.Equal(got, first) {
			t.Errorf("form %d: got %q, want %q", i, got, first)
		}
	}
}

func TestNoticeString(t *testing.T) {
	for _, c := range []struct {
		notice Notice
		want   string
	}{
		{Notice{Present: FileNotice{Path: "p", Keys: 2}},
			"p: 2 keys; no file of absent keys, so half of the keys are held back"},
		{Notice{Present: FileNotice{"p", 1, 2, 1, 1}, Absent: FileNotice{"q", 5, 1, 0, 0}, Shared: 1},
			"p: 1 key, 2 duplicates dropped, 1 blank line skipped, 1 key not UTF-8, kept as bytes; " +
				"absent from q: 5 keys, 1 duplicate dropped; 1 key present too and dropped from the absent ones"},
	} {
		if got := c.notice.String(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}
