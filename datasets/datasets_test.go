package datasets

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestLoad(t *testing.T) {
	for _, s := range List() {
		t.Run("id="+s.ID, func(t *testing.T) {
			keys, err := Load(s.ID)
			if err != nil {
				t.Fatal(err)
			}
			size := 0
			for i, key := range keys {
				size += len(key) + 1
				if len(key) == 0 || bytes.ContainsAny(key, "\r\n") {
					t.Fatalf("key %d is %q", i, key)
				}
				if i > 0 && bytes.Compare(keys[i-1], key) >= 0 {
					t.Fatalf("key %d, %q, is not above %q", i, key, keys[i-1])
				}
			}
			if len(keys) != s.Keys || size != s.Bytes {
				t.Errorf("got %d keys in %d bytes, want %d in %d", len(keys), size, s.Keys, s.Bytes)
			}
			again, err := Load(s.ID)
			if err != nil || &again[0] != &keys[0] {
				t.Errorf("a second Load unpacks again (err %v)", err)
			}
		})
	}
}

func TestFindUnknown(t *testing.T) {
	for _, find := range []func(string) error{
		func(id string) error { _, err := Find(id); return err },
		func(id string) error { _, err := Load(id); return err },
	} {
		err := find("words-british")
		if err == nil || !strings.Contains(err.Error(), `"words-british"`) || !strings.Contains(err.Error(), "words-american") {
			t.Errorf("got %v, want an error that names the value and the sets", err)
		}
	}
}

// What was packed wrongly must not load.
func TestUnpackRefuses(t *testing.T) {
	good := Set{ID: "ab", Keys: 2, Bytes: 4,
		SHA256: "911169ddaaf146aff539f58c26c489af3b892dff0fe283c1c264c65ae5aa59a2"} // printf 'a\nb\n' | sha256sum
	packed := pack(t, "a\nb\n")
	keys, err := good.unpack(packed)
	if err != nil || !slices.EqualFunc(keys, []string{"a", "b"}, func(k []byte, s string) bool { return string(k) == s }) {
		t.Fatalf("got %q, %v", keys, err)
	}
	miscounted := good
	miscounted.Keys = 3
	for _, c := range []struct {
		name   string
		set    Set
		packed []byte
		want   string
	}{
		{"other content", good, pack(t, "a\nc\n"), "SHA-256"},
		{"longer", good, pack(t, "a\nb\nc\n"), "SHA-256"},
		{"truncated", good, packed[:len(packed)-5], "unexpected EOF"},
		{"not gzip", good, []byte("not packed at all"), "gzip: invalid header"},
		{"empty", good, nil, "EOF"},
		{"key count", miscounted, packed, "2 keys, the manifest says 3"},
	} {
		t.Run("case="+c.name, func(t *testing.T) {
			_, err := c.set.unpack(c.packed)
			if err == nil || !strings.Contains(err.Error(), "dataset ab: ") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error on dataset ab with %q", err, c.want)
			}
		})
	}
}

func pack(t *testing.T, content string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The manifest, the embedded files, the sums that the fetch script checks and the notices name the same sets.
func TestManifestAgrees(t *testing.T) {
	sets := List()
	if !slices.IsSortedFunc(sets, func(a, b Set) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("the manifest is not sorted by id")
	}
	embedded, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(embedded) != len(sets) {
		t.Errorf("%d files are embedded, the manifest has %d sets", len(embedded), len(sets))
	}
	sums, notice, readme := read(t, "SHA256SUMS"), read(t, "NOTICE.md"), read(t, "README.md")
	for _, s := range sets {
		if line := fmt.Sprintf("%s  keys/%s.txt\n", s.SHA256, s.ID); !strings.Contains(sums, line) {
			t.Errorf("SHA256SUMS lacks %q", line)
		}
		_, source, _ := strings.Cut(s.Source, " ")
		for _, want := range []string{s.File(), source, s.Licence, s.Credit} {
			if !strings.Contains(notice, want) {
				t.Errorf("%s: NOTICE.md lacks %q", s.ID, want)
			}
		}
		if row := fmt.Sprintf("| %s | %d | %d |", s.ID, s.Keys, s.Bytes); !strings.Contains(readme, row) {
			t.Errorf("%s: README.md lacks the row %q", s.ID, row)
		}
		for _, field := range []string{s.Stands, s.Credit, s.Change} {
			if field == "" {
				t.Errorf("%s: a field of the manifest is empty", s.ID)
			}
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
