package report

import (
	"fmt"
	"strings"

	"hashlab/experiments/internal/record"
)

const (
	runFPR    = "hashlab run fpr"
	runSignup = "hashlab run signup"
)

var filterClaims = []claim{
	{"A1", "The article's formulas for m and k meet the wanted error", "fpr-ratio", runFPR, judgeSizing},
	{"A2", "There are no false negatives, ever", "", runFPR + " signup", judgeNoFalseNegatives},
	{"A3", "False positives are rare, and their rate can be set", "fpr-ratio", runFPR, judgeRates},
	{"A4", "The load on the database fell by more than 90 %", "signup-avoided", runSignup, judgeNinety},
	{"A5", "95 % of the attempts were for names already taken", "signup-avoided", runSignup, judgeTaken},
	{"A6", "The filter avoids 99 % of the trips for absent keys", "signup-avoided", runSignup, judgeAbsent},
	{"A7", "Looking up an absent key costs the database about as much as a present one", "", runSignup, judgeMissCost},
	{"A8", "A filter is very fast and small", "", runSignup, judgeFastSmall},
	{"A9", "Keys cannot be deleted: clearing bits breaks others; a counting filter can, for more memory", "", runSignup, judgeDeletion},
	{"A10", "Far more keys than planned make it useless", "fpr-load", runSignup, judgeGrowth},
	{"A11", "m, n and k are a fine balance", "fpr-probes", runSignup, judgeProbes},
	{"A12", "One strong hash with a changing suffix stands for k functions", "", runSignup, judgeSuffix},
	{"A13", "On \"not present\" the name is refused", "", runSignup, judgeRefused},
	{"A14", "Worth it for large sets, mostly absent queries and a costly source: blocklists, crawled URLs, seen items, cache penetration", "", runSignup, judgeUses},
}

func judgeSizing(e evidence) finding {
	own, ok := e.filterAt("article-filter", 0.01)
	right, also := e.filterAt("bloom-classic", 0.01)
	if !ok || !also {
		return finding{}
	}
	f := finding{measured: fmt.Sprintf("asked for 1 %%: %s (%s to %s) with k = %d", percent(own.FPR, 4), percent(own.FPRLow, 4), percent(own.FPRHigh, 4), own.K),
		theory: percent(own.FPRTheory, 5), verdict: record.Holds}
	if own.FPRTheory > own.TargetFPR*1.005 {
		f.verdict, f.condition = record.HoldsNot, fmt.Sprintf("cutting k to a whole number misses the target; k = %d with %s bits a key in place of %s gives %s",
			right.K, digits(right.BitsPerKey, 4), digits(own.BitsPerKey, 4), percent(right.FPRTheory, 4))
	}
	return f
}

func judgeNoFalseNegatives(e evidence) finding {
	keys, lost, forgotten := uint64(0), uint64(0), uint64(0)
	for _, r := range e.fpr {
		if e.forgets(r.Filter) {
			forgotten += r.FalseNegatives
			continue
		}
		keys, lost = keys+r.N*uint64(r.Seeds), lost+r.FalseNegatives
	}
	if keys == 0 {
		return finding{}
	}
	f := finding{measured: fmt.Sprintf("%s among %s look-ups of added keys", count(lost), count(keys)), theory: "0", verdict: record.HoldsIf,
		condition: "the filter holds all keys and none was deleted by clearing bits"}
	if stale, ok := e.story("stale", "bloom-classic"); ok {
		f.measured += fmt.Sprintf("; a stale copy gives %s wrong answers", percent(stale.WrongShare, 3))
	}
	if forgotten > 0 {
		f.measured += fmt.Sprintf("; apart from these, filters that forget by design lost %s", count(forgotten))
	}
	if lost > 0 {
		f.verdict, f.condition = record.HoldsNot, ""
	}
	return f
}

