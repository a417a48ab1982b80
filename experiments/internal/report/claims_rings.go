package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/theory"
)

const (
	runRemap     = "hashlab run remap"
	runBalance   = "hashlab run balance"
	runCachetier = "hashlab run cachetier"
)

var ringClaims = []claim{
	{"B1", "hash % N: going from 4 to 5 servers moves about 80 % of the keys", "remap-moved", runRemap, judgeModulo},
	{"B2", "The resize floods the database with misses, worse than no cache", "cachetier-database", runCachetier, judgeStorm},
	{"B3", "Adding a server moves only the keys between it and the server before it, from one neighbour", "remap-moved", runRemap, judgeAdd},
	{"B4", "Removing a server moves only its keys, to the next server; the rest feels no change", "", runRemap + " cachetier", judgeRemove},
	{"B5", "One point a server is badly unbalanced; virtual nodes cure it", "balance-vnodes", runBalance, judgeVnodes},
	{"B6", "MD5 and SHA-1 spread evenly; MurmurHash and xxHash are faster", "hashing-length", runBalance + " hashing", judgeHashes},
	{"B7", "Removing from the sorted list is costly", "", "hashlab run throughput", judgeChange},
	{"B8", "The ring runs over 0 … 2^32-1", "", runBalance, judgeBits},
	{"B9", "Used by DynamoDB, Cassandra, load balancers and CDNs", "", "hashlab list locators", judgeUsers},
}

// change returns the row of a locator for one change of four nodes.
func (e evidence) change(locator, change string) (record.RemapRow, bool) {
	return pick(e.remap, func(r record.RemapRow) bool { return r.Locator == locator && r.Change == change && r.NodesBefore == 4 })
}

func judgeModulo(e evidence) finding {
	r, ok := e.change("modulo", "add")
	if !ok {
		return finding{}
	}
	f := finding{measured: fmt.Sprintf("%s (%s to %s)", percent(r.MovedShare, 4), percent(r.MovedLow, 4), percent(r.MovedHigh, 4)),
		theory: "1 − min/lcm = " + percent(r.MovedTheory, 3), verdict: record.Holds, condition: "exactly N/(N+1); one key in five stays"}
	if r.MovedLow > 0.85 || r.MovedHigh < 0.75 {
		f.verdict, f.condition = record.HoldsNot, ""
	}
	return f
}

func judgeStorm(e evidence) finding {
	modulo, ok := tier(e.cachetier, "join-die", "modulo", 0)
	ring, also := tier(e.cachetier, "join-die", "ring-vnodes", baseVnodes)
	bare, too := tier(e.cachetier, "join-die", "none", 0)
	if !ok || !also || !too {
		return finding{}
	}
	f := finding{measured: fmt.Sprintf("database queries a second with `modulo`: %s before, %s at the peak; `ring-vnodes` %s at the peak; without caches %s; the database answers %s",
		digits(modulo.MissesBefore, 3), digits(modulo.MissesPeak, 3), digits(ring.MissesPeak, 3), digits(bare.MissesPeak, 3), digits(modulo.Capacity, 3)),
		theory:  fmt.Sprintf("the hit ratio falls to a fifth at first: %s", digits(modulo.HitTheory, 3)),
		verdict: record.Holds}
	if modulo.MissesPeak < bare.MissesPeak {
		f.verdict, f.condition = record.HoldsIf, fmt.Sprintf("a flood it is, %s times the usual; worse than no cache only for a database sized for the hit ratio, since without caches it would get more", digits(modulo.PeakFactor, 3))
	}
	return f
}

