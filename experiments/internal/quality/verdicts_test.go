package quality_test

import (
	"slices"
	"strings"
	"testing"

	"hashlab/experiments/internal/quality"
	_ "hashlab/impl/all"
	"hashlab/impl/hash"
)

// An expectation is what is known of a function: the tests that it fails, and, where free is false, that it
// passes all others. The known verdicts were found with other code and other keys, or are derived.
type expectation struct {
	fails []quality.Test
	free  bool // other tests may turn out either way: the function is known to be bad
}

var good = expectation{}

// only is a function that fails these tests and no others.
func only(tests ...quality.Test) expectation { return expectation{fails: tests} }

// bad is a function that fails these tests at least.
func bad(tests ...quality.Test) expectation { return expectation{fails: tests, free: true} }

// expected is the known verdict on every registered function.
var expected = map[string]expectation{
	"xxh64": good, "metro64": good, "siphash24": good, "maphash": good, "md5": good, "sha1": good, "sha256": good,
	"murmur3-32-left": good, "murmur3-32-mixed": good,

	// Good on ordinary keys, but keys are known that collide under every seed, or under too many.
	"xxh3":            only(quality.Attack),
	"murmur3-64":      only(quality.Attack),
	"murmur3-64-twmb": only(quality.Attack),
	"farm64-seeded":   only(quality.Attack),
	"farm64":          only(quality.Avalanche, quality.Attack),
	"farm-fp64":       only(quality.Avalanche, quality.Attack),
	"farm32-left":     only(quality.Avalanche),
	"farm32-mixed":    good, // the finaliser hides it

	// Repaired: what is left is that small seeds are a change of the first byte, and the published keys.
	"fnv1a-64-mixed": only(quality.SmallSeeds, quality.Attack),

	"fnv1a-64": bad(quality.Avalanche, quality.Buckets, quality.RingShare, quality.BloomFPR, quality.SmallSeeds,
		quality.Suffix, quality.Prefix, quality.Attack),
	"fnv1a-32-left": bad(quality.Avalanche, quality.Buckets, quality.Collisions, quality.RingShare, quality.BloomFPR,
		quality.SmallSeeds, quality.Suffix, quality.Attack),
	"fnv1a-32-mixed": bad(quality.Collisions, quality.SmallSeeds, quality.Attack),
	"crc32c-left": bad(quality.Avalanche, quality.Buckets, quality.RingShare, quality.SmallSeeds, quality.SpreadSeeds,
		quality.Suffix, quality.Prefix, quality.Attack),
	"crc32c-mixed": bad(quality.SmallSeeds, quality.Attack),
	"djb2-left":    bad(quality.Avalanche, quality.Buckets, quality.Collisions, quality.RingShare, quality.BloomFPR),
	"djb2-mixed":   bad(quality.Collisions, quality.BloomFPR),
	"identity":     bad(quality.Avalanche, quality.Buckets, quality.RingShare, quality.Collisions),
}

