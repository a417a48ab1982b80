package bars

import (
	"fmt"
	"slices"
)

// All returns the contests of the project, in the order in which they run.
func All(o Outside) []Contest {
	return slices.Concat(splitContests(), classicContests(), fuseContests(), ringContests(), rivalContests(), hashContests(), o.contests(), countContests())
}

// power writes a number of keys as 1e6.
func power(n uint64) string {
	exponent := 0
	for ; n >= 10 && n%10 == 0; n /= 10 {
		exponent++
	}
	return fmt.Sprintf("%de%d", n, exponent)
}

// splitContests are those of bloom-split-256.
func splitContests() (contests []Contest) {
	const name, rival = "bloom-split-256", "x-parquet-split"
	for _, c := range []struct {
		n      uint64
		wanted float64
	}{{1e6, 2}, {1e7, 3.5}, {1e8, 2.5}} {
		own, other := filled{name, c.n, ""}, filled{rival, c.n, name}
		bulk := own.bulk(0.5, name+", bulk")
		contest := Contest{"split-256 at n = " + power(c.n), []Bar{
			{
				Name: "split-256-bulk-" + power(c.n), What: fmt.Sprintf("bulk look-ups of hashes, half of them present, n = %s: against parquet-go's Check in a loop, equal m", power(c.n)),
				Relation: AtLeast, Wanted: c.wanted, Over: other.bulk(0.5, rival+", Check in a loop"), Under: bulk, Unit: "key",
			},
			{
				Name: "split-256-limit-" + power(c.n), What: fmt.Sprintf("the same look-ups, n = %s: against reading one word of each block and nothing else, each asked for 128 hashes ahead", power(c.n)),
				Relation: AtMost, Wanted: 1.25, Over: bulk, Under: own.reading(0.5, "reading one word of each block"), Unit: "key",
			},
		}}
		if c.n == 1e6 {
			contest.Bars = append(contest.Bars, Bar{
				Name: "split-256-single-" + power(c.n), What: "single look-ups of hashes by an interface, half of them present, n = 1e6: against parquet-go's, equal m",
				Relation: AtMost, Wanted: 1.05, Over: own.single(0.5, name+", one by one"), Under: other.single(0.5, rival+", one by one"), Unit: "key",
			})
		}
		contests = append(contests, contest)
	}
	return contests
}

// classicContests are those against the Bloom filter that most programs in Go use, on keys.
func classicContests() (contests []Contest) {
	const rival = "x-bits-and-blooms"
	for _, c := range []struct {
		n      uint64
		wanted float64
	}{{1e6, 6}, {3e7, 15}} {
		own, other := filled{"bloom-split-256", c.n, ""}, filled{rival, c.n, ""}
		contest := Contest{"filters on keys at n = " + power(c.n), []Bar{{
			Name: "split-256-keys-" + power(c.n), What: fmt.Sprintf("bulk look-ups of 16-byte keys with xxh3, half of them present, n = %s, 1 %%: split-256 against bits-and-blooms", power(c.n)),
			Relation: AtLeast, Wanted: c.wanted, Over: other.keyed(0.5, rival+", half present"), Under: own.keyed(0.5, "bloom-split-256 with xxh3, bulk, half present"), Unit: "key",
		}}}
		if c.n == 3e7 {
			contest.Bars = append(contest.Bars, classicBars(filled{"bloom-classic", c.n, rival}, other)...)
		}
		contests = append(contests, contest)
	}
	return contests
}

func classicBars(own, other filled) []Bar {
	bar := func(name, what string, wanted float64, over, under Side) Bar {
		what = fmt.Sprintf("%s 16-byte keys with xxh3, n = %s: bloom-classic against bits-and-blooms, equal m and k", what, power(own.n))
		return Bar{Name: name + power(own.n), What: what, Relation: AtLeast, Wanted: wanted, Over: over, Under: under, Unit: "key"}
	}
	return []Bar{
		bar("classic-hits-", "bulk look-ups of present", 4, other.keyed(1, other.name+", present"), own.keyed(1, own.name+" with xxh3, bulk, present")),
		bar("classic-misses-", "bulk look-ups of absent", 4, other.keyed(0, other.name+", absent"), own.keyed(0, own.name+" with xxh3, bulk, absent")),
		bar("classic-add-", "bulk adding of", 3, other.adding(other.name+", adding"), own.adding(own.name+" with xxh3, bulk adding")),
	}
}

// fuseContests are those of the static filter.
func fuseContests() (contests []Contest) {
	const name, rival = "fuse-8", "x-xorfilter-fuse8"
	for _, n := range []uint64{1e6, 1e7} {
		own, other := filled{name, n, ""}, filled{rival, n, ""}
		contest := Contest{"fuse-8 at n = " + power(n), []Bar{{
			Name: "fuse-8-lookup-" + power(n), What: fmt.Sprintf("look-ups of hashes, half of them present, n = %s: against xorfilter's Contains in a loop", power(n)),
			Relation: AtLeast, Wanted: AsFast, Over: other.bulk(0.5, rival+", Contains in a loop"), Under: own.bulk(0.5, name+", bulk"), Unit: "key",
		}}}
		if n == 1e6 {
			contest.Bars = append(contest.Bars, Bar{
				Name: "fuse-8-build-" + power(n), What: "building from 1e6 hashes: against xorfilter's, the copy apart that its adapter makes",
				Relation: AtLeast, Wanted: AsFast, Over: other.building(rival + ", building"), Under: own.building(name + ", building"),
				Without: own.copying("copying the hashes"), Unit: "key",
			}, Bar{
				Name: "fuse-8-memory-" + power(n), What: "bytes allocated by building from 1e6 hashes: against xorfilter's, the copy apart",
				Relation: AtMost, Wanted: 1, Over: Side{Text: name}, Under: Side{Text: rival}, Exact: buildMemory(own, other),
			})
		}
		contests = append(contests, contest)
	}
	return contests
}

