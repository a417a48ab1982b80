// Package report writes REPORT.md from results and figures: the answers first, then a section of one shape for each
// experiment, with the evidence that a reader needs. All tables, whole, stand in a page for each experiment,
// results/EXPERIMENT.md.
//
// Every number comes from the result files. A sentence is written only where its condition holds in them,
// so prose cannot go stale.
package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"hashlab/experiments/internal/record"
)

// Figure is what the report says of a figure.
type Figure struct{ Name, Experiment, Title, Subtitle, Alt string }

// Question is what an experiment asks.
type Question struct{ Experiment, Text string }

// A section is the part of the report on one experiment.
type section struct {
	Name, Title string
	Question    string
	Design      string   // what was measured, in three lines at most
	Reading     string   // how to read figure and table, in four lines at most
	Findings    []string // sentences whose conditions hold, the most telling first; those beyond mostFindings are left to the page
	Notes       []string // further sentences, for the page alone
	Figures     []Figure
	Linked      []Figure // not shown here, but in the gallery
	Small       table    // what the report shows of the tables
	Tables      []table  // all of them, for the page
	Limits      string   // what it does not show
	Command     string
	Page        string // path of the page, "" where there is none
	Run         record.Measurement
}

// A writer of a section reads its result files. It returns false where the experiment has not been run.
type writer func(record.Store) (section, bool, error)

var writers = map[string]writer{
	"fpr": fprSection, "memory": memorySection, "balance": balanceSection, "remap": remapSection,
	"hashing": hashingSection, "quality": qualitySection, "throughput": throughputSection, "signup": signupSection, "cachetier": cachetierSection,
}

//go:embed report.md.tmpl
var text string

var reportTemplate = template.Must(template.New("report").Parse(text))

// A File is what the report consists of: Path is from the root of the store, with slashes.
type File struct {
	Path string
	Text []byte
}

// contents are what the template of REPORT.md is filled with.
type contents struct {
	Run             record.Run
	Machine         []string
	First           []string // the questions that are asked most, answered
	Filters, Rings  answers
	Hashes          answers
	Findings        []string
	Sections        []section
	Claims, Bars    section
	ThirdParty      table
	Held            string
	Checks, Failing table
	ChecksPage      string
	Account         string
	Bootstrap       string   // what the interval of the bootstrap is
	names           []string // of the small tables
	pages           []page
}

// Write returns REPORT.md and the pages with all tables, for the store.
func Write(s record.Store, figures []Figure, questions []Question) ([]File, error) {
	c, err := gather(s, figures)
	if err != nil {
		return nil, err
	}
	for _, q := range questions {
		if err := c.add(s, figures, q); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	if err := reportTemplate.Execute(&out, c); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	files := []File{{"REPORT.md", out.Bytes()}}
	for _, p := range c.pages {
		f, err := p.file()
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// gather reads what is not the section of one experiment.
func gather(s record.Store, figures []Figure) (c contents, err error) {
	if c.Run, err = s.ReadRun(); err != nil {
		return c, err
	}
	if c.Machine, err = machineFacts(c.Run); err != nil {
		return c, err
	}
	checks, err := record.Read[record.CheckRow](s, record.ChecksFile)
	if err != nil {
		return c, err
	}
	e, err := readEvidence(s)
	if err != nil {
		return c, err
	}
	c.Bootstrap = bootstrap()
	c.Account, c.Held, c.ThirdParty = account(c.Run), held(checks), thirdParty(e)
	c.Filters, c.Rings, c.Hashes = filterDecisions(e), ringDecisions(e), hashDecisions(e)
	c.First, c.Findings = askedFirst(e), found(e, figures)
	c.names = named([]string{"bloom-classic", "article-filter", baseLocator, "modulo", "article-ring", baseHash},
		strings.Join(c.First, "\n"), c.Filters.text(), c.Rings.text(), c.Hashes.text(), strings.Join(c.Findings, "\n"))
	c.Checks, c.Failing = checkTable(checks)
	if len(checks) > 0 {
		c.ChecksPage = pageFile("checks")
		c.pages = append(c.pages, page{Name: "checks", Question: "What are the results held to?", Back: "#checks", Tables: []table{c.Checks}, Files: []string{record.ChecksFile}})
	}
	var bars page
	if c.Bars, bars, err = barsSection(s, c.Run); err != nil {
		return c, err
	}
	if c.Bars.Page != "" {
		c.pages = append(c.pages, bars)
	}
	c.Claims, err = claimsSection(s)
	return c, err
}

// add writes the section of an experiment, and its page.
func (c *contents) add(s record.Store, figures []Figure, q Question) error {
	write, ok := writers[q.Experiment]
	if !ok {
		return fmt.Errorf("report: experiment %q has no section", q.Experiment)
	}
	sec, ok, err := write(s)
	if err != nil {
		return err
	}
	if !ok {
		sec = section{Title: q.Experiment, Limits: "It has not been run; `hashlab run " + q.Experiment + "` does."}
	}
	sec.Name, sec.Question, sec.Run = q.Experiment, q.Text, c.Run.Experiments[q.Experiment]
	sec.Figures, sec.Linked = parted(figures, q.Experiment)
	if sec.Command == "" {
		sec.Command = "hashlab run " + q.Experiment
	}
	if ok {
		p, err := pageOf(s, sec)
		if err != nil {
			return err
		}
		c.pages, sec.Page = append(c.pages, p), pageFile(q.Experiment)
	}
	sec.Small = sec.Small.small(c.names)
	sec.Findings = slices.Clone(sec.Findings[:min(len(sec.Findings), mostFindings)])
	c.Sections = append(c.Sections, sec)
	return nil
}

// checkTable returns the table of all checks, and that of those that do not hold.
func checkTable(checks []record.CheckRow) (all, failing table) {
	all = table{Caption: "A run ends with exit code 1 where one of these does not hold.", Header: []string{"experiment", "check", "comparisons", "holds", "what was found"}}
	failing.Header = all.Header
	for _, c := range checks {
		holds := "yes"
		if !c.Holds {
			holds = "**no**"
		}
		row := []string{c.Experiment, c.Check, fmt.Sprint(c.Tests), holds, c.Detail}
		all.add(row...)
		if !c.Holds {
			failing.add(row...)
		}
	}
	return all, failing
}

func held(checks []record.CheckRow) string {
	holding := 0
	for _, c := range checks {
		if c.Holds {
			holding++
		}
	}
	return fmt.Sprintf("%d of %d checks hold", holding, len(checks))
}
