package advise

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"hashlab/impl/consistent"
	"hashlab/impl/filter"
	"hashlab/impl/hash"
)

// exported returns an importer of the packages that advised programs import, compiled.
func exported(t *testing.T, fset *token.FileSet) types.Importer {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}",
		"hashlab/impl/filter", "hashlab/impl/consistent", "hashlab/impl/hash", "crypto/rand", "encoding/binary")
	var said bytes.Buffer
	list.Stderr = &said
	text, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v: %s", err, &said)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(text)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[path] = file
	}
	return importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
}

// compiles returns what is wrong with an advised program; its blank import is taken as there.
func compiles(fset *token.FileSet, from types.Importer, source string) error {
	source = strings.ReplaceAll(source, "\t_ \"hashlab/impl/all\"", "\t//")
	file, err := parser.ParseFile(fset, "advised.go", "package advised\n\n"+source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	_, err = (&types.Config{Importer: from}).Check("advised", fset, []*ast.File{file}, nil)
	return err
}

// TestAdvisedProgramsCompile: whatever can be advised, the source that is printed for it compiles, and calls what makes it.
func TestAdvisedProgramsCompile(t *testing.T) {
	fset := token.NewFileSet()
	from := exported(t, fset)
	check := func(name, want, source string) {
		t.Helper()
		if err := compiles(fset, from, source); err != nil {
			t.Errorf("%s: %v in\n%s", name, err, source)
		}
		if !strings.Contains(source, want) {
			t.Errorf("%s: no %s in\n%s", name, want, source)
		}
	}
	for _, e := range filter.All() {
		c := Candidate{Entry: e, Spec: filter.Spec{N: 10_000_000, FPR: 1e-7}}
		hashes, want := []string{"xxh3", "siphash24"}, "entry.Keyed(filter.Spec{N: 10000000, FPR: 1e-07}, h)"
		switch {
		case e.Build != nil:
			want = "entry.FromKeys(filter.Spec{N: 10000000, FPR: 1e-07}, h, keys)"
		case e.NewKeyed != nil:
			hashes, want = []string{""}, "entry.Keyed(filter.Spec{N: 10000000, FPR: 1e-07}, nil)"
		}
		for _, c.Hash = range hashes {
			check(e.Name, want, c.Go(FilterWish{Untrusted: c.Hash == "siphash24"}))
		}
	}
	for _, e := range consistent.All() {
		c := RingCandidate{Entry: e, Hash: "xxh3", Options: consistent.Options{Vnodes: 7}}
		check(e.Name, "entry.Keyed(consistent.Options{Hash: h, Vnodes: 7}, nodes)", c.Go(RingWish{}))
		check(e.Name, "entry.Keyed(consistent.Options{}, nodes)", RingCandidate{Entry: e}.Go(RingWish{Replicas: 1}))
		if (e.Bounded || e.Replicas) && e.New == nil {
			t.Errorf("%s has no constructor on hashes, where Acquire and LocateN are", e.Name)
		}
		check(e.Name, "entry.New(consistent.Options{Hash: h, Vnodes: 7}, nodes)", c.Go(RingWish{Replicas: 2}))
		c.Options.Slack = 0.25
		check(e.Name, "entry.New(consistent.Options{Hash: h, Vnodes: 7, Slack: 0.25}, nodes)", c.Go(RingWish{}))
	}
	for _, e := range hash.All() {
		check(e.Name, "family.New(0)", HashCandidate{Entry: e}.Go(HashWish{}))
		want := "family.New(binary.LittleEndian.Uint64(secret[:]))"
		if e.Seeds == hash.SeedPerProcess {
			want = "family.New(0)"
		}
		check(e.Name, want, HashCandidate{Entry: e}.Go(HashWish{Untrusted: true}))
	}
}

// A program that leaves a name undefined, or an error unread, is seen.
func TestBrokenProgramsAreSeen(t *testing.T) {
	fset := token.NewFileSet()
	from := exported(t, fset)
	for want, source := range map[string]string{
		"undefined: secret":            "import \"hashlab/impl/hash\"\n\nfunc f() (hash.Hash, error) { e, err := hash.Find(\"x\"); if err != nil { return nil, err }; return e.New(secret) }",
		"declared and not used: entry": "import \"hashlab/impl/filter\"\n\nfunc f() error { entry, err := filter.Find(\"x\"); return err }",
		"cannot use f":                 "import \"hashlab/impl/filter\"\n\nfunc g(f filter.Filter) (filter.KeyFilter, error) { return f, nil }",
	} {
		if err := compiles(fset, from, source); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