func judgeRates(e evidence) finding {
	var parts []string
	met := true
	for _, r := range baseRows(e.fpr) {
		if r.Filter == "bloom-classic" {
			parts = append(parts, fmt.Sprintf("%s for %s", digits(r.FPR, 3), digits(r.TargetFPR, 1)))
			met = met && r.FPRLow <= r.TargetFPR
		}
	}
	if len(parts) == 0 {
		return finding{}
	}
	f := finding{measured: "`bloom-classic`: " + strings.Join(parts, ", "), theory: "the target or less", verdict: record.Holds}
	if !met {
		f.verdict, f.condition = record.HoldsIf, "the sizing is right: some target is missed"
	}
	return f
}

// ninety is the share of queries that the article says are avoided.
const ninety = 0.9

func judgeNinety(e evidence) finding {
	most, fpr := record.Unknown, record.Unknown
	for _, r := range e.signup {
		if r.Story != "lookups" || r.Filter != "bloom-classic" {
			continue
		}
		if fpr = r.FPRTheory; r.AvoidedShare >= ninety && (!most.Known() || r.HitShare > most) {
			most = r.HitShare
		}
	}
	if !fpr.Known() {
		return finding{}
	}
	f := finding{measured: "90 % avoided at no share of taken names that was tried", verdict: record.HoldsIf,
		theory:    fmt.Sprintf("1 − h − (1 − h) fpr ≥ 0.9 up to h = %s", digits(1-ninety/(1-fpr), 3)),
		condition: fmt.Sprintf("at most %s of the queries are for taken names", percent(1-ninety/(1-fpr), 2))}
	if most.Known() {
		f.measured = fmt.Sprintf("90 %% avoided up to %s taken names, of the shares that were tried", percent(most, 2))
	}
	return f
}

func judgeTaken(e evidence) finding {
	r, ok := lookupRow(e.signup, "bloom-classic", 0.95)
	if !ok {
		return finding{}
	}
	return finding{measured: fmt.Sprintf("at 95 %% taken names %s of the queries are avoided (%s to %s)", percent(r.AvoidedShare, 3), percent(r.AvoidedLow, 3), percent(r.AvoidedHigh, 3)),
		theory: percent(r.AvoidedTheory, 4), verdict: record.HoldsNot, condition: "not together with A4: a filter only ever saves queries for absent names, here at most 5 %"}
}

func judgeAbsent(e evidence) finding {
	right, ok := lookupRow(e.signup, "bloom-classic", 0)
	own, also := lookupRow(e.signup, "article-filter", 0)
	if !ok || !also {
		return finding{}
	}
	f := finding{measured: fmt.Sprintf("`bloom-classic` %s, the article's program %s", percent(right.AvoidedShare, 4), percent(own.AvoidedShare, 4)),
		theory: fmt.Sprintf("%s and %s", percent(right.AvoidedTheory, 5), percent(own.AvoidedTheory, 5)), verdict: record.Holds}
	if own.AvoidedTheory < 0.99 {
		f.verdict, f.condition = record.HoldsIf, "the filter is sized right (A1)"
	}
	return f
}

func judgeMissCost(e evidence) finding {
	var parts []string
	alike := true
	for _, c := range []struct{ story, database, name string }{
		{"lookups", "sqlite", "SQLite, warm"}, {"small-cache", "sqlite", "SQLite, table larger than its page cache"}, {"lookups", "postgres", "PostgreSQL"},
	} {
		absent := median(timesOf(e.signupTimes, c.story, c.database, "none", 0), nsPerQuery)
		present := median(timesOf(e.signupTimes, c.story, c.database, "none", 1), nsPerQuery)
		if !absent.Known() || !present.Known() {
			continue
		}
		parts = append(parts, fmt.Sprintf("%s: %s ns absent, %s ns present", c.name, digits(absent, 3), digits(present, 3)))
		alike = alike && absent >= present/2 && absent <= 2*present
	}
	if len(parts) == 0 {
		return finding{}
	}
	f := finding{measured: strings.Join(parts, "; "), theory: "one descent of the index each", verdict: record.Holds}
	if !alike {
		f.verdict, f.condition = record.HoldsNot, "they differ by more than a factor of 2"
	}
	return f
}

