package figure

import (
	"slices"
	"testing"

	"hashlab/experiments/internal/record"
)

// laboratories returns stores with results of several kinds, by name.
func laboratories(t *testing.T) map[string]record.Store {
	return map[string]record.Store{
		"small":  smallLaboratory().run(t),
		"large":  largeLaboratory().run(t),
		"lone":   lone(t),
		"silent": silent(t),
		"wild":   wild(t),
	}
}

// lone has the fewest rows that give a figure: no interval, no theory beyond what is needed, unknown names.
func lone(t *testing.T) record.Store {
	s := record.Store{Root: t.TempDir()}
	base := record.FPRRow{Filter: "my-own-filter", Hash: "xxh3", KeyClass: "random8", N: 100_000, NDesign: 100_000, M: 958_506, K: 7,
		BitsPerKey: 9.58506, TargetFPR: 0.01, Sizing: "fpr", Seeds: 1, Queries: 1000, FalsePositives: 10, FPR: 0.01, FPRLow: record.Unknown,
		FPRHigh: record.Unknown, FPRTheory: 0.01, Ratio: 1, RatioLow: record.Unknown, RatioHigh: record.Unknown,
		GateLow: record.Unknown, GateHigh: record.Unknown, Detectable: record.Unknown, FillRatio: record.Unknown}
	few := base
	few.N, few.NDesign = 100, 100
	weak := base
	weak.Filter, weak.Hash, weak.KeyClass, weak.Sizing, weak.N = "bloom-classic-double", "my-own-hash", "file", "m,k", 131_072
	classic, double := few, few
	classic.Filter, double.Filter = "bloom-classic", "bloom-classic-double"
	rows := []record.FPRRow{base, few, weak, classic, double}
	full := base
	full.N, full.Refused = 200_000, 1
	rows = append(rows, full)
	for k := 1; k <= 3; k++ {
		probe := base
		probe.Sizing, probe.TargetFPR, probe.K = "m,k", record.Unknown, k
		rows = append(rows, probe)
	}
	put(t, s, "fpr.csv", rows)
	put(t, s, "throughput.csv", []record.ThroughputRow{
		{Impl: "my-own-filter", Kind: "filter", Op: "contains", Mode: "prehashed", N: 1, NsPerKey: 1, NsLow: record.Unknown, NsHigh: record.Unknown, Blocks: 1},
		{Impl: "my-own-filter", Kind: "filter", Op: "bulk", Mode: "prehashed", N: 1, NsPerKey: 1, NsLow: record.Unknown, NsHigh: record.Unknown, Blocks: 1},
		{Impl: "my-own-ring", Kind: "locator", Op: "locate", Mode: "keys", Hash: "(own)", Nodes: 1, NsPerKey: 1, NsLow: record.Unknown, NsHigh: record.Unknown, Blocks: 1},
		{Impl: "my-own-ring", Kind: "locator", Op: "build", Mode: "keys", Hash: "(own)", Nodes: 1, NsPerKey: 1, NsLow: record.Unknown, NsHigh: record.Unknown, Blocks: 1},
	})
	put(t, s, "throughput_equal.csv", []record.EqualRow{{Impl: "my-own-filter", Op: "bulk", N: 1, TargetFPR: 0.01, FPR: record.Unknown, BitsPerKey: 10, NsPerKey: 1,
		NsLow: record.Unknown, NsHigh: record.Unknown, Blocks: 1}})
	put(t, s, "throughput_concurrency.csv", []record.ConcurrencyRow{{Impl: "my-own-filter", Op: "bulk", N: 1, Threads: 1, NsPerKey: 1, NsLow: record.Unknown, NsHigh: record.Unknown, Blocks: 1}})
	put(t, s, "memory_heap.csv", []record.HeapRow{{Impl: "my-own-filter", Kind: "filter", N: 10, HeapBytes: 12, PeakBytes: 12}})
	put(t, s, "memory.csv", []record.MemoryRow{
		{Impl: "my-own-filter", Kind: "filter", N: 10, FPRTheory: 0.01, BitsPerKey: 9.6, BoundBitsPerKey: 6.64386, ModelBytes: 12},
		{Impl: "my-own-ring", Kind: "locator", Nodes: 1, ModelBytes: 1},
	})
	ring := record.BalanceRow{Locator: "ring-vnodes", Hash: "my-own-hash", Labels: "separated", Nodes: 100, Vnodes: 160, Seeds: 1,
		PeakToAverage: 1, PeakLow: record.Unknown, PeakHigh: record.Unknown, PeakTheory: record.Unknown, CV: 1, CVTheory: record.Unknown,
		CVBandLow: record.Unknown, CVBandHigh: record.Unknown, CVGateLow: record.Unknown, CVGateHigh: record.Unknown}
	single := ring
	single.Vnodes = 1
	keys := ring
	keys.Locator, keys.Hash, keys.Labels, keys.Keys, keys.KeyClass = "my-own-ring", "(own)", "", 10, "user-profile"
	weights, bound := keys, keys
	weights.Weights, weights.Lightest, weights.Heaviest, weights.LightestAsked, weights.HeaviestAsked, weights.Quantisation = "1 2", 1, 1, record.Unknown, record.Unknown, record.Unknown
	bound.Slack, bound.Requests, bound.PeakBound, bound.OverflowShare, bound.OverflowLow, bound.OverflowHigh = 1, 10, 2, 0.1, record.Unknown, record.Unknown
	put(t, s, "balance.csv", []record.BalanceRow{ring, single, keys, weights, bound})
	doubled := record.RemapRow{Locator: "my-own-ring", Hash: "(own)", Change: "double", NodesBefore: 10, NodesAfter: 20, KeyClass: "user-profile", Keys: 100, Seeds: 1, Moved: 50,
		MovedShare: 0.5, MovedLow: record.Unknown, MovedHigh: record.Unknown, MovedTheory: record.Unknown, MovedIdeal: 0.5}
	joined := doubled
	joined.Change, joined.NodesAfter = "add", 11
	put(t, s, "remap.csv", []record.RemapRow{doubled, joined, {Locator: "my-own-ring", Hash: "(own)", Change: "add", NodesBefore: 4, NodesAfter: 5,
		KeyClass: "user-profile", Keys: 100, Seeds: 1, Moved: 20, MovedShare: 0.2, MovedLow: record.Unknown, MovedHigh: record.Unknown,
		MovedTheory: record.Unknown, MovedIdeal: 0.2}})
	put(t, s, "quality.csv", []record.QualityRow{{Hash: "my-own-hash", Size: "quick", Test: "buckets", Keys: "dec", Excess: 0.5, Pass: true}})
	put(t, s, "quality_verdicts.csv", []record.QualityVerdict{{Hash: "my-own-hash", Size: "quick", Results: 1, Failed: 1, Tests: "buckets", Excess: 2}})
	put(t, s, "hashing.csv", []record.HashingRow{{Hash: "my-own-hash", KeyBytes: 16, Form: "bytes", NsPerKey: 1, NsLow: record.Unknown, NsHigh: record.Unknown, Blocks: 1}})
	put(t, s, "quality_pollution_steps.csv", []record.QualityStepRow{{Hash: "my-own-hash", HashSeed: "published", Insertion: "chosen", N: 10_000, M: 100_000,
		K: 7, Seeds: 1, Queries: 25_000, FalsePositives: 2000, FPR: 0.08, FPRLow: 0.07, FPRHigh: 0.09, FPRHonest: 0.0082, FPRChosen: 0.0824}})
	put(t, s, "hashing_costs.csv", []record.HashingCost{{Hash: "my-own-hash", Loop: "cold", Form: "bytes", KeyBytes: 16, NsPerKey: 2, NsLow: record.Unknown,
		NsHigh: record.Unknown, BaseNs: 1, Ratio: 2, Blocks: 1}})
	put(t, s, "quality_attack.csv", []record.QualityAttackRow{{Hash: "my-own-hash", HashSeed: "published", AttackSet: "farm-32", Seeds: 1, N: 2, Queries: 1,
		FPRLow: 0, FPRHigh: 0.975, FPRTheory: 0.01}})
	stories(t, s, []string{"article-filter"}, 0)
	return s
}

