package report_test

import (
	"regexp"
	"strings"
	"testing"
)

// firstScreens is how many characters a reader sees on a screen and a half: some 35 lines of 90.
const firstScreens = 3200

// unanswered returns which of the questions that are asked first the beginning of a text does not answer with figures
// and with what would change the answer.
func unanswered(text string) (open []string) {
	head := []rune(text)
	head = head[:min(len(head), firstScreens)]
	for question, answer := range map[string]string{
		"the filter for 10^7 keys at 0.1 % with deletes": `(?m)^- \*\*10<sup>7</sup> keys at 0\.1 %, with deletes:\*\* .*\d MB.*Without deletes, .*\d MB.*\(\[memory\]\(#memory\)\)$`,
		"the vnodes that keep 100 nodes within 10 %":     `(?m)^- \*\*Vnodes .* 100 nodes within 10 % .*:\*\* .*\d a node.*On 10 nodes \d.*\(\[balance\]\(#balance\)\)$`,
		"whether FNV-1a is safe for labels":              `(?m)^- \*\*FNV-1a for the labels of a ring:\*\* not safe\. .*\d times the mean.*mends it: .*\(\[balance\]\(#balance\)\)$`,
	} {
		if !regexp.MustCompile(answer).MatchString(string(head)) {
			open = append(open, question)
		}
	}
	return open
}

func TestFirstScreens(t *testing.T) {
	_, text := whole(t)
	for _, question := range unanswered(text) {
		t.Errorf("the first screen and a half of REPORT.md do not answer %s", question)
	}
	at := strings.Index(text, "\n- **FNV-1a")
	if got := unanswered(text[:at] + "\n" + strings.Repeat("long ", firstScreens/5) + text[at:]); len(got) != 1 {
		t.Errorf("of one answer that comes too late %q were found", got)
	}
}

// needs are what the decision tables must have a row for, by the head of the table.
var needs = map[string][]string{
	"Which filter":          {"least memory", "fastest", "to delete", "to grow", "known at once", "many threads"},
	"Which consistent hash": {"any node may leave", "weights", "a bound", "replicas", "0 nodes"},
	"Which hash function":   {"short keys", "long keys", "pick to do harm"},
}

// cell matches a figure, with its interval or its size, or a verdict; chosen a name that is linked to a section.
var (
	cell   = regexp.MustCompile(`^(\d[\d.,]*( \([\d.]+( to [\d.]+)?\))?|–|passes all|fails .+|none collides|.+ collide)$`)
	chosen = regexp.MustCompile("^\\[`[a-z0-9-]+`\\]\\(#[a-z]+\\)( \\(static\\))?$")
)

// unfit returns what is wrong with the rows of a decision table.
func unfit(text string, needs []string) (all []string) {
	for _, need := range needs {
		if !strings.Contains(text, need) {
			all = append(all, "no row for: "+need)
		}
	}
	for _, row := range strings.Split(text, "\n| ")[1:] {
		cells := strings.Split(strings.TrimSuffix(strings.TrimSpace(row), " |"), " | ")
		if cells[0] == "you need" || cells[0] == "---" {
			continue
		}
		figures := 0
		for i, c := range cells[1 : len(cells)-1] {
			switch {
			case i == 0 && !chosen.MatchString(c):
				all = append(all, cells[0]+": no name that is linked: "+c)
			case i > 0 && !cell.MatchString(c):
				all = append(all, cells[0]+": no figure: "+c)
			case i > 0 && c != "–":
				figures++
			}
		}
		if figures == 0 || cells[len(cells)-1] == "" {
			all = append(all, cells[0]+": no figure at all, or no alternative")
		}
	}
	return all
}

// TestDecisionTables: every need has a row, and every row a linked name, figures, and what would change the choice.
func TestDecisionTables(t *testing.T) {
	_, text := whole(t)
	for title, needs := range needs {
		_, after, ok := strings.Cut(text, "\n### "+title+"\n")
		table, _, _ := strings.Cut(after, "\n#")
		if !ok {
			t.Errorf("no table %q", title)
		}
		for _, fault := range unfit(table, needs) {
			t.Errorf("%s: %s", title, fault)
		}
	}
	bad := "\n| you need | take | ns | or else |\n| --- | --- | --- | --- |\n| speed | `x` | quick |  |\n| space | [`y`](#fpr) | – | z |"
	if got := unfit(bad, []string{"speed", "weights"}); len(got) != 5 {
		t.Errorf("of five faults these were found: %q", got)
	}
}

// TestFindings: at least ten, each one sentence in bold or with a beginning in bold, a figure from results, and a plot.
func TestFindings(t *testing.T) {
	_, text := whole(t)
	_, after, _ := strings.Cut(text, "\n## What you might not expect\n")
	part, _, _ := strings.Cut(after, "\nContents:")
	finding := regexp.MustCompile(`^1\. \*\*.+\d.* \(\[figure\]\(plots/[a-z-]+\.svg\)\)$`)
	found := 0
	for line := range strings.Lines(part) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if found++; !finding.MatchString(line) {
			t.Errorf("no number, or no figure: %s", line)
		}
	}
	if found < 10 {
		t.Errorf("%d findings, want at least 10", found)
	}
}
