// Package report writes REPORT.md from results and figures: the answers first, then a section for each
// experiment with its evidence.
//
// Every number comes from the result files. A sentence is written only where its condition holds in them,
// so prose cannot go stale.
package report

import (
	"bytes"
	_ "embed"
	"fmt"
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
	Design      string   // what was measured, in a few lines
	Findings    []string // sentences whose conditions hold
	Figures     []Figure
	Linked      []Figure // not shown here, but in the gallery
	Tables      []table
	Limits      string // what it does not show
	Command     string
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

var page = template.Must(template.New("report").Parse(text))

// Write returns the text of REPORT.md for the store.
func Write(s record.Store, figures []Figure, questions []Question) ([]byte, error) {
	run, err := s.ReadRun()
	if err != nil {
		return nil, err
	}
	machine, err := machineFacts(run)
	if err != nil {
		return nil, err
	}
	checks, err := record.Read[record.CheckRow](s, record.ChecksFile)
	if err != nil {
		return nil, err
	}
	e, err := readEvidence(s)
	if err != nil {
		return nil, err
	}
	data := struct {
		Run        record.Run
		Machine    []string
		Filters    table
		Rings      table
		Hashes     table
		Findings   []string
		Sections   []section
		Claims     section
		ThirdParty table
		Checks     table
		Held       string
		Account    string
	}{
		Run: run, Account: account(run), Machine: machine, Checks: checkTable(checks), Held: held(checks),
		Filters: filterDecisions(e), Rings: ringDecisions(e), Hashes: hashDecisions(e), Findings: found(e, figures), ThirdParty: thirdParty(e),
	}
	for _, q := range questions {
		write, ok := writers[q.Experiment]
		if !ok {
			return nil, fmt.Errorf("report: experiment %q has no section", q.Experiment)
		}
		sec, ok, err := write(s)
		if err != nil {
			return nil, err
		}
		if !ok {
			sec = section{Title: q.Experiment, Limits: "It has not been run; `hashlab run " + q.Experiment + "` does."}
		}
		sec.Name, sec.Question, sec.Run = q.Experiment, q.Text, run.Experiments[q.Experiment]
		sec.Figures, sec.Linked = parted(figures, q.Experiment)
		if sec.Command == "" {
			sec.Command = "hashlab run " + q.Experiment
		}
		for i := range sec.Tables {
			sec.Tables[i] = sec.Tables[i].shorten(q.Experiment)
		}
		data.Sections = append(data.Sections, sec)
	}
	bars, err := barsSection(s, run)
	if err != nil {
		return nil, err
	}
	data.Sections = append(data.Sections, bars)
	if data.Claims, err = claimsSection(s); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := page.Execute(&out, data); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return out.Bytes(), nil
}

func checkTable(checks []record.CheckRow) table {
	t := table{Header: []string{"experiment", "check", "comparisons", "holds", "what was found"}}
	for _, c := range checks {
		holds := "yes"
		if !c.Holds {
			holds = "**no**"
		}
		t.add(c.Experiment, c.Check, fmt.Sprint(c.Tests), holds, c.Detail)
	}
	return t
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
