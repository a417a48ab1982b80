package report

import (
	"fmt"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
)

// baseN is the number of keys of the base of the grid.
const baseN = 100_000

func fprSection(s record.Store) (section, bool, error) {
	rows, err := record.Read[record.FPRRow](s, "fpr.csv")
	if err != nil || len(rows) == 0 {
		return section{}, false, err
	}
	sec := section{
		Title: "False-positive rate",
		Design: "Filters are sized for a target, filled with as many keys, and asked for all of them and for absent keys of the same class; each seed has other keys. " +
			"All hash functions meet all key classes in `bloom-classic`, which remixes the hash, and in `bloom-classic-double`, which probes with its halves as they come. " +
			"Further arms overfill filters, and vary the probes.",
		Reading: "*Measured ÷ theory* is 1 where the filter does what exact theory says; its interval is over filters with other keys. *Detectable* is the excess over theory that the row would " +
			"show with 99 % power: agreement of a row that sees nothing is worth nothing. A fixed fingerprint width, as in `fuse-8`, gives less than was asked for.",
		Limits: "Rates below the smallest target, and what an adversary can do who knows the hash function, for which see [quality](#quality).",
	}
	base := baseRows(rows)
	tested, err := fprTests(s)
	if err != nil {
		return section{}, false, err
	}
	lost, kept := falseNegatives(rows)
	sec.Findings = slices.Concat(ownKeys(rows), kept, missedTargets(rows), weakHashes(rows), power(rows), tested)
	sec.Notes = slices.Concat(lost, articleTarget(base), missedEach(rows), overlapping(rows), weakEach(rows))
	sec.Small, sec.Tables = percentTable(base), []table{baseTable(base)}
	for _, make := range []func() (table, bool, error){
		func() (table, bool, error) { t, ok := ownKeysTable(rows); return t, ok, nil },
		func() (table, bool, error) { t, ok := loadTable(loadRows(rows)); return t, ok, nil },
		func() (table, bool, error) { t, ok := derivationTable(rows); return t, ok, nil },
		func() (table, bool, error) { return overflowTable(s) },
		func() (table, bool, error) { return libraryTable(s, rows) },
	} {
		t, ok, err := make()
		if err != nil {
			return section{}, false, err
		}
		if ok {
			sec.Tables = append(sec.Tables, t)
		}
	}
	return sec, true, nil
}

// baseRows returns the rows of filters that are sized for 100,000 random keys.
func baseRows(rows []record.FPRRow) []record.FPRRow {
	var base []record.FPRRow
	for _, r := range rows {
		if r.KeyClass == "random8" && r.Sizing == "fpr" && r.N == baseN && r.NDesign == baseN {
			base = append(base, r)
		}
	}
	return base
}

func baseTable(rows []record.FPRRow) table {
	t := table{
		Caption: fmt.Sprintf("Filters sized for %s random keys; intervals are 95 %%, *detectable* is the excess over theory that they would show with 99 %% power, *gate sees* the one that the gate over all rows would.", count(baseN)),
		Header:  []string{"filter", "hash", "target", "bits a key", "k", "measured", "theory", "measured ÷ theory", "detectable", "gate sees", "false negatives"},
	}
	for _, r := range rows {
		t.add(r.Filter, r.Hash, digits(r.TargetFPR, 1), digits(r.BitsPerKey, 4), fmt.Sprint(r.K), digits(r.FPR, 4), digits(r.FPRTheory, 4),
			within(r.Ratio, r.RatioLow, r.RatioHigh, 4), percent(r.Detectable, 2), percent(gateSees(r), 2), count(r.FalseNegatives))
	}
	return t
}

// percentTable is what the report shows of the base rows: those at a target of one per cent.
func percentTable(rows []record.FPRRow) table {
	t := table{
		Caption: fmt.Sprintf("Filters sized for %s random keys and a target of 0.01.", count(baseN)),
		Header:  []string{"filter", "bits a key", "k", "measured", "theory", "measured ÷ theory", "detectable"},
	}
	for _, r := range rows {
		if r.TargetFPR == 0.01 {
			t.add(r.Filter, digits(r.BitsPerKey, 4), fmt.Sprint(r.K), digits(r.FPR, 4), digits(r.FPRTheory, 4), within(r.Ratio, r.RatioLow, r.RatioHigh, 3), percent(r.Detectable, 2))
		}
	}
	return t
}

