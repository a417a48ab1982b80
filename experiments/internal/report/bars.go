package report

import (
	"fmt"

	"hashlab/experiments/internal/record"
)

// barsSection says whether the claims on speed hold, and names those that do not; its page has them all.
func barsSection(s record.Store, run record.Run) (section, page, error) {
	sec := section{Name: "bars", Title: "Performance bars", Question: "Is it as fast as it is meant to be?", Command: "make bench", Run: run.Experiments["bars"]}
	rows, err := record.Read[record.BarRow](s, record.BarsFile)
	if err != nil {
		return sec, page{}, err
	}
	if len(rows) == 0 {
		sec.Limits = "Not measured: `make bench` does."
		return sec, page{}, nil
	}
	sec.Design = "Each bar is a ratio of two times that one process takes in turns of random order: the median over rounds, with its 95 % interval. " +
		"The end of the interval that faces what is wanted decides; *as fast as* means at least 0.95. Figures without an interval are counted."
	t := table{Caption: "Ratios of the first time to the second.", Header: []string{"bar", "what is compared", "ratio (95 % interval)", "wanted", "verdict", "first", "second"}}
	short := table{Caption: "Those that are short.", Header: t.Header}
	var names []string
	for _, r := range rows {
		row := []string{r.Name, r.What, barRatio(r), r.Relation + " " + digits(r.Wanted, 3), r.Verdict, barSide(r.Over, r.OverNs, r.Unit), barSide(r.Under, r.UnderNs, r.Unit)}
		if r.Verdict != record.BarHolds {
			row[4] = "**" + r.Verdict + "**"
			names = append(names, "`"+r.Name+"`")
			short.add(row...)
		}
		t.add(row...)
	}
	sec.Small, sec.Tables, sec.Page = short, []table{t}, pageFile(sec.Name)
	sec.Findings = []string{fmt.Sprintf("%d of %d bars hold%s.", len(rows)-len(names), len(rows), listed("; short: ", names))}
	if m := sec.Run.Machine; m != "" && m != run.MachineID {
		sec.Findings = append(sec.Findings, fmt.Sprintf("They were measured on another machine than the rest: `%s`.", m))
	}
	p, err := pageOf(s, sec)
	return sec, p, err
}

// barRatio returns the ratio with its interval, or the counted figure.
func barRatio(r record.BarRow) string {
	text := digits(r.Ratio, 3)
	if r.Rounds > 0 {
		text = within(r.Ratio, r.Low, r.High, 3)
	}
	if r.Detail != "" {
		text += ": " + r.Detail
	}
	return text
}

// barSide returns what a side is, and how long it takes where it was timed.
func barSide(text string, ns record.Float, unit string) string {
	if !ns.Known() {
		return orUnknown(text)
	}
	return fmt.Sprintf("%s, %s ns a %s", text, digits(ns, 3), unit)
}

// listed returns the names behind an introduction, or nothing where there are none.
func listed(introduction string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	text := introduction
	for i, name := range names {
		if i > 0 {
			text += ", "
		}
		text += name
	}
	return text
}
