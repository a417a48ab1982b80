package report

import (
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
)

// evidence is what the claims of the two articles are judged by. What was not run has no rows.
type evidence struct {
	fpr             []record.FPRRow
	memory          []record.MemoryRow
	balance         []record.BalanceRow
	remap           []record.RemapRow
	hashing         []record.HashingRow
	throughput      []record.ThroughputRow
	signup          []record.SignupRow
	signupTimes     []record.SignupTimes // of the embedded database and of a server
	cachetier       []record.CachetierRow
	implementations []record.ImplementationRow
	attacks         []record.QualityAttackRow
	hashes          map[string]hashFacts
}

func readEvidence(s record.Store) (e evidence, err error) {
	var server []record.SignupTimes
	for _, read := range []func() error{
		func() error { e.fpr, err = record.Read[record.FPRRow](s, "fpr.csv"); return err },
		func() error { e.memory, err = record.Read[record.MemoryRow](s, "memory.csv"); return err },
		func() error { e.balance, err = record.Read[record.BalanceRow](s, "balance.csv"); return err },
		func() error { e.remap, err = record.Read[record.RemapRow](s, "remap.csv"); return err },
		func() error { e.hashing, err = record.Read[record.HashingRow](s, "hashing.csv"); return err },
		func() error { e.throughput, err = record.Read[record.ThroughputRow](s, "throughput.csv"); return err },
		func() error { e.signup, err = record.Read[record.SignupRow](s, "signup.csv"); return err },
		func() error { e.signupTimes, err = signupTimes(s, "signup_times.csv"); return err },
		func() error {
			server, err = signupTimes(s, "signup_postgres_times.csv")
			return err
		},
		func() error { e.cachetier, err = record.Read[record.CachetierRow](s, "cachetier.csv"); return err },
		func() error {
			e.attacks, err = record.Read[record.QualityAttackRow](s, "quality_attack.csv")
			return err
		},
		func() error { e.hashes, err = readHashFacts(s); return err },
		func() error {
			e.implementations, err = record.Read[record.ImplementationRow](s, "implementations.csv")
			return err
		},
	} {
		if err := read(); err != nil {
			return evidence{}, err
		}
	}
	e.signupTimes = append(e.signupTimes, server...)
	return e, nil
}

// A claim is one of the articles', with the function that judges it.
type claim struct {
	id, text, figure, command string
	judge                     func(evidence) finding
}

// A finding is what the results say of a claim. The zero value says that they lack what it takes.
type finding struct {
	verdict, condition string // condition of "holds if", or what stands in place of what does not hold
	measured, theory   string
}

// judge returns the row of a claim.
func (c claim) row(e evidence) record.ClaimRow {
	f := c.judge(e)
	if f.verdict == "" {
		f.verdict = record.NotMeasured
	}
	return record.ClaimRow{ID: c.id, Claim: c.text, Measured: f.measured, Theory: f.theory, Verdict: f.verdict, If: f.condition, Figure: c.figure, Command: c.command}
}

// claimsSection is the last of the report: every claim of both articles, and their errata.
func claimsSection(s record.Store) (section, error) {
	e, err := readEvidence(s)
	if err != nil {
		return section{}, err
	}
	sec := section{Name: "claims", Title: "Claims", Question: "What of the two articles that started the project holds?", Command: "hashlab report",
		Design: "Each claim in our words, with what was measured here. *Holds if* names the condition; *not measured* says that the results lack what it takes."}
	var verdicts []string
	for _, part := range []struct {
		caption string
		claims  []claim
	}{
		{"A: the Bloom filter in front of the user table.", filterClaims},
		{"B: consistent hashing when the fifth cache server arrives.", ringClaims},
		{"Errata: what the texts say wrongly.", errata},
	} {
		t := table{Caption: part.caption, Header: []string{"", "claim", "measured", "theory", "verdict", "figure", "command"}}
		for _, c := range part.claims {
			r := c.row(e)
			verdicts = append(verdicts, r.Verdict)
			verdict := "**" + r.Verdict + "**"
			if r.If != "" {
				verdict += ": " + r.If
			}
			figure := unknown
			if r.Figure != "" {
				figure = fmt.Sprintf("[%s](plots/%s.svg)", r.Figure, r.Figure)
			}
			t.add(r.ID, r.Claim, orUnknown(r.Measured), orUnknown(r.Theory), verdict, figure, "`"+r.Command+"`")
		}
		sec.Tables = append(sec.Tables, t)
	}
	sec.Findings = []string{tallyVerdicts(verdicts)}
	return sec, nil
}

func orUnknown(text string) string {
	if text == "" {
		return unknown
	}
	return text
}

// tallyVerdicts counts the verdicts.
func tallyVerdicts(verdicts []string) string {
	text := fmt.Sprintf("Of %d claims and errata", len(verdicts))
	for _, v := range []string{record.Holds, record.HoldsIf, record.HoldsNot, record.NotMeasured} {
		n := 0
		for _, got := range verdicts {
			if got == v {
				n++
			}
		}
		text += fmt.Sprintf(", %d: %s", n, v)
	}
	return text + "."
}

// pick returns the first row that keep accepts.
func pick[T any](rows []T, keep func(T) bool) (row T, ok bool) {
	if i := slices.IndexFunc(rows, keep); i >= 0 {
		return rows[i], true
	}
	return row, false
}

// filterAt returns the base row of a filter at a target rate.
func (e evidence) filterAt(name string, target record.Float) (record.FPRRow, bool) {
	return pick(baseRows(e.fpr), func(r record.FPRRow) bool { return r.Filter == name && r.TargetFPR == target })
}

// story returns the row of a guard in a story of the sign-up page.
func (e evidence) story(story, guard string) (record.SignupRow, bool) {
	return pick(e.signup, func(r record.SignupRow) bool { return r.Story == story && r.Filter == guard })
}

// forgets says that a filter is made to forget keys.
func (e evidence) forgets(filter string) bool {
	r, ok := pick(e.implementations, func(r record.ImplementationRow) bool { return r.Kind == "filter" && r.Name == filter })
	return ok && strings.Contains(r.Traits, "forgets")
}
