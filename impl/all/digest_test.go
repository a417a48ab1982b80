package all

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"hashlab/impl"
	"hashlab/impl/consistent"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

func TestEveryImplementationHasADigest(t *testing.T) {
	for kind, names := range map[string][]string{"hash": hash.Names(), "filter": filter.Names(), "locator": consistent.Names()} {
		for _, name := range names {
			if got := Digest(kind, name); len(got) != 12 {
				t.Errorf("%s %s: got digest %q, want 12 hexadecimal digits", kind, name, got)
			}
		}
	}
	if got := Digest("filter", "no-such-filter"); got != "" {
		t.Errorf("got %q for an unknown name, want nothing", got)
	}
}

// TestVariantsHaveDigestsOfTheirOwn: editing one variant's file must not touch its neighbours.
func TestVariantsHaveDigestsOfTheirOwn(t *testing.T) {
	if a, b := Digest("filter", "bloom-classic"), Digest("filter", "bloom-split-256"); a == b {
		t.Errorf("both variants of a family have the digest %s", a)
	}
}

func TestDigestFilesSeesNamesAndContentsAndNoTests(t *testing.T) {
	tree := fstest.MapFS{"a.go": {Data: []byte("x")}, "b.go": {Data: []byte("x")}, "a_test.go": {Data: []byte("y")}, "c.go": {Data: []byte("z")}}
	a := DigestFiles(tree, []string{"a.go"})
	if got := DigestFiles(tree, []string{"a_test.go", "a.go"}); got != a {
		t.Errorf("a test changes the digest: %s, want %s", got, a)
	}
	for _, other := range []string{"b.go", "c.go"} {
		if got := DigestFiles(tree, []string{other}); got == a {
			t.Errorf("%s has the digest of a.go", other)
		}
	}
}

// TestSourceHoldsAssembly: code in assembly is code that a result belongs to.
func TestSourceHoldsAssembly(t *testing.T) {
	onDisk, err := filepath.Glob("../*/*/*.s")
	if err != nil || len(onDisk) == 0 {
		t.Fatalf("no assembly found: %v", err)
	}
	for _, file := range onDisk {
		name := filepath.ToSlash(strings.TrimPrefix(file, ".."+string(filepath.Separator)))
		dir, err := impl.Source.ReadDir(path.Dir(name))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range dir {
			names = append(names, path.Join(path.Dir(name), f.Name()))
		}
		without := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name })
		if len(without) != len(names)-1 || DigestFiles(impl.Source, names) == DigestFiles(impl.Source, without) {
			t.Errorf("%s does not count in the digest", name)
		}
	}
}

// TestEveryFamilyIsLinked: a folder with a registering file that all.go forgets would never be measured.
func TestEveryFamilyIsLinked(t *testing.T) {
	text, err := os.ReadFile("all.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"hash", "filter", "consistent"} {
		files, err := filepath.Glob("../" + kind + "/*/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("no files of families of %s: %v", kind, err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			family := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), "../")
			registers := slices.ContainsFunc([]string{kind + ".Register(", kind + ".Register32("}, func(call string) bool {
				return strings.Contains(string(source), call)
			})
			if registers && !strings.HasSuffix(file, "_test.go") && !strings.Contains(string(text), `"hashlab/impl/`+family+`"`) {
				t.Errorf("%s registers an implementation, but all.go does not import %s", file, family)
			}
		}
	}
}