func judgeAdd(e evidence) finding {
	r, ok := e.change("ring-vnodes", "add")
	if !ok {
		return finding{}
	}
	f := finding{measured: fmt.Sprintf("`ring-vnodes`: %s moved, %s of %s keys between two old servers", percent(r.MovedShare, 3), count(r.Unnecessary), count(r.Keys)) +
		neighbours(e, "; servers that give keys, of four:", func(r record.CachetierRow) record.Float { return r.Givers }),
		theory:  fmt.Sprintf("%s, 0; N (1 − (1 − 1/N)^V) neighbours: 1 with one point, %s with 3, %s with 5", percent(r.MovedTheory, 3), digits(distinctNeighbours(3), 3), digits(distinctNeighbours(5), 3)),
		verdict: record.HoldsIf, condition: "one point a server for the one neighbour; with vnodes many give a little, and nothing moves between old servers"}
	if r.Unnecessary > 0 {
		f.verdict, f.condition = record.HoldsNot, ""
	}
	return f
}

// neighbours says how many servers are on the other side of a change at several numbers of vnodes; "" where results
// from before that was counted lack it.
func neighbours(e evidence, what string, of func(record.CachetierRow) record.Float) string {
	var parts []string
	for _, v := range []int{1, 3, 5, 160} {
		if r, ok := tier(e.cachetier, "join-die", "ring-vnodes", v); ok && of(r) > 0 {
			parts = append(parts, fmt.Sprintf("%s at V = %d", digits(of(r), 2), v))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return what + " " + strings.Join(parts, ", ")
}

// distinctNeighbours returns how many of four servers own the places where a fifth puts its points, where each place is
// as likely anybody's: N (1 - (1 - 1/N)^V).
func distinctNeighbours(vnodes int) record.Float {
	const n = 4
	return record.Float(n * (1 - math.Pow(1-1./n, float64(vnodes))))
}

// judgeChange sets the time of one node that joins or leaves beside a look-up and beside making the ring anew.
func judgeChange(e evidence) finding {
	at := func(impl, op string, nodes int) (record.ThroughputRow, bool) {
		return pick(e.throughput, func(r record.ThroughputRow) bool {
			return r.Kind == "locator" && r.Impl == impl && r.Op == op && r.Mode == "keys" && r.Nodes == nodes && r.NsPerKey > 0
		})
	}
	few, ok := at("ring-vnodes", "change", 10)
	many, also := at("ring-vnodes", "change", 1000)
	build, too := at("ring-vnodes", "build", 1000)
	if !ok || !also || !too {
		return finding{}
	}
	whole := build.NsPerKey * record.Float(build.Nodes) // a build is timed per node
	f := finding{measured: fmt.Sprintf("one node joins or leaves `ring-vnodes` with %d vnodes a node: %s µs at 10 nodes, %s µs at 1000; making it anew %s µs",
		baseVnodes, digits(few.NsPerKey/1000, 3), digits(many.NsPerKey/1000, 3), digits(whole/1000, 3)),
		theory: "N V points are passed once; each of V inserted alone would pass them V times", verdict: record.Holds}
	if slow, ok := at("article-ring", "change", 1000); ok {
		f.measured += fmt.Sprintf("; the article's program %s µs", digits(slow.NsPerKey/1000, 3))
	}
	if many.NsPerKey < whole/20 {
		f.verdict, f.condition = record.HoldsIf, fmt.Sprintf("points are put in one by one: it grows with N V, and in one pass it takes 1/%s of making the ring anew", digits(whole/many.NsPerKey, 2))
	}
	return f
}

func judgeRemove(e evidence) finding {
	r, ok := e.change("ring-vnodes", "remove-first")
	one, also := tier(e.cachetier, "join-die", "ring-vnodes", 1)
	many, too := tier(e.cachetier, "join-die", "ring-vnodes", baseVnodes)
	if !ok || !also || !too {
		return finding{}
	}
	f := finding{measured: fmt.Sprintf("%s of %s keys moved between servers that stay; fullest ÷ mean goes from %s to %s with one point a server, from %s to %s with %d",
		count(r.Unnecessary), count(r.Keys), digits(one.Peak, 3), digits(one.DiedPeak, 3), digits(many.Peak, 3), digits(many.DiedPeak, 3), baseVnodes) +
		neighbours(e, "; servers that the dead one's keys go to:", func(r record.CachetierRow) record.Float { return r.Heirs }),
		theory: "0 moved without need", verdict: record.HoldsIf, condition: "its keys only, yes; with one point a server the next one takes them all and feels it, with vnodes they spread"}
	if r.Unnecessary > 0 {
		f.verdict, f.condition = record.HoldsNot, ""
	}
	return f
}

func judgeVnodes(e evidence) finding {
	arcs := ringArcs(e.balance, baseNodes)
	one, ok := pick(arcs, func(r record.BalanceRow) bool { return r.Vnodes == 1 })
	many, also := pick(arcs, func(r record.BalanceRow) bool { return r.Vnodes == baseVnodes })
	if !ok || !also {
		return finding{}
	}
	f := finding{measured: fmt.Sprintf("%d nodes, fullest ÷ mean: %s with 1 vnode, %s with %d", baseNodes, digits(one.PeakToAverage, 3), digits(many.PeakToAverage, 3), baseVnodes),
		theory: fmt.Sprintf("%s, %s", digits(one.PeakTheory, 3), digits(many.PeakTheory, 3)), verdict: record.Holds}
	if few := tierPeaks(e); few != "" {
		f.measured += "; requests on 5 caches: " + few
	}
	if many.PeakToAverage > 1.5 {
		f.verdict = record.HoldsNot
	}
	return f
}

// tierPeaks says how uneven the cache tier is at few vnodes.
func tierPeaks(e evidence) string {
	var parts []string
	for _, v := range []int{1, 3, 5, 160} {
		if r, ok := tier(e.cachetier, "join-die", "ring-vnodes", v); ok {
			parts = append(parts, fmt.Sprintf("%d vnodes %s", v, digits(r.Peak, 3)))
		}
	}
	return strings.Join(parts, ", ")
}

func judgeHashes(e evidence) finding {
	even := true
	seen := 0
	for _, r := range e.balance {
		if (r.Hash == "md5" || r.Hash == "sha1") && r.Keys == 0 && r.WithinGate != "" {
			seen++
			even = even && r.WithinGate == "yes"
		}
	}
	ns := map[string]record.Float{}
	for _, r := range e.hashing {
		if r.KeyBytes == 16 && r.Form == "bytes" {
			ns[r.Hash] = r.NsPerKey
		}
	}
	if seen == 0 || ns["md5"] == 0 || ns["xxh3"] == 0 || ns["murmur3-64"] == 0 || ns["sha1"] == 0 {
		return finding{}
	}
	f := finding{measured: fmt.Sprintf("md5 and sha1 within theory's band on all of %d rings: %v; 16 bytes take md5 %s ns, sha1 %s, murmur3-64 %s, xxh3 %s",
		seen, yes(even), digits(ns["md5"], 3), digits(ns["sha1"], 3), digits(ns["murmur3-64"], 3), digits(ns["xxh3"], 3)), theory: "the band of independent points", verdict: record.Holds}
	if !even || ns["murmur3-64"] > ns["md5"] || ns["xxh3"] > ns["sha1"] {
		f.verdict = record.HoldsNot
	}
	return f
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

func judgeBits(e evidence) finding {
	const points = baseNodes * baseVnodes
	narrow, ok := pick(e.balance, func(r record.BalanceRow) bool {
		return r.Locator == baseLocator && r.Hash == "murmur3-32-left" && r.Labels == baseLabels && r.Keys == 0 && r.Nodes == baseNodes && r.Vnodes == baseVnodes
	})
	if !ok {
		return finding{}
	}
	return finding{measured: fmt.Sprintf("a 32-bit hash on %d nodes of %d vnodes: cv %s, theory %s", baseNodes, baseVnodes, digits(narrow.CV, 3), digits(narrow.CVTheory, 3)),
		theory: fmt.Sprintf("pairs of points at one place among %s: %s with 32 bits, %s with 64; a million points: %s with 32", count(points),
			digits(record.Float(theory.PointCollisions(points, 32)), 2), digits(record.Float(theory.PointCollisions(points, 64)), 2), digits(record.Float(theory.PointCollisions(1e6, 32)), 3)),
		verdict: record.HoldsIf, condition: "points are few: 64 bits cost nothing and never collide"}
}

func judgeUsers(e evidence) finding {
	var there []string
	for _, r := range e.implementations {
		if r.Kind == "locator" && slices.Contains([]string{"ring-vnodes", "ring-ketama", "ring-nginx", "maglev", "ring-bounded", "x-groupcache"}, r.Name) {
			there = append(there, "`"+r.Name+"`")
		}
	}
	if len(there) == 0 {
		return finding{}
	}
	return finding{measured: "who uses what cannot be measured; their schemes are entries here: " + strings.Join(there, ", "),
		theory: "a CDN's \"nearest edge\" is not what a ring finds: it knows no distance", verdict: record.NotMeasured}
}

var errata = []claim{
	{"E1", "\"(N−1)/N\" of the keys move, elsewhere \"all requests\"", "remap-moved", runRemap, judgeFormula},
	{"E2", "The filter \"stops existing names\"", "signup-avoided", runSignup, judgeStops},
	{"E3", "Each of the k probes of a key is different", "", "hashlab report", judgeDistinct},
	{"E4", "The keys of a new server E come from \"between E and B\"", "", "hashlab report", func(evidence) finding {
		return finding{measured: "by definition", theory: "a key belongs to the first point after it", verdict: record.HoldsNot, condition: "they lie between A and E, the server before it"}
	}},
	{"E5", "The filter is loaded once, at the server's start", "", runSignup, judgeOnce},
	{"E6", "A filter takes one bit a bit (the program keeps a list of integers)", "", "hashlab run memory", judgeList},
}

func judgeFormula(e evidence) finding {
	r, ok := e.change("modulo", "add")
	if !ok {
		return finding{}
	}
	return finding{measured: percent(r.MovedShare, 4) + " from 4 to 5", theory: "(N−1)/N is 75 % for N = 4, 80 % for N = 5", verdict: record.HoldsIf, condition: "N is the new number of servers; never all"}
}

func judgeStops(e evidence) finding {
	r, ok := lookupRow(e.signup, "bloom-classic", 1)
	if !ok {
		return finding{}
	}
	return finding{measured: fmt.Sprintf("of %s queries for taken names %s were stopped", count(r.Queries), count(r.Avoided)), theory: "0", verdict: record.HoldsNot, condition: "it only ever stops absent names"}
}

func judgeList(e evidence) finding {
	r, ok := pick(e.memory, func(r record.MemoryRow) bool {
		return r.Impl == "article-filter" && r.N == baseN && r.TargetFPR == 0.01
	})
	if !ok {
		return finding{}
	}
	return finding{measured: fmt.Sprintf("the port packs its bits: %s bytes for %s names", count(uint64(r.ModelBytes)), count(r.N)),
		theory: "an element of the program's list is a reference of 64 bits", verdict: record.HoldsNot, condition: "the list costs 64 times its bits"}
}

// judgeDistinct has the probability that two of k probes fall on one of m places, 1 - prod (1 - i/m).
func judgeDistinct(evidence) finding {
	some := func(m float64, k int) record.Float {
		none := 1.0
		for i := range k {
			none *= 1 - float64(i)/m
		}
		return record.Float(1 - none)
	}
	return finding{measured: "by theory alone", theory: fmt.Sprintf("some two of 3 probes meet with probability %s at m = 1000, of 6 with %s at m = 9,585,058", digits(some(1000, 3), 2), digits(some(9_585_058, 6), 2)),
		verdict: record.HoldsNot, condition: "they can meet; at the article's size it hardly matters"}
}

func judgeOnce(e evidence) finding {
	stale, ok := e.story("stale", "bloom-classic")
	fresh, also := e.story("reloaded", "bloom-classic")
	if !ok || !also {
		return finding{}
	}
	return finding{measured: fmt.Sprintf("two servers: %s of the second's answers wrong after a tenth more sign-ups by the first; %s after it took them in", percent(stale.WrongShare, 3), count(fresh.Wrong)),
		theory: percent(stale.WrongTheory, 3), verdict: record.HoldsNot, condition: "every server has to learn of every sign-up"}
}
