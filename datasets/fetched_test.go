package datasets

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFetchedAgree holds the list of what can be fetched to SHA256SUMS, the README and the script.
func TestFetchedAgree(t *testing.T) {
	sets := FetchedSets()
	if !slices.IsSortedFunc(sets, func(a, b Fetched) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("the sets are not sorted by id")
	}
	readme, script := read(t, "README.md"), read(t, "../scripts/fetch-datasets.sh")
	for _, f := range sets {
		if len(f.SHA256()) != 64 {
			t.Errorf("%s: SHA256SUMS has %q", f.ID, f.SHA256())
		}
		if row := fmt.Sprintf("| %s.txt | %d |", f.ID, f.Keys); !strings.Contains(readme, row) {
			t.Errorf("%s: README.md lacks the row %q", f.ID, row)
		}
		if line := "key_set " + f.ID + ".txt "; !strings.Contains(script, line) {
			t.Errorf("%s: the script lacks the line %q", f.ID, line)
		}
		if _, err := Find(f.ID); err == nil {
			t.Errorf("%s is embedded too", f.ID)
		}
	}
}

func TestFetchedLoad(t *testing.T) {
	folder := t.TempDir()
	f := FetchedSets()[0]
	if _, err := f.Load(folder); f.There(folder) || !errors.Is(err, ErrNotFetched) {
		t.Errorf("without a file: got %v, want ErrNotFetched", err)
	}
	if err := os.WriteFile(filepath.Join(folder, f.ID+".txt"), []byte("a\nb\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Load(folder); !f.There(folder) || err == nil || !strings.Contains(err.Error(), "SHA-256") {
		t.Errorf("with other content: got %v, want an error about the SHA-256", err)
	}
}

// TestFetchedFiles loads what is fetched in this checkout; it may be none.
func TestFetchedFiles(t *testing.T) {
	for _, f := range FetchedSets() {
		if !f.There("cache/keys") {
			continue
		}
		keys, err := f.Load("cache/keys")
		if err != nil || len(keys) != f.Keys {
			t.Errorf("%s: %d keys, want %d (%v)", f.ID, len(keys), f.Keys, err)
		}
	}
}
