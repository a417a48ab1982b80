package quality_test

import (
	"slices"
	"strings"
	"testing"

	"hashlab/experiments/internal/quality"
	_ "hashlab/impl/all"
	"hashlab/impl/hash"
)

var expected = quality.Expected()

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
		if e.Floor || slices.Contains(leftOut, e.Name) {
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
			for _, test := range want.Fails {
				if !slices.Contains(failed, test) {
					t.Errorf("passes %s, is known to fail it", test)
				}
			}
			for _, r := range v.Results {
				if !r.Pass && !want.Others && !slices.Contains(want.Fails, r.Test) {
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
