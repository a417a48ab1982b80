package keys

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"hashlab/datasets"
)

// TestFetchedMissing has an empty folder: no class, and an error for each name that says how to get the set.
func TestFetchedMissing(t *testing.T) {
	folder := t.TempDir()
	if got := Fetched(folder); len(got) != 0 {
		t.Errorf("got %d classes of an empty folder", len(got))
	}
	for _, name := range []string{"words-npm", penetratedSet} {
		if _, ok, err := findFetched(name, folder); !ok || !errors.Is(err, datasets.ErrNotFetched) {
			t.Errorf("%s: got %v, %v, want ErrNotFetched", name, ok, err)
		}
	}
	if _, ok, err := findFetched("words", folder); ok || err != nil {
		t.Errorf("an embedded set: got %v, %v", ok, err)
	}
	for _, c := range Fetched("../../../" + datasets.FetchedFolder) {
		if slices.ContainsFunc(Classes(), func(r Class) bool { return r.Name == c.Name }) {
			t.Errorf("%s is in the grids of all machines", c.Name)
		}
	}
}

func TestWithout(t *testing.T) {
	split := func(text string) [][]byte { return bytes.Split([]byte(text), []byte(" ")) }
	for _, c := range []struct{ all, list, want string }{
		{"a b c d", "b d", "a c"}, {"a b", "a b", ""}, {"a b", "c", "a b"}, {"b d", "a b c", "d"}, {"m", "a z", "m"},
	} {
		if got := string(bytes.Join(without(split(c.all), split(c.list)), []byte(" "))); got != c.want {
			t.Errorf("all=%q list=%q: got %q, want %q", c.all, c.list, got, c.want)
		}
	}
}

// TestFetchedSplit divides each class that is fetched in this checkout; it may be none.
func TestFetchedSplit(t *testing.T) {
	for _, c := range Fetched("../../../" + datasets.FetchedFolder) {
		in, out, err := c.Split(1000, 1000, 1)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		seen := map[string]bool{}
		for _, key := range slices.Concat(All(in), All(out)) {
			seen[string(key)] = true
		}
		if len(seen) != 2000 {
			t.Errorf("%s: %d distinct keys of 2000", c.Name, len(seen))
		}
	}
}
