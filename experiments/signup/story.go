package signup

import (
	"context"
	"fmt"
	"math"
	"slices"

	"hashlab/experiments/internal/keys"
	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/record"
)

// A story is one way in which a guard is used or abused.
type story struct {
	name     string
	database string // the default one, "" where the guard alone is asked
	class    string // of the keys
	guards   func() []string
	variants func(plan.Profile) []plan.Factors // levels of the factors besides story, guard and class
	run      func(context.Context, plan.Scope, design, uint64) (record.SignupPayload, error)
	honest   bool    // every answer must be true: the guard holds all keys of the table
	timed    bool    // it is about time as well: see timing.go
	plain    bool    // queries for absent keys are distinct, or nearly so: their number says how certain a rate is
	extra    float64 // seconds that a point takes besides its queries
	changed  float64 // names that come or go, as a share of n
}

// hitShares are the shares of queries for taken names, with the article's 95 %.
var hitShares = []float64{0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.95, 1}

// stories are all there are. They refer to functions that refer to them, so they are made in init.
var stories []story

func init() {
	everyGuard := func() []string { return append([]string{none, hashSet}, wanted()...) }
	baseGuards := func() []string {
		return append([]string{none}, pick("bloom-classic", "bloom-split-256", "article-filter")...)
	}
	stories = []story{
		{name: "lookups", database: databaseSQLite, class: "usernames", guards: everyGuard, run: runLookups, honest: true, plain: true, timed: true,
			variants: func(p plan.Profile) []plan.Factors {
				return vary(plan.Pick(p, 5_000, 1_000_000, 1_000_000), plan.Pick(p, 1_000, 5_000, 20_000), "hit_share", hitShares...)
			}},
		{name: "small-cache", database: databaseSQLite, class: "usernames", guards: func() []string { return append([]string{none}, pick("bloom-classic")...) },
			run: runLookups, honest: true, plain: true, timed: true, variants: func(p plan.Profile) []plan.Factors {
				return with(vary(plan.Pick(p, 5_000, 1_000_000, 1_000_000), plan.Pick(p, 1_000, 5_000, 20_000), "hit_share", 0, 0.5, 1), "cache", cacheSmall)
			}},
		{name: "start", database: databaseSQLite, class: "usernames", guards: func() []string { return append([]string{hashSet}, wanted()...) },
			run: runStart, honest: true, plain: true, timed: true, extra: 0.15, variants: func(p plan.Profile) []plan.Factors {
				return vary(plan.Pick(p, 5_000, 100_000, 1_000_000), 1_000, "hit_share", 0.5)
			}},
		{name: "writes", database: databaseSQLite, class: "usernames", guards: func() []string {
			return append([]string{none, hashSet}, pick("bloom-classic", "bloom-split-256", "bloom-counting")...)
		},
			run: runWrites, honest: true, plain: true, timed: true, extra: 0.15, variants: func(p plan.Profile) []plan.Factors {
				return vary(plan.Pick(p, 5_000, 50_000, 1_000_000), plan.Pick(p, 1_000, 10_000, 100_000), "hit_share", 0.5)
			}},
		{name: "stale", database: databaseSQLite, class: "usernames", guards: freshGuards, run: runStale, variants: changes, extra: 0.05, changed: 0.1},
		{name: "reloaded", database: databaseSQLite, class: "usernames", guards: freshGuards, run: runStale, variants: changes, honest: true, extra: 0.05, changed: 0.1},
		{name: "delete", database: databaseSQLite, class: "usernames", run: runDelete, variants: changes, extra: 0.05, changed: 0.1,
			guards: func() []string { return append([]string{clearing}, pick("bloom-classic", "bloom-counting")...) }},
		{name: "growth", class: "usernames", run: runGuard, plain: true,
			guards: func() []string {
				return pick("article-filter", "bloom-classic", "bloom-split-256", "bloom-counting", "bloom-scalable")
			},
			variants: func(p plan.Profile) []plan.Factors {
				return vary(plan.Pick(p, 1_000, 20_000, 1_000_000), plan.Pick(p, 2_000, 40_000, 1_000_000), "load", 0.1, 0.5, 1, 2, 5, 10)
			}},
		{name: "probes", class: "usernames", guards: func() []string { return pick("bloom-classic") }, run: runGuard, plain: true,
			variants: func(p plan.Profile) []plan.Factors {
				return with(vary(plan.Pick(p, 10_000, 100_000, 1_000_000), plan.Pick(p, 5_000, 200_000, 2_000_000), "k", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14), "bits_per_key", "10")
			}},
		{name: "suffix", class: "usernames", guards: func() []string { return append(pick(article, "bloom-classic"), separately) }, run: runSuffix, plain: true,
			variants: func(p plan.Profile) []plan.Factors {
				n := plan.Pick(p, 5_000, 100_000, 1_000_000)
				return vary(n, n, "target_fpr", 1e-6)
			}},
	}
	for _, w := range slices.Concat(workloads, fetchedWorkloads) {
		guards := baseGuards
		if w.run != nil {
			guards = func() []string {
				return append([]string{none}, pick("bloom-classic", "bloom-counting", "article-filter")...)
			}
		}
		st := story{name: w.name, database: databaseSQLite, class: w.class, guards: guards, run: w.run, honest: true, plain: !w.hammered,
			variants: func(p plan.Profile) []plan.Factors {
				if w.fetched && p != plan.Full {
					return nil
				}
				n, queries := plan.Pick(p, w.n/50, w.n, w.n), plan.Pick(p, w.queries/10, w.queries, 10*w.queries)
				if w.run != nil {
					n = queries // the store fills up with what is asked for
				} else {
					queries = min(queries, w.distinctQueries(n))
				}
				return vary(n, queries, "hit_share", w.hit)
			}}
		if st.run == nil {
			st.run = runLookups
		}
		stories = append(stories, st)
	}
}