// gateSees returns the excess that the gate of a row sees, unknown where it has none.
func gateSees(r record.FPRRow) record.Float {
	if r.GateDetectable > 0 {
		return r.GateDetectable
	}
	return record.Unknown
}

// falseNegatives says that no key was lost, where that is so, and apart from it which filters lost keys that they were
// not sized for.
func falseNegatives(rows []record.FPRRow) (beyondSize, none []string) {
	keys, lost := uint64(0), uint64(0)
	beyond := map[string]uint64{} // keys that filters lost which were offered more than they are sized for
	for _, r := range rows {
		if r.N > r.NDesign {
			if r.FalseNegatives > 0 {
				beyond[r.Filter] += r.FalseNegatives
			}
			continue
		}
		keys += r.N*uint64(r.Seeds) - r.Refused
		lost += r.FalseNegatives
	}
	if lost > 0 {
		return nil, nil // the check says so, with where
	}
	none = []string{fmt.Sprintf("No false negative among %s look-ups of keys that had been added to filters of that size or a larger one.", count(keys))}
	var parts []string
	for _, name := range sortedNames(beyond) {
		parts = append(parts, fmt.Sprintf("`%s` %s", name, count(beyond[name])))
	}
	if len(parts) > 0 {
		beyondSize = []string{"Filters that lost keys when they were offered more than they are sized for (an ageing one does so by design): " + strings.Join(parts, ", ") + "."}
	}
	return beyondSize, none
}

// articleTarget says what the article's sizing gives where one per cent was asked for.
func articleTarget(base []record.FPRRow) []string {
	for _, r := range base {
		if r.Filter == "article-filter" && r.TargetFPR == 0.01 && r.FPRLow > r.TargetFPR {
			return []string{fmt.Sprintf("The article's sizing, with both numbers cut to whole ones, misses its target: asked for %s it gives %s (%s to %s; exact theory %s) with %d probes.",
				percent(r.TargetFPR, 3), percent(r.FPR, 4), percent(r.FPRLow, 4), percent(r.FPRHigh, 4), percent(r.FPRTheory, 5), r.K)}
		}
	}
	return nil
}

// missed returns of each filter whose measured rate lies above its target the row where it does so farthest.
func missed(rows []record.FPRRow) map[string]record.FPRRow {
	worst := map[string]record.FPRRow{}
	for _, r := range rows {
		if r.Sizing != "fpr" || r.KeyClass != "random8" || r.N != r.NDesign || r.Filter == "article-filter" || r.FPRLow <= r.TargetFPR*1.005 {
			continue
		}
		if w, ok := worst[r.Filter]; !ok || r.FPR/r.TargetFPR > w.FPR/w.TargetFPR {
			worst[r.Filter] = r
		}
	}
	return worst
}

// missedTargets names the filters that miss their target at some size.
func missedTargets(rows []record.FPRRow) []string {
	worst := missed(rows)
	if len(worst) == 0 {
		return nil
	}
	var parts []string
	for _, name := range sortedNames(worst) {
		parts = append(parts, fmt.Sprintf("`%s` ×%s (n = %s)", name, digits(worst[name].FPR/worst[name].TargetFPR, 3), count(worst[name].NDesign)))
	}
	return []string{"Filters that miss their target at some size, at the worst: " + strings.Join(parts, ", ") + "."}
}

// missedEach says of each such filter by how much it misses its target.
func missedEach(rows []record.FPRRow) (found []string) {
	worst := missed(rows)
	for _, name := range sortedNames(worst) {
		r := worst[name]
		found = append(found, fmt.Sprintf("`%s` misses its target: at n = %s and a target of %s it measures %s, %s times as much (%s to %s).", name, count(r.NDesign),
			digits(r.TargetFPR, 1), digits(r.FPR, 3), digits(r.FPR/r.TargetFPR, 4), digits(r.FPRLow/r.TargetFPR, 4), digits(r.FPRHigh/r.TargetFPR, 4)))
	}
	return found
}