func judgeFastSmall(e evidence) finding {
	guard := median(timesOf(e.signupTimes, "lookups", "sqlite", "bloom-classic", 0), guardNs)
	set := median(timesOf(e.signupTimes, "lookups", "sqlite", "hash-set", 0), guardNs)
	query := median(timesOf(e.signupTimes, "lookups", "sqlite", "none", 0), nsPerQuery)
	filter, ok := e.story("start", "bloom-classic")
	heap := median(timesOf(e.signupTimes, "start", "sqlite", "hash-set", 0.5), func(r record.SignupTimes) record.Float { return r.HeapBytes })
	if !guard.Known() || !set.Known() || !query.Known() || !ok || !heap.Known() {
		return finding{}
	}
	f := finding{measured: fmt.Sprintf("%s ns a key, a hash set %s ns, a SQLite look-up %s ns; %s bytes for %s names, a hash set %s",
		digits(guard, 3), digits(set, 3), digits(query, 3), count(uint64(filter.GuardBytes)), count(filter.N), count(uint64(heap))),
		theory: "k probes; m/8 bytes", verdict: record.Holds}
	if query < 10*guard || heap < 10*record.Float(filter.GuardBytes) {
		f.verdict, f.condition = record.HoldsIf, "a factor below 10 is enough"
	}
	return f
}

func judgeDeletion(e evidence) finding {
	naive, ok := e.story("delete", "bloom-clearing")
	counting, also := e.story("delete", "bloom-counting")
	if !ok || !also {
		return finding{}
	}
	f := finding{measured: fmt.Sprintf("a tenth of the names deleted by clearing: %s of the answers wrong; `bloom-counting`: %s wrong, %s times the bytes",
		percent(naive.WrongShare, 3), count(counting.Wrong), digits(record.Float(counting.GuardBytes)/record.Float(naive.GuardBytes), 3)),
		theory: percent(naive.WrongTheory, 3) + " and 0", verdict: record.Holds}
	if naive.Wrong == 0 || counting.Wrong > 0 {
		f.verdict = record.HoldsNot
	}
	return f
}

func judgeGrowth(e evidence) finding {
	var parts, theory []string
	worst := record.Float(0)
	for _, r := range e.signup {
		if r.Story == "growth" && r.Filter == "bloom-classic" && r.N >= r.NDesign {
			parts = append(parts, fmt.Sprintf("%s times: %s", digits(record.Float(r.N)/record.Float(r.NDesign), 2), digits(r.FPR, 3)))
			theory = append(theory, digits(r.FPRTheory, 3))
			worst = max(worst, r.FPR)
		}
	}
	if len(parts) == 0 {
		return finding{}
	}
	f := finding{measured: "false-positive rate at the planned number of keys times " + strings.Join(parts, ", "), theory: strings.Join(theory, ", "), verdict: record.Holds}
	if worst < 0.5 {
		f.verdict = record.HoldsNot
	}
	return f
}

func judgeProbes(e evidence) finding {
	rates := map[int]record.SignupRow{}
	best := 0
	for _, r := range e.signup {
		if r.Story == "probes" {
			rates[r.K] = r
			if best == 0 || r.FPR < rates[best].FPR {
				best = r.K
			}
		}
	}
	ideal, ok := rates[7] // the best whole number at 10 bits a key, by theory
	fewer, also := rates[6]
	more, too := rates[8]
	if !ok || !also || !too {
		return finding{}
	}
	f := finding{measured: fmt.Sprintf("10 bits a key: least rate at k = %d; k = 6, 7, 8 give %s, %s, %s; k = 1 gives %s", best, digits(fewer.FPR, 3), digits(ideal.FPR, 3), digits(more.FPR, 3), digits(rates[1].FPR, 3)),
		theory: fmt.Sprintf("%s, %s, %s", digits(fewer.FPRTheory, 4), digits(ideal.FPRTheory, 4), digits(more.FPRTheory, 4)), verdict: record.Holds}
	if cost := max(fewer.FPRTheory, more.FPRTheory) / ideal.FPRTheory; cost < 1.1 {
		f.verdict, f.condition = record.HoldsIf, fmt.Sprintf("k is off by more than one: one probe more or less costs %s at most", percent(cost-1, 2))
	}
	return f
}