// A workload is another use of a guard before a costly source.
type workload struct {
	name, class string
	hit         float64 // share of queries for present keys, or of repeats
	n, queries  int     // n is that of queries where run is set
	hammered    bool    // few absent keys are asked for again and again
	fetched     bool    // the keys are a set that make datasets fetches: in the profile full, where it is there
	run         func(context.Context, plan.Scope, design, uint64) (record.SignupPayload, error)
}

var workloads = []workload{
	{name: "mail-blocklist", class: "domains", hit: 0.05, n: 60_000, queries: 10_000},
	{name: "host-blocklist", class: "malware-hosts", hit: 0.01, n: 1_400, queries: 10_000},
	{name: "address-blocklist", class: "ipv4-ranges", hit: 0.02, n: 70_000, queries: 10_000},
	{name: "common-passwords", class: "passwords", hit: 0.3, n: 15_000, queries: 10_000},
	{name: "penetration", class: "user-profile", hit: 0.1, n: 50_000, queries: 10_000, hammered: true},
	{name: "crawler", class: "url", hit: 0.219, queries: 20_000, run: runSeen},
	{name: "seen-items", class: "uuid4", hit: 0.5, queries: 20_000, run: runSeen},
}

// distinctQueries returns how many queries can be drawn before absent keys repeat, where n keys of the class are
// present: beyond that queries are not independent. Their number is random, so a twentieth is left over.
func (w workload) distinctQueries(n int) int {
	class, err := keys.Find(w.class)
	if err != nil {
		return 0 // it is a set that is not fetched, and its story is left out
	}
	absent := class.AbsentSize
	if absent == 0 {
		absent = class.Size - min(uint64(n), class.Size)
	}
	return int(0.95 * float64(min(absent, math.MaxInt32)) / (1 - w.hit))
}

// fetchedWorkloads are on key sets that may not be there.
var fetchedWorkloads = []workload{
	{name: "taken-usernames", class: "usernames-like", hit: 0.95, n: 330_000, queries: 20_000, fetched: true},
	{name: "leaked-passwords", class: "passwords-1m", hit: 0.3, n: 500_000, queries: 20_000, fetched: true},
	{name: "ad-blocklist", class: "easylist-domains", hit: 0.1, n: 45_000, queries: 20_000, fetched: true},
	{name: "dns-blocklist", class: "stevenblack-hosts-2019", hit: 0.05, n: 28_000, queries: 20_000, fetched: true},
	{name: "word-penetration", class: "words-penetration", hit: 0.1, n: 270_000, queries: 20_000, fetched: true},
}

// hammeredKeys is how many absent keys an attacker asks for by turns.
const hammeredKeys = 500

func freshGuards() []string { return append([]string{hashSet}, pick("bloom-classic")...) }

// changes is the size of the stories in which keys come or go: a tenth of n does.
func changes(p plan.Profile) []plan.Factors {
	n := plan.Pick(p, 5_000, 20_000, 100_000)
	return vary(n, n, "hit_share", 0.9)
}

// vary returns the levels of n and queries with each level of one more factor.
func vary(n, queries int, factor string, levels ...float64) (all []plan.Factors) {
	for _, level := range levels {
		all = append(all, plan.NewFactors("n", n, "queries", queries, factor, level))
	}
	return all
}

// with sets a factor to one level in all of variants.
func with(variants []plan.Factors, factor, level string) []plan.Factors {
	for _, v := range variants {
		v[factor] = level
	}
	return variants
}

func findStory(name string) (story, error) {
	at := slices.IndexFunc(stories, func(st story) bool { return st.name == name })
	if at < 0 {
		var names []string
		for _, st := range stories {
			names = append(names, st.name)
		}
		return story{}, fmt.Errorf("unknown story %q: there are %v", name, names)
	}
	return stories[at], nil
}
