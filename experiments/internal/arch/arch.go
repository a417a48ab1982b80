// Package arch holds the import rules of the repository: which package may import which, as a table that reads
// like the design's and a check of the whole tree against it.
//
// The rules are about direct imports of files that are not tests, those behind build tags included. Every
// package needs a row of its own, so that a new one is a decision.
package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// module is the path that the repository's own imports begin with.
const module = "hashlab"

// A Violation is an import that a rule forbids, or a package that no rule speaks of.
type Violation struct {
	File   string // relative to the root, with slashes
	Line   int
	Import string // as written; the package itself where the rule is RuleUnlisted
	Rule   string // name of the rule
	Do     string // what to do about it
}

// String says where, what, which rule and what to do, on one line.
func (v Violation) String() string {
	return fmt.Sprintf("%s:%d: import %q breaks the rule %q: %s", v.File, v.Line, v.Import, v.Rule, v.Do)
}

// Check parses the imports of every Go file under root that is not a test and returns the violations, by file
// and line. As the go command does, it passes over folders called testdata or vendor, those whose names begin
// with a dot or an underscore, and other modules. A file that cannot be read or parsed is an error that names
// it, and so is a root without Go files, which nothing could be wrong with.
func Check(root string) ([]Violation, error) {
	var violations []Violation
	checked := 0
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != root && passedOver(name):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		found, err := checkFile(root, name)
		violations = append(violations, found...)
		checked++
		return err
	})
	if err == nil && checked == 0 {
		err = fmt.Errorf("no Go files under %s", root)
	}
	return violations, err
}

func passedOver(folder string) bool {
	base := filepath.Base(folder)
	if base == "testdata" || base == "vendor" || base[0] == '.' || base[0] == '_' {
		return true
	}
	_, err := os.Stat(filepath.Join(folder, "go.mod"))
	return err == nil
}

func checkFile(root, name string) ([]Violation, error) {
	positions := token.NewFileSet()
	parsed, err := parser.ParseFile(positions, name, nil, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	relative, err := filepath.Rel(root, name)
	if err != nil {
		return nil, err
	}
	f := file{name: filepath.ToSlash(relative)}
	f.pkg = path.Dir(f.name)
	at := func(node ast.Node) int { return positions.Position(node.Pos()).Line }
	row, listed := owner(f.pkg)
	if !listed {
		const do = "add a row for the package to the table in experiments/internal/arch"
		return []Violation{{f.name, at(parsed.Name), f.pkg, RuleUnlisted, do}}, nil
	}
	var violations []Violation
	for _, spec := range parsed.Imports {
		written, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: import %s: %w", name, at(spec), spec.Path.Value, err)
		}
		if rule, do := f.judge(row, written); rule != "" {
			violations = append(violations, Violation{f.name, at(spec), written, rule, do})
		}
	}
	return violations, nil
}
