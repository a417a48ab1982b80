package quality

import "maps"

// An Expectation is what is known of a function: the tests that it fails, and, where Others is false, that it
// passes all others. The known verdicts were found with other code and other keys, or are derived.
type Expectation struct {
	Fails  []Test
	Others bool // other tests may turn out either way: the function is known to be bad
}

var good = Expectation{}

// only is a function that fails these tests and no others.
func only(tests ...Test) Expectation { return Expectation{Fails: tests} }

// bad is a function that fails these tests at least.
func bad(tests ...Test) Expectation { return Expectation{Fails: tests, Others: true} }

// Expected returns the known verdicts, by the registered name of the function.
func Expected() map[string]Expectation { return maps.Clone(expected) }

var expected = map[string]Expectation{
	"xxh64": good, "metro64": good, "siphash24": good, "maphash": good, "md5": good, "sha1": good, "sha256": good,
	"murmur3-32-left": good, "murmur3-32-mixed": good,

	// Good on ordinary keys, but keys are known that collide under every seed, or under too many.
	"xxh3":            only(Attack),
	"murmur3-64":      only(Attack),
	"murmur3-64-twmb": only(Attack),
	"farm64-seeded":   only(Attack),
	"farm64":          only(Avalanche, Attack),
	"farm-fp64":       only(Avalanche, Attack),
	"farm32-left":     only(Avalanche),
	"farm32-mixed":    good, // the finaliser hides it

	// Repaired: what is left is that small seeds are a change of the first byte, and the published keys.
	"fnv1a-64-mixed": only(SmallSeeds, Attack),

	"fnv1a-64":       bad(Avalanche, Buckets, RingShare, BloomFPR, SmallSeeds, Suffix, Prefix, Attack),
	"fnv1a-32-left":  bad(Avalanche, Buckets, Collisions, RingShare, BloomFPR, SmallSeeds, Suffix, Attack),
	"fnv1a-32-mixed": bad(Collisions, SmallSeeds, Attack),
	"crc32c-left":    bad(Avalanche, Buckets, RingShare, SmallSeeds, SpreadSeeds, Suffix, Prefix, Attack),
	"crc32c-mixed":   bad(SmallSeeds, Attack),
	"djb2-left":      bad(Avalanche, Buckets, Collisions, RingShare, BloomFPR),
	"djb2-mixed":     bad(Collisions, BloomFPR),
	"identity":       bad(Avalanche, Buckets, RingShare, Collisions),
}
