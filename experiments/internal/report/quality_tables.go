package report

import (
	"fmt"
	"strings"

	"hashlab/experiments/internal/record"
)

func verdictTable(verdicts []record.QualityVerdict) table {
	t := table{
		Caption: "The battery. *Excess* is how far the worst result on ordinary keys lies from chance, where the limit is at 1; *attack* is the set of chosen keys " +
			"that shares most hashes, over all seeds tried.",
		Header: []string{"hash", "size", "failed", "tests failed on ordinary keys", "excess", "worst case", "attack"},
	}
	for _, v := range verdicts {
		tests, harm := "none", "none"
		if v.Tests != "" {
			tests = strings.ReplaceAll(v.Tests, " ", ", ")
		}
		if v.AttackSet != "" {
			harm = fmt.Sprintf("%s: %s of %s", v.AttackSet, count(uint64(v.Shared)), count(uint64(v.Attacked)))
		}
		t.add(v.Hash, v.Size, fmt.Sprintf("%d of %d", v.Failed, v.Results), tests, digits(v.Excess, 2),
			fmt.Sprintf("%s on %s (%s)", v.Test, v.Keys, v.Detail), harm)
	}
	return t
}

// attackTable has a row for each function and a column for each set, with the rates under a published and a
// secret seed.
func attackTable(rows []record.QualityAttackRow) table {
	sets, names, keyed := map[string]bool{}, map[string]bool{}, map[string]bool{}
	rates := map[string]record.Float{}
	for _, r := range rows {
		if r.N <= 2 {
			continue // half of a pair is one key, which says nothing of a rate
		}
		sets[r.AttackSet], names[r.Hash], keyed[r.Hash] = true, true, r.Keyed
		rates[r.Hash+" "+r.AttackSet+" "+r.HashSeed] = r.FPR
	}
	t := table{
		Caption: "False-positive rate on the keys of an attack set, with a published and with a secret seed; *none* is ordinary keys.",
		Header:  append([]string{"hash", "keyed"}, sortedNames(sets)...),
	}
	for _, name := range sortedNames(names) {
		cells := []string{name, yes(keyed[name])}
		for _, set := range sortedNames(sets) {
			cell := unknown
			if rate, ok := rates[name+" "+set+" "+publishedSeed]; ok {
				cell = digits(rate, 2)
			}
			if rate, ok := rates[name+" "+set+" "+secretSeed]; ok {
				cell += ", " + digits(rate, 2)
			}
			cells = append(cells, cell)
		}
		t.add(cells...)
	}
	return t
}

func pollutionTable(rows []record.QualityPollutionRow) table {
	t := table{
		Caption: "A filter whose keys an adversary chose on the published function; intervals are 95 %.",
		Header:  []string{"hash", "keyed", "seed", "keys", "tried", "fill", "fill, theory", "fpr", "fpr, theory"},
	}
	for _, r := range rows {
		t.add(r.Hash, yes(r.Keyed), r.HashSeed, r.Insertion, count(r.Candidates), digits(r.FillRatio, 3), digits(r.FillTheory, 3),
			within(r.FPR, r.FPRLow, r.FPRHigh, 3), digits(r.FPRTheory, 3))
	}
	return t
}
