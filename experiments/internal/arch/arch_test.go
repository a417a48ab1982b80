package arch

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// root is where the repository's go.mod lies.
const root = "../../.."

// The repository keeps its own rules.
func TestRepository(t *testing.T) {
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		t.Fatalf("%s is not the root of the module: %v", root, err)
	}
	violations, err := Check(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range violations {
		t.Error(v)
	}
}

const fixture = "testdata/house"

// wanted reads the fixture's own words: a comment `// want RULE` behind an import, or behind a package clause
// where it is the package that no row speaks of.
func wanted(t *testing.T) []string {
	t.Helper()
	comment := regexp.MustCompile(`^(?:package \w+|\s*(?:import )?(?:[\w.]+ )?"([^"]+)") +// want (.+)$`)
	var want []string
	err := filepath.WalkDir(fixture, func(name string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.Contains(name, "never-read") {
			return err
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		relative, err := filepath.Rel(fixture, name)
		if err != nil {
			return err
		}
		relative = filepath.ToSlash(relative)
		lines := bufio.NewScanner(f)
		for n := 1; lines.Scan(); n++ {
			if m := comment.FindStringSubmatch(lines.Text()); m != nil {
				imported := m[1]
				if imported == "" {
					imported = filepath.ToSlash(filepath.Dir(relative))
				}
				want = append(want, fmt.Sprintf("%s:%d %s: %s", relative, n, imported, m[2]))
			} else if strings.Contains(lines.Text(), "// want") {
				t.Errorf("%s:%d: not understood", name, n)
			}
		}
		return lines.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return want
}

// The fixture is the house in miniature. Each package imports what it may, and what it must not with a comment
// that says which rule it breaks: all of those are found and nothing else.
func TestFixture(t *testing.T) {
	violations, err := Check(fixture)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range violations {
		got = append(got, fmt.Sprintf("%s:%d %s: %s", v.File, v.Line, v.Import, v.Rule))
		if v.Do == "" {
			t.Errorf("%v: does not say what to do", v)
		}
	}
	want := wanted(t)
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// No rule stands without a fixture that breaks it.
func TestEveryRuleHasFixture(t *testing.T) {
	rules := []string{RuleUnlisted, RuleUnsafe, RuleCommand, RuleOneLibrary}
	for _, r := range table {
		rules = append(rules, r.name)
	}
	want := wanted(t)
	for _, rule := range rules {
		if !slices.ContainsFunc(want, func(w string) bool { return strings.HasSuffix(w, ": "+rule) }) {
			t.Errorf("no fixture breaks %q", rule)
		}
	}
}

func TestViolationString(t *testing.T) {
	v := Violation{"impl/hash/xx/xxh3.go", 7, "hashlab/impl/hash/farm", "hash family", "share nothing"}
	want := `impl/hash/xx/xxh3.go:7: import "hashlab/impl/hash/farm" breaks the rule "hash family": share nothing`
	if got := v.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestCheckErrors(t *testing.T) {
	write := func(name, text string) string {
		dir := t.TempDir()
		if name != "" {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	tests := []struct{ name, root, want string }{
		{"root=absent", filepath.Join(t.TempDir(), "absent"), "absent"},
		{"root=empty", write("", ""), "no Go files"},
		{"root=tests only", write("a_test.go", "package a"), "no Go files"},
		{"file=not Go", write("broken.go", "packag a"), "broken.go"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if _, err := Check(test.root); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
		})
	}
}

func TestMatches(t *testing.T) {
	tests := []struct {
		pkg, pattern string
		want         bool
	}{
		{"impl/hash", "impl/hash", true},
		{"impl/hash/xx", "impl/hash", false},
		{"impl/hash", "impl/hash/...", true},
		{"impl/hash/xx/y", "impl/hash/...", true},
		{"impl/hashes", "impl/hash/...", false},
		{"impl/hash", "impl/hash/*/...", false},
		{"impl/hash/xx", "impl/hash/*/...", true},
		{"impl/hash/hashtest", "impl/hash/*test", true},
		{"experiments/fpr", "experiments/*/...", true},
		{"experiments/internal/new", "experiments/*/...", false},
		{"experiments", "experiments/*/...", false},
		{"os", "os/...", true},
		{"os/exec", "os/...", true},
		{"osx", "os/...", false},
		{"time", "time/...", true},
		{"math/rand/v2", "math/rand/...", true},
		{"math", "math/rand/...", false},
	}
	for _, test := range tests {
		if got := matches(test.pkg, []string{test.pattern}); got != test.want {
			t.Errorf("%s against %s: got %v, want %v", test.pkg, test.pattern, got, test.want)
		}
	}
}
