package all

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A docFault is an exported symbol whose doc comment lacks something.
type docFault struct{ symbol, fault string }

// docFaults returns what the doc comments of the exported symbols in a file lack: each symbol, field and method of an
// interface has one; it begins with the name; a function that returns an error speaks of it; and a type with look-ups
// says what they cost.
func docFaults(f *ast.File) (faults []docFault) {
	say := func(symbol, fault string) { faults = append(faults, docFault{symbol, fault}) }
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if name, ok := exportedFunc(d); ok {
				funcFaults(name, d, say)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					if s.Name.IsExported() {
						typeFaults(s, or(s.Doc.Text(), d.Doc.Text()), f, say)
					}
				case *ast.ValueSpec:
					for _, n := range s.Names {
						if n.IsExported() && or(s.Doc.Text(), s.Comment.Text(), d.Doc.Text()) == "" {
							say(n.Name, "no comment")
						}
					}
				}
			}
		}
	}
	return faults
}

func or(texts ...string) string { return strings.Join(texts, "") }

// exportedFunc returns the name of a function, or of a method with its type, where it is exported.
func exportedFunc(d *ast.FuncDecl) (string, bool) {
	if d.Recv == nil {
		return d.Name.Name, d.Name.IsExported()
	}
	receiver := receiverOf(d)
	return receiver + "." + d.Name.Name, d.Name.IsExported() && ast.IsExported(receiver)
}

func receiverOf(d *ast.FuncDecl) string {
	t := d.Recv.List[0].Type
	if s, ok := t.(*ast.StarExpr); ok {
		t = s.X
	}
	switch x := t.(type) {
	case *ast.IndexExpr:
		t = x.X
	case *ast.IndexListExpr:
		t = x.X
	}
	return t.(*ast.Ident).Name
}

var (
	speaksOfErrors = regexp.MustCompile(`[Ee]rr(or|ors)?\b|Err[A-Z]|refuse`)
	speaksOfCost   = regexp.MustCompile(`(?i)look-ups?\b|costs?\b|cache line`)
)

func funcFaults(name string, d *ast.FuncDecl, say func(symbol, fault string)) {
	doc := d.Doc.Text()
	if !strings.HasPrefix(doc, d.Name.Name+" ") {
		say(name, "no comment that begins with its name")
		return
	}
	if d.Type.Results == nil {
		return
	}
	for _, r := range d.Type.Results.List {
		if id, ok := r.Type.(*ast.Ident); ok && id.Name == "error" && !speaksOfErrors.MatchString(doc) {
			say(name, "returns an error that its comment does not speak of")
		}
	}
}

func typeFaults(s *ast.TypeSpec, doc string, f *ast.File, say func(symbol, fault string)) {
	name := s.Name.Name
	if !regexp.MustCompile(`^(An? )?`+name+`\b`).MatchString(doc) && !strings.Contains(doc, name) {
		say(name, "no comment that names it")
	}
	var members *ast.FieldList
	switch t := s.Type.(type) {
	case *ast.StructType:
		members = t.Fields
	case *ast.InterfaceType:
		if members = t.Methods; len(members.List) == 1 {
			return // the comment of an interface of one method is the method's
		}
	default:
		return
	}
	for _, m := range members.List {
		if len(m.Names) > 0 && m.Names[0].IsExported() && or(m.Doc.Text(), m.Comment.Text()) == "" {
			say(name+"."+m.Names[0].Name, "no comment")
		}
	}
	for _, d := range f.Decls {
		method, ok := d.(*ast.FuncDecl)
		if ok && method.Recv != nil && receiverOf(method) == name && (method.Name.Name == "Contains" || method.Name.Name == "Locate") &&
			!speaksOfCost.MatchString(doc) {
			say(name, "has look-ups whose cost its comment does not tell")
		}
	}
}

// TestEverySymbolIsDocumented reads the whole library.
func TestEverySymbolIsDocumented(t *testing.T) {
	packages := map[string]bool{} // folder → whether a file has a package comment
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		folder := filepath.Dir(path)
		packages[folder] = packages[folder] || strings.HasPrefix(f.Doc.Text(), "Package "+f.Name.Name+" ")
		for _, fault := range docFaults(f) {
			t.Errorf("%s: %s: %s", path, fault.symbol, fault.fault)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for folder, documented := range packages {
		if !documented {
			t.Errorf("%s: no file has a package comment", folder)
		}
	}
}

// TestDocFaults: each fault is found, and a file without faults has none.
func TestDocFaults(t *testing.T) {
	const text = `// Package planted is planted.
package planted

type Bare struct{}

// Open opens.
func Open() error { return nil }

// It shuts, or returns an error.
func Shut() error { return nil }

// A Set is a set.
type Set struct {
	N int // keys
	M int
}

func (s *Set) Contains(h uint64) bool { return false }

const Most = 1

// Good is good: a look-up takes no time.
type Good[T any] struct{}

// Contains is true.
func (g Good[T]) Contains(h uint64) bool { return true }

func (g Good[T]) hidden() {}

type hidden struct{ A int }

func (h hidden) Shown() error { return nil }

// GoodOpen returns a Good; its error wraps none.
func GoodOpen() error { return nil }
`
	f, err := parser.ParseFile(token.NewFileSet(), "planted.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, fault := range docFaults(f) {
		got = append(got, fmt.Sprintf("%s: %s", fault.symbol, fault.fault))
	}
	want := []string{
		"Bare: no comment that names it",
		"Open: returns an error that its comment does not speak of",
		"Shut: no comment that begins with its name",
		"Set.M: no comment",
		"Set: has look-ups whose cost its comment does not tell",
		"Set.Contains: no comment that begins with its name",
		"Most: no comment",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestEveryFamilyHasAnExample: a runnable one, whose output is checked.
func TestEveryFamilyHasAnExample(t *testing.T) {
	files, err := filepath.Glob("../*/*/*.go")
	if err != nil || len(files) < 100 {
		t.Fatalf("found %d files, %v", len(files), err)
	}
	dirs := map[string]bool{}
	for _, f := range files {
		dirs[filepath.Dir(f)] = true
	}
	for dir := range dirs {
		if strings.HasSuffix(dir, "test") {
			continue // a conformance suite
		}
		text, err := os.ReadFile(filepath.Join(dir, "example_test.go"))
		if err != nil || !strings.Contains(string(text), "\nfunc Example") || !strings.Contains(string(text), "\t// Output:\n") {
			t.Errorf("%s: no runnable example: %v", dir, err)
		}
	}
}
