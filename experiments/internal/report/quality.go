package report

import (
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
)

// What a result file says of seeds and keys.
const (
	secretSeed    = "secret"
	publishedSeed = "published"
	ordinaryKeys  = "none" // in the place of an attack set
	chosenKeys    = "chosen"
)

func qualitySection(s record.Store) (section, bool, error) {
	verdicts, err := readBoth[record.QualityVerdict](s, "quality_verdicts.csv", "quality_random_verdicts.csv")
	if err != nil {
		return section{}, false, err
	}
	attacks, err := readBoth[record.QualityAttackRow](s, "quality_attack.csv", "quality_random_attack.csv")
	if err != nil {
		return section{}, false, err
	}
	polluted, err := record.Read[record.QualityPollutionRow](s, "quality_pollution.csv")
	if err != nil || len(verdicts)+len(attacks)+len(polluted) == 0 {
		return section{}, false, err
	}
	sec := section{
		Title: "Quality of hash functions",
		Design: "A battery of tests on keys as programs have them: each holds a function against chance, two-sided, with p-values adjusted so that " +
			"a perfect function fails any with a probability of 10<sup>-6</sup> at most. Under attack a filter holds half of the chosen keys and is asked " +
			"for the other half, and a ring of 10 nodes places all. A polluted filter took only keys that set k new bits each.",
		Reading: "*Excess* is how far the worst result on ordinary keys lies from chance; the limit is at 1, so 0.5 passes and 2 fails. *Attack* is the set of chosen keys that shares most " +
			"hashes; its results count among the failed. A *published* seed is 0, a *secret* one is not known to whoever chose the keys; only a function that is keyed can be expected to keep it.",
		Limits: "Attacks that are not known, and those by somebody who can query the filter: that no key of a set collides proves nothing but for " +
			"a keyed function. What is found of a function that differs from process to process holds for one process, the next may differ within chance; " +
			"nobody can choose keys on it in another process, so that it has no row under pollution.",
	}
	sec.Findings = slices.Concat(passing(verdicts), standing(attacks), pairs(attacks), pollutionFindings(polluted))
	sec.Notes = append(failing(verdicts), seedless(attacks)...)
	if len(verdicts) > 0 {
		sec.Small = verdictTable(verdicts).columns("Results of the battery, and the chosen keys that collide.", "hash", "failed", "tests failed on ordinary keys", "excess", "attack")
		sec.Tables = append(sec.Tables, verdictTable(verdicts))
	}
	if len(attacks) > 0 {
		sec.Tables = append(sec.Tables, attackTable(attacks))
	}
	if len(polluted) > 0 {
		sec.Tables = append(sec.Tables, pollutionTable(polluted))
	}
	return sec, true, nil
}

// quoted writes names as code, separated by commas.
func quoted(names []string) string { return "`" + strings.Join(names, "`, `") + "`" }

