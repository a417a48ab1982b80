package quality

import (
	"strings"
	"testing"

	"hashlab/experiments/internal/quality"
	"hashlab/experiments/internal/record"
)

// judged returns results of a function that fails these tests and passes all others.
func judged(hash string, fails ...quality.Test) (rows []record.QualityRow) {
	for _, test := range quality.Tests() {
		r := record.QualityRow{Hash: hash, Test: string(test), Pass: true}
		for _, f := range fails {
			r.Pass = r.Pass && f != test
		}
		rows = append(rows, r)
	}
	return rows
}

func attackOf(hash, seed, set string, keyed bool, distinct, fpr float64, positives uint64, peak float64) record.QualityAttackRow {
	return record.QualityAttackRow{Hash: hash, Keyed: keyed, HashSeed: seed, AttackSet: set, N: attackKeys, Seeds: 1, DistinctShare: record.Float(distinct),
		Queries: 512, FalsePositives: positives, FPR: record.Float(fpr), FPRTheory: 0.01, PeakToAverage: record.Float(peak)}
}

func pairOf(collisions uint64) record.QualityAttackRow {
	return record.QualityAttackRow{Hash: "xxh3", HashSeed: secret, AttackSet: pairSet, N: 2, PairSeeds: 1 << 18, PairCollisions: collisions}
}

func pollutedBy(hash, seed, insertion string, fill, fpr float64) record.QualityPollutionRow {
	r := record.QualityPollutionRow{Hash: hash, HashSeed: seed, Insertion: insertion, Seeds: 1, N: pollutedN, M: pollutedM, K: pollutedK, Queries: 1_000_000,
		FillRatio: record.Float(fill), FillTheory: 0.5034, FPR: record.Float(fpr), FPRTheory: 0.0081945}
	if reaches(r) {
		r.FillTheory, r.FPRTheory = 0.7, 0.0823543
	}
	return r
}

// Each check holds where it should, fails on one planted fault, and is not made without rows of its own.
func TestChecks(t *testing.T) {
	const one = 1.0 / attackKeys
	attacks := func(rows ...record.QualityAttackRow) []record.QualityAttackRow { return rows }
	polluted := func(rows ...record.QualityPollutionRow) []record.QualityPollutionRow { return rows }
	for _, c := range []struct {
		name  string
		check record.CheckRow
		holds bool
		tests bool
		says  string
	}{
		{"good passes", knownVerdicts(judged("xxh64")), true, true, "1 functions"},
		{"good fails", knownVerdicts(judged("xxh64", quality.Buckets)), false, true, "xxh64 fails buckets"},
		{"bad fails", knownVerdicts(judged("djb2-mixed", quality.Collisions, quality.BloomFPR, quality.Buckets)), true, true, ""},
		{"bad passes", knownVerdicts(judged("djb2-mixed", quality.BloomFPR)), false, true, "djb2-mixed passes collisions"},
		{"unknown", knownVerdicts(judged("my-own-hash", quality.Buckets)), true, false, ""},
		{"no results", knownVerdicts(nil), true, false, ""},

		{"collapses", setsCollapse(attacks(attackOf("farm64-seeded", secret, "farm-32", false, one, 1, 512, 10))), true, true, ""},
		{"does not collapse", setsCollapse(attacks(attackOf("farm64-seeded", secret, "farm-32", false, 1, 0.01, 5, 1.2))), false, true, "farm64-seeded"},
		{"two hashes", setsCollapse(attacks(attackOf("farm64", published, "farm-32", false, 2*one, 1, 512, 10))), false, true, "farm64"},
		{"a seed may help against FNV's set", setsCollapse(attacks(attackOf("fnv1a-64", secret, "fnv1a-64-zero", false, 1, 0.01, 5, 1.2))), true, false, ""},
		{"not its target", setsCollapse(attacks(attackOf("xxh64", secret, "farm-32", false, 1, 0.01, 5, 1.2))), true, false, ""},

		{"keyed stands", keyedStand(attacks(attackOf("siphash24", secret, "farm-32", true, 1, 0.0098, 5, 1.2))), true, true, ""},
		{"keyed collides", keyedStand(attacks(attackOf("siphash24", secret, "farm-32", true, 0.99, 0.0098, 5, 1.2))), false, true, "siphash24"},
		{"keyed, rate too high", keyedStand(attacks(attackOf("siphash24", secret, "farm-32", true, 1, 0.08, 41, 1.2))), false, true, "siphash24"},
		{"published seed", keyedStand(attacks(attackOf("siphash24", published, "farm-32", true, 0.5, 1, 512, 10))), true, false, ""},

		{"drawn key stands", drawnStand(attacks(attackOf("maphash", secret, "farm-32", true, 1, 0.0098, 5, 1.2))), true, true, "1 sets"},
		{"drawn key collides", drawnStand(attacks(attackOf("maphash", secret, "farm-32", true, 0.5, 1, 512, 10))), false, true, "maphash"},
		{"drawn key, but not keyed", drawnStand(attacks(attackOf("maphash", secret, "farm-32", false, 0.5, 1, 512, 10))), true, false, ""},

		{"pair at its rate", pairRate(attacks(pairOf(181))), true, true, "one in 1448"},
		{"pair too seldom", pairRate(attacks(pairOf(90))), false, true, "90 of 262144"},
		{"pair too often", pairRate(attacks(pairOf(272))), false, true, ""},
		{"pair of another function", pairRate(attacks(attackOf("xxh64", secret, pairSet, false, 1, 0, 0, 1))), true, false, ""},

		{"fill", pollutionFill(polluted(pollutedBy("sha256", published, chosen, 0.7, 0.0823))), true, true, ""},
		{"fill too low", pollutionFill(polluted(pollutedBy("sha256", published, chosen, 0.6999, 0.0823))), false, true, "sha256"},
		{"fill of a secret seed", pollutionFill(polluted(pollutedBy("siphash24", secret, chosen, 0.5, 0.0082))), true, false, ""},

		{"rates", pollutionRate(polluted(pollutedBy("sha256", published, chosen, 0.7, 0.0823), pollutedBy("siphash24", secret, chosen, 0.503, 0.0083))), true, true, ""},
		{"choice without effect", pollutionRate(polluted(pollutedBy("sha256", published, chosen, 0.7, 0.0082))), false, true, "sha256"},
		{"choice reaches a secret seed", pollutionRate(polluted(pollutedBy("siphash24", secret, chosen, 0.7, 0.082))), false, true, "siphash24"},
		{"rate of no good function", pollutionRate(polluted(pollutedBy("fnv1a-64", published, honest, 0.5, 0.5))), true, false, ""},
	} {
		if c.check.Holds != c.holds || (c.check.Tests > 0) != c.tests || !strings.Contains(c.check.Detail, c.says) {
			t.Errorf("%s: got holds %v, %d tests, %q; want %v, tests %v, %q", c.name, c.check.Holds, c.check.Tests, c.check.Detail, c.holds, c.tests, c.says)
		}
	}
	if got := checks(nil, nil, nil, nil); len(got) != 0 {
		t.Errorf("without rows: got %+v, want no check", got)
	}
}
