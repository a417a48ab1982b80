package figure

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hashlab/experiments/internal/record"
)

// A laboratory makes results that look as a run's do. The numbers are invented.
type laboratory struct {
	filters, locators, hashes, classes []string
	owners                             []string // filters and locators that own their hashing
	random                             *rand.Rand
}

// smallLaboratory has about what the first release registers, with some unknown names among them.
func smallLaboratory() *laboratory {
	return &laboratory{
		filters:  []string{"bloom-classic", "bloom-classic-double", "bloom-split-256", "bloom-counting"},
		owners:   []string{"x-bits-and-blooms", "article-filter"},
		locators: []string{"ring-vnodes", "jump", "rendezvous", "modulo"},
		hashes: []string{"xxh3", "xxh64", "murmur3-64", "farm64", "farm-fp64", "siphash24", "fnv1a-64", "md5", "sha1", "sha256",
			"crc32c-left", "crc32c-mixed", "murmur3-32-left", "murmur3-32-mixed", "djb2-left", "djb2-mixed"},
		classes: []string{"random8", "dec", "le8", "be8", "uuid4", "user-profile", "url", "vnode-label", "rep4", "words", "domains", "usernames"},
		random:  rand.New(rand.NewPCG(1, 2)),
	}
}

// largeLaboratory has every name that has a fixed style, and names that have none.
func largeLaboratory() *laboratory {
	lab := smallLaboratory()
	lab.filters, lab.locators = nil, nil
	for _, name := range styled[0] {
		if family(name) < family("x-any") {
			lab.filters = append(lab.filters, name)
		}
	}
	lab.filters = append(lab.filters, "my-own-filter", "experimental-filter-with-a-long-name")
	lab.owners = append(lab.owners, "x-greatroar", "x-ristretto", "x-willf")
	for _, name := range styled[1] {
		if family(name) < family("x-any") {
			lab.locators = append(lab.locators, name)
		}
	}
	lab.locators = append(lab.locators, "my-own-ring", "x-other")
	lab.hashes = append(lab.hashes, "maphash", "my-own-hash")
	return lab
}

// noisy returns v with a relative error of about sd.
func (l *laboratory) noisy(v, sd float64) float64 { return v * math.Exp(sd*l.random.NormFloat64()) }

func f(v float64) record.Float { return record.Float(v) }

// all returns the filters with the hash that each is measured with.
func (l *laboratory) all(names []string) map[string]string {
	with := map[string]string{}
	for _, name := range names {
		with[name] = "xxh3"
	}
	return with
}

func (l *laboratory) filterHashes() (names []string, hash map[string]string) {
	hash = l.all(l.filters)
	names = append(names, l.filters...)
	for _, name := range l.owners {
		hash[name] = "(murmur3-128)"
		names = append(names, name)
	}
	return names, hash
}

// fprRow invents a row whose true rate is ratio times theory.
func (l *laboratory) fprRow(filter, hash, class string, n uint64, target, ratio float64) record.FPRRow {
	const queries = 2_000_000
	exact := target * 0.98
	k := math.Max(1, math.Round(-math.Log2(target)))
	bits := -1.44 * math.Log2(target) * (1 + 0.07*float64(len(filter)%5))
	sd := 1 / math.Sqrt(queries*exact*ratio)
	rate := l.noisy(exact*ratio, sd)
	row := record.FPRRow{Filter: filter, Hash: hash, KeyClass: class, N: n, NDesign: n, M: uint64(bits * float64(n)), K: int(k),
		BitsPerKey: f(bits), TargetFPR: f(target), Sizing: "fpr", Seeds: 20, Queries: queries,
		FalsePositives: uint64(rate * queries), FPR: f(rate), FPRLow: f(rate * math.Exp(-2*sd)), FPRHigh: f(rate * math.Exp(2*sd)),
		FPRTheory: f(exact), GateLow: record.Unknown, GateHigh: record.Unknown, Detectable: f(5 * sd), GateDetectable: record.Unknown, FillRatio: 0.5}
	row.Ratio, row.RatioLow, row.RatioHigh = row.FPR/f(exact), row.FPRLow/f(exact), row.FPRHigh/f(exact)
	if hash == "xxh3" {
		row.GateLow, row.GateHigh = row.Ratio*f(math.Exp(-6*sd)), row.Ratio*f(math.Exp(6*sd))
		row.GateDetectable = f(9 * sd)
	}
	return row
}