// passing names the functions that pass every test on ordinary keys.
func passing(verdicts []record.QualityVerdict) []string {
	var names []string
	for _, v := range verdicts {
		if v.Tests == "" {
			names = append(names, v.Hash)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("On ordinary keys %d of %d functions pass every test: %s.", len(names), len(verdicts), quoted(names))}
}

// failing names the function that lies farthest beyond a limit.
func failing(verdicts []record.QualityVerdict) []string {
	worst := record.QualityVerdict{}
	for _, v := range verdicts {
		if v.Tests != "" && (worst.Hash == "" || v.Excess > worst.Excess) {
			worst = v
		}
	}
	if worst.Hash == "" {
		return nil
	}
	return []string{fmt.Sprintf("Farthest beyond a limit on ordinary keys is `%s`: `%s` on %s, %s times as far off as a result that still passes.",
		worst.Hash, worst.Test, worst.Keys, digits(worst.Excess, 2))}
}

// collapses reports whether most keys of a set share their hashes. A pair is no set: chance of a seed decides.
func collapses(r record.QualityAttackRow) bool {
	return r.AttackSet != ordinaryKeys && r.N > 2 && r.DistinctShare < 0.5
}

// seedless says for which functions a secret seed does not help, and what the keys then do.
func seedless(rows []record.QualityAttackRow) (found []string) {
	bySet := map[string][]string{}
	rate, peak := record.Float(1), record.Unknown
	for _, r := range rows {
		if r.HashSeed != secretSeed || !collapses(r) {
			continue
		}
		bySet[r.AttackSet] = append(bySet[r.AttackSet], r.Hash)
		rate = min(rate, r.FPR)
		if !peak.Known() || r.PeakToAverage < peak {
			peak = r.PeakToAverage
		}
	}
	if len(bySet) == 0 {
		return nil
	}
	var parts []string
	for _, set := range sortedNames(bySet) {
		parts = append(parts, fmt.Sprintf("%s under `%s`", quoted(bySet[set]), set))
	}
	return []string{fmt.Sprintf("A secret seed does not help %s: the chosen keys share their hashes all the same. A filter takes %s of those that are absent for present, "+
		"and the fullest of 10 nodes gets %s times the mean, or more.", strings.Join(parts, ", "), percent(rate, 3), digits(peak, 3))}
}

// standing says of keyed functions that no set does anything to them, where that is so.
func standing(rows []record.QualityAttackRow) []string {
	var names []string
	sets := map[string]bool{}
	rate, ordinary := record.Float(0), record.Float(0)
	for _, r := range rows {
		if !r.Keyed || r.HashSeed != secretSeed {
			continue
		}
		if r.AttackSet == ordinaryKeys {
			ordinary = max(ordinary, r.FPR)
			continue
		}
		if r.DistinctShare < 1 || r.PairCollisions > 0 || r.N > 2 && r.FPRLow > r.FPRTheory {
			return nil // the check says so, with where
		}
		sets[r.AttackSet] = true
		if r.N > 2 { // half of a pair is one key, which says nothing of a rate
			rate = max(rate, r.FPR)
		}
		if !slices.Contains(names, r.Hash) {
			names = append(names, r.Hash)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Keyed and with a secret seed, none of %d sets of chosen keys gets a collision from %s; the filter's rate on them is %s at most (%s on ordinary keys).",
		len(sets), quoted(names), percent(rate, 3), percent(ordinary, 3))}
}

// pairs says under how many seeds two known keys collide.
func pairs(rows []record.QualityAttackRow) (found []string) {
	for _, r := range rows {
		if r.PairCollisions == 0 || r.PairCollisions == r.PairSeeds || r.N != 2 {
			continue
		}
		found = append(found, fmt.Sprintf("The two keys of `%s` collide under `%s` for %s of %s random seeds, one in %s; a function without the fault would need 2<sup>64</sup>.",
			r.AttackSet, r.Hash, count(r.PairCollisions), count(r.PairSeeds), count((r.PairSeeds+r.PairCollisions/2)/r.PairCollisions)))
	}
	return found
}

// every writes names of so many: that it is all of them, or which.
func every(names []string, of int) string {
	if len(names) == of && of > 1 {
		return fmt.Sprintf("all %d that were tried", of)
	}
	return quoted(names)
}

// pollutionFindings compares chosen with honest insertions, published and secret seeds apart.
func pollutionFindings(rows []record.QualityPollutionRow) (found []string) {
	honest := map[string]record.QualityPollutionRow{}
	for _, r := range rows {
		if r.Insertion != chosenKeys {
			honest[r.Hash+" "+r.HashSeed] = r
		}
	}
	var open, safe []string
	published := 0
	least, most, kept := record.Unknown, record.Unknown, record.Float(0)
	var shape record.QualityPollutionRow
	for _, r := range rows {
		base, ok := honest[r.Hash+" "+r.HashSeed]
		if r.Insertion != chosenKeys || !ok {
			continue
		}
		shape = r
		if r.HashSeed == publishedSeed {
			published++
		}
		switch {
		case r.HashSeed == publishedSeed && r.FPRLow > base.FPRHigh:
			open = append(open, r.Hash)
			if !least.Known() || r.FPR < least {
				least = r.FPR
			}
			if factor := r.FPR / base.FPR; !most.Known() || factor > most {
				most = factor
			}
		case r.HashSeed == secretSeed && r.Keyed && r.FPR <= base.FPR*1.5:
			safe, kept = append(safe, r.Hash), max(kept, r.FPR)
		}
	}
	if len(open) > 0 {
		found = append(found, fmt.Sprintf("Whoever knows function and seed can choose %s keys that raise the rate of a filter of %s bits to at least %s, up to %s times that of honest keys, "+
			"whatever the quality of the function: with %s.", count(shape.N), count(shape.M), percent(least, 3), digits(most, 3), every(open, published)))
	}
	if len(safe) > 0 {
		found = append(found, fmt.Sprintf("With a secret seed keys that were chosen on the published function do nothing to %s: the rate is %s.", quoted(safe), percent(kept, 3)))
	}
	return found
}
