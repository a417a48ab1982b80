package quality

import (
	"fmt"
	"math"
	"slices"

	"hashlab/experiments/internal/plan"
	"hashlab/experiments/internal/quality"
	"hashlab/experiments/internal/record"
	"hashlab/experiments/internal/stats"
	"hashlab/experiments/internal/theory"
)

// checks holds the rows to what must be true of them. A narrowed run without the rows of a check does not claim it.
// random are attacks on functions whose key a process draws.
func checks(results []record.QualityRow, attacks, random []record.QualityAttackRow, polluted []record.QualityPollutionRow) []record.CheckRow {
	all := []record.CheckRow{
		knownVerdicts(results), setsCollapse(attacks), keyedStand(attacks), drawnStand(random), pairRate(attacks), pollutionFill(polluted), pollutionRate(polluted),
	}
	return slices.DeleteFunc(all, func(c record.CheckRow) bool { return c.Tests == 0 })
}

// newCheck returns a check that holds until something is found against it.
func newCheck(name string) record.CheckRow {
	return record.CheckRow{Experiment: "quality", Check: name, Holds: true}
}

// against records a finding against a check.
func against(c *record.CheckRow, format string, args ...any) {
	c.Holds = false
	if c.Detail != "" {
		c.Detail += "; "
	}
	c.Detail += fmt.Sprintf(format, args...)
}

// sum completes the detail with what was compared.
func sum(c *record.CheckRow, format string, args ...any) record.CheckRow {
	if c.Detail != "" {
		c.Detail += "; "
	}
	c.Detail += fmt.Sprintf(format, args...)
	return *c
}

// knownVerdicts checks that every function fails the tests that it is known to fail, and that those without other
// faults pass the rest. A function of which nothing is known is not checked.
func knownVerdicts(results []record.QualityRow) record.CheckRow {
	c := newCheck("the battery passes the hash functions known as good and fails the others where they are known to fail")
	known := quality.Expected()
	run, failed := map[string]map[quality.Test]bool{}, map[string]map[quality.Test]bool{}
	for _, r := range results {
		if run[r.Hash] == nil {
			run[r.Hash], failed[r.Hash] = map[quality.Test]bool{}, map[quality.Test]bool{}
		}
		test := quality.Test(r.Test)
		run[r.Hash][test] = true
		failed[r.Hash][test] = failed[r.Hash][test] || !r.Pass
	}
	for _, name := range sortedNames(run) {
		want, is := known[name]
		if !is {
			continue
		}
		for _, test := range quality.Tests() {
			switch must := slices.Contains(want.Fails, test); {
			case !run[name][test] && !must:
				continue // the function has no seeds for it
			case must:
				c.Tests++
				if !failed[name][test] {
					against(&c, "%s passes %s", name, test)
				}
			case !want.Others:
				c.Tests++
				if failed[name][test] {
					against(&c, "%s fails %s", name, test)
				}
			}
		}
	}
	return sum(&c, "%d functions judged", len(run))
}

// collapses are the functions that each attack set is aimed at, and whether it takes a published seed.
var collapses = []struct {
	set    string
	hashes []string
	every  bool
}{
	{"farm-32", []string{"farm64", "farm-fp64", "farm64-seeded"}, true},
	{"murmur3-128", []string{"murmur3-64", "murmur3-64-twmb"}, true},
	{"crc32c-affine", []string{"crc32c-left", "crc32c-mixed"}, true},
	{"fnv1a-64-zero", []string{"fnv1a-64", "fnv1a-64-mixed"}, false},
	{"fnv1a-32-zero", []string{"fnv1a-32-left", "fnv1a-32-mixed"}, false},
}

// setsCollapse checks that the keys of a set have one hash under the functions that it is aimed at, so that a
// filter takes all of them for present and a ring gives all of them to one node.
func setsCollapse(rows []record.QualityAttackRow) record.CheckRow {
	c := newCheck("keys built to collide have one hash under the functions that they are built for, whatever the seed where no seed helps")
	for _, target := range collapses {
		for _, r := range rows {
			if r.AttackSet != target.set || !slices.Contains(target.hashes, r.Hash) || r.HashSeed == secret && !target.every {
				continue
			}
			c.Tests++
			if one := 1 / record.Float(r.N); !near(r.DistinctShare, one) || r.FPR != 1 || r.PeakToAverage != ringNodes {
				against(&c, "%s with a %s seed under %s: %g of the hashes distinct, fpr %g, fullest node %g times the mean",
					r.Hash, r.HashSeed, r.AttackSet, r.DistinctShare, r.FPR, r.PeakToAverage)
			}
		}
	}
	return sum(&c, "%d sets of %d keys, one hash each", c.Tests, attackKeys)
}

// near reports whether two numbers agree in the six digits of a result file.
func near(a, b record.Float) bool { return math.Abs(float64(a-b)) <= 1e-5*math.Abs(float64(b)) }