// ringContests are those of ring-vnodes, at 160 vnodes.
func ringContests() (contests []Contest) {
	const name = "ring-vnodes"
	for _, nodes := range []int{10, 100, 1000} {
		own := located{name, nodes, "xxh3", vnodes}
		keyed := own.keyed(name + " with xxh3, bulk, on keys")
		contest := Contest{Name: fmt.Sprintf("ring-vnodes at N = %d", nodes)}
		for _, rival := range []string{"x-groupcache", "x-serialx"} {
			other := located{rival, nodes, "", vnodes}
			contest.Bars = append(contest.Bars, Bar{
				Name: fmt.Sprintf("ring-keys-%s-%d", rival[2:], nodes), What: fmt.Sprintf("locating user:N:profile keys with xxh3, N = %d, V = 160: against %s, without the adapter's map from names to numbers", nodes, rival[2:]),
				Relation: AtLeast, Wanted: 12, Over: other.keyed(rival), Under: keyed, Without: other.numbering("names to numbers, " + rival), Unit: "key",
			})
		}
		if nodes >= 100 {
			contest.Bars = append(contest.Bars, Bar{
				Name: fmt.Sprintf("ring-search-%d", nodes), What: fmt.Sprintf("locating hashes, N = %d, V = 160: against binary search over the same points", nodes),
				Relation: AtLeast, Wanted: 6, Over: own.searching("binary search"), Under: own.hashed(name + ", bulk"), Unit: "key",
			})
		}
		if nodes == 1000 {
			contest.Bars = append(contest.Bars, Bar{
				Name: "ring-limit-1000", What: "locating hashes, N = 1000, V = 160: against two reads of which the second needs the first, and nothing else",
				Relation: AtMost, Wanted: 2, Over: own.hashed(name + ", bulk"), Under: own.twoReads("two dependent reads"), Unit: "key",
			})
		}
		contests = append(contests, contest)
	}
	own := located{name, 1000, "xxh3", vnodes}
	making := own.making(name + ", building")
	return append(contests, Contest{"changes of ring-vnodes", []Bar{
		{
			Name: "ring-add-1000", What: "adding a node, N = 1000, V = 160: against building the ring",
			Relation: AtMost, Wanted: 0.05, Over: own.adding(name + ", adding a node"), Under: making, Unit: "change",
		},
		{
			Name: "ring-remove-1000", What: "removing a node, N = 1000, V = 160: against building the ring",
			Relation: AtMost, Wanted: 0.05, Over: own.removing(name + ", removing a node"), Under: making, Unit: "change",
		},
		{
			Name: "ring-build-1000", What: "building, the labels' hashing included, N = 1000, V = 160: against slices.SortFunc by (hash, node, index) of the same points",
			Relation: AtMost, Wanted: 1, Over: making, Under: own.sorting("slices.SortFunc"), Unit: "ring",
		},
	}})
}

// rivalContests are those of other locators against the same scheme of another project.
func rivalContests() (contests []Contest) {
	for _, nodes := range []int{10, 100, 1000} {
		contest := Contest{Name: fmt.Sprintf("locators at N = %d", nodes)}
		bar := func(name, rival, what string, over, under, without Side) {
			contest.Bars = append(contest.Bars, Bar{
				Name: fmt.Sprintf("%s-%d", name, nodes), What: fmt.Sprintf("locating %s, N = %d: against %s", what, nodes, rival),
				Relation: AtLeast, Wanted: AsFast, Over: over, Under: under, Without: without, Unit: "key",
			})
		}
		jump, goJump := located{"jump", nodes, "", 0}, located{"x-dgryski-jump", nodes, "", 0}
		bar("jump", "dgryski/go-jump", "hashes", goJump.hashed(goJump.name), jump.hashed("jump, bulk"), Side{})
		best, goBest := located{"rendezvous", nodes, "xxh3", 0}, located{"x-dgryski-rendezvous", nodes, "xxh3", 0}
		bar("rendezvous", "dgryski/go-rendezvous without the adapter's map", "keys with xxh3", goBest.keyed(goBest.name+" with xxh3"),
			best.keyed("rendezvous with xxh3, bulk"), goBest.numbering("names to numbers, "+goBest.name))
		maglev, goMaglev := located{"maglev", nodes, "siphash24", 0}, located{"x-kkdai-maglev", nodes, "", 0}
		bar("maglev", "kkdai/maglev without the adapter's map", "keys with siphash24, which is theirs too", goMaglev.keyed(goMaglev.name),
			maglev.keyed("maglev with siphash24, bulk"), goMaglev.numbering("names to numbers, "+goMaglev.name))
		contests = append(contests, contest)
	}
	return contests
}

// countContests count allocations.
func countContests() []Contest {
	bar := func(what, kind string, exact func(*Shelf) (float64, string, error)) Bar {
		return Bar{Name: "allocations-" + kind, What: what, Relation: AtMost, Over: Side{Text: "objects allocated"}, Exact: exact}
	}
	return []Contest{{"allocations", []Bar{
		bar("objects that adding and looking up allocate, single and bulk, in all filters of ours, growth apart", "filters", filterAllocations),
		bar("objects that look-ups allocate, single and bulk, in all locators of ours", "locators", locatorAllocations),
		bar("objects that hashing allocates, single and bulk, in all hash functions", "hashes", hashAllocations),
	}}}
}