func (l *laboratory) fpr() []record.FPRRow {
	var rows []record.FPRRow
	names, hash := l.filterHashes()
	for _, name := range names {
		for _, target := range []float64{1e-1, 1e-2, 1e-3, 1e-4} {
			rows = append(rows, l.fprRow(name, hash[name], "random8", 100_000, target, 1))
		}
		for _, n := range []uint64{100, 1000, 10_000, 1_000_000} {
			rows = append(rows, l.fprRow(name, hash[name], "random8", n, 1e-2, 1+3/math.Sqrt(float64(n))))
		}
	}
	own := *l // what is drawn at random below must not change what follows
	own.random = rand.New(rand.NewPCG(3, 4))
	rows = append(rows, own.loads(names, hash)...)
	rows = append(rows, own.probes()...)
	for _, filter := range hashedFilters {
		for i, h := range l.hashes {
			for j, class := range l.classes {
				ratio := 1.0
				if i > 9 && (i+j)%3 == 0 {
					ratio = math.Pow(10, float64((i*7+j*5)%9)/4-0.5)
				}
				row := l.fprRow(filter, h, class, 131_072, 8e-3, ratio)
				row.Sizing, row.K, row.TargetFPR, row.M = "m,k", 7, record.Unknown, 1_310_720
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// loads invents filters that are filled short of their keys and beyond them; every fifth refuses some.
func (l *laboratory) loads(names []string, hash map[string]string) []record.FPRRow {
	var rows []record.FPRRow
	for i, name := range names {
		for _, load := range []float64{0.1, 0.5, 1, 2, 10} {
			row := l.fprRow(name, hash[name], "random8", 20_000, min(1e-2*math.Pow(load, 4), 1), 1)
			row.TargetFPR, row.N = 1e-2, uint64(load*20_000)
			if i%5 == 3 && load > 1 {
				row.Refused = uint64(row.Seeds) * (row.N - 21_000)
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// probes invents filters of given bits per key with more and fewer probes than are best.
func (l *laboratory) probes() []record.FPRRow {
	var rows []record.FPRRow
	for i, name := range l.filters[:2] {
		for _, bits := range []float64{8, 16} {
			for k := 1; k < 14; k += 2 {
				best := bits*0.69 - 2*float64(i)
				row := l.fprRow(name, "xxh3", "random8", 102_400, math.Exp2(-bits*0.69+math.Abs(float64(k)-best)/2), 1)
				row.Sizing, row.TargetFPR, row.K, row.BitsPerKey, row.M = "m,k", record.Unknown, k, f(bits), uint64(bits)*102_400
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// timing completes a row with times around ns.
func (l *laboratory) timing(r record.ThroughputRow, ns float64) record.ThroughputRow {
	ns = l.noisy(ns, 0.02)
	r.NsPerKey, r.NsLow, r.NsHigh, r.NsMin, r.Blocks, r.Samples = f(ns), f(ns*0.96), f(ns*1.05), f(ns*0.95), 6, 30
	return r
}

func (l *laboratory) throughput() []record.ThroughputRow {
	var rows []record.ThroughputRow
	names, hash := l.filterHashes()
	for i, name := range append(names, control) {
		row := record.ThroughputRow{Impl: name, Kind: "filter", Op: "contains", Mode: "prehashed"}
		if hash[name] != "xxh3" && name != control {
			row.Mode, row.Hash = "keys", hash[name]
		}
		for _, hit := range []float64{0, 0.5, 1} {
			for _, n := range []uint64{1000, 10_000, 100_000, 1_000_000} {
				ns := (2 + float64(i%9)) * (1 + hit/2) * (1 + math.Max(0, math.Log10(float64(n))-4))
				if name == control {
					ns = 0.6
				}
				row.N, row.HitShare = n, f(hit)
				rows = append(rows, l.timing(row, ns))
			}
		}
	}
	for i, name := range append(l.locators, "article-ring", "x-groupcache", control) {
		for _, nodes := range []int{10, 100, 1000} {
			ns := 5 + 3*float64(i)*math.Log10(float64(nodes))
			if name == control {
				ns = 0.6
			}
			row := record.ThroughputRow{Impl: name, Kind: "locator", Hash: "xxh3", Op: "locate", Mode: "keys", Nodes: nodes}
			rows = append(rows, l.timing(row, ns+4))
			if name != "article-ring" && name != "x-groupcache" {
				row.Mode, row.Hash = "prehashed", ""
				rows = append(rows, l.timing(row, ns))
			}
		}
	}
	return rows
}

// bulk invents bulk look-ups of the filters that take hashes.
func (l *laboratory) bulk() []record.ThroughputRow {
	own := *l
	own.random = rand.New(rand.NewPCG(7, 8))
	var rows []record.ThroughputRow
	for i, name := range append(slices.Clone(l.filters), control) {
		for _, hit := range []float64{0, 0.5, 1} {
			row := record.ThroughputRow{Impl: name, Kind: "filter", Op: "bulk", Mode: "prehashed", N: 1_000_000, HitShare: f(hit)}
			rows = append(rows, own.timing(row, 1+float64(i%6)*(1+hit)))
		}
	}
	for _, name := range l.filters { // with hashing, what derivations are compared by
		row := record.ThroughputRow{Impl: name, Kind: "filter", Hash: "xxh3", Op: "contains", Mode: "keys", N: 1_000_000, HitShare: 0.5}
		rows = append(rows, own.timing(row, 30))
	}
	return rows
}

// equal invents filters at two rates: some smaller, others faster.
func (l *laboratory) equal() []record.EqualRow {
	var rows []record.EqualRow
	for i, name := range l.filters {
		for _, rate := range []float64{1.0 / 256, 1.0 / 65536} {
			for _, op := range []string{"contains", "bulk"} {
				ns := l.noisy(2+float64((i*5)%11), 0.02)
				rows = append(rows, record.EqualRow{Impl: name, Op: op, N: 200_000, TargetFPR: f(rate), FPR: f(l.noisy(rate, 0.03)), FPRLow: f(rate * 0.9), FPRHigh: f(rate * 1.1),
					BitsPerKey: f(-math.Log2(rate) * (1.05 + 0.1*float64((i*3)%7))), HitShare: 0.5, NsPerKey: f(ns), NsLow: f(ns * 0.95), NsHigh: f(ns * 1.06), NsMin: f(ns * 0.9), Blocks: 6})
			}
		}
	}
	return rows
}

// concurrency invents filters that two threads share: readers gain, and a lock loses.
func (l *laboratory) concurrency() []record.ConcurrencyRow {
	var rows []record.ConcurrencyRow
	for _, c := range []struct {
		impl, guard, op string
		gain            float64
	}{{"bloom-classic", "", "bulk", 1.9}, {"bloom-split-256", "", "bulk", 1.8}, {"bloom-classic", "rwmutex", "mixed", 0.3}, {"bloom-classic", "rwmutex", "add", 0.4}} {
		for _, threads := range []int{1, 2} {
			ns := l.noisy(20, 0.02)
			if threads == 2 {
				ns /= c.gain
			}
			rows = append(rows, record.ConcurrencyRow{Impl: c.impl, Guard: c.guard, Op: c.op, N: 200_000, Threads: threads,
				NsPerKey: f(ns), NsLow: f(ns * 0.95), NsHigh: f(ns * 1.05), NsMin: f(ns * 0.9), Blocks: 6})
		}
	}
	return rows
}

// heaps invents what filters keep and what building them takes.
func (l *laboratory) heaps() []record.HeapRow {
	var rows []record.HeapRow
	names, _ := l.filterHashes()
	for i, name := range names {
		kept := int64(1_200_000 * (1 + i%3))
		rows = append(rows, record.HeapRow{Impl: name, Kind: "filter", N: 1_000_000, TargetFPR: 0.01, HeapBytes: kept, PeakBytes: f(l.noisy(float64(kept)*(1+float64((i*7)%13)), 0.01))},
			record.HeapRow{Impl: name, Kind: "filter", N: 1000, TargetFPR: 0.01, HeapBytes: 1300, PeakBytes: record.Unknown})
	}
	return rows
}

func (l *laboratory) memory() []record.MemoryRow {
	var rows []record.MemoryRow
	names, _ := l.filterHashes()
	for i, name := range names {
		for _, target := range []float64{1e-1, 1e-2, 1e-3, 1e-4} {
			bound := -math.Log2(target)
			bits := bound * (1.1 + 0.06*float64(i%9))
			if name == "bloom-counting" {
				bits *= 4
			}
			rows = append(rows, record.MemoryRow{Impl: name, Kind: "filter", N: 100_000, TargetFPR: f(target), FPRTheory: f(target),
				BitsPerKey: f(bits), BoundBitsPerKey: f(bound), ModelBytes: int64(bits*100_000/8) + 64})
		}
	}
	for i, name := range append(l.locators, "article-ring", "x-groupcache") {
		for _, nodes := range []int{1, 10, 100, 1000, 10_000} {
			row := record.MemoryRow{Impl: name, Kind: "locator", Nodes: nodes, FPRTheory: record.Unknown, BitsPerKey: record.Unknown,
				TargetFPR: record.Unknown, BoundBitsPerKey: record.Unknown, ModelBytes: int64(nodes) * 24 * int64(i*i)}
			if family(name) == family("ring-vnodes") {
				row.Vnodes, row.ModelBytes = 160, int64(nodes)*160*16*int64(i+1)
				rows = append(rows, row)
				row.Vnodes = 1000
			}
			rows = append(rows, row)
		}
	}
	return rows
}

func (l *laboratory) balance() []record.BalanceRow {
	var rows []record.BalanceRow
	add := func(hash, labels string, nodes, vnodes int, off float64) {
		cv := 1 / math.Sqrt(float64(vnodes))
		peak := 1 + cv*math.Sqrt(2*math.Log(float64(nodes)))
		in := "yes"
		if off > 1.3 {
			in = "no"
		}
		rows = append(rows, record.BalanceRow{Locator: "ring-vnodes", Hash: hash, Labels: labels, Nodes: nodes, Vnodes: vnodes, Seeds: 20,
			PeakToAverage: f(l.noisy(peak, 0.01)), PeakLow: f(peak * 0.97), PeakHigh: f(peak * 1.03), PeakTheory: f(peak), Least: f(0.5),
			CV: f(l.noisy(cv*off, 0.02)), CVTheory: f(cv), CVBandLow: f(cv * 0.95), CVBandHigh: f(cv * 1.05),
			CVGateLow: f(cv * 0.85), CVGateHigh: f(cv * 1.17), WithinGate: in})
	}
	for _, hash := range []string{"xxh3", "murmur3-64", "fnv1a-64", "md5"} {
		for _, nodes := range []int{10, 100, 1000} {
			for _, vnodes := range []int{1, 4, 16, 64, 256, 1024} {
				add(hash, "separated", nodes, vnodes, 1)
			}
		}
	}
	for i, hash := range l.hashes {
		for j, labels := range []string{"separated", "id:i", "id-i", "i+id", "id#letters"} {
			off := 1.0
			if i == 14 {
				off = 80
			} else if i > 9 && (i+j)%2 == 0 {
				off = 1.5 + float64(j)
			}
			add(hash, labels, 100, 160, off)
		}
	}
	return rows
}

// apart draws for later additions, so that what was there before stays as it was.
func apart() *laboratory { return &laboratory{random: rand.New(rand.NewPCG(3, 4))} }

// builds are timings of building and changing locators.
func (l *laboratory) builds() []record.ThroughputRow {
	var rows []record.ThroughputRow
	own := apart()
	for i, name := range l.locators {
		for _, nodes := range []int{10, 1000} {
			row := record.ThroughputRow{Impl: name, Kind: "locator", Hash: "xxh3", Op: "build", Mode: "keys", Nodes: nodes}
			rows = append(rows, own.timing(row, 200*float64(i+1)))
			row.Op = "change"
			rows = append(rows, own.timing(row, 50*float64(i+1)*float64(nodes)))
		}
	}
	return rows
}

// ringLoads are rows of keys, some asked for by Zipf's law, of weighted nodes and of requests under a bound.
func (l *laboratory) ringLoads() []record.BalanceRow {
	var rows []record.BalanceRow
	no, own := record.Unknown, apart()
	for i, name := range l.locators {
		for _, zipf := range []float64{0, 0.83, 0.99, 1.2} {
			peak := own.noisy(1.05+0.1*float64(i)+zipf*zipf*zipf*10, 0.01)
			row := record.BalanceRow{Locator: name, Hash: "xxh3", Nodes: 100, Keys: 100_000, KeyClass: "user-profile", IDs: "made", Seeds: 10, Replicas: 1, Zipf: f(zipf),
				PeakToAverage: f(peak), PeakLow: f(peak * 0.98), PeakHigh: f(peak * 1.03), PeakTheory: f(peak), CV: 0.1, PeakFloor: no, OverflowShare: no}
			if zipf > 0 {
				row.PeakTheory, row.PeakFloor = no, f(1+zipf*zipf*zipf*9)
			}
			rows = append(rows, row)
			if zipf > 0 || i > 1 {
				continue
			}
			row.PeakBound, row.OverBound, row.Requests = 1.25, uint64(i), 1000
			for _, slack := range []float64{0.05, 0.25, 1} {
				row.Slack, row.OverflowShare = f(slack), f(0.001/slack)
				row.OverflowLow, row.OverflowHigh = row.OverflowShare/2, row.OverflowShare*2
				rows = append(rows, row)
			}
			row.Slack, row.OverflowShare, row.Requests, row.Weights = 0, no, 0, "1 2 4"
			row.Lightest, row.LightestLow, row.LightestHigh, row.LightestAsked = 0.98, 0.97, 1.01, 0.99
			row.Heaviest, row.HeaviestLow, row.HeaviestHigh, row.HeaviestAsked, row.Quantisation = 1.01, 1, 1.02, 1.01, 0.01
			rows = append(rows, row)
		}
	}
	return rows
}

func (l *laboratory) implementations() []record.ImplementationRow {
	var rows []record.ImplementationRow
	for i, name := range l.locators {
		capabilities := []string{"any node may leave; monotone; weights; replicas; vnodes", "only the last node may leave; monotone; depends on history"}[i%2]
		rows = append(rows, record.ImplementationRow{Name: name, Kind: "locator", Capabilities: capabilities})
	}
	return rows
}

// changes are other changes of nodes than one that joins.
func (l *laboratory) changes() []record.RemapRow {
	var rows []record.RemapRow
	own := apart()
	for i, name := range l.locators {
		for j, change := range []string{"remove-first", "replace", "double", "history"} {
			if i%2 == 1 && j == 0 {
				continue
			}
			share := own.noisy(0.1*float64(j+1), 0.02)
			rows = append(rows, record.RemapRow{Locator: name, Hash: "xxh3", Change: change, NodesBefore: 10, NodesAfter: 10, KeyClass: "user-profile", Keys: 1000, Seeds: 10,
				Moved: 100, MovedShare: f(share), MovedIdeal: 0.1, MovedTheory: record.Unknown, Steps: 1, Replicas: 1, Unnecessary: uint64(i % 2)})
		}
	}
	return rows
}

func (l *laboratory) remap() []record.RemapRow {
	var rows []record.RemapRow
	for i, name := range append(l.locators, "article-ring", "x-groupcache") {
		for _, before := range []int{4, 10, 100} {
			ideal := 1 / float64(before+1)
			share, unnecessary := l.noisy(ideal, 0.02), 0.0
			if name == "modulo" {
				share, unnecessary = 1-ideal, 1-2*ideal
			} else if i%4 == 3 {
				unnecessary = 0.004
			}
			const keys = 1_000_000
			hash := "xxh3"
			if name == "x-groupcache" {
				hash = "(crc32)"
			}
			rows = append(rows, record.RemapRow{Locator: name, Hash: hash, Change: "add", NodesBefore: before, NodesAfter: before + 1,
				KeyClass: "random8", Keys: keys, Seeds: 10, Moved: uint64(share * keys), MovedShare: f(share), MovedLow: f(share * 0.95),
				MovedHigh: f(share * 1.06), MovedTheory: f(share), MovedIdeal: f(ideal), Unnecessary: uint64(unnecessary * keys),
				UnnecessaryShare: f(unnecessary)})
		}
	}
	return rows
}

func (l *laboratory) hashing() []record.HashingRow {
	var rows []record.HashingRow
	for i, hash := range l.hashes {
		for _, length := range []int{1, 4, 8, 16, 32, 64, 256, 1024, 4096} {
			ns := l.noisy(2+float64(i)+float64(length)*0.03*float64(i+1), 0.02)
			rows = append(rows, record.HashingRow{Hash: hash, KeyBytes: length, Form: "bytes", NsPerKey: f(ns), NsLow: f(ns * 0.97),
				NsHigh: f(ns * 1.04), NsMin: f(ns * 0.95), GBPerSec: f(float64(length) / ns), Blocks: 6, Samples: 30})
		}
	}
	return rows
}

func (l *laboratory) costs() []record.HashingCost {
	var rows []record.HashingCost
	for i, hash := range l.hashes {
		for _, length := range []int{16, 1024} {
			warm := l.noisy(2+float64(i)+float64(length)*0.03*float64(i+1), 0.02)
			cold := warm + l.noisy(20+float64(length)*0.1, 0.1)
			rows = append(rows, record.HashingCost{Hash: hash, Loop: "cold", Form: "bytes", KeyBytes: length, NsPerKey: f(cold), NsLow: f(cold * 0.9),
				NsHigh: f(cold * 1.1), NsMin: f(cold * 0.8), Base: "bulk", BaseNs: f(warm), Ratio: f(cold / warm), Blocks: 6, Samples: 30})
		}
	}
	return rows
}

// put writes rows as a result file of the store.
func put[T any](t *testing.T, s record.Store, name string, rows []T) {
	t.Helper()
	text, err := record.Encode(rows)
	if err != nil {
		t.Fatal(err)
	}
	if err := record.WriteFile(s.Result(name), text); err != nil {
		t.Fatal(err)
	}
}

// run writes all result files into a new store.
func (l *laboratory) run(t *testing.T) record.Store {
	t.Helper()
	s := record.Store{Root: t.TempDir()}
	put(t, s, "fpr.csv", l.fpr())
	put(t, s, "throughput.csv", slices.Concat(l.throughput(), l.bulk(), l.builds()))
	put(t, s, "memory.csv", l.memory())
	own := *l // what is drawn at random below must not change what follows
	own.random = rand.New(rand.NewPCG(5, 6))
	put(t, s, "memory_heap.csv", own.heaps())
	put(t, s, "throughput_equal.csv", own.equal())
	put(t, s, "throughput_concurrency.csv", own.concurrency())
	put(t, s, "balance.csv", append(l.balance(), l.ringLoads()...))
	put(t, s, "remap.csv", append(l.remap(), l.changes()...))
	put(t, s, "implementations.csv", l.implementations())
	put(t, s, "hashing.csv", l.hashing())
	put(t, s, "hashing_costs.csv", l.costs())
	l.quality(t, s)
	stories(t, s, []string{"bloom-classic", "article-filter"}, 1)
	return s
}
