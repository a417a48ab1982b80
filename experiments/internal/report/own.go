package report

import (
	"fmt"
	"strings"

	"hashlab/experiments/internal/record"
)

// isOwn reports whether a key class is a file of the user's.
func isOwn(class string) bool { return strings.HasPrefix(class, "file-") }

// ownKeys says how the base filter and all hash functions do on the keys that the user brought, first of all findings.
func ownKeys(rows []record.FPRRow) []string {
	base, ok := pick(rows, func(r record.FPRRow) bool {
		return isOwn(r.KeyClass) && r.Filter == "bloom-classic" && r.Hash == baseHash && r.Sizing == "fpr" && r.TargetFPR == 0.01
	})
	if !ok {
		return nil
	}
	var hashed []record.FPRRow
	names := map[string]bool{}
	for _, r := range rows {
		if r.KeyClass == base.KeyClass && r.Sizing == "m,k" && r.Filter == "bloom-classic" {
			hashed, names[r.Hash] = append(hashed, r), true
		}
	}
	text := fmt.Sprintf("**Your keys** (`%s`, %s in a filter): `bloom-classic` with `%s`, sized for 1 %%, has a rate of %s, %s times theory's", base.KeyClass, count(base.N), baseHash,
		percent(base.FPR, 3), within(base.Ratio, base.RatioLow, base.RatioHigh, 3))
	worst, _ := weak(hashed)
	if len(hashed) > 0 {
		text += fmt.Sprintf("; of %d hash functions %s give more false positives than theory in it", len(names), someOf(len(worst)))
		if len(worst) > 0 {
			text += ": " + quoted(sortedNames(worst))
		}
	}
	return []string{text + ". All rows stand in the tables of its page."}
}

// ownKeysTable has all rows of the user's keys.
func ownKeysTable(rows []record.FPRRow) (table, bool) {
	t := table{
		Caption: "Your keys, by filter, hash function and size; intervals are 95 %, *detectable* is the excess over theory that a row would show with 99 % power.",
		Header:  []string{"filter", "hash", "n", "sized for", "bits a key", "k", "measured", "theory", "measured ÷ theory", "detectable", "false negatives"},
	}
	for _, r := range rows {
		if isOwn(r.KeyClass) {
			t.add(r.Filter, r.Hash, count(r.N), digits(r.TargetFPR, 2), digits(r.BitsPerKey, 4), fmt.Sprint(r.K), digits(r.FPR, 4), digits(r.FPRTheory, 4),
				within(r.Ratio, r.RatioLow, r.RatioHigh, 3), percent(r.Detectable, 2), count(r.FalseNegatives))
		}
	}
	return t, len(t.Rows) > 0
}

// ownNodes says which locators load the user's nodes most and least evenly, first of all findings.
func ownNodes(rows []record.BalanceRow) []string {
	var least, most, base record.BalanceRow
	for _, r := range rows {
		switch {
		case r.IDs != "own" || !ours(r.Locator):
			continue
		case least.Locator == "" || r.PeakToAverage < least.PeakToAverage:
			least = r
		}
		if most.Locator == "" || r.PeakToAverage > most.PeakToAverage {
			most = r
		}
		if r.Locator == baseLocator {
			base = r
		}
	}
	if least.Locator == "" || least.Locator == most.Locator {
		return nil
	}
	text := fmt.Sprintf("**Your nodes** (%d of them, %s keys): the fullest has %s (`%s`) to %s times (`%s`) what it should", least.Nodes, count(least.Keys),
		digits(least.PeakToAverage, 3), least.Locator, digits(most.PeakToAverage, 3), most.Locator)
	if base.Locator != "" {
		text += fmt.Sprintf(", and %s times in `%s` with %d vnodes, where theory has %s on average over ids", digits(base.PeakToAverage, 3), base.Locator, base.Vnodes, digits(base.PeakTheory, 3))
	}
	return []string{text + ". All rows stand in the tables of its page."}
}

// ownNodesTable has all rows of the user's nodes.
func ownNodesTable(rows []record.BalanceRow) table {
	t := table{
		Caption: "Your nodes, one placement of keys that are asked for alike: load of the fullest and of the emptiest over what they should have, by weight where they have one. Theory is the mean over ids.",
		Header:  []string{"locator", "hash", "nodes", "vnodes", "keys", "fullest", "theory", "emptiest", "cv", "theory"},
	}
	for _, r := range rows {
		if r.IDs == "own" {
			t.add(r.Locator, r.Hash, fmt.Sprint(r.Nodes), fmt.Sprint(r.Vnodes), count(r.Keys), digits(r.PeakToAverage, 4), digits(r.PeakTheory, 4), digits(r.Least, 4), digits(r.CV, 3), digits(r.CVTheory, 3))
		}
	}
	return t
}
