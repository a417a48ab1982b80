package report_test

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"hashlab/experiments/internal/figure"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/report"
)

// What REPORT.md is held to: a reader goes through it from top to bottom.
const (
	mostLines = 700
	mostBytes = 90 << 10
)

var experiments = []string{"fpr", "memory", "balance", "remap", "hashing", "quality", "throughput", "signup", "cachetier"}

// tree is the report as the results in the tree give it.
var tree = sync.OnceValues(func() ([]report.File, error) {
	s := record.Store{Root: "../../.."}
	var figures []report.Figure
	for _, f := range figure.All() {
		d, err := f.Describe(s)
		if errors.Is(err, figure.ErrNoData) {
			continue
		}
		if err != nil {
			return nil, err
		}
		figures = append(figures, report.Figure(d))
	}
	var asked []report.Question
	for _, name := range experiments {
		asked = append(asked, report.Question{Experiment: name, Text: "What of " + name + "?"})
	}
	return report.Write(s, figures, asked)
})

// whole returns the files of the report, and REPORT.md.
func whole(t *testing.T) ([]report.File, string) {
	t.Helper()
	files, err := tree()
	if err != nil {
		t.Fatal(err)
	}
	return files, string(files[0].Text)
}

func TestReportIsShort(t *testing.T) {
	_, text := whole(t)
	if lines := strings.Count(text, "\n"); lines > mostLines || len(text) > mostBytes {
		t.Errorf("REPORT.md has %d lines and %d bytes, want at most %d and %d: tables belong to the pages", lines, len(text), mostLines, mostBytes)
	}
	if shown := strings.Count(text, "\n[!["); shown == 0 || shown > report.MostFigures {
		t.Errorf("REPORT.md shows %d figures, want 1 to %d: name those that repeat another in linked", shown, report.MostFigures)
	}
}

// TestOrder: answers, findings, experiments, claims, third parties, bars, checks, method.
func TestOrder(t *testing.T) {
	_, text := whole(t)
	var got []string
	for _, m := range regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(text, -1) {
		got = append(got, m[1])
	}
	want := append(append([]string{"The answers", "What you might not expect"}, experiments...), "claims", "Third parties", "bars", "Checks", "Method")
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("sections: got %q, want %q", got, want)
	}
}

// faults returns what of the fixed shape a section lacks or has too much of.
func faults(name, text string) (all []string) {
	fault := func(ok bool, format string, args ...any) {
		if !ok {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	last := 0
	for _, part := range []string{"\n*What of ", "\n**Design.** ", "\n[![", "\n| ", "\n**How to read it.** ", "\n**Findings**\n", "\n**What it does not show.** ",
		"\nAll tables: [results/" + name + ".md](results/" + name + ".md) · Regenerate: `"} {
		at := strings.Index(text[last:], part)
		fault(at >= 0, "%q is missing, or out of order", strings.TrimSpace(part))
		last += max(at, 0)
	}
	for part, most := range map[string]int{"Design.": 420, "How to read it.": 560, "What it does not show.": 700} {
		_, after, _ := strings.Cut(text, "**"+part+"** ")
		line, _, _ := strings.Cut(after, "\n")
		fault(len([]rune(line)) <= most, "%s is %d characters long, want at most %d", part, len([]rune(line)), most)
	}
	tables := strings.Count(text, "\n| --- |")
	fault(tables == 1, "%d tables, want one", tables)
	rows := strings.Count(text, "\n| ") - 2*tables
	fault(rows >= 1 && rows <= 12, "a table of %d rows, want 1 to 12", rows)
	bullets := strings.Count(text, "\n- ")
	fault(bullets >= 1 && bullets <= 6, "%d findings, want 1 to 6", bullets)
	return all
}

func TestSectionsHaveOneShape(t *testing.T) {
	_, text := whole(t)
	for _, name := range experiments {
		_, after, _ := strings.Cut(text, "\n## "+name+"\n")
		sec, _, _ := strings.Cut(after, "\n## ")
		for _, f := range faults(name, sec) {
			t.Errorf("%s: %s", name, f)
		}
	}
	if len(faults("fpr", "\n*What of it?*\n\n**Design.** "+strings.Repeat("long ", 100)+"\n\n- one\n")) < 6 {
		t.Error("a text without figure, table, reading and links counts as a section")
	}
}

// TestNothingRepeats: no sentence of findings stands twice, and no figure is shown twice.
func TestNothingRepeats(t *testing.T) {
	_, text := whole(t)
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "- ") && !strings.HasPrefix(line, "[![") {
			continue
		}
		if seen[line] {
			t.Errorf("stands twice: %s", line)
		}
		seen[line] = true
	}
}

var link = regexp.MustCompile(`\]\(([^)]*)\)`)

// broken returns the relative links of a file that lead nowhere: to no file of the report or the tree, or to no heading.
func broken(f report.File, files []report.File) (all []string) {
	texts := map[string]string{}
	for _, other := range files {
		texts[other.Path] = string(other.Text)
	}
	for _, m := range link.FindAllStringSubmatch(string(f.Text), -1) {
		target, anchor, _ := strings.Cut(m[1], "#")
		if strings.Contains(target, "://") {
			continue
		}
		at := path.Join(path.Dir(f.Path), target)
		if target == "" {
			at = f.Path
		}
		text, ours := texts[at]
		if _, err := os.Stat(filepath.Join("../../..", filepath.FromSlash(at))); !ours && err != nil {
			all = append(all, m[1])
		} else if anchor != "" && !anchors(text)[anchor] {
			all = append(all, m[1])
		}
	}
	return all
}

// anchors returns what the headings of a text can be linked by.
func anchors(text string) map[string]bool {
	all := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		all[strings.ReplaceAll(strings.ToLower(m[1]), " ", "-")] = true
	}
	return all
}

func TestLinksLeadSomewhere(t *testing.T) {
	files, _ := whole(t)
	for _, f := range files {
		for _, l := range broken(f, files) {
			t.Errorf("%s: the link to %q leads nowhere", f.Path, l)
		}
	}
	bad := report.File{Path: "results/x.md", Text: []byte("[a](nothing.csv) [b](../REPORT.md#nowhere) [c](../REPORT.md#fpr) [d](fpr.csv)")}
	if got := broken(bad, files); len(got) != 2 {
		t.Errorf("of two broken links %q were found", got)
	}
}

// TestPagesShowAll: every experiment has a page, which holds the rows that the report leaves out.
func TestPagesShowAll(t *testing.T) {
	files, text := whole(t)
	pages := map[string]string{}
	for _, f := range files {
		pages[f.Path] = string(f.Text)
	}
	for _, name := range append([]string{"bars", "checks"}, experiments...) {
		if !strings.Contains(pages["results/"+name+".md"], "\n| --- |") {
			t.Errorf("results/%s.md has no table", name)
		}
	}
	if row := "| xor-16 |"; strings.Contains(text, row) || !strings.Contains(pages["results/memory.md"], row) {
		t.Errorf("want the row %q in results/memory.md and not in REPORT.md", row)
	}
}