// overlapping says by how much deriving all probes from two numbers raises the rate of a small filter.
func overlapping(rows []record.FPRRow) []string {
	for _, r := range rows {
		if r.Filter == "bloom-classic-double" && r.Sizing == "fpr" && r.N <= 100 && r.RatioLow > 1.05 {
			return []string{fmt.Sprintf("Double hashing is not free in a small filter: with %s keys in %s bits `%s` measures %s times the rate of independent probes (%s to %s), where its own theory has %s.",
				count(r.N), count(r.M), r.Filter, digits(r.Ratio, 3), digits(r.RatioLow, 3), digits(r.RatioHigh, 3), doubleTheory(func(int) (record.FPRRow, bool) { return r, true }, 1)[0])}
		}
	}
	return nil
}

// weak returns of each hash function that leaves theory by more than a tenth on some key class the worst row in a
// filter that leaves hashes as they are, or in the only one there is, and the worst ratio that remains of it in a filter
// that remixes. With hundreds of rows some lie outside their 95 % interval by chance: a row counts where its count of
// false positives, too, is beyond chance at 5 % for all rows together.
func weak(rows []record.FPRRow) (worst map[string]record.FPRRow, hidden map[string]record.Float) {
	worst, hidden = map[string]record.FPRRow{}, map[string]record.Float{}
	rows = slices.DeleteFunc(slices.Clone(rows), func(r record.FPRRow) bool { return r.Sizing != "m,k" || !r.Ratio.Known() })
	judged := "bloom-classic-double"
	if !slices.ContainsFunc(rows, func(r record.FPRRow) bool { return r.Filter == judged }) {
		judged = "bloom-classic"
	}
	for _, r := range rows {
		if w, ok := worst[r.Hash]; r.Filter == judged && r.RatioLow > 1.1 && beyondChance(r, len(rows)) && (!ok || r.Ratio > w.Ratio) {
			worst[r.Hash] = r
		}
		if r.Filter == "bloom-classic" {
			hidden[r.Hash] = max(hidden[r.Hash], r.Ratio)
		}
	}
	return worst, hidden
}

// beyondChance reports whether theory gives as many false positives in fewer than one of 20 sets of so many rows.
func beyondChance(r record.FPRRow, rows int) bool {
	p, ok := stats.BinomialUpper(r.FalsePositives, r.Queries, float64(r.FPRTheory))
	return ok && p*float64(rows) <= 0.05
}

// weakHashes says how many hash functions leave theory, the one that does so farthest, and how many a filter that
// remixes the hash mends.
func weakHashes(rows []record.FPRRow) []string {
	worst, hidden := weak(rows)
	var top record.FPRRow
	var mended []string
	for _, name := range sortedNames(worst) {
		if r := worst[name]; top.Hash == "" || r.Ratio > top.Ratio {
			top = r
		}
		if hidden[name] > 0 && hidden[name] <= 1.1 {
			mended = append(mended, "`"+name+"`")
		}
	}
	if top.Hash == "" {
		return nil
	}
	return []string{fmt.Sprintf("%d hash functions give more false positives than theory on some keys when their halves are used as they come, at the worst `%s` on `%s` keys, %s times%s.",
		len(worst), top.Hash, top.KeyClass, digits(top.Ratio, 3), listed("; a filter that remixes the hash mends ", mended))}
}

// weakEach says of each such function where it is worst.
func weakEach(rows []record.FPRRow) []string {
	worst, hidden := weak(rows)
	if len(worst) == 0 {
		return nil
	}
	var parts []string
	for _, name := range sortedNames(worst) {
		r := worst[name]
		parts = append(parts, fmt.Sprintf("`%s` %s on `%s` keys (%s at most in `bloom-classic`)", name, digits(r.Ratio, 3), r.KeyClass, digits(hidden[name], 3)))
	}
	return []string{"Hash functions whose halves, used as they come, give more false positives than theory, at their worst measured ÷ theory: " + strings.Join(parts, "; ") + "."}
}
