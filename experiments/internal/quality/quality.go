// Package quality says in about half a second whether a hash function is good enough for filters and rings.
//
// Its tests ask what a filter or a ring would suffer from, on keys as programs have them:
//
//	avalanche            each input bit changes each output bit half of the time
//	buckets              the low, middle and high bits fill buckets as chance would
//	collisions           as many keys share a hash as chance would make
//	ring-share           vnodes spread over a ring as chance would
//	bloom-fpr            a Bloom filter has the rate of false positives that theory gives
//	k-from-small-seeds   the same with k functions from the seeds 0, 1, 2 …
//	k-from-spread-seeds  the same with k functions from random seeds
//	k-from-suffix        the same with k functions from a byte behind the key
//	k-from-prefix        the same with k functions from a byte before the key
//	attack               keys that are known to collide under some function do not under this one
//
// Every result is two-sided, since more even than chance is structure too, and has a p-value. Those of a run
// are adjusted by Holm's method, so that a perfect function fails any of them with a probability of 1e-6 at
// most. Keys and seeds are fixed: a function gets the same verdict everywhere, unless it draws its own seed.
// A verdict tells from one another what fails on ordinary keys and what only an adversary can use.
//
// A 32-bit function is judged as its registered name says: NAME-left at its own width, in places where the
// high bits decide; NAME-mixed after the mixing, with the collisions of 32 bits.
package quality

import (
	"cmp"
	"fmt"
	"slices"

	"hashlab/impl/hash"
)

// A Test is the name of one of the tests.
type Test string

// The tests, in the order of results.
const (
	Avalanche   Test = "avalanche"
	Buckets     Test = "buckets"
	Collisions  Test = "collisions"
	RingShare   Test = "ring-share"
	BloomFPR    Test = "bloom-fpr"
	SmallSeeds  Test = "k-from-small-seeds"
	SpreadSeeds Test = "k-from-spread-seeds"
	Suffix      Test = "k-from-suffix"
	Prefix      Test = "k-from-prefix"
	Attack      Test = "attack"
)

// Tests returns the names of all tests, in their order.
func Tests() []Test {
	return []Test{Avalanche, Buckets, Collisions, RingShare, BloomFPR, SmallSeeds, SpreadSeeds, Suffix, Prefix, Attack}
}

// family is the chance that a perfect function fails any test of a run.
const family = 1e-6

// A Size says how much is tested.
type Size string

const (
	Quick Size = "quick" // the key classes that tell the known functions apart: as long as 10^8 hashes of 16 bytes by xxh3
	Full  Size = "full"  // every key class, more keys and seeds: about five times as long
)

// A Result is one test on one kind of keys.
type Result struct {
	Test   Test
	Keys   string // key class, label shape or attack set; for avalanche the length of random keys
	Detail string // what of the hash was looked at, or how it was used
	N      int    // keys, or for ring-share vnodes
	// Statistic is, by test: for avalanche the largest |2p-1| over pairs of an input and an output bit, p the
	// share of keys for which the one changes the other; for buckets the z-score of chi-square; for collisions
	// and attack the keys whose hash another key had first; else the ratio of what was measured to theory.
	Statistic float64
	Expected  float64 // what chance makes of Statistic on average
	// Low and High are limits: a result at or beyond one of them fails, whatever the others are. A result
	// between them can still fail, just, where many others do. Low is -1 where nothing is too little.
	Low, High float64
	P         float64 // the probability that chance deviates as much, to either side
	Adjusted  float64 // P adjusted for the number of results of the run
	Pass      bool
}

// Excess is how far the statistic lies from what is expected, where the limit is at 1. It orders failures of
// different tests.
func (r Result) Excess() float64 {
	if r.Statistic < r.Expected {
		return (r.Expected - r.Statistic) / max(r.Expected-r.Low, 1e-9)
	}
	return (r.Statistic - r.Expected) / (r.High - r.Expected)
}

// String says what was found in one line.
func (r Result) String() string {
	verb := "passes"
	if !r.Pass {
		verb = "fails"
	}
	return fmt.Sprintf("%s %s on %s (%s, n = %d): %.4g, limits %.4g … %.4g", verb, r.Test, r.Keys, r.Detail, r.N,
		r.Statistic, r.Low, r.High)
}

// A Verdict is what a run found.
type Verdict struct {
	Hash    string
	Size    Size
	Results []Result // in the order of Tests
	// Worst is the failed result on ordinary keys, of the tests before attack, with the largest Excess; nil
	// where there is none. WorstAttack is the same for attack.
	Worst, WorstAttack *Result
}

// Failed returns the tests that have a failed result, in their order.
func (v Verdict) Failed() []Test {
	return slices.DeleteFunc(Tests(), func(t Test) bool {
		return !slices.ContainsFunc(v.Results, func(r Result) bool { return r.Test == t && !r.Pass })
	})
}

// String says it in one line: the worst on ordinary keys, and the worst attack.
func (v Verdict) String() string {
	s := "passes on ordinary keys"
	if v.Worst != nil {
		s = v.Worst.String()
	}
	if v.WorstAttack != nil {
		s += fmt.Sprintf("; %d of %d hashes collide under attack %s", int(v.WorstAttack.Statistic), v.WorstAttack.N, v.WorstAttack.Keys)
	}
	return s
}

// Run tests the function of h. Errors are an unknown size, and a function that cannot be made or cannot take
// the seeds that it says it takes.
func Run(h hash.Entry, size Size) (Verdict, error) {
	much, ok := amounts[size]
	if !ok {
		return Verdict{}, fmt.Errorf("quality size %q is neither %q nor %q", size, Quick, Full)
	}
	s, err := newSubject(h)
	if err != nil {
		return Verdict{}, fmt.Errorf("quality of %s: %w", h.Name, err)
	}
	var all []finding
	for _, test := range []func(subject, amount) ([]finding, error){
		avalanche, ordinaryKeys, ringShares, kFunctions, attacks,
	} {
		found, err := test(s, much)
		if err != nil {
			return Verdict{}, fmt.Errorf("quality of %s: %w", h.Name, err)
		}
		all = append(all, found...)
	}
	slices.SortStableFunc(all, func(a, b finding) int {
		return cmp.Compare(slices.Index(Tests(), a.Test), slices.Index(Tests(), b.Test))
	})
	return judge(h.Name, size, all), nil
}
