package all_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestContributingExample keeps the example of CONTRIBUTING.md compiling and conforming: it is laid over the
// tree as the file that it says it is, and run through the suite.
func TestContributingExample(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile("(?s)<!-- example: (\\S+) -->\n```go\n(.*?)\n```").FindSubmatch(text)
	if example == nil {
		t.Fatal("CONTRIBUTING.md has no example")
	}
	name := regexp.MustCompile(`Name:\s+"([^"]+)"`).FindSubmatch(example[2])
	if name == nil {
		t.Fatal("the example registers nothing")
	}
	dir := t.TempDir()
	source, overlay := filepath.Join(dir, "example.go"), filepath.Join(dir, "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(root, string(example[1])): source}})
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string][]byte{source: append(example[2], '\n'), overlay: replace} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := "^TestEveryFilter$/^filter=" + string(name[1]) + "$"
	cmd := exec.Command("go", "test", "-count=1", "-overlay", overlay, "-run", run, "-v", "./impl/all")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestEveryFilter/filter="+string(name[1])) {
		t.Errorf("the example does not pass the suite: %v\n%s", err, out)
	}
}