// details are single results that are known: the name of a function, a test, what the keys begin with, and
// whether all such results pass or some fail.
var details = []struct {
	hash string
	test quality.Test
	keys string
	pass bool
	how  string // what the detail begins with; "" for all
}{
	{"farm64", quality.Avalanche, "3 random", false, ""},
	{"farm64", quality.Avalanche, "8 random", true, ""},
	{"farm64", quality.Avalanche, "16 random", true, ""},
	{"farm64", quality.Avalanche, "25 random", false, ""},
	{"farm64", quality.Avalanche, "32 random", false, ""},
	{"farm-fp64", quality.Avalanche, "3 random", false, ""},
	{"farm-fp64", quality.Avalanche, "25 random", false, ""},
	{"farm32-left", quality.Avalanche, "16 random", true, ""},
	{"farm32-left", quality.Avalanche, "25 random", false, ""},
	{"farm32-left", quality.Avalanche, "64 random", false, ""},
	{"fnv1a-64", quality.Buckets, "dec", false, ""},
	{"fnv1a-64", quality.Buckets, "url", false, ""},
	{"fnv1a-64", quality.BloomFPR, "be8", false, ""},
	{"fnv1a-64", quality.BloomFPR, "rep4", false, ""},
	{"fnv1a-64", quality.RingShare, "labels server-S:V", false, ""},
	{"fnv1a-64", quality.RingShare, "labels S_V", false, ""},
	{"fnv1a-64", quality.Prefix, "be8", false, "modulo"},
	{"fnv1a-64", quality.Prefix, "dec", true, "modulo"},
	{"fnv1a-64-mixed", quality.SmallSeeds, "dec", false, ""},
	{"fnv1a-32-left", quality.Collisions, "vnode-label", false, ""},
	{"fnv1a-32-left", quality.Collisions, "rep4", false, ""},
	{"fnv1a-32-left", quality.Collisions, "be8", true, ""},
	{"fnv1a-32-mixed", quality.RingShare, "labels server-S:V", true, ""},
	{"crc32c-left", quality.RingShare, "labels server-S:V", false, ""},
	{"crc32c-mixed", quality.RingShare, "labels server-S:V", true, ""},
	{"djb2-left", quality.RingShare, "labels server-S:V", false, ""},
	{"djb2-left", quality.BloomFPR, "be8", false, ""},
	{"xxh3", quality.Attack, "xxh3-pair", false, ""},
	{"xxh3", quality.Attack, "farm-32", true, ""},
	{"farm64-seeded", quality.Attack, "farm-32", false, ""},
	{"murmur3-64", quality.Attack, "murmur3-128", false, ""},
	{"crc32c-left", quality.Attack, "crc32c-affine", false, ""},
	{"siphash24", quality.Attack, "", true, ""},
	{"maphash", quality.Attack, "", true, ""},
}

// digests take seconds, since they are ten times as slow as any other function.
var digests = []string{"md5", "sha1", "sha256"}

// holdVerdicts runs every function but those left out and holds its verdict to what is known.
func holdVerdicts(t *testing.T, size quality.Size, leftOut []string) {
	for _, e := range hash.All() {
		if slices.Contains(leftOut, e.Name) {
			continue
		}
		t.Run("hash="+e.Name, func(t *testing.T) {
			t.Parallel()
			want, known := expected[e.Name]
			if !known {
				t.Fatalf("no verdict is known of %s: say in the table which tests it fails", e.Name)
			}
			v, err := quality.Run(e, size)
			if err != nil {
				t.Fatal(err)
			}
			failed := v.Failed()
			for _, test := range want.fails {
				if !slices.Contains(failed, test) {
					t.Errorf("passes %s, is known to fail it", test)
				}
			}
			for _, r := range v.Results {
				if !r.Pass && !want.free && !slices.Contains(want.fails, r.Test) {
					t.Errorf("is known to pass: %s (p = %.2g, adjusted %.2g)", r, r.P, r.Adjusted)
				}
			}
			holdDetails(t, v)
		})
	}
}

func holdDetails(t *testing.T, v quality.Verdict) {
	for _, d := range details {
		if d.hash != v.Hash {
			continue
		}
		seen, pass := false, true
		for _, r := range v.Results {
			if r.Test == d.test && strings.HasPrefix(r.Keys, d.keys) && strings.HasPrefix(r.Detail, d.how) {
				seen, pass = true, pass && r.Pass
			}
		}
		if !seen || pass != d.pass {
			t.Errorf("%s on %q: there are results: %v, all pass: %v, want %v", d.test, d.keys, seen, pass, d.pass)
		}
	}
}

func TestQuickVerdicts(t *testing.T) { holdVerdicts(t, quality.Quick, digests) }

// Every expectation is of a function that is registered.
func TestExpectationsAreOfRegisteredFunctions(t *testing.T) {
	for name := range expected {
		if _, err := hash.Find(name); err != nil {
			t.Error(err)
		}
	}
	for _, d := range details {
		if _, known := expected[d.hash]; !known {
			t.Errorf("a detail is of %q, of which nothing else is expected", d.hash)
		}
	}
}
