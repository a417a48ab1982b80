package all

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// readmeBlock returns the code block of the README that follows the comment which names it.
func readmeBlock(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)<!-- example: " + name + " -->\n```[a-z]+\n(.*?)```").FindSubmatch(text)
	if m == nil {
		t.Fatalf("README.md has no block %q", name)
	}
	return string(m[1])
}

var errorChecks = regexp.MustCompile(`(?m)^if err != nil \{\n\tlog\.Fatal\(err\)\n\}\n`)

// exampleBody returns the statements of an example of example_test.go without the checks of errors.
func exampleBody(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "example_test.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		if x, ok := d.(*ast.FuncDecl); ok && x.Name.Name == name {
			from, to := set.Position(x.Body.Lbrace).Offset+1, set.Position(x.Body.Rbrace).Offset
			body, _, _ := strings.Cut(string(text[from:to]), "// Output:")
			plain, err := format.Source([]byte(body))
			if err != nil {
				t.Fatal(err)
			}
			return strings.TrimSpace(errorChecks.ReplaceAllString(dedent(string(plain)), "")) + "\n"
		}
	}
	t.Fatalf("example_test.go has no %s", name)
	return ""
}

// TestReadmeExamples: the README shows what the runnable examples run, in ten lines at most.
func TestReadmeExamples(t *testing.T) {
	for block, example := range map[string]string{"filter": "Example_filter", "ring": "Example_ring"} {
		shown := readmeBlock(t, block)
		if diff := cmp.Diff(exampleBody(t, example), shown); diff != "" {
			t.Errorf("%s (-%s +README.md):\n%s", block, example, diff)
		}
		if lines := strings.Count(shown, "\n"); lines > 10 {
			t.Errorf("%s: %d lines, want ten at most", block, lines)
		}
	}
}

// dedent takes away the tab that a body is indented by.
func dedent(body string) string { return strings.ReplaceAll(body, "\n\t", "\n") }

// TestFromAnotherModule runs the README's commands in a module beside this one, whose program is the README's filter.
func TestFromAnotherModule(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "yours")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	program := "package main\n\nimport (\n\t\"fmt\"\n\t\"log\"\n\n\t_ \"hashlab/impl/all\"\n\t\"hashlab/impl/filter\"\n\t\"hashlab/impl/hash\"\n)\n\nfunc main() {\n" +
		readmeBlock(t, "filter") + "\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(root, filepath.Join(filepath.Dir(dir), "hashlab")); err != nil {
		t.Fatal(err)
	}
	script := "set -e\ngo mod init example.org/yours\n" + readmeBlock(t, "module") + "go run .\n"
	cmd := exec.Command("sh", "-c", script)
	// All that is needed is here already: this module was built of it.
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=mod -buildvcs=false", "GOWORK=off")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil || string(out) != "true\nfalse\n" {
		t.Errorf("got %q, %v, want true and false from\n%s", out, err, script)
	}
}