// silent has nothing to count: no false positive, no key moved, no byte kept.
func silent(t *testing.T) record.Store {
	lab := smallLaboratory()
	s := lab.run(t)
	rates := lab.fpr()
	for i := range rates {
		r := &rates[i]
		r.FalsePositives, r.FPR, r.FPRLow, r.FPRHigh = 0, 0, 0, 2e-6
		r.Ratio, r.RatioLow, r.RatioHigh = 0, 0, r.FPRHigh/r.FPRTheory
		r.GateLow, r.GateHigh = record.Unknown, record.Unknown
	}
	put(t, s, "fpr.csv", rates)
	sizes := lab.memory()
	for i := range sizes {
		if sizes[i].Kind == "locator" {
			sizes[i].ModelBytes = 0
		}
	}
	put(t, s, "memory.csv", sizes)
	moves := append(lab.remap(), lab.changes()...)
	for i := range moves {
		r := &moves[i]
		r.Moved, r.MovedShare, r.MovedLow, r.MovedHigh, r.Unnecessary, r.UnnecessaryShare = 0, 0, 0, 4e-6, 0, 0
	}
	put(t, s, "remap.csv", moves)
	return s
}

// wild has values many decades apart, intervals that reach 0, and gates that fail.
func wild(t *testing.T) record.Store {
	lab := smallLaboratory()
	lab.classes = append(lab.classes, "file")
	s := lab.run(t)
	rates := lab.fpr()
	for i := range rates {
		r := &rates[i]
		switch i % 5 {
		case 0:
			r.FPR, r.FPRHigh, r.Ratio, r.RatioHigh = 1, 1, 1/r.FPRTheory, 1/r.FPRTheory
			r.GateLow, r.GateHigh = r.Ratio/2, r.Ratio*2
		case 1:
			r.FPRLow, r.RatioLow = 0, 0
		case 2:
			r.FPR, r.FPRLow, r.FPRHigh = r.FPR/1000, 0, r.FPR/200
			r.Ratio, r.RatioLow, r.RatioHigh = r.FPR/r.FPRTheory, 0, r.FPRHigh/r.FPRTheory
		}
	}
	put(t, s, "fpr.csv", rates)
	timings := slices.Concat(lab.throughput(), lab.bulk(), lab.builds())
	for i := range timings {
		if i%7 == 0 {
			timings[i].NsPerKey, timings[i].NsHigh = timings[i].NsPerKey*10_000, timings[i].NsHigh*10_000
		}
	}
	put(t, s, "throughput.csv", timings)
	shares := append(lab.balance(), lab.ringLoads()...)
	for i := range shares {
		shares[i].WithinGate = []string{"yes", "no", ""}[i%3]
	}
	put(t, s, "balance.csv", shares)
	return s
}