func judgeSuffix(e evidence) finding {
	own, ok := e.story("suffix", "article-filter")
	other, also := e.story("suffix", "bloom-classic")
	if !ok || !also {
		return finding{}
	}
	f := finding{measured: fmt.Sprintf("target %s, k = %d, absent names that are a present one without its last digit: %s, %s times the target; `bloom-classic` %s",
		digits(own.TargetFPR, 1), own.K, digits(own.FPR, 3), digits(own.FPR/own.TargetFPR, 3), digits(other.FPR, 2)),
		theory: digits(own.FPRTheory, 3) + " for names without such a neighbour", verdict: record.Holds}
	if own.FPR > 10*own.TargetFPR {
		f.verdict, f.condition = record.HoldsIf, "k ≤ 10 or suffixes are separated: probe 10 + i of x is probe i of x with a 1 at its end"
	}
	if cure, ok := e.story("suffix", "article-separated"); ok {
		f.measured += fmt.Sprintf(", with a zero byte before the suffix %s of %s", count(cure.FalsePositives), count(cure.Absent))
	}
	if slow, ok := keysTime(e, "article-filter"); ok {
		if quick, ok := keysTime(e, "bloom-classic"); ok {
			f.measured += fmt.Sprintf("; a look-up takes %s ns against %s ns of one hash with cheap derivation", digits(slow, 3), digits(quick, 3))
		}
	}
	return f
}

// keysTime returns the time of a look-up on keys in a filter of the largest n, half of the keys present.
func keysTime(e evidence, filter string) (record.Float, bool) {
	n := largestN(e.throughput, shownN)
	r, ok := pick(e.throughput, func(r record.ThroughputRow) bool {
		return r.Impl == filter && r.Op == "contains" && r.Mode == "keys" && r.N == n && r.HitShare == 0.5
	})
	return r.NsPerKey, ok
}

func judgeRefused(e evidence) finding {
	r, ok := lookupRow(e.signup, "bloom-classic", 0)
	if !ok {
		return finding{}
	}
	return finding{measured: fmt.Sprintf("%s queries for names that are free: %s answered \"not present\", none of them wrongly", count(r.Absent), count(r.Avoided)),
		theory: "absent means available", verdict: record.HoldsNot, condition: "the other way round: it is then that the name can be had"}
}

func judgeUses(e evidence) finding {
	var parts []string
	least := record.Float(1)
	for _, name := range []string{"mail-blocklist", "host-blocklist", "address-blocklist", "common-passwords", "penetration", "crawler", "seen-items"} {
		if r, ok := e.story(name, "bloom-classic"); ok {
			parts = append(parts, fmt.Sprintf("%s %s", name, percent(r.AvoidedShare, 3)))
			least = min(least, r.AvoidedShare)
		}
	}
	if len(parts) == 0 {
		return finding{}
	}
	theory := "(1 − h)(1 − fpr)"
	guard := median(timesOf(e.signupTimes, "lookups", "sqlite", "bloom-classic", 0), guardNs)
	query := median(timesOf(e.signupTimes, "lookups", "sqlite", "none", 0), nsPerQuery)
	if r, ok := lookupRow(e.signup, "bloom-classic", 0); ok && guard.Known() && query.Known() {
		theory += fmt.Sprintf("; at %s ns a key it pays for itself up to h = 1 − guard/((1 − fpr) miss): %s where a miss costs %s ns, %s where it costs a µs",
			digits(guard, 3), percent(breakEven(guard, query, r.FPRTheory), 4), digits(query, 3), percent(breakEven(guard, 1000, r.FPRTheory), 3))
	}
	return finding{measured: "queries avoided: " + strings.Join(parts, ", "), theory: theory, verdict: record.HoldsIf,
		condition: fmt.Sprintf("queries are mostly for absent keys: the share avoided is theirs, %s at the least here", percent(least, 2))}
}

// breakEven returns the share of queries for present keys at which a guard costs what it saves: every query takes the
// guard's time, and (1 - h)(1 - fpr) of them save a miss.
func breakEven(guard, miss, fpr record.Float) record.Float { return 1 - guard/((1-fpr)*miss) }