// familyError is the chance that a check of rates fails anywhere although all is well.
const familyError = 1e-6

// keyedStand checks that no set of keys does anything to a keyed function with a secret seed. With 1,024 queries a rate
// of 4 % instead of 1 % is found nearly always.
func keyedStand(rows []record.QualityAttackRow) record.CheckRow {
	c, most := stand("keyed hash functions with a secret seed give chosen keys no collision and no more false positives than others", rows)
	return sum(&c, "the highest rate is %.3g", most)
}

// drawnStand is the same check for functions whose key a process draws. It names no rate where it holds: another run
// gives another.
func drawnStand(rows []record.QualityAttackRow) record.CheckRow {
	c, _ := stand("keyed hash functions whose key is drawn when the process starts give chosen keys no collision and no more false positives than others", rows)
	return sum(&c, "%d sets", c.Tests)
}

func stand(name string, rows []record.QualityAttackRow) (c record.CheckRow, most record.Float) {
	c = newCheck(name)
	rows = slices.DeleteFunc(slices.Clone(rows), func(r record.QualityAttackRow) bool {
		return !r.Keyed || r.HashSeed != secret || r.AttackSet == ordinary
	})
	for _, r := range rows {
		c.Tests++
		most = max(most, r.FPR)
		p, ok := stats.BinomialUpper(r.FalsePositives, r.Queries, float64(r.FPRTheory))
		if !ok || p <= familyError/float64(len(rows)) || r.DistinctShare != 1 || r.PairCollisions > 0 {
			against(&c, "%s under %s: %g of the hashes distinct, fpr %g of %g, %d seeds collide", r.Hash, r.AttackSet, r.DistinctShare,
				r.FPR, r.FPRTheory, r.PairCollisions)
		}
	}
	return c, most
}

// xxh3PairRate is the share of seeds under which the pair collides, 2^-10.5: issue 1127 of Cyan4973/xxHash.
var xxh3PairRate = math.Exp2(-10.5)

// pairRate checks how many seeds the pair against XXH3 takes. Of 2^18 seeds 181 are expected; a share that is 50 %
// higher or lower is found nine times in ten.
func pairRate(rows []record.QualityAttackRow) record.CheckRow {
	c := newCheck("the pair against xxh3 collides under the share of seeds that is known of it")
	for _, r := range rows {
		if r.AttackSet != pairSet || r.Hash != "xxh3" || r.PairSeeds == 0 {
			continue
		}
		c.Tests++
		if p, ok := stats.BinomialTwoSided(r.PairCollisions, r.PairSeeds, xxh3PairRate); !ok || p <= familyError {
			against(&c, "p = %.2g", p)
		}
		sum(&c, "%d of %d seeds, one in %.0f; one in %.0f is known", r.PairCollisions, r.PairSeeds,
			float64(r.PairSeeds)/float64(max(r.PairCollisions, 1)), 1/xxh3PairRate)
	}
	return c
}

// pollutionFill checks that chosen insertions fill a filter on the published function exactly.
func pollutionFill(rows []record.QualityPollutionRow) record.CheckRow {
	c := newCheck("chosen insertions set k new bits each: fill kn/m")
	for _, r := range rows {
		if !reaches(r) {
			continue
		}
		c.Tests++
		if !near(r.FillRatio, r.FillTheory) {
			against(&c, "%s: %g, not %g", r.Hash, r.FillRatio, r.FillTheory)
		}
	}
	return sum(&c, "%d functions", c.Tests)
}

// pollutionRate checks the rates after chosen and after honest insertions for good functions: (kn/m)^k where the
// choice reaches the filter, and the rate of theory where it does not, since the seed is secret.
func pollutionRate(rows []record.QualityPollutionRow) record.CheckRow {
	c := newCheck("chosen insertions raise the rate to (kn/m)^k, and do nothing where the seed is secret")
	rows = slices.DeleteFunc(slices.Clone(rows), func(r record.QualityPollutionRow) bool { return !plan.IsGoodHash(r.Hash) })
	level, ok := stats.SimultaneousLevel(familyError, len(rows))
	if !ok {
		return c
	}
	z, _ := stats.NormalQuantile(level)
	for _, r := range rows {
		c.Tests++
		p := float64(r.FPRTheory)
		variance := (1 - p) / (p * float64(r.Queries))
		if !reaches(r) { // filters scatter in their fill; a chosen one is exact
			sd := theory.RelativeSD(float64(r.M), float64(r.N), float64(r.K))
			variance += sd * sd / float64(r.Seeds)
		}
		if off := float64(r.FPR/r.FPRTheory) - 1; math.Abs(off) > z*math.Sqrt(variance) {
			against(&c, "%s, %s keys, %s seed: %.4g, theory %.4g", r.Hash, r.Insertion, r.HashSeed, r.FPR, r.FPRTheory)
		}
	}
	return sum(&c, "%d rows, simultaneous at family level %g", c.Tests, familyError)
}

func sortedNames[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
