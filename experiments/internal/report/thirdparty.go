package report

import (
	"fmt"
	"strings"

	"hashlab/experiments/internal/record"
)

// thirdParty is the table of libraries: what was measured of each, with its version.
func thirdParty(e evidence) table {
	t := table{
		Caption: "Each library at its own level, with the version that was measured. A declared fault is one that the conformance suite must see, or it fails.",
		Header:  []string{"entry", "module", "version", "licence", "look-up, ns", "worst measured ÷ target fpr, or fullest ÷ mean", "declared faults"},
	}
	n := largestN(e.throughput, shownN)
	for _, r := range e.implementations {
		if !strings.HasPrefix(r.Name, "x-") {
			continue
		}
		var rows []record.ThroughputRow
		kept := unknown
		switch r.Kind {
		case "filter":
			rows, kept = lookups(e.throughput, r.Name, n), worstTarget(e.fpr, r.Name)
		case "locator":
			rows = located(e.throughput, r.Name, baseNodes)
			for _, c := range ringChoices(e) {
				if c.name == r.Name && c.peak().Known() {
					kept = digits(c.peak(), 3)
				}
			}
		}
		ns := unknown
		if row, ok := fastest(rows); ok {
			ns = within(row.NsPerKey, row.NsLow, row.NsHigh, 3)
		}
		t.add(r.Name, r.Module, r.Version, r.Licence, ns, kept, declared(r.Traits))
	}
	return t
}

// worstTarget says how far a filter lies above its target at the worst size.
func worstTarget(rows []record.FPRRow, filter string) string {
	var worst record.FPRRow
	for _, r := range rows {
		if r.Filter == filter && r.Sizing == "fpr" && r.KeyClass == "random8" && r.N == r.NDesign && r.TargetFPR > 0 && (worst.Filter == "" || r.FPR/r.TargetFPR > worst.FPR/worst.TargetFPR) {
			worst = r
		}
	}
	if worst.Filter == "" {
		return unknown
	}
	return fmt.Sprintf("%s at n = %s, %s", digits(worst.FPR/worst.TargetFPR, 3), count(worst.N), percent(worst.TargetFPR, 2))
}

// declared lists the faults of the traits.
func declared(traits string) string {
	var faults []string
	for rest := traits; ; {
		_, after, ok := strings.Cut(rest, "known-fault(")
		if !ok {
			break
		}
		name, tail, _ := strings.Cut(after, ",")
		faults, rest = append(faults, name), tail
	}
	if len(faults) == 0 {
		return "none"
	}
	return strings.Join(faults, ", ")
}
